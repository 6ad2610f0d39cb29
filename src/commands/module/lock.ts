import { modules } from '../../api/contract/registry/modules.ts';
import { registryHostOf } from '../../base/system/tools.ts';
import { counted } from '../../base/text.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import type { Context } from '../../cli/context.ts';
import { nonEmpty } from '../../cli/values.ts';
import type { Command, FlagsOf } from '../../cli/verb.ts';
import type { Sources } from '../../modules/lock/call-package.ts';
import { type Change, changesBetween } from '../../modules/lock/lock-diff.ts';
import { requireLock } from '../../modules/lock/lock-file.ts';
import { rejectUnread, unreadError, unreadIn } from '../../modules/lock/locked-call.ts';
import { moduleFolderOf } from '../../modules/lock/module-folder.ts';
import { upgradeOf } from '../../modules/lock/upgrade.ts';
import { configurationIn, lockConfiguration, minAgeFor, requireAgreement } from './configuration.ts';
import { cacheFor, minAgeOption, minSpeedOption, strictOption } from './fetch-flags.ts';
import { configurationFlags, type Folder, foldersNotes, foldersVerb } from './folders.ts';
import { changeView, lockSentence } from './lock-view.ts';

const notes = `${lockSentence} Reads the module calls in the *.tf and *.tf.json files of a folder (default: the current folder) and in its tests (*.tftest.hcl and
*.tftest.json), follows the calls of the called modules, and writes svc.modules.lock.json: for each call its source, constraint, version,
location, commit, the sha256 of the archive and the h1: hash of the files. Locked versions do not change while they match the configuration;
--upgrade upgrades all of them, --upgrade ADDRESS those of a module and --upgrade CALL.PATH one call. The output lists the changes. With
--submodules, git submodules are locked too, and later commands use them.

--tool tofu reads *.tofu, *.tofu.json, *.tofutest.hcl and *.tofutest.json too, each instead of the .tf file of the same name. The default is the
setting tool (SVC_TOOL, svc config set tool), then an .opentofu-version file in the folder, then terraform. The lock records the tool, and later
commands use it: --tool or SVC_TOOL with another one is exit 2, a profile with another one a warning.

A folder without configuration, a file that cannot be parsed and a duplicate call are errors. A call whose source or version cannot be read is
named with file and line (exit 8), and the others are locked; with --strict it is an error too. Variables and locals that are literals are read,
with the values that terraform or tofu would use: of the environment, *.tfvars files and --var-file.

With --min-age 7d, a version published less than 7 days ago is not chosen: an older one that matches is, and a warning names both; if none is old
enough, the exit code is 8. The date is the published_at of the registry, or that of the commit, which its author sets. A locked version stays,
with a warning. A version without a date counts as too young only with --strict, and is named otherwise. min-age in svc.policy.yaml (svc module audit) is the default.

An address without a host belongs to registry.terraform.io, or with tofu to registry.opentofu.org, whatever SVC_REGISTRY is; --registry HOST=URL
and the host blocks of the CLI configuration set the registry of a host. A locked version with changed content is rejected (exit 8). --check
compares without network access: the exit code is 8 if configuration and lock differ, also in the packages that are cached or installed with the
locked hash. It lists the other packages, whose own calls are not compared.

${foldersNotes}`;

export const lock = foldersVerb({
  words: 'lock',
  about: 'Lock the modules of a configuration',
  text: notes,
  calls: [modules.versions, modules.download],
  examples: [
    'svc module lock infra',
    'svc module lock infra --upgrade',
    'svc module lock infra --upgrade --min-age 7d',
    'svc module lock infra --submodules',
    'svc module lock infra --tool tofu',
    'svc module lock infra --upgrade modules.example.com/acme/label/null',
    'svc module lock infra && svc module lock infra --check',
    'svc module lock --recursive --failed-to failed.txt',
  ],
  flags: lockFlags,
  view: changeView,
  act: lockFolder,
});

function lockFlags(verb: Command) {
  return configurationFlags(verb)
    .option('--upgrade [address|call]', 'upgrade all modules, those of an address, or one call path', nonEmpty)
    .addOption(minAgeOption())
    .option('--submodules', 'lock git submodules too, from the host of the repository')
    .addOption(minSpeedOption())
    .addOption(strictOption())
    .option('--check', 'exit 8 if configuration and lock differ, and write nothing');
}

async function lockFolder(context: Context, typed: FlagsOf<typeof lockFlags>, { dir: typedDir, open }: Folder) {
  const { check, minSpeed, strict = false, submodules = false, upgrade } = typed;
  const { dryRun, host } = context;
  const configuration = await configurationIn(context, typedDir, typed);
  const { dir, root, tool } = configuration;
  if (check) {
    const { modules } = requireLock(dir);
    const { readingLocal } = await import('../../modules/lock/install.ts');
    // Open the cache as in a dry run: this verb only reads it.
    const cache = cacheFor({ cache: true }, { ...context, dryRun: true });
    const folder = unlessThrown(() => moduleFolderOf(dir, host.env.TF_DATA_DIR));
    const { disk } = host;
    const act = (sources: Sources) => requireAgreement(root, modules, readingLocal({ disk, sources }, folder, cache));
    const closed = await open(context, 'Comparing with the lock', act, { cache, offline: true, tool });
    rejectUnread(modules, strict);
    const rows = closed.map((module): Change => ({ module, change: 'not read', source: modules.get(module)!.source }));
    const rest = `; the calls of ${counted(closed.length, 'package')}, neither cached nor installed, were not read`;
    const empty = `The lock matches the configuration${closed.length > 0 ? rest : ''}.`;
    return { note: empty, rows, empty };
  }
  const { requireMatch, upgrades } = upgradeOf(upgrade);
  // Cache the downloads for the next install.
  const cache = dryRun ? undefined : cacheFor({ cache: true }, context);
  const minAge = await minAgeFor(context, { ...typed, dir });
  const locking = { check: requireMatch, minAge, open, strict, submodules, upgrades };
  const { before, lock, wrote } = await lockConfiguration(context, configuration, locking, { cache, minSpeed });
  const rows = changesBetween(before, lock);
  const wouldWrite = rows.length > 0 || configuration.locked === undefined;
  const done = wrote ? 'Locked' : wouldWrite ? 'Dry run: would lock' : 'Unchanged:';
  const count = counted(lock.size - unreadIn(lock).length, 'module call');
  const note = `${done} ${count} for ${tool} (default registry: ${registryHostOf[tool]}).`;
  return { note, rows, empty: note, error: unreadError(lock) };
}
