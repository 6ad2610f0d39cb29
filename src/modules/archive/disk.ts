import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { onDisk } from './rejection.ts';

export interface Disk {
  /** Returns whether another name in the same folder refers to an existing file, link or folder. */
  isSameFile(path: string, other: string): boolean;
}

export const realDisk: Disk = {
  isSameFile(path, other) {
    const [there, found] = [path, other].map((each) => lstatSync(each, { throwIfNoEntry: false, bigint: true }));
    return there !== undefined && found !== undefined && there.ino === found.ino && there.dev === found.dev;
  },
};

/** Creates a file to test whether a disk is case-insensitive. @throws {LocalError} */
export function foldsCase(folder: string, disk: Disk): boolean {
  const name = `.svc-case-${randomBytes(8).toString('hex')}`;
  const path = `${folder}/${name}`;
  return onDisk(path, () => {
    try {
      writeFileSync(path, '', { flag: 'wx' });
      return disk.isSameFile(path, `${folder}/${name.toUpperCase()}`);
    } finally {
      rmSync(path, { force: true });
    }
  });
}
