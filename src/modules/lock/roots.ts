import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import type { Tool } from '../../base/system/tools.ts';
import { callsIn } from './calls.ts';
import { localFolder } from './folder.ts';
import { lockName } from './lock-file.ts';

/**
 * Returns the roots below a folder, itself included: the folders with a lock, and the folders with module calls that no other folder calls.
 * `circle` has the remaining folders, which call each other. A folder whose files cannot be read is a root, so that its error is reported.
 * @throws {LocalError} for a folder that cannot be read
 */
export function rootsBelow(top: string, toolOf: (dir: string) => Tool): { roots: string[]; circle: string[] } {
  const callers = callersBelow(top, toolOf);
  const called = new Set([...callers].flatMap(([dir, paths]) => paths.filter((path) => path !== dir)));
  const roots = [...callers.keys()].filter((dir) => isLocked(dir) || !called.has(dir)).sort();
  const reached = new Set(roots);
  for (const dir of reached) for (const path of callers.get(dir) ?? []) reached.add(path);
  return { roots, circle: [...callers.keys()].filter((dir) => !reached.has(dir)).sort() };
}

/**
 * Returns the folders below a folder, itself included, that have module calls or a lock, with the folders that they call.
 * @throws {LocalError} for a folder that cannot be read
 */
export function callersBelow(top: string, toolOf: (dir: string) => Tool): Map<string, string[]> {
  const all = foldersBelow(top).map((dir) => [dir, callsOf(dir, toolOf(dir))] as const);
  return new Map(all.filter(([dir, calls]) => calls.length > 0 || isLocked(dir)));
}

/** Returns a folder and the folders below it, except links and hidden ones. @throws {LocalError} for a folder that cannot be read */
export function foldersBelow(top: string): string[] {
  const entered = readdirSync(top, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name),
  );
  return [top, ...entered.flatMap(({ name }) => foldersBelow(join(top, name)))];
}

const isLocked = (dir: string) => existsSync(join(dir, lockName));

/** Returns the folder of each local call of a folder, and an empty text for each other call. */
function callsOf(dir: string, tool: Tool): string[] {
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
