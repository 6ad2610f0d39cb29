import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { onDisk, rejectArchive } from './rejection.ts';

const windowBytes = 256 * 1024;

/** A file for received bytes; once all have arrived, it can be read at any offset. */
export class Spool {
  bytes: number;
  readonly #path: string;
  readonly #descriptor: number;
  #buffer = Buffer.alloc(0);
  #window = { at: 0, end: 0 };

  /** Creates the file; with the flag `r`, opens an existing file to read. @throws {LocalError} when the disk fails */
  constructor(path: string, flags: 'r' | 'wx+' = 'wx+') {
    this.#path = path;
    this.#descriptor = onDisk(path, () => openSync(path, flags, 0o600));
    this.bytes = fstatSync(this.#descriptor).size;
  }

  append(bytes: Uint8Array): void {
    onDisk(this.#path, () => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at, bytes.length - at);
    });
    this.bytes += bytes.length;
  }

  /** Returns bytes of the file, valid until the next call. @throws {CheckFailedError} for bytes beyond its end */
  read(at: number, length: number): Buffer {
    if (at < 0 || at + length > this.bytes) rejectArchive('it is corrupt (a zip record is outside the file)');
    if (at < this.#window.at || at + length > this.#window.end) this.#fill(at, length);
    return this.#buffer.subarray(at - this.#window.at, at - this.#window.at + length);
  }

  remove(): void {
    try {
      this.close();
      rmSync(this.#path, { force: true });
    } catch {}
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #fill(at: number, length: number): void {
    const windowLength = Math.max(length, Math.min(windowBytes, this.bytes - at));
    if (this.#buffer.length < windowLength) this.#buffer = Buffer.allocUnsafe(Math.max(windowLength, windowBytes));
    this.#window = { at, end: at };
    onDisk(this.#path, () => {
      while (this.#window.end < at + windowLength) {
        const filled = this.#window.end - at;
        const bytesRead = readSync(this.#descriptor, this.#buffer, filled, windowLength - filled, at + filled);
        if (bytesRead === 0) throw new Error('the file became shorter while it was read');
        this.#window.end += bytesRead;
      }
    });
  }
}
