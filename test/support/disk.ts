import type { Disk } from '../../src/module/archive/disk.ts';

/** A case-insensitive disk, as on macOS and Windows, on a case-sensitive one. */
export const ignoringCase: Disk = { takesForOne: (path, other) => path.toLowerCase() === other.toLowerCase() };
