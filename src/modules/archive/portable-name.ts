/** The rules for a path before it reaches a disk, a lock file or a terminal. */

import { isTemporaryName } from '../../base/system/temporaries.ts';
import { counted } from '../../base/text.ts';

/** The clean segments of a relative path, or the reason why the path is rejected (follows the path in a sentence). */
export type PortableName = { segments: string[] } | { reason: string; limit?: 'depth' | 'pathBytes' };

type PathBounds = { depth: number; pathBytes: number; colons?: boolean };

/** Maximum bytes (UTF-8) of a segment: the limit of ext4, APFS and (in UTF-16 units) NTFS. */
const segmentBytes = 255;

/** Matches nearly every valid name, to skip the individual checks. */
const plain = /^[\w-][\w.-]{0,250}[\w-]$/;
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const unprintable = /[\p{Cc}\u2028\u2029]/u;
const forbiddenOnWindows = /[<>"|?*]/;
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file: only the name up to the first dot counts.
const reservedOnWindows = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[1-9\u00b9\u00b2\u00b3]) *(\.|$)/i;

/**
 * Returns whether git reads a name as `.git` on some disk. HFS+ ignores case and some code points. NTFS ignores case, trailing dots and
 * spaces, and everything after a colon, and has a short name for `.git` (git: is_hfs_dotgit, is_ntfs_dotgit).
 */
export function isDotGit(segment: string): boolean {
  return /^(\.git|git~1)[. ]*([:\\]|$)/.test(foldedName(segment));
}

/** Returns why a name is not a file name on every system, or with `colons`, on every system except Windows. */
export function segmentFault(segment: string, colons = false): string | undefined {
  if (plain.test(segment) && !reservedOnWindows.test(segment)) return undefined;
  if (segment === '') return 'has an empty segment';
  if (segment === '..') return 'has a ".." segment';
  if (isDotGit(segment)) return 'has a segment that git treats as its .git folder';
  if (isTemporaryName(foldedName(segment))) return 'has a name that svc gives to temporary folders';
  if (segment.includes('\\')) return 'has a backslash';
  if (/^[a-z]:$/i.test(segment)) return 'names a drive';
  if (!colons && segment.includes(':')) return 'has a colon (a drive or a stream on Windows)';
  if (unprintable.test(segment)) return 'has a control character';
  if (bidi.test(segment)) return 'has a character that reverses text';
  if (/\p{Cs}/u.test(segment)) return 'is not valid Unicode';
  if (forbiddenOnWindows.test(segment)) return 'has a character that Windows forbids';
  if (segment.endsWith('.') || segment.endsWith(' ')) return 'has a segment that ends in a dot or a space';
  if (reservedOnWindows.test(segment)) return 'has a name that Windows reserves for a device';
  if (Buffer.byteLength(segment) > segmentBytes) return `has a segment of more than ${segmentBytes} bytes`;
  return undefined;
}

/**
 * Splits a relative path written with `/` into segments that are valid on every system. Drops "." segments and a trailing slash; rejects
 * paths that would need other repairs.
 */
export function portableName(path: string, bounds: PathBounds): PortableName {
  if (path === '') return { reason: 'is empty' };
  if (path.startsWith('//') || path.startsWith('\\\\')) return { reason: 'is a network path' };
  if (path.startsWith('/')) return { reason: 'is absolute' };
  if (Buffer.byteLength(path) > bounds.pathBytes)
    return { reason: `is longer than ${bounds.pathBytes} bytes`, limit: 'pathBytes' };
  const segments: string[] = [];
  for (const segment of (path.endsWith('/') ? path.slice(0, -1) : path).split('/')) {
    if (segment === '.') continue;
    const fault = segmentFault(segment, bounds.colons);
    if (fault !== undefined) return { reason: fault };
    segments.push(segment);
  }
  if (segments.length > bounds.depth)
    return { reason: `is more than ${counted(bounds.depth, 'folder')} deep`, limit: 'depth' };
  return { segments };
}

/**
 * Returns a key that is equal for names that collide on some disk: NFKC, full case folding and no invisible characters (NFKC_Casefold,
 * built from upper and lower case because JavaScript has no folding).
 */
export function foldedName(segment: string): string {
  if (!/[^\0-\x7f]/.test(segment)) return segment.toLowerCase();
  const visible = segment.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible.toUpperCase().toLowerCase().normalize('NFKC');
}

/** Returns whether two names collide only on a case-insensitive disk. */
export function differInCaseOnly(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase() && one.toUpperCase() === other.toUpperCase();
}
