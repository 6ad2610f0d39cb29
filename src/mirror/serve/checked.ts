import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../../module/cache/blobs.ts';
import type { Mirrored } from '../entry.ts';

/** Archives up to this size are kept in memory, this much of them in all. */
const keptBytes = 1024 * 1024;
const mostKeptBytes = 64 * 1024 * 1024;

/** What an archive is: its bytes where it is small, `whole` for one to be read from the disk, undefined for a damaged one. */
export type Content = Buffer | 'whole' | undefined;

/** Archives of a mirror, each checked against its digest when it is first asked for, and again when its file has changed. */
export function createChecked(root: string): (entry: Mirrored) => Promise<Content> {
  const known = new Map<string, { stamp: string; content: Promise<Content>; bytes: number }>();
  let inMemory = 0;

  function forget(file: string): void {
    inMemory -= known.get(file)?.bytes ?? 0;
    known.delete(file);
  }

  return async (entry) => {
    const { file } = entry;
    const path = join(root, file);
    const stat = await lstat(path).catch(() => undefined);
    if (!stat?.isFile() || stat.size !== entry.bytes) return undefined;
    const stamp = stampOf(stat);
    const before = known.get(file);
    if (before?.stamp === stamp) return before.content;
    forget(file);
    const bytes = entry.bytes <= keptBytes ? entry.bytes : 0;
    const content = check(path, entry).catch(() => undefined);
    known.set(file, { stamp, content, bytes });
    inMemory += bytes;
    for (const [other, { bytes: held }] of known) {
      if (inMemory <= mostKeptBytes) break;
      if (held > 0 && other !== file) forget(other);
    }
    return content;
  };
}

async function check(path: string, { bytes, sha256 }: Mirrored): Promise<Content> {
  if (bytes > keptBytes) return (await digestOf(path)) === sha256 ? 'whole' : undefined;
  const content = await readFile(path);
  return createHash('sha256').update(content).digest('hex') === sha256 ? content : undefined;
}

function stampOf({ ctimeMs, ino, mtimeMs, size }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}
