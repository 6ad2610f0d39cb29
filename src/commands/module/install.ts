import { isAbsolute, join, relative, resolve } from 'node:path';
import { modules } from '../../api/contract/registry/modules.ts';
import { CheckFailedError } from '../../base/errors.ts';
import { counted, restOf } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import { type Command, excludes, type FlagsOf } from '../../cli/verb.ts';
import { clashHint } from '../../modules/archive/unpack-result.ts';
import type { Sources } from '../../modules/lock/call-package.ts';
import { requireLock } from '../../modules/lock/lock-file.ts';
import { rejectUnread, unreadError } from '../../modules/lock/locked-call.ts';
import { moduleFolderOf } from '../../modules/lock/module-folder.ts';
import { configurationIn, requireAgreement, updateLock } from './configuration.ts';
import { allowSharedOption, cacheFor, jobsOption, minSpeedOption, strictOption } from './fetch-flags.ts';
import { configurationFlags, type Folder, foldersNotes, foldersVerb } from './folders.ts';
import { installedView, lockSentence } from './lock-view.ts';

export const installVerb = foldersVerb({
  words: 'install',
  about: 'Install the locked modules in .terraform/modules',
  text: `${lockSentence} Downloads the modules of svc.modules.lock.json, verifies their hashes, and installs them in .terraform/modules (or TF_DATA_DIR) with the manifest
that terraform reads, so that terraform init or tofu init downloads nothing. Installed modules that match the lock are unchanged. Nothing is
installed before all modules are verified; content that differs from the lock ends with exit code 8. A case-insensitive disk cannot hold a module
whose file names differ only in case: it is skipped, the others are installed, and the exit code is 8. So is a call that svc cannot read: it is left to terraform.

If the configuration does not match the lock, the lock is updated first; with --frozen or --offline this is an error (exit 8), and with --offline
so is a module that is neither installed nor cached.

Cached archives and repositories are used without network access. An archive whose sha256 differs from the lock ends with exit code 8; if
its files are the same, the error names the command that accepts it.

${foldersNotes}`,
  calls: [modules.versions, modules.download],
  examples: [
    'svc module install infra',
    'svc module lock infra && svc module install infra --frozen',
    'svc module install infra && svc module install infra --offline -o json',
  ],
  flags: installFlags,
  rules: [excludes('offline', 'cache')],
  view: installedView,
  act: install,
});

function installFlags(verb: Command) {
  return configurationFlags(verb)
    .option('--frozen', 'exit 8 if configuration and lock differ')
    .option('--offline', 'use only the cache, without network access')
    .option('--no-cache', 'do not read or write the cache')
    .addOption(strictOption())
    .addOption(jobsOption())
    .addOption(minSpeedOption())
    .addOption(allowSharedOption());
}
type InstallFlags = FlagsOf<typeof installFlags>;

async function install(context: Context, typed: InstallFlags, { dir: typedDir, isShared, note, open }: Folder) {
  const { dryRun, host } = context;
  const { allowSharedParent, jobs, minSpeed, offline, strict } = typed;
  const configuration = await configurationIn(context, typedDir, typed);
  const { dir, root, tool } = configuration;
  const { installModules } = await import('../../modules/lock/install.ts');
  const { openStaging } = await import('../../modules/archive/staging.ts');
  const folder = moduleFolderOf(dir, host.env.TF_DATA_DIR);
  // A dry run writes nothing and discards what it fetches, so it uses the cache only offline, for reading.
  const cache = dryRun && !offline ? undefined : cacheFor(typed, context);
  const fetching = { cache, jobs, minSpeed };
  const frozenLock = typed.frozen || offline ? requireLock(dir).modules : undefined;
  if (frozenLock) await requireAgreement(root, frozenLock);
  const lock = frozenLock ?? (await updateLock(context, configuration, { note, open, strict }, fetching));
  if (strict) rejectUnread(lock, strict);
  const placing = { allowSharedParent, temporaries: temporariesOf(host) };
  const staging = dryRun ? undefined : openStaging(folder.manifest, placing);
  const settings = { cache, folder, isShared, lock, offline, placing, staging };
  const act = (sources: Sources) =>
    installModules(root, { ...settings, disk: host.disk, signal: host.signal, sources });
  const options = { ...fetching, allowSharedParent, folder: staging && join(staging.path, 'packages'), offline, tool };
  const installing = open(context, 'Installing modules', act, options).finally(() => staging?.close(false));
  // An absolute TF_DATA_DIR is printed as an absolute path.
  const relativeToCwd = (path: string) => (isAbsolute(path) ? path : relative(host.cwd, resolve(dir, path)));
  const rows = (await installing).map((row) => ({ ...row, dir: relativeToCwd(row.dir) }));
  const rejected = rows.filter(({ state }) => state === 'rejected');
  const fetched = rows.filter(({ state }) => state !== 'in place').length - rejected.length;
  const total = counted(rows.length, 'remote module call');
  const why = rejected.map((row) => `${row.module}: ${row.why}`).join('; ');
  const message = `${rejected.length} of ${counted(rows.length, 'remote module')} cannot be installed on this disk: ${why}.`;
  const rest = rejected.length > 0 ? '' : restOf(rows.length, { done: fetched, are: 'in place' });
  return {
    note: `${dryRun ? 'Dry run: would install' : 'Installed'} ${fetched} of ${total}${rest}.`,
    rows,
    isDescribed: rows.every(({ state }) => state === 'in place'),
    empty: 'The configuration calls no remote modules.',
    error: rejected.length > 0 ? new CheckFailedError(message, { hint: clashHint }) : unreadError(lock),
  };
}
