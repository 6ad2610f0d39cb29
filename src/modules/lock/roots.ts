import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import type { Tool } from '../../base/system/tools.ts';
import { callsIn } from './calls.ts';
import { localFolder } from './folder.ts';
import { lockName } from './lock-file.ts';

/**
 * Returns the roots below a folder, itself included: the folders with a lock, and those with module calls that no other of them calls; and the
 * folders that are left, which call each other in a circle. A folder whose files cannot be read is a root, so that its error is reported.
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

/** Returns a folder and those below it, but links and hidden ones. @throws {LocalError} for a folder that cannot be read */
export function foldersBelow(top: string): string[] {
  const entered = readdirSync(top, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name),
  );
  return [top, ...entered.flatMap(({ name }) => foldersBelow(join(top, name)))];
}

const isLocked = (dir: string) => existsSync(join(dir, lockName));

/** The folders that a folder calls; empty for each other call. */
function callsOf(dir: string, tool: Tool): string[] {
  const found: string[] = [];
  try {
    for (const { source } of callsIn(dir, dir, { tool }, () => void found.push('')))
      found.push(source.kind === 'local' ? resolve(dir, localFolder(dir, '', source.path)) : '');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    found.push('');
  }
  return found;
}
