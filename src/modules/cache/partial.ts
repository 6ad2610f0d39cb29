import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Headers } from '../../api/client/headers.ts';
import type { HttpAnswer } from '../../api/client/http.ts';
import type { SvcError } from '../../base/errors.ts';
import { tryRemove } from '../../base/system/files.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { diskFault } from '../archive/rejection.ts';
import { type Entry, writeEntry } from './entries.ts';
import { blobPath, bytesOf, type Cache } from './folder.ts';

/** A file may change twice within a second, so RFC 9110, 8.8.2.2, requires that it has been unchanged for some time. */
const settledMs = 60_000;

/** The response does not continue the file, so the whole file must be requested. */
export class StartOver extends Error {}

/** The validators of a file; `strong` is the strong one, if any. */
type Validators = { [name in 'etag' | 'lastModified' | 'strong']?: string | undefined };

/**
 * An archive that is being downloaded into the cache. After a lost connection, the download resumes within this run; if the disk fails, it
 * continues without storing.
 */
export class PartialArchive {
  /** Set if the last attempt continued an earlier one. */
  isContinued = false;
  #folder: Cache['archiveFolder'];
  #path = '';
  #descriptor: number | undefined;
  #bytes = 0;
  #validators: Validators = {};
  /** The digest of the stored file; empty until then. */
  #sha256 = '';
  #isLost = false;

  /** @param onLost called once if the disk fails; after that nothing is stored */
  constructor(
    private readonly cache: Cache,
    private readonly onLost: (fault: SvcError) => void,
  ) {}

  /** Returns the headers of the next request, which asks only for the rest if the server still has the same file. */
  headers(): Record<string, string> {
    const { strong } = this.#validators;
    if (this.#bytes === 0 || strong === undefined) return {};
    return { range: `bytes=${this.#bytes}-`, 'if-range': strong };
  }

  /** Yields all bytes of the archive, first those of earlier attempts. Stores each before it is yielded. */
  async *receive({ headers, status }: Pick<HttpAnswer, 'headers' | 'status'>, body: AsyncIterable<Uint8Array>) {
    this.isContinued = status === 206;
    if (!this.isContinued) this.startOver(validatorsOf(headers));
    else if (!isContinuation(headers, this.#bytes, this.#validators)) throw new StartOver();
    if (this.#bytes > 0) yield* bytesOf(this.#path, undefined, this.#bytes);
    for await (const piece of body) {
      this.#append(piece);
      yield piece;
    }
  }

  /** Stores packed files as an archive. @throws {SvcError} what the source throws, but no error of the disk */
  async write(source: AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256');
    for await (const piece of source) {
      hash.update(piece);
      this.#append(piece);
    }
    this.finish(hash.digest('hex'));
  }

  /** Renames the complete file to its digest. It is not synced, because reading detects the damage of a power cut. */
  finish(sha256: string): void {
    this.#store(() => {
      this.#opened();
      const blob = blobPath(this.cache, sha256);
      mkdirSync(dirname(blob), { recursive: true, mode: 0o700 });
      renameSync(this.#path, blob);
      this.#sha256 = sha256;
    });
  }

  /** Writes the cache entry after the folder is complete. Ignores a disk error, which must not fail the module. */
  enter(entry: Omit<Entry, 'at' | 'bytes' | 'sha256'> & Partial<Entry>): void {
    const received = { sha256: this.#sha256, bytes: this.#bytes, at: new Date().toISOString() };
    this.#store(() => {
      this.#opened();
      writeEntry(this.cache, { ...received, ...entry }, `${this.#path}-entry`);
    });
  }

  startOver(validators: Validators = {}): void {
    this.#bytes = 0;
    this.#sha256 = '';
    this.#validators = validators;
    this.end();
  }

  /** Closes and removes the file, unless it was stored; never throws. */
  end(): void {
    const [descriptor, folder] = [this.#descriptor, this.#folder];
    this.#descriptor = undefined;
    this.#folder = undefined;
    if (!folder) return;
    if (descriptor !== undefined) unlessThrown(() => closeSync(descriptor));
    if (this.#sha256 === '') tryRemove(this.#path);
    folder.users -= 1;
    if (folder.users > 0) return;
    this.cache.temporaries.remove(folder.path);
    if (this.cache.archiveFolder === folder) this.cache.archiveFolder = undefined;
  }

  #append(piece: Uint8Array): void {
    this.#store(() => {
      const descriptor = this.#opened();
      for (let at = 0; at < piece.length; ) at += writeSync(descriptor, piece, at, piece.length - at);
      this.#bytes += piece.length;
    });
  }

  #opened(): number {
    if (!this.#folder) {
      this.cache.archiveFolder ??= { path: this.cache.temporaries.make(this.cache.staging), users: 0 };
      this.#folder = this.cache.archiveFolder;
      this.#folder.users += 1;
      this.#path = join(this.#folder.path, randomBytes(8).toString('hex'));
    }
    this.#descriptor ??= openSync(this.#path, 'ax', 0o600);
    return this.#descriptor;
  }

  #store(act: () => void): void {
    if (this.#isLost) return;
    try {
      act();
    } catch (error) {
      const fault = diskFault(error, this.#folder ? this.#path : this.cache.staging);
      this.#isLost = true;
      // The folder may be gone: the next archive gets another one.
      if (this.cache.archiveFolder === this.#folder) this.cache.archiveFolder = undefined;
      this.startOver();
      this.onLost(fault);
    }
  }
}

/** Returns the validators of a response. A weak one is not usable, because it allows different bytes. */
function validatorsOf(headers: Headers): Validators {
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')];
  const isSettled = Date.parse(headers.get('date') ?? '') - Date.parse(lastModified ?? '') >= settledMs;
  const dated = isSettled && /^[ -~]+$/.test(lastModified ?? '') ? lastModified : undefined;
  const strong = etag === undefined ? dated : /^"[!#-~]*"$/.test(etag) ? etag : undefined;
  const isWhole = headers.get('accept-ranges')?.toLowerCase() === 'none';
  return { etag, lastModified, strong: isWhole ? undefined : strong };
}

/**
 * Returns whether a part (206) continues a file after `from` bytes and up to its end. It must have the same strong validator as the
 * beginning, and no other validator that differs (RFC 9110, 15.3.7).
 */
function isContinuation(headers: Headers, from: number, previous: Validators): boolean {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (Number(first) !== from || (total !== '*' && Number(last) + 1 !== Number(total))) return false;
  if (from === 0) return true;
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')];
  if (previous.strong !== etag && previous.strong !== lastModified) return false;
  return (etag ?? previous.etag) === previous.etag && (lastModified ?? previous.lastModified) === previous.lastModified;
}
