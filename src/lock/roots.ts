import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import type { Tool } from '../system/tools.ts';
import { callsIn } from './calls.ts';

/**
 * The folders below a folder, itself included, that have module calls and that no other of them calls: the roots. Links and hidden folders
 * are not entered. A folder whose files cannot be read is a root, so that its error is reported.
 * @throws {LocalError} for a folder that cannot be read
 */
export function rootsBelow(top: string, toolOf: (dir: string) => Tool): string[] {
  const callers: string[] = [];
  const called = new Set<string>();
  const visit = (dir: string): void => {
    const calls = callsOf(dir, toolOf(dir));
    if (calls.length > 0) callers.push(dir);
    for (const path of calls) if (path !== dir) called.add(path);
    for (const entry of readdirSync(dir, { withFileTypes: true }))
      if (entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name)) visit(join(dir, entry.name));
  };
  visit(top);
  return callers.filter((dir) => !called.has(dir)).sort();
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
