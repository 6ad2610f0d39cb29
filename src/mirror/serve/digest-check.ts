import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../../module/cache/blobs.ts';
import type { Mirrored } from '../entry.ts';

/** Whether an archive of a mirror has its recorded digest: checked on the first request, and again after its file changed. */
export function createChecked(root: string): (entry: Mirrored) => Promise<boolean> {
  const known = new Map<string, { stamp: string; isGood: Promise<boolean> }>();
  return async ({ bytes, file, sha256 }) => {
    const path = join(root, file);
    const stat = await lstat(path).catch(() => undefined);
    if (!stat?.isFile() || stat.size !== bytes) return false;
    const { ctimeMs, ino, mtimeMs } = stat;
    const stamp = `${ino} ${bytes} ${mtimeMs} ${ctimeMs} ${sha256}`;
    const before = known.get(file);
    if (before?.stamp === stamp) return before.isGood;
    const isGood = digestOf(path).then(
      (found) => found === sha256,
      () => false,
    );
    known.set(file, { stamp, isGood });
    return isGood;
  };
}
