import { createHash } from 'node:crypto';
import { closeSync, futimesSync, openSync, writeSync } from 'node:fs';

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md: what a pointer begins with, and the size it stays below. */
const pointerStart = Buffer.from('version https://git-lfs.github.com/spec/v1');
const pointerBytes = 1024;

/** What the content of a file was. */
export interface Received {
  /** Hex digest. */
  sha256: string;
  /** Whether it stands for a file that git LFS keeps elsewhere. */
  isPointer: boolean;
}

/** Where the bytes of one file go; the caller closes it in every case. */
export class FileContent {
  readonly #hash = createHash('sha256');
  readonly #descriptor: number | undefined;
  readonly #modifiedSeconds: number;
  #start: Buffer = Buffer.alloc(0);
  #bytes = 0;

  /**
   * @param path of a file that is made anew: never through a link, never over another; the system takes the umask off the mode.
   * Without one the content is only looked at.
   */
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
    const lacking = pointerStart.length - this.#start.length;
    if (lacking > 0) this.#start = Buffer.concat([this.#start, bytes.subarray(0, lacking)]);
    this.#bytes += bytes.length;
  }

  /** Called when all bytes are there. */
  finish(): Received {
    if (this.#descriptor !== undefined) futimesSync(this.#descriptor, this.#modifiedSeconds, this.#modifiedSeconds);
    const isPointer = this.#bytes < pointerBytes && this.#start.equals(pointerStart);
    return { sha256: this.#hash.digest('hex'), isPointer };
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}
