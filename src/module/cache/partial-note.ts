import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { maskUrl } from '../../secrets.ts';
import type { Validators } from './continuation.ts';
import { readText } from './files.ts';

/** What is known of the first bytes of an archive. */
export interface Note {
  validators: Validators;
  /** How many. */
  bytes: number;
  /** Their hex digest, where nothing in the archive itself tells whether they are what they were. */
  sha256?: string | undefined;
}

/** @throws what the disk says */
export function writeNote(path: string, url: URL, note: Note): void {
  writeFileSync(path, JSON.stringify({ url: named(url), ...note }), { mode: 0o600 });
}

/** What was noted about a URL; undefined where nothing was that can be read. */
export function readNote(path: string, url: URL): Note | undefined {
  try {
    const note = JSON.parse(readText(path)) as Note & { url: unknown };
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

/** What signs a URL is another at each request; what is left names the same thing. */
function named(url: URL): string {
  return createHash('sha256').update(maskUrl(url)).digest('hex');
}
