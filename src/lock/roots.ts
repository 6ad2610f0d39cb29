import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import type { Tool } from '../system/tools.ts';
import { callsIn } from './calls.ts';

/**
 * The folders below a folder, itself included, that have module calls and that no other of them calls: the roots. A folder whose files cannot
 * be read is a root, so that its error is reported.
 * @throws {LocalError} for a folder that cannot be read
 */
export function rootsBelow(top: string, toolOf: (dir: string) => Tool): string[] {
  const callers = callersBelow(top, toolOf);
  const called = new Set([...callers].flatMap(([dir, calls]) => calls.filter((path) => path !== dir)));
  return [...callers.keys()].filter((dir) => !called.has(dir)).sort();
}

/**
 * The folders below a folder, itself included, that have module calls, with the folders that they call. Links and hidden folders are not entered.
 * @throws {LocalError} for a folder that cannot be read
 */
export function callersBelow(top: string, toolOf: (dir: string) => Tool): Map<string, string[]> {
  const all = foldersBelow(top).map((dir) => [dir, callsOf(dir, toolOf(dir))] as const);
  return new Map(all.filter(([, calls]) => calls.length > 0));
}

/** A folder and those below it, but links and hidden ones. @throws {LocalError} for a folder that cannot be read */
export function foldersBelow(top: string): string[] {
  const entered = readdirSync(top, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name),
  );
  return [top, ...entered.flatMap(({ name }) => foldersBelow(join(top, name)))];
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
