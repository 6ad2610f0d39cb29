import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { reasonOf } from '../files.ts';
import { readAll, type Streams } from './io.ts';
import { printable } from './printable.ts';

const maxInputBytes = 64 * 1024 * 1024;

/** Reads the text of what a flag points at: a file of the current folder, or stdin for `-`. */
export type ReadInput = (flag: string, path: string) => Promise<string>;

type Source = Pick<Streams, 'stderr' | 'stdin'> & { readonly cwd: string };

/** @throws {UsageError} from the returned function, naming the flag and the file, when it cannot be read or is not UTF-8; a byte-order mark is removed */
export function createInput(source: Source): ReadInput {
  return async (flag, path) => {
    const bytes = await inputBytes(flag, path, source);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch (cause) {
      throw new UsageError(`${flag}: ${path === '-' ? 'stdin' : printable(path)} is not UTF-8 text.`, { cause });
    }
  };
}

/**
 * The bytes of what a flag points at: a file of the current folder, or stdin for `-`.
 * @throws {UsageError} naming the flag and the file, when it cannot be read
 */
export async function inputBytes(flag: string, path: string, source: Source): Promise<Buffer> {
  const file = path === '-' ? undefined : resolve(source.cwd, path);
  try {
    if (file !== undefined) return readFileSync(file);
    const { stderr, stdin } = source;
    if (stdin.isTTY) stderr.write('Reading from stdin; end it with Ctrl-D.\n');
    return await readAll(stdin, maxInputBytes);
  } catch (cause) {
    throw new UsageError(`${flag}: cannot read ${printable(path)}: ${reasonOf(cause)}.`, { cause });
  }
}
