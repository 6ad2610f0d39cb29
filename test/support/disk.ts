import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Disk } from '../../src/modules/archive/disk.ts';

/** A case-insensitive disk, as on macOS and Windows, on a case-sensitive one. */
export const ignoringCase: Disk = { isSameFile: (path, other) => path.toLowerCase() === other.toLowerCase() };

/** A folder on another disk than the temporary folders, if there is one. */
export const otherDisk = ['/dev/shm', '/var/tmp', '/tmp'].find(
  (path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev,
);
