import { randomBytes } from 'node:crypto';
import { type BigIntStats, fstatSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { cannot, replaceFile } from '../files.ts';
import type { Host } from './context.ts';

/** The flags that read a list, which may be the file of `--failed-to`. */
const lists = ['--from-file', '--workspaces-from'];

/** The hosts whose run has written its list. */
const written = new WeakSet<object>();

/**
 * Writes the names that are not done to the file of `--failed-to`, in place of the file or link with that name.
 * @throws {LocalError} when it cannot be written
 */
export function writeFailed(path: string, names: readonly string[], host: Pick<Host, 'cwd'>): void {
  if (path === '-') throw new UsageError('--failed-to must be a file, not stdout.');
  const file = resolve(host.cwd, path);
  try {
    replaceFile(file, names.map((name) => `${name}\n`).join(''), `${file}.${randomBytes(6).toString('hex')}.tmp`);
  } catch (cause) {
    throw cannot(`write ${path}`, cause);
  }
  written.add(host);
}

/**
 * Removes the list of an earlier run after a command that failed before it knew its names, so that no script reads it as the list of
 * this one. A list that the command reads too stays: nothing on it is done.
 */
export function removeStaleList(argv: readonly string[], host: Pick<Host, 'cwd' | 'stdin'>): void {
  const [path] = valuesOf('--failed-to', argv).slice(-1);
  if (path === undefined || path === '-' || written.has(host)) return;
  try {
    const file = resolve(host.cwd, path);
    const stale = statSync(file, { bigint: true });
    const given = lists.flatMap((flag) => valuesOf(flag, argv));
    const inputs = [...given, ...argv.filter((word) => word === '-')].map((list) => inputAt(list, host));
    if (!inputs.some((input) => input?.dev === stale.dev && input.ino === stale.ino)) rmSync(file);
  } catch {
    // The command reports why it failed.
  }
}

function inputAt(list: string, { cwd, stdin }: Pick<Host, 'cwd' | 'stdin'>): BigIntStats | undefined {
  if (list !== '-') return statSync(resolve(cwd, list), { bigint: true, throwIfNoEntry: false });
  return 'fd' in stdin && typeof stdin.fd === 'number' ? fstatSync(stdin.fd, { bigint: true }) : undefined;
}

/** The values of a flag in a command line that may be malformed. */
function valuesOf(flag: string, argv: readonly string[]): string[] {
  return argv.flatMap((word, at) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    return word === flag ? argv.slice(at + 1, at + 2) : [];
  });
}
