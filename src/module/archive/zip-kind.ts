import type { ArchiveEntry } from './entry.ts';
import { rejectEntry } from './rejection.ts';

const dosFolder = 0x10;
/** By the four bits that say the type in a Unix mode. */
const types: Record<number, ArchiveEntry['kind']> = { 8: 'file', 4: 'folder', 10: 'symlink' };
const special: Record<number, string> = {
  1: 'is a FIFO',
  2: 'is a character device',
  6: 'is a block device',
  12: 'is a socket',
};

/** Whether a member was made on Unix or macOS, where names are UTF-8 with the flag or without (Info-ZIP). */
export function isUnix(madeBy: number): boolean {
  return [3, 19].includes(madeBy >> 8);
}

/** What a member is by its name, its system of origin and its external attributes, on which readers must agree. */
export function kindOf(
  name: string,
  madeBy: number,
  attributes: number,
): { kind: 'file' | 'folder' | 'symlink'; executable: boolean } {
  const mode = attributes >>> 16;
  const type = mode >> 12;
  const hasMode = isUnix(madeBy);
  const named = name.endsWith('/') ? 'folder' : 'file';
  const typed = type === 0 ? named : types[type];
  if (typed === undefined) rejectEntry(name, special[type] ?? 'is of an unknown type');
  if (!hasMode && typed === 'symlink') rejectEntry(name, 'is a link on some systems and a file on others');
  const kind = hasMode ? typed : named;
  if (kind !== 'folder' && named === 'folder') rejectEntry(name, `is a ${kind} with the name of a folder`);
  if (named === 'file' && (kind === 'folder' || (kind === 'file' && (attributes & dosFolder) !== 0))) {
    rejectEntry(name, 'is a folder with the name of a file');
  }
  return { kind: kind as 'file' | 'folder' | 'symlink', executable: hasMode && (mode & 0o100) !== 0 };
}
