import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CheckFailedError } from '../base/errors.ts';
import { extractArchive } from '../module/archive/extract.ts';
import { hashTree } from '../module/archive/h1.ts';
import { onDisk } from '../module/archive/rejection.ts';
import { place } from '../module/archive/staging.ts';
import { bytesOf } from '../module/cache/blobs.ts';
import { isFile } from '../module/cache/files.ts';
import type { FetchDeps } from '../module/fetch/spec.ts';
import type { Mirrored } from './entry.ts';

/** Moves it to its final name. @throws {LocalError} if the disk fails */
export function adopt(root: string, path: string, file: string): void {
  const final = join(root, file);
  onDisk(final, () => {
    mkdirSync(dirname(final), { recursive: true });
    renameSync(path, final);
  });
}

/** Unpacks an archive of a mirror into a new folder; false if the archive is missing or damaged. */
export async function isUnpacked(
  root: string,
  { bytes, file, h1, sha256 }: Mirrored,
  { dir, disk, signal, temporaries }: Pick<FetchDeps, 'disk' | 'signal' | 'temporaries'> & { dir: string },
): Promise<boolean> {
  const path = join(root, file);
  if (!isFile(path, bytes)) return false;
  try {
    await place(dir, { signal, temporaries }, async (temp) => {
      const extracted = await extractArchive(bytesOf(path, { signal }), temp, { disk, signal });
      if (extracted.sha256 !== sha256 || hashTree(extracted.unpacked) !== h1)
        throw new CheckFailedError(`${path} is damaged.`);
      return temp;
    });
    return true;
  } catch (error) {
    if (error instanceof CheckFailedError) return false;
    throw error;
  }
}
