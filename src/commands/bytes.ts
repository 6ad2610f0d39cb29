import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { readAll } from '../terminal/io.ts';
import type { Context } from './context.ts';

const maxBytes = 64 * 1024 * 1024;

/** The bytes of a file of the current folder, or of stdin for `-`: exactly them, since they are what is signed. */
export async function bytesOf(flag: string, path: string, { host }: Pick<Context, 'host'>): Promise<Buffer> {
  try {
    if (path !== '-') return readFileSync(resolve(host.cwd, path));
    if (host.stdin.isTTY) host.stderr.write('Reading from stdin; end it with Ctrl-D.\n');
    return await readAll(host.stdin, maxBytes);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : (code ?? message);
    throw new UsageError(`${flag}: cannot read ${path}: ${reason}.`, { cause });
  }
}
