import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { onDisk } from './rejection.ts';

/** What only a disk knows. */
export interface Disk {
  /** Whether another name in the folder of a file, link or folder that is there leads to that one. */
  takesForOne(path: string, other: string): boolean;
}

export const realDisk: Disk = {
  takesForOne(path, other) {
    const [there, found] = [path, other].map((each) => lstatSync(each, { throwIfNoEntry: false, bigint: true }));
    return there !== undefined && found !== undefined && there.ino === found.ino && there.dev === found.dev;
  },
};

/** Finds out by a file whether a disk takes names that differ only in case for one. @throws {LocalError} when it fails */
export function foldsCase(folder: string, disk: Disk): boolean {
  const name = `.svc-case-${randomBytes(8).toString('hex')}`;
  const path = `${folder}/${name}`;
  return onDisk(path, () => {
    try {
      writeFileSync(path, '', { flag: 'wx' });
      return disk.takesForOne(path, `${folder}/${name.toUpperCase()}`);
    } finally {
      rmSync(path, { force: true });
    }
  });
}
