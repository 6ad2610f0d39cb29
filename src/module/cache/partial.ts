import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { HttpAnswer } from '../../client/http.ts';
import type { SvcError } from '../../errors.ts';
import { maskUrl } from '../../secrets.ts';
import { diskFault } from '../archive/refusal.ts';
import { bytesOf } from './blobs.ts';
import { removeFile } from './files.ts';

/** Smaller ones are fetched again as fast. */
const worthKeepingBytes = 1024 * 1024;
/**
 * A sync of a larger file waits for whatever else the disk has to write, the unpacked files first of all; and what a power cut
 * does to an archive is seen when it is read. Measured on ext4: of 50 small ones nobody sees the syncs.
 */
const syncedBytes = 64 * 1024 * 1024;
/** A time of change says less than its second may hold; RFC 9110, 8.8.2.2, wants some distance. */
const settledMs = 60_000;

const synced = promisify(fsync);

/** The server's answer does not go on where the file ends, so that all of it has to be asked for. */
export class StartOver extends Error {}

/**
 * An archive that is being received, in a file: what is there when the connection is cut need not be sent again, in this
 * run or the next. One process at a time. A disk that fails costs no more than that: the archive is received all the same.
 */
export class PartialArchive {
  /** Whether what was received last went on from an earlier attempt. */
  resumed = false;
  readonly #path: string;
  readonly #notePath: string;
  readonly #url: URL;
  #descriptor: number | undefined;
  #bytes = 0;
  #validator: string | undefined;
  /** Whether the note tells of these bytes. */
  #noted = false;
  /** Whether there is anything to discard, of this download or of another. */
  #begun = false;
  #isLost = false;
  readonly #lost: (fault: SvcError) => void;

  /**
   * @param stem the path without `.part` for the bytes and `.json` for what tells whether they are still those of the URL
   * @param lost told once, when the disk fails and nothing is kept from then on
   */
  constructor(stem: string, url: URL, lost: (fault: SvcError) => void) {
    this.#lost = lost;
    this.#path = `${stem}.part`;
    this.#notePath = `${stem}.json`;
    this.#url = url;
    this.#recall();
  }

  /** What the next request asks for: the rest, if the server still has the same; nothing special where there is no start. */
  headers(): Record<string, string> {
    if (this.#bytes === 0 || this.#validator === undefined) return {};
    return { range: `bytes=${this.#bytes}-`, 'if-range': this.#validator };
  }

  /** All bytes of the archive, those of earlier attempts first; each is in the file before it is handed on. */
  async *receive({ body, headers, status }: HttpAnswer): AsyncGenerator<Uint8Array> {
    this.resumed = status === 206;
    if (!this.resumed) this.#begin(validatorOf(headers));
    else if (!goesOn(headers.get('content-range'), this.#bytes)) throw new StartOver();
    if (this.#bytes > 0) yield* bytesOf(this.#path, this.#bytes);
    for await (const piece of body) {
      this.#append(piece);
      yield piece;
    }
  }

  /** Makes sure the bytes of all but a huge archive are on the disk, and leaves the file to `adopt`, which gives it its name. */
  async finish(durable: boolean, adopt: (path: string) => void): Promise<void> {
    if (this.#isLost) return;
    try {
      const descriptor = this.#opened();
      if (durable && this.#bytes <= syncedBytes) await synced(descriptor);
      this.#close();
      if (this.#noted) removeFile(this.#notePath);
      this.#noted = false;
      adopt(this.#path);
      this.#begun = false;
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** Whether nothing is kept, since the disk failed. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Keeps what a later run can go on with, and nothing else. */
  leave(): void {
    if (this.#noted) this.#close();
    else this.discard();
  }

  discard(): void {
    this.#close();
    this.#bytes = 0;
    this.#validator = undefined;
    this.#noted = false;
    if (!this.#begun) return;
    this.#begun = false;
    removeFile(this.#notePath);
    removeFile(this.#path);
  }

  #recall(): void {
    this.#begun = existsSync(this.#notePath);
    if (!this.#begun) return;
    try {
      const { url, validator } = JSON.parse(readFileSync(this.#notePath, 'utf8')) as Record<string, unknown>;
      if (url !== named(this.#url) || typeof validator !== 'string' || /[^ -~]/.test(validator)) return;
      this.#bytes = statSync(this.#path).size;
      this.#validator = validator;
      this.#noted = true;
    } catch {}
  }

  #begin(validator: string | undefined): void {
    this.discard();
    this.#validator = validator;
  }

  #giveUp(error: unknown): void {
    this.#isLost = true;
    try {
      this.discard();
    } catch {}
    this.#lost(diskFault(error, this.#path));
  }

  #append(piece: Uint8Array): void {
    if (this.#isLost) return;
    try {
      const descriptor = this.#opened();
      for (let at = 0; at < piece.length; ) at += writeSync(descriptor, piece, at, piece.length - at);
      this.#bytes += piece.length;
      if (this.#noted || this.#validator === undefined || this.#bytes < worthKeepingBytes) return;
      writeFileSync(this.#notePath, JSON.stringify({ url: named(this.#url), validator: this.#validator }), {
        mode: 0o600,
      });
      this.#noted = true;
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #opened(): number {
    this.#begun = true;
    // Whatever has that name is written over; without a note nobody knows what it was.
    this.#descriptor ??= openSync(this.#path, this.#bytes > 0 ? 'a' : 'w', 0o600);
    return this.#descriptor;
  }

  #close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

/** What signs a URL is another at each request; what is left names the same thing. */
function named(url: URL): string {
  return createHash('sha256').update(maskUrl(url)).digest('hex');
}

/** A strong validator, or none: a weak one lets other bytes pass for the same. */
function validatorOf(headers: HttpAnswer['headers']): string | undefined {
  if (headers.get('accept-ranges')?.toLowerCase() === 'none') return undefined;
  const etag = headers.get('etag');
  if (etag !== undefined) return /^"[!#-~]*"$/.test(etag) ? etag : undefined;
  const [changed = '', answered = ''] = [headers.get('last-modified'), headers.get('date')];
  return Date.parse(answered) - Date.parse(changed) >= settledMs ? changed : undefined;
}

/** `bytes 100-199/200` goes on after 100 bytes and leads to the end. */
function goesOn(range: string | undefined, from: number): boolean {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range ?? '') ?? [];
  return Number(first) === from && (total === '*' || Number(last) + 1 === Number(total));
}
