import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { onDisk } from './rejection.ts';

export interface Disk {
  /** Returns whether another name in the same folder refers to an existing file, link or folder. */
  isSameFile(path: string, other: string): boolean;
}

export const realDisk: Disk = {
  isSameFile(path, other) {
    const [first, second] = [path, other].map((each) => lstatSync(each, { throwIfNoEntry: false, bigint: true }));
    return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev;
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
