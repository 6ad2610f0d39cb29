import { createHash } from 'node:crypto';
import { closeSync, futimesSync, openSync, writeSync } from 'node:fs';

/** The first line of a git LFS pointer, and its size limit (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md). */
const pointerStart = Buffer.from('version https://git-lfs.github.com/spec/v1');
const pointerBytes = 1024;

/** The result of writing a file: a hex digest, and whether it is a pointer of git LFS. */
export interface Received {
  sha256: string;
  isPointer: boolean;
}

/** The content of a file. The caller must close it, also after an error. */
export class FileContent {
  readonly #hash = createHash('sha256');
  readonly #descriptor: number | undefined;
  readonly #modifiedSeconds: number;
  #startsAsPointer = true;
  #bytes = 0;

  /** @param path of a new file, never through a link or over an existing file; undefined: the content is only hashed */
  constructor(
    path: string | undefined,
    { executable, modifiedSeconds }: { executable: boolean; modifiedSeconds: number },
  ) {
    this.#descriptor = path === undefined ? undefined : openSync(path, 'wx', executable ? 0o755 : 0o644);
    this.#modifiedSeconds = modifiedSeconds;
  }

  write(bytes: Uint8Array): void {
    const descriptor = this.#descriptor;
    if (descriptor !== undefined) {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at);
    }
    this.#hash.update(bytes);
    const compared = Math.min(pointerStart.length, this.#bytes + bytes.length);
    if (this.#startsAsPointer && compared > this.#bytes)
      this.#startsAsPointer = pointerStart.compare(bytes, 0, compared - this.#bytes, this.#bytes, compared) === 0;
    this.#bytes += bytes.length;
  }

  finish(): Received {
    if (this.#descriptor !== undefined) futimesSync(this.#descriptor, this.#modifiedSeconds, this.#modifiedSeconds);
    const mayBePointer = this.#bytes >= pointerStart.length && this.#bytes < pointerBytes;
    return { sha256: this.#hash.digest('hex'), isPointer: mayBePointer && this.#startsAsPointer };
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}
