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

/** Smaller archives are downloaded again as fast. */
const worthKeepingBytes = 1024 * 1024;
/**
 * A sync of a larger file waits for other writes, such as the unpacked files; and damage by a power cut
 * is detected when an archive is read. Measured on ext4: the syncs of 50 small archives do not show.
 */
const syncedBytes = 64 * 1024 * 1024;
const synced = promisify(fsync);

/** Options of a partial archive. */
interface PartialOptions {
  /** Whether the whole archive is compared with a digest in the end. */
  isChecked: boolean;
  /** Called once when the disk fails, after which nothing is stored. */
  lost(fault: SvcError): void;
}

/**
 * An archive that is being downloaded into a file: after a lost connection the download resumes, in this
 * run or the next. One process at a time. When the disk fails, the download continues without the file.
 * A plain tar has no checksum that would detect joined halves of different files, so the digest of the stored bytes is
 * noted, and checked on resume.
 */
export class PartialArchive {
  /** Whether the last attempt resumed an earlier one. */
  resumed = false;
  readonly #path: string;
  readonly #notePath: string;
  readonly #url: URL;
  readonly #options: PartialOptions;
  #descriptor: number | undefined;
  #bytes = 0;
  #validators: Validators = {};
  /** Whether joined halves are detected without a digest of the first. */
  #isProved = false;
  /** Hash of the bytes in the file, as received. */
  #hash: Hash | undefined;
  /** Digest of the bytes from an earlier run. */
  #left: string | undefined;
  /** Whether the note describes these bytes. */
  #noted = false;
  /** The size at which to write the next note. */
  #noteFrom = worthKeepingBytes;
  /** Whether there are files to discard, of this download or another. */
  #begun = false;
  #isLost = false;

  /** @param stem the path without `.part` (the bytes) and `.json` (the note about their URL) */
  constructor(stem: string, url: URL, options: PartialOptions) {
    this.#options = options;
    this.#path = `${stem}.part`;
    this.#notePath = `${stem}.json`;
    this.#url = url;
    this.#recall();
  }

  /** Headers of the next request: the rest, if the server still has the same file; none without a beginning. */
  headers(): Record<string, string> {
    const { strong } = this.#validators;
    if (this.#bytes === 0 || strong === undefined) return {};
    return { range: `bytes=${this.#bytes}-`, 'if-range': strong };
  }

  /** All bytes of the archive, those of earlier attempts first; each is stored before it is passed on. */
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

  /** Syncs the bytes of all but huge archives to the disk; `adopt` renames the file. */
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

  /** Whether storing stopped because the disk failed. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Keeps what a later run can resume, and removes the rest. */
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
      // Read first, since it reads only regular files.
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
    // Any file of that name is truncated to what its note describes; without a note it is removed.
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
