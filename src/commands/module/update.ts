import { resolve } from 'node:path';
import type { Command } from 'commander';
import { NotFoundError, UsageError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { exclusive, type FlagsOf, run } from '../../cli/run.ts';
import { collect } from '../../cli/set-flag.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import { modules } from '../../contract/registry/modules.ts';
import type { Sources } from '../../lock/call-package.ts';
import { rejectUnread, unreadError } from '../../lock/unread.ts';
import { isLocalPath } from '../../module/address/address.ts';
import { isFolder } from '../../system/files.ts';
import { ageRule, configurationIn, lockAgain, lockIn } from './configuration.ts';
import { minAgeOption, minSpeedOption, strictOption, varFileHelp } from './fetch-flags.ts';
import { type Folder, foldersFlags, foldersNotes, inFolders } from './folders.ts';
import { updateView } from './lock-view.ts';
import type { OpenSources } from './sources.ts';
import { toolOption } from './tool.ts';

export function registerUpdate(module: Command): void {
  explain(updateFlags(module.command('update')), {
    notes: `Raises the versions of module calls in the *.tf files of a folder (default: the current folder), and locks them. A folder is written as . or ./FOLDER;
any other argument is the name of a call. The default is the newest version of the same major version.

A constraint changes only if it excludes the version: its operator and the number of its parts stay ("~> 5.1" becomes "~> 6.0"). Exact versions
and version tags in ?ref= are replaced. Nothing else in a file changes. What stays is named with the reason: a constraint of several comparisons, a
branch or commit as ref, a version from a variable, *.tf.json files, links. A new required input, and a removed input or output, is a warning. A call in a local
module is named if it has a newer version: update the folder of that module, then run svc module lock in the folders that call it.

If locking fails, the files are restored. With --dry-run nothing is written, and the output is a unified diff. With -o json: [{"module", "source", "from", "to",
"published", "changes" of inputs and outputs as in svc module diff, "links"}].

${foldersNotes}`,
    calls: [modules.versions, modules.show, modules.download],
    examples: [
      'svc module update ./infra --dry-run',
      'svc module update label ./infra --major --min-age 7d',
      'svc module update --recursive -o json',
    ],
  })
    .description('Update the versions of module calls, and the lock')
    .argument('[call|dir...]', 'names of calls, and folders as . or ./FOLDER')
    .action(
      run(async (context, typed, words) => {
        const dirs = words.filter(isLocalPath);
        const names = words.filter((word) => !isLocalPath(word));
        const folder = names.find((name) => isFolder(resolve(context.host.cwd, name)));
        if (typed.recursive && dirs.length === 0 && folder !== undefined)
          throw new UsageError(`${folder} is a folder.`, { hint: `Type ./${folder}, or . ${folder} for a call` });
        const wanted = { ...typed, dirs, names, unknown: new Set(names) };
        await inFolders(context, wanted, updateView, (each) => update(context, wanted, each));
        rejectUnknown(wanted.unknown);
      }),
    );
}

function updateFlags(verb: Command) {
  const declared = foldersFlags(verb)
    .option('--major', 'allow a new major version')
    .option('--patch', 'keep the minor version')
    .addOption(minAgeOption())
    .addOption(toolOption())
    .addOption(minSpeedOption())
    .addOption(strictOption())
    .option('--var-file <file>', varFileHelp, collect);
  return exclusive(declared, 'major', 'patch');
}
type Wanted = FlagsOf<typeof updateFlags> & { names: readonly string[]; unknown: Set<string> };

/** @throws {NotFoundError} for a name that no call has */
function rejectUnknown([name]: ReadonlySet<string>): void {
  const hint = `If it is a folder, type ./${name}`;
  if (name !== undefined) throw new NotFoundError(`The configuration has no module call ${name}.`, { hint });
}

async function update(context: Context, wanted: Wanted, { dir: typedDir, isShared, note: say, open }: Folder) {
  const { dryRun, host, output } = context;
  const { major, minSpeed, names, patch, strict, tool: wantedTool, unknown, varFile } = wanted;
  const configuration = await configurationIn(context, typedDir, wantedTool, varFile);
  const { root, tool } = configuration;
  for (const { name } of root.calls((unread) => void unknown.delete(unread))) unknown.delete(name);
  if (!isShared) rejectUnknown(unknown);
  const isAllowed = await ageRule(context, { ...wanted, dir: configuration.dir });
  const [{ diffOf, inOrder, withEdits }, { updatesOf }] = await Promise.all([
    import('../../lock/edits.ts'),
    import('../../lock/update.ts'),
  ]);
  const act = async (sources: Sources) => {
    const own: OpenSources = (_context, _title, each) => each(sources);
    const locking = { isAllowed, strict, open: own };
    const modules = await lockAgain(context, configuration, { ...locking, note: say }, {});
    if (strict) rejectUnread(modules, strict);
    const reach = major ? 'major' : patch ? 'patch' : 'minor';
    const updates = await updatesOf(root, { ...sources, isAllowed, lock: modules, names, reach });
    const edits = inOrder(updates.flatMap(({ edit }) => edit ?? []));
    const rows = updates.map(({ row }) => row);
    if (!dryRun && rows.length > 0) {
      const versions = new Map(rows.map(({ module, to }) => [module, to]));
      const upgrades = (path: string) => versions.get(path) ?? false;
      const lock = () => lockIn(context, { ...configuration, locked: { tool, modules } }, { ...locking, upgrades }, {});
      await withEdits(edits, { temporaries: temporariesOf(host), warn: output.warn }, lock);
    }
    const what = counted(rows.length, 'module call');
    const note = dryRun ? `Dry run: would update ${what}.` : `Updated ${what}.`;
    const text = dryRun ? diffOf(edits, host.cwd) : undefined;
    return { note, rows, empty: 'No newer versions.', text, error: unreadError(modules) };
  };
  return open(context, 'Updating modules', act, { minSpeed, tool });
}
