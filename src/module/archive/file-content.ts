import { closeSync, fstatSync, futimesSync, openSync, readSync, writeSync } from 'node:fs';

/** Where the bytes of one file go; the caller closes it in every case. */
export interface FileContent {
  write(bytes: Uint8Array): void;
  /** Called when all bytes are there. */
  finish(): void;
  close(): void;
}

/** A file made anew: never through a link, never over another; the system takes the umask off the mode. */
export class NewFile implements FileContent {
  readonly #descriptor: number;
  readonly #modifiedSeconds: number;

  constructor(path: string, { executable, modifiedSeconds }: { executable: boolean; modifiedSeconds: number }) {
    this.#descriptor = openSync(path, 'wx', executable ? 0o755 : 0o644);
    this.#modifiedSeconds = modifiedSeconds;
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at, bytes.length - at);
  }

  finish(): void {
    futimesSync(this.#descriptor, this.#modifiedSeconds, this.#modifiedSeconds);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** A file that is there already: the same bytes pass, anything else is handed to `refuse`. */
export class SameFile implements FileContent {
  readonly #descriptor: number;
  readonly #bytes: number;
  readonly #refuse: () => never;
  #compared = 0;

  constructor(path: string, executable: boolean, refuse: () => never) {
    this.#refuse = refuse;
    this.#descriptor = openSync(path, 'r');
    const { mode, size } = fstatSync(this.#descriptor);
    this.#bytes = size;
    if (((mode & 0o100) !== 0) !== executable) {
      this.close();
      refuse();
    }
  }

  write(bytes: Uint8Array): void {
    const there = Buffer.alloc(bytes.length);
    for (let at = 0; at < there.length; ) {
      const read = readSync(this.#descriptor, there, at, there.length - at, this.#compared + at);
      if (read === 0) this.#refuse();
      at += read;
    }
    if (!there.equals(bytes)) this.#refuse();
    this.#compared += bytes.length;
  }

  finish(): void {
    if (this.#compared !== this.#bytes) this.#refuse();
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
