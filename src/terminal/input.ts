import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { readAll, type Streams } from './io.ts';

const maxInputBytes = 64 * 1024 * 1024;

/** Reads what a flag points at: a file of the current folder, or stdin for `-`. */
export type ReadInput = (flag: string, path: string) => Promise<string>;

/** @throws {UsageError} from the returned function, naming the flag and the file, when it cannot be read */
export function createInput({ stderr, stdin }: Streams, cwd: string): ReadInput {
  return async (flag, path) => {
    try {
      if (path !== '-') return readFileSync(resolve(cwd, path), 'utf8');
      if (stdin.isTTY) stderr.write('Reading from stdin; end it with Ctrl-D.\n');
      return (await readAll(stdin, maxInputBytes)).toString('utf8');
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      const reason = code === 'ENOENT' ? 'there is no such file' : (code ?? message);
      throw new UsageError(`${flag}: cannot read ${path}: ${reason}.`, { cause });
    }
  };
}
