import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { errnoOf, readBytes, reasonOf } from '../../base/system/files.ts';
import { readAll, type Streams } from './io.ts';
import { printable } from './printable.ts';

const maxInputBytes = 64 * 1024 * 1024;

/** Reads the text that a flag refers to: a file relative to the current folder, a pipe, or stdin for `-`. */
export type ReadInput = (flag: string, path: string) => Promise<string>;

type Source = Pick<Streams, 'stderr' | 'stdin'> & { readonly cwd: string };

/**
 * Creates the function that reads texts for flags. @throws {UsageError} from that function, naming a file that cannot be read or is not UTF-8; for
 * stdin, the second time
 */
export function createInput(source: Source): ReadInput {
  let isTaken = false;
  return async (flag, path) => {
    if (path === '-' && isTaken)
      throw new UsageError('Stdin can be read only once.', { hint: `Use a file for ${flag}.` });
    isTaken ||= path === '-';
    const bytes = await inputBytes(flag, path, source);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch (cause) {
      throw new UsageError(`${flag}: ${path === '-' ? 'stdin' : printable(path)} is not UTF-8 text.`, { cause });
    }
  };
}

/** Reads the bytes of a file, a pipe, or stdin for `-`. @throws {UsageError} naming the flag and the file */
export async function inputBytes(flag: string, path: string, source: Source): Promise<Buffer> {
  const file = path === '-' ? undefined : resolve(source.cwd, path);
  try {
    if (file !== undefined) return statSync(file).isFIFO() ? await pipeBytes(file) : readBytes(file);
    const { stderr, stdin } = source;
    if (stdin.isTTY) stderr.write('Reading from stdin; end it with Ctrl-D.\n');
    return await readAll(stdin, maxInputBytes);
  } catch (cause) {
    throw new UsageError(`${flag}: cannot read ${printable(path)}: ${reasonOf(cause)}.`, { cause });
  }
}

/** Reads a pipe, such as that of `<(pass show token)`. @throws {Error} if no process writes to it */
async function pipeBytes(path: string): Promise<Buffer> {
  const pipe = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  async function* pieces(): AsyncGenerator<Buffer> {
    const piece = Buffer.alloc(64 * 1024);
    for (let length = 1; length > 0; ) {
      try {
        length = readSync(pipe, piece);
        yield piece.subarray(0, length);
      } catch (error) {
        if (errnoOf(error) !== 'EAGAIN') throw error;
        // The pipe has a writer, but no data yet.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
  try {
    const bytes = await readAll(pieces(), maxInputBytes);
    if (bytes.length === 0) throw new Error('nothing writes to this pipe');
    return bytes;
  } finally {
    closeSync(pipe);
  }
}
