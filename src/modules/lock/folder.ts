import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join, parse, posix, resolve, sep } from 'node:path';
import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { Place } from '../../base/place.ts';
import type { Tool } from '../../base/system/tools.ts';
import { firstOf } from '../../base/text.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { parseCallSource } from './call-source.ts';
import { type Call, callsIn, type Reading, type TellUnread, testCallsIn } from './calls.ts';
import { configurationFiles, requireConfiguration } from './files.ts';
import { type Lock, lockName } from './lock-file.ts';

/** A module whose calls are known: on disk, or from a lock. */
export interface Folder {
  calls(unread: TellUnread): Call[];
  calledModule(call: Call, path: string): Folder;
  /** Identifies the module: if a caller has the same id, the calls form a cycle. */
  readonly id: string;
  /** The absolute path; undefined for a module that is known only from a lock. */
  readonly dir: string | undefined;
  /** The path from the configuration or from the package, with links followed, as in the stock tool. */
  readonly within?: string;
}

interface DiskOptions extends Reading {
  /** The folder of the configuration, or of the package. */
  base: string;
  /** The name of the package in `base`, which its local calls may not leave; undefined for the configuration. */
  packageName?: string;
  /** Warns of files that only one of the tools reads. */
  warn?: (message: string) => void;
}

/** Returns a module on disk. Local calls of the configuration may point anywhere, as in the stock tool; a package's must stay inside it. */
export function diskFolder(within: string, options: DiskOptions): Folder {
  const { packageName, tool, warn } = options;
  const base = realpathSync(options.base);
  const dir = resolve(base, within);
  const shown = packageName === undefined ? within || '.' : `${packageName}${within && `//${within}`}`;
  return {
    id: dir,
    dir,
    within,
    calls(unread) {
      const filesOf = (of: Reading['tool']) => (warn ? configurationFiles(dir, shown, of) : []);
      const ofTofu = new Set(filesOf('tofu'));
      const replaced = firstOf(filesOf('terraform').filter((file) => !ofTofu.has(file)));
      if (replaced) warn?.(`${shown}: tofu reads *.tofu in place of ${replaced}; only files for ${tool} are checked.`);
      return callsIn(dir, shown, options, unread);
    },
    calledModule({ at, inputOf, name, source }, path) {
      const next = localFolder(base, within, path);
      const subject = `${at}: module ${name} calls ${source.text}, which`;
      if (packageName !== undefined && !`${resolve(base, next)}${sep}`.startsWith(base + sep))
        throw new CheckFailedError(`${subject} is outside its package.`);
      if (!existsSync(resolve(base, next))) throw new UsageError(`${subject} does not exist.`);
      return diskFolder(next, { ...options, inputOf });
    },
  };
}

/**
 * Returns the folder of a local call, with links followed: relative to `base`, which has none, unless a link is absolute. As in the stock
 * tool, the path of the call is joined with the folder of its caller before links are followed.
 */
function localFolder(base: string, within: string, path: string): string {
  const text = posix.join(within, path);
  if (!existsSync(resolve(base, text))) return text;
  let resolvedPath = parse(text).root;
  for (const rest = text.slice(resolvedPath.length).split('/'); rest.length > 0; ) {
    const next = posix.join(resolvedPath, rest.shift() || '.');
    const target = unlessThrown(() => readlinkSync(resolve(base, next)));
    const root = target === undefined ? '' : parse(target).root;
    if (target === undefined) resolvedPath = next;
    else rest.unshift(...target.slice(root.length).split(sep));
    resolvedPath = root || resolvedPath;
  }
  return resolvedPath === '.' ? '' : resolvedPath;
}

/** Returns a configuration with its tests. Its `calls` throws for a folder without configuration files. */
export function configurationFolder(dir: string, reading: Reading, warn: (message: string) => void): Folder {
  const { tool } = reading;
  const folder = diskFolder('', { ...reading, base: dir, warn });
  return {
    ...folder,
    calls(unread) {
      requireConfiguration(dir, tool);
      return [...folder.calls(unread), ...testCallsIn(dir, tool, warn, unread)];
    },
  };
}

/** Returns the module at a call path as a lock describes it. */
export function lockedFolder(lock: Lock, path: string): Folder {
  return {
    id: `locked ${path}`,
    dir: undefined,
    calls(unread) {
      return childrenOf(lock, path).flatMap((child) => {
        const { source, unread: why } = lock.get(child)!;
        if (why === undefined) return callFrom(lock, child);
        unread(nameIn(lock, child), { source, why });
        return [];
      });
    },
    calledModule: ({ name }) => lockedFolder(lock, path === '' ? name : `${path}.${name}`),
  };
}

/** For each lock, the call paths by the path of their caller. */
const children = new WeakMap<Lock, Map<string, string[]>>();

/** Returns the call paths directly below a path; the empty path is the configuration. */
export function childrenOf(lock: Lock, path: string): readonly string[] {
  const pathsByCaller = children.get(lock) ?? new Map<string, string[]>();
  if (!children.has(lock)) for (const key of lock.keys()) addTo(pathsByCaller, callerOf(lock, key), key);
  children.set(lock, pathsByCaller);
  return pathsByCaller.get(path) ?? [];
}

/** Adds a value to the list of a key. */
export function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  lists.set(key, lists.get(key) ?? []);
  lists.get(key)?.push(value);
}

/** Returns the caller's call path. It is the longest locked prefix, because call names of tests contain dots. */
function callerOf(lock: Lock, path: string): string {
  let caller = path;
  do caller = caller.slice(0, Math.max(0, caller.lastIndexOf('.')));
  while (caller !== '' && !lock.has(caller));
  return caller;
}

function callFrom(lock: Lock, path: string): Call {
  const { constraint = '', source: text } = lock.get(path)!;
  // Remove the mask, which would be read as a key. Nothing is fetched from this source.
  const source = { ...parseCallSource(text.replace(/([?&])sshkey=\*{3}/, '$1')), text };
  return { name: nameIn(lock, path), source, constraint, at: new Place(path) };
}

function nameIn(lock: Lock, path: string): string {
  return path.slice(callerOf(lock, path).length).replace(/^\./, '');
}

/**
 * Returns the roots below a folder, itself included: the folders with a lock, and the folders with module calls that no other folder calls.
 * `circle` has the remaining folders, which call each other. A folder whose files cannot be read is a root, so that its error is reported.
 * @throws {LocalError} for a folder that cannot be read
 */
export function rootsBelow(top: string, toolOf: (dir: string) => Tool): { roots: string[]; circle: string[] } {
  const callers = callersBelow(top, toolOf);
  const calledFolders = new Set([...callers].flatMap(([dir, paths]) => paths.filter((path) => path !== dir)));
  const roots = [...callers.keys()].filter((dir) => isLocked(dir) || !calledFolders.has(dir)).sort();
  const reached = new Set(roots);
  for (const dir of reached) for (const path of callers.get(dir) ?? []) reached.add(path);
  return { roots, circle: [...callers.keys()].filter((dir) => !reached.has(dir)).sort() };
}

/**
 * Returns the folders at and below a folder that have module calls or a lock, with the folders that they call.
 * @throws {LocalError} for a folder that cannot be read
 */
export function callersBelow(top: string, toolOf: (dir: string) => Tool): Map<string, string[]> {
  const all = foldersBelow(top).map((dir) => [dir, calledFolders(dir, toolOf(dir))] as const);
  return new Map(all.filter(([dir, calls]) => calls.length > 0 || isLocked(dir)));
}

/** Returns a folder and all folders below it except links and hidden folders. @throws {LocalError} for an unreadable folder */
export function foldersBelow(top: string): string[] {
  const entered = readdirSync(top, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name),
  );
  return [top, ...entered.flatMap(({ name }) => foldersBelow(join(top, name)))];
}

const isLocked = (dir: string) => existsSync(join(dir, lockName));

/** Returns the folder of each local call of a folder, and an empty text for each other call. */
function calledFolders(dir: string, tool: Tool): string[] {
  const dirs: string[] = [];
  try {
    for (const { source } of callsIn(dir, dir, { tool }, () => void dirs.push('')))
      dirs.push(source.kind === 'local' ? resolve(dir, localFolder(dir, '', source.path)) : '');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    dirs.push('');
  }
  return dirs;
}
