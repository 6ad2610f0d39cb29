import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { maskUrl } from '../../secrets.ts';
import type { Validators } from './continuation.ts';
import { readSmall } from './files.ts';

/** What is known of the first bytes of an archive. */
export interface Note {
  validators: Validators;
  /** How many. */
  bytes: number;
  /** Their hex digest, for archives without checksums of their own. */
  sha256?: string | undefined;
}

/** @throws what the disk says */
export function writeNote(path: string, url: URL, note: Note): void {
  writeFileSync(path, JSON.stringify({ url: named(url), ...note }), { mode: 0o600 });
}

/** The note about a URL; undefined when missing or unreadable. */
export function readNote(path: string, url: URL): Note | undefined {
  try {
    const note = JSON.parse(readSmall(path)) as Note & { url: unknown };
    const { etag, lastModified, strong } = note.validators;
    const isGood =
      note.url === named(url) &&
      typeof strong === 'string' &&
      [etag, lastModified, strong].every((text) => text === undefined || /^[ -~]+$/.test(text)) &&
      Number.isSafeInteger(note.bytes) &&
      (note.sha256 === undefined || /^[0-9a-f]{64}$/.test(note.sha256));
    return isGood ? note : undefined;
  } catch {
    return undefined;
  }
}

/** Signatures of a URL change with each request; the rest identifies it. */
function named(url: URL): string {
  return createHash('sha256').update(maskUrl(url)).digest('hex');
}
