import type { Command } from 'commander';
import { NotFoundError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { exclusive, type FlagsOf, run } from '../../cli/run.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import { modules } from '../../contract/registry/modules.ts';
import type { Sources } from '../../lock/call-package.ts';
import type { TellUnread } from '../../lock/calls.ts';
import { writeLock } from '../../lock/lock-disk.ts';
import { rejectUnread, unreadError } from '../../lock/unread.ts';
import { isLocalPath } from '../../module/address/address.ts';
import { configurationIn, lockAgain, lockIn, minAgeFor } from './configuration.ts';
import { minAgeOption, minSpeedOption, strictOption } from './fetch-flags.ts';
import { configurationFlags, type Folder, foldersNotes, inFolders } from './folders.ts';
import { updateView } from './lock-view.ts';
import { sharingSources } from './sources.ts';
import { rejectFolderNames } from './typed-folders.ts';

export function registerUpdate(module: Command): void {
  explain(updateFlags(module.command('update')), {
    notes: `Raises the versions of module calls in the *.tf files of a folder (default: the current folder), and locks them. A folder is written as . or ./FOLDER;
any other argument is the name of a call. The default is the newest version of the same major version.

A constraint changes only if it excludes the version: its operator and the number of its parts stay ("~> 5.1" becomes "~> 6.0"). Exact versions
and version tags in ?ref= are replaced. Nothing else in a file changes. What stays is named with the reason: a constraint of several comparisons, a
branch or commit as ref, a version from a variable, *.tf.json files, links. A new required input, and a removed input or output, is a warning. A call in a local
module is named if it has a newer version: update the folder of that module, then run svc module lock in the folders that call it.

If the new versions cannot be locked, or a file cannot be written, files and lock are as they were. With --dry-run nothing is written, and the output is a
unified diff. With -o json: [{"module", "source", "from", "to", "published", "changes" of inputs and outputs as in svc module diff, "links"}].

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
        const wanted = { ...typed, dirs, names, unknown: new Set(names) };
        await rejectFolderNames(wanted, context.host);
        const act = (folder: Folder) => update(context, wanted, folder);
        await inFolders(context, wanted, updateView, act, (all) =>
          sharingSources(context, 'Updating modules', all, typed),
        );
        rejectUnknown(wanted.unknown);
      }),
    );
}

function updateFlags(verb: Command) {
  const declared = configurationFlags(verb)
    .option('--major', 'allow a new major version')
    .option('--patch', 'keep the minor version')
    .addOption(minAgeOption())
    .addOption(minSpeedOption())
    .addOption(strictOption());
  return exclusive(declared, 'major', 'patch');
}
type Wanted = FlagsOf<typeof updateFlags> & { names: readonly string[]; unknown: Set<string> };

/** @throws {NotFoundError} for a name that no call has */
function rejectUnknown([name]: ReadonlySet<string>): void {
  const hint = `If it is a folder, type ./${name}`;
  if (name !== undefined) throw new NotFoundError(`The configuration has no module call ${name}.`, { hint });
}

async function update(context: Context, wanted: Wanted, { dir: typedDir, isShared, note: say, open }: Folder) {
  const { dryRun, host } = context;
  const { major, names, patch, strict, unknown } = wanted;
  const configuration = await configurationIn(context, typedDir, wanted);
  const { dir, root, tool } = configuration;
  for (const { name } of root.calls((unread) => void unknown.delete(unread))) unknown.delete(name);
  if (!isShared) rejectUnknown(unknown);
  const { diffOf, editedFiles, writeEdited } = await import('../../lock/edits.ts');
  const { updatesOf } = await import('../../lock/update.ts');
  const minAge = await minAgeFor(context, { ...wanted, dir });
  const locking = { minAge, open, strict };
  const modules = await lockAgain(context, configuration, { ...locking, note: say }, {});
  if (strict) rejectUnread(modules, strict);
  const reach = major ? 'major' : patch ? 'patch' : 'minor';
  const find = (sources: Sources) => updatesOf(root, { ...sources, lock: modules, minAge, names, reach });
  const updates = await open(context, '', find, { tool });
  const files = editedFiles(updates.flatMap(({ edit }) => edit ?? []));
  const fresh = new Map(updates.map(({ call, row }) => [row.module, { call, version: row.to }]));
  const calls = (unread: TellUnread) => root.calls(unread).map((each) => fresh.get(each.name)?.call ?? each);
  const upgrades = (path: string) => fresh.get(path)?.version ?? false;
  const updated = { ...configuration, root: { ...root, calls }, locked: { tool, modules } };
  if (updates.length > 0) {
    const { lock } = await lockIn({ ...context, dryRun: true }, updated, { ...locking, upgrades }, {});
    const temporaries = temporariesOf(host);
    // The files are written once the new versions are known to lock.
    const write = () => writeLock(dir, { tool, modules: lock }, temporaries);
    if (!dryRun) writeEdited(files, temporaries, write);
  }
  const what = counted(updates.length, 'module call');
  return {
    note: dryRun ? `Dry run: would update ${what}.` : `Updated ${what}.`,
    rows: updates.map(({ row }) => row),
    empty: 'No newer versions.',
    text: dryRun ? diffOf(files, host.cwd, context.output.warn) : undefined,
    error: unreadError(modules),
  };
}
