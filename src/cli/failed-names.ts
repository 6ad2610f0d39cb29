import { randomBytes } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { LocalError, UsageError } from '../base/errors.ts';
import { cannot, errnoOf, isFolder, replaceFile } from '../system/files.ts';
import type { Host } from './context.ts';

/**
 * Writes the names that are not done to the file of `--failed-to`, in place of the file or link with that name.
 * @throws {LocalError} when it cannot be written
 */
export function writeFailed(path: string, names: readonly string[], { cwd }: Pick<Host, 'cwd'>): void {
  if (path === '-') throw new UsageError('--failed-to must be a file, not stdout.');
  const file = resolve(cwd, path);
  try {
    replaceFile(file, names.map((name) => `${name}\n`).join(''), `${file}.${randomBytes(6).toString('hex')}.tmp`);
  } catch (cause) {
    // The system reports a missing folder as a missing file.
    if (errnoOf(cause) === 'ENOENT' && !isFolder(dirname(file))) {
      throw new LocalError(`Cannot write ${path}: folder ${dirname(path)} does not exist.`, { cause });
    }
    throw cannot(`write ${path}`, cause);
  }
}
