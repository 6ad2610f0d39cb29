import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import type { Tool } from '../system/tools.ts';
import { callsIn } from './calls.ts';
import { lockName } from './lock-file.ts';

/**
 * The roots below a folder, itself included: the folders with a lock, and those with module calls that no other of them calls; and the
 * folders that are left, which call each other in a circle. Links and hidden folders are not entered. A folder whose files cannot be read is
 * a root, so that its error is reported.
 * @throws {LocalError} for a folder that cannot be read
 */
export function rootsBelow(top: string, toolOf: (dir: string) => Tool): { roots: string[]; circle: string[] } {
  const calls = new Map<string, string[]>();
  const isLocked = (dir: string) => existsSync(join(dir, lockName));
  const visit = (dir: string): void => {
    const found = callsOf(dir, toolOf(dir));
    if (found.length > 0 || isLocked(dir)) calls.set(dir, found);
    for (const entry of readdirSync(dir, { withFileTypes: true }))
      if (entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name)) visit(join(dir, entry.name));
  };
  visit(top);
  const called = new Set([...calls].flatMap(([dir, paths]) => paths.filter((path) => path !== dir)));
  const roots = [...calls.keys()].filter((dir) => isLocked(dir) || !called.has(dir)).sort();
  const reached = new Set(roots);
  for (const dir of reached) for (const path of calls.get(dir) ?? []) reached.add(path);
  return { roots, circle: [...calls.keys()].filter((dir) => !reached.has(dir)).sort() };
}

/** The folders that a folder calls; empty for each other call. */
function callsOf(dir: string, tool: Tool): string[] {
  const found: string[] = [];
  try {
    for (const { source } of callsIn(dir, dir, { tool }, () => void found.push('')))
      found.push(source.kind === 'local' ? resolve(dir, source.path) : '');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    found.push('');
  }
  return found;
}
