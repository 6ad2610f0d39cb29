import { createHash, type Hash } from 'node:crypto';
import { closeSync, existsSync, fsync, ftruncateSync, lstatSync, openSync, statSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { HttpAnswer } from '../../client/http.ts';
import type { SvcError } from '../../errors.ts';
import { diskFault } from '../archive/rejection.ts';
import { goesOn, isSameFile, StartOver, type Validators, validatorsOf } from './continuation.ts';
import { removeFile } from './files.ts';
import { headOf, provesItself, readAgain } from './first-part.ts';
import { readNote, writeNote } from './partial-note.ts';

/** Smaller ones are fetched again as fast. */
const worthKeepingBytes = 1024 * 1024;
/**
 * A sync of a larger file waits for whatever else the disk has to write, the unpacked files first of all; and what a power cut
 * does to an archive is seen when it is read. Measured on ext4: of 50 small ones nobody sees the syncs.
 */
const syncedBytes = 64 * 1024 * 1024;
const synced = promisify(fsync);

/** What a partial archive takes. */
interface PartialOptions {
  /** Whether all of it is compared with a digest in the end. */
  isChecked: boolean;
  /** Told once, when the disk fails and nothing is kept from then on. */
  lost(fault: SvcError): void;
}

/**
 * An archive that is being received, in a file: what is there when the connection is cut need not be sent again, in this
 * run or the next. One process at a time. A disk that fails costs no more than that: the archive is received all the same.
 * Of a tar without a checksum, in which nothing tells two halves of different files from a whole, the digest of what is there is
 * known, and checked when it is read again.
 */
export class PartialArchive {
  /** Whether what was received last went on from an earlier attempt. */
  resumed = false;
  readonly #path: string;
  readonly #notePath: string;
  readonly #url: URL;
  readonly #options: PartialOptions;
  #descriptor: number | undefined;
  #bytes = 0;
  #validators: Validators = {};
  /** Whether joined halves are found out without a digest of the first. */
  #isProved = false;
  /** Of the bytes in the file, as they were received. */
  #hash: Hash | undefined;
  /** The digest of the bytes that an earlier run has left. */
  #left: string | undefined;
  /** Whether the note tells of these bytes. */
  #noted = false;
  /** How many bytes are to be there before they are noted once more. */
  #noteFrom = worthKeepingBytes;
  /** Whether there is anything to discard, of this download or of another. */
  #begun = false;
  #isLost = false;

  /** @param stem the path without `.part` for the bytes and `.json` for what tells whether they are still those of the URL */
  constructor(stem: string, url: URL, options: PartialOptions) {
    this.#options = options;
    this.#path = `${stem}.part`;
    this.#notePath = `${stem}.json`;
    this.#url = url;
    this.#recall();
  }

  /** What the next request asks for: the rest, if the server still has the same; nothing special where there is no start. */
  headers(): Record<string, string> {
    const { strong } = this.#validators;
    if (this.#bytes === 0 || strong === undefined) return {};
    return { range: `bytes=${this.#bytes}-`, 'if-range': strong };
  }

  /** All bytes of the archive, those of earlier attempts first; each is in the file before it is handed on. */
  async *receive({ body, headers, status }: HttpAnswer): AsyncGenerator<Uint8Array> {
    this.resumed = status === 206;
    if (!this.resumed) this.#begin(validatorsOf(headers));
    else if (!goesOn(headers, this.#bytes)) throw new StartOver();
    if (this.#bytes > 0) {
      if (!isSameFile(this.#validators, headers, { repeats: !this.#isProved })) throw new StartOver();
      this.#hash = yield* readAgain(this.#path, this.#bytes, this.#hash?.copy().digest('hex') ?? this.#left);
    }
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
    if (!this.#noted) this.discard();
    this.#close();
    try {
      if (this.#hash) this.#note();
    } catch {}
  }

  discard(): void {
    this.#close();
    this.#bytes = 0;
    this.#validators = {};
    this.#hash = undefined;
    this.#left = undefined;
    this.#noted = false;
    this.#noteFrom = worthKeepingBytes;
    if (!this.#begun) return;
    this.#begun = false;
    removeFile(this.#notePath);
    removeFile(this.#path);
  }

  #recall(): void {
    this.#begun = existsSync(this.#notePath);
    const note = this.#begun ? readNote(this.#notePath, this.#url) : undefined;
    if (!note) return;
    try {
      // Read first, since it reads nothing but a regular file.
      this.#isProved = this.#options.isChecked || provesItself(headOf(this.#path));
      const { size } = statSync(this.#path);
      const { bytes = 0, sha256, validators } = note;
      if (sha256 === undefined ? !this.#isProved : size < bytes) return;
      this.#bytes = sha256 === undefined ? size : bytes;
      this.#left = sha256;
      this.#validators = validators;
      this.#noted = true;
    } catch {}
  }

  #begin(validators: Validators): void {
    this.discard();
    this.#validators = validators;
  }

  #giveUp(error: unknown): void {
    this.#isLost = true;
    try {
      this.discard();
    } catch {}
    this.#options.lost(diskFault(error, this.#path));
  }

  #append(piece: Uint8Array): void {
    if (this.#isLost) return;
    try {
      const descriptor = this.#opened();
      if (this.#bytes === 0) {
        this.#isProved = this.#options.isChecked || provesItself(piece);
        this.#hash = this.#isProved ? undefined : createHash('sha256');
      }
      for (let at = 0; at < piece.length; ) at += writeSync(descriptor, piece, at, piece.length - at);
      this.#hash?.update(piece);
      this.#bytes += piece.length;
      if (this.#validators.strong === undefined || this.#bytes < this.#noteFrom) return;
      this.#note();
      this.#noteFrom = 2 * this.#bytes;
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #note(): void {
    const sha256 = this.#hash?.copy().digest('hex');
    writeNote(this.#notePath, this.#url, { validators: this.#validators, bytes: this.#bytes, sha256 });
    this.#noted = true;
  }

  #opened(): number {
    this.#begun = true;
    if (this.#descriptor !== undefined) return this.#descriptor;
    // Whatever has that name goes; without a note nobody knows what it was, nor what is behind that of which it tells.
    if (this.#bytes === 0 && lstatSync(this.#path, { throwIfNoEntry: false })) removeFile(this.#path);
    this.#descriptor = openSync(this.#path, this.#bytes > 0 ? 'a' : 'wx', 0o600);
    if (this.#bytes > 0) ftruncateSync(this.#descriptor, this.#bytes);
    return this.#descriptor;
  }

  #close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
