import { posix, relative, resolve, sep } from 'node:path';
import { CheckFailedError, NotFoundError, UsageError } from '../../base/errors.ts';
import { matchesGlob } from '../../base/glob.ts';
import { shellWord } from '../../base/shell-word.ts';
import { counted, firstOf } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import type { FlagsOf } from '../../cli/verb.ts';
import type { TellUnread } from '../../modules/lock/calls.ts';
import { diffOf, editedFiles, writeEdited } from '../../modules/lock/edits.ts';
import { callersBelow } from '../../modules/lock/folder.ts';
import { writeLock } from '../../modules/lock/lock-file.ts';
import { rejectUnread, unreadError } from '../../modules/lock/locked-call.ts';
import { remember } from '../../modules/lock/memoize.ts';
import { callsBelow, oldLocks, updatesOf } from '../../modules/lock/update.ts';
import type { Target } from '../../modules/lock/upgrade.ts';
import { repositoryOf } from '../../modules/policy/policy.ts';
import { configurationIn, lockConfiguration, minAgeFor, updateLock } from './configuration.ts';
import type { Folder } from './folders.ts';
import { toolOf } from './tool.ts';
import { atFolder, existingFolder } from './typed-folders.ts';
import type { updateFlags } from './update-flags.ts';

type Typed = FlagsOf<typeof updateFlags> & { dirs: readonly string[]; targets: readonly Target[] };
type UpdateRequest = Typed & { edited: Set<string>; unknown: Set<Target> };

/**
 * Returns the folders to update, and a function that updates one. With `--recursive`, these are all folders with module calls below the typed ones.
 * @throws {UsageError} for `--exclude` alone, and for a folder that does not exist
 */
export function foldersToUpdate(context: Context, typed: Typed) {
  const { host, output, settings } = context;
  const { dirs, exclude = [], recursive, tool } = typed;
  if (exclude.length > 0 && !recursive) throw new UsageError('--exclude requires --recursive.');
  const shown = (dir: string) => relative(host.cwd, dir).split(sep).join('/') || '.';
  const isExcluded = (path: string): boolean =>
    exclude.some((glob) => matchesGlob(glob, path)) || (path.includes('/') && isExcluded(posix.dirname(path)));
  const tops = recursive ? (dirs.length > 0 ? dirs : ['.']).map((dir) => existingFolder(dir, host)) : [];
  const all = tops.flatMap((top) => [...callersBelow(top, (dir) => toolOf(dir, tool, settings))]);
  const callers = new Map(all.filter(([dir]) => !isExcluded(shown(dir))));
  const request = { ...typed, edited: new Set<string>(), unknown: new Set(typed.targets) };
  const once = remember<ReturnType<typeof update>>();
  const started = new Set<string>();
  /** Updates a folder once, after the folders that it calls. If calls form a circle, their order is arbitrary. */
  const act = (folder: Folder, callersOf: readonly string[] = []): ReturnType<typeof update> => {
    const path = resolve(host.cwd, folder.dir ?? '.');
    started.add(path);
    const trail = [...callersOf, path];
    const called = callers.get(path)?.filter((each) => callers.has(each) && !trail.includes(each)) ?? [];
    const before = () => Promise.allSettled(called.map((each) => act({ ...folder, dir: shown(each) }, trail)));
    return once(path, () =>
      before().then(() => update(atFolder(context, folder.isShared ? folder.dir : undefined), request, folder)),
    );
  };
  return {
    roots: recursive && [...callers.keys()].map(shown).sort(),
    act: (_: Context, folder: Folder) => act(folder),
    rejectUnknown: () => rejectUnknown(request.unknown),
    warnOfOldLocks() {
      const old = request.edited.size > 0 ? oldLocks(repositoryOf(host.cwd) ?? host.cwd, request.edited, started) : [];
      for (const dir of old.map(shown))
        output.warn(`The lock of ${dir} may be old. Update it with: svc module lock ${shellWord(dir, host.shell)}`);
    },
  };
}

/** @throws {NotFoundError} for a target that selects no call */
function rejectUnknown([target]: ReadonlySet<Target>): void {
  const hint = target?.text.includes('/')
    ? 'List the calls with: svc module tree'
    : `If it is a folder, type ./${target?.text}`;
  if (target) throw new NotFoundError(`The configuration has no module call ${target.text}.`, { hint });
}

async function update(context: Context, request: UpdateRequest, { dir: typedDir, isShared, note: say, open }: Folder) {
  const { allowDowngrade, edited, major, patch, recursive, strict, targets, unknown } = request;
  const configuration = await configurationIn(context, typedDir, request);
  const { dir, locked, root, tool } = configuration;
  const names = new Set<string>();
  for (const { name } of root.calls((unread) => void names.add(unread))) names.add(name);
  const all = callsBelow(root);
  for (const each of unknown)
    if (names.has(each.text) || all.some(([path, call]) => each.selects(path, call))) unknown.delete(each);
  if (!isShared) rejectUnknown(unknown);
  // With --recursive, a folder that has no lock does not get one.
  const isLocked = locked !== undefined || !recursive;
  const dryRun = context.dryRun || !isLocked;
  const minAge = await minAgeFor(context, { ...request, dir });
  const locking = { minAge, open, strict };
  const modules = await updateLock({ ...context, dryRun }, configuration, { ...locking, note: say }, {});
  if (strict) rejectUnread(modules, strict);
  const reach = major ? 'major' : patch ? 'patch' : 'minor';
  const unchanged: string[] = [];
  const chosen = { allowDowngrade, isLocked, lock: modules, minAge, reach, recursive, targets, unchanged } as const;
  const updates = await open(context, '', (sources) => updatesOf(root, { ...sources, ...chosen }), { tool });
  const files = editedFiles(updates.flatMap(({ edit }) => edit ?? []));
  const fresh = new Map(updates.map(({ call, row }) => [row.module, { call, version: row.to }]));
  const calls = (unread: TellUnread) => root.calls(unread).map((each) => fresh.get(each.name)?.call ?? each);
  const updated = { ...configuration, root: { ...root, calls }, locked: { tool, modules } };
  if (updates.length > 0) {
    const chosenFor = { ...locking, upgrades: (path: string) => fresh.get(path)?.version ?? false };
    const { lock } = await lockConfiguration({ ...context, dryRun: true }, updated, chosenFor, {});
    const temporaries = temporariesOf(context.host);
    // Write the files only after the new versions are locked.
    const write = () => isLocked && writeLock(dir, { tool, modules: lock }, temporaries);
    if (!context.dryRun) writeEdited(files, temporaries, write);
    if (!context.dryRun && files.length > 0) edited.add(dir);
  }
  const staying = `${counted(unchanged.length, 'module call')} did not get the requested version: ${firstOf(unchanged)}.`;
  const what = counted(updates.length, 'module call');
  const note = context.dryRun ? `Dry run: would update ${what}.` : `Updated ${what}.`;
  return {
    note,
    rows: updates.map(({ row }) => row),
    empty: note,
    text: context.dryRun ? diffOf(files, context.host.cwd, context.output.warn) : undefined,
    error: unreadError(modules) ?? (unchanged.length > 0 ? new CheckFailedError(staying) : undefined),
  };
}
