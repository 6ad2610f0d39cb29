import type { Disk } from '../../src/module/archive/disk.ts';

/** A disk that ignores case, as those of macOS and Windows do, on one that does not. */
export const ignoringCase: Disk = { takesForOne: (path, other) => path.toLowerCase() === other.toLowerCase() };
