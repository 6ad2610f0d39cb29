import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { cannot } from '../system/files.ts';
import type { Tool } from '../system/tools.ts';
import { callsIn } from './calls.ts';
import { configurationFiles } from './files.ts';

/**
 * The folders below a folder, itself included, that have module calls and that no other of them calls: the roots. Links and hidden folders
 * are not entered. A folder whose files cannot be read is a root, so that its error is reported.
 * @throws {LocalError} for a folder that cannot be read
 */
export function rootsBelow(top: string, toolOf: (dir: string) => Tool): string[] {
  const callers: string[] = [];
  const called = new Set<string>();
  const visit = (dir: string): void => {
    const entries = readEntries(dir);
    const tool = toolOf(dir);
    if (configurationFiles(dir, dir, tool).length > 0) {
      const calls = callsOf(dir, tool);
      if (calls.length > 0) callers.push(dir);
      for (const path of calls) if (path !== undefined && path !== dir) called.add(path);
    }
    for (const entry of entries)
      if (entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name)) visit(join(dir, entry.name));
  };
  visit(top);
  return callers.filter((dir) => !called.has(dir)).sort();
}

/** The folders that a folder calls; undefined for each other call. */
function callsOf(dir: string, tool: Tool): (string | undefined)[] {
  const unread: undefined[] = [];
  try {
    const calls = callsIn(dir, dir, { tool }, () => void unread.push(undefined));
    return [...unread, ...calls.map(({ source }) => (source.kind === 'local' ? resolve(dir, source.path) : undefined))];
  } catch (error) {
    if (error instanceof UsageError) return [undefined];
    throw error;
  }
}

function readEntries(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (cause) {
    throw cannot(`read the folder ${dir}`, cause);
  }
}
