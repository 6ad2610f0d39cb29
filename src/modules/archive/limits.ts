import { platform } from 'node:os';
import { grouped } from '../../base/text.ts';
import { rejectArchive, rejectEntry } from './rejection.ts';

const mebibyte = 1024 * 1024;
/** Bytes for the headers of a zip entry; most need 200. */
const headerBytes = 1024;

/** The limits of one archive. Actual bytes and entries count; the numbers in headers do not. */
export interface ArchiveLimits {
  /** Content of all files, in bytes. */
  totalBytes: number;
  entries: number;
  /** Depth of a path, in folders. */
  depth: number;
  /** Length of a path or link target, in bytes of UTF-8. */
  pathBytes: number;
  colons: boolean;
  /** Extended headers of an entry, in bytes. */
  metadataBytes: number;
  /** Unpacked bytes per packed byte, checked from `ratioFromBytes` on. */
  ratio: number;
  ratioFromBytes: number;
}

export const defaultLimits: ArchiveLimits = {
  totalBytes: 512 * mebibyte,
  entries: 100_000,
  depth: 512,
  pathBytes: 4096,
  colons: platform() !== 'win32',
  metadataBytes: mebibyte,
  ratio: 1000,
  ratioFromBytes: 16 * mebibyte,
};

export const limitFlags = {
  totalBytes: '--max-size',
  entries: '--max-entries',
  depth: '--max-depth',
  pathBytes: '--max-path',
  metadataBytes: '--max-metadata',
  ratio: '--max-ratio',
} as const satisfies Partial<Record<keyof ArchiveLimits, string>>;

export function howToRaise(limit: keyof typeof limitFlags): string {
  return `If you trust its source, raise the limit with ${limitFlags[limit]}.`;
}

/** Counts an archive against its limits; every method throws `CheckFailedError` over a limit. */
export class Budget {
  #bytes = 0;
  #entries = 0;
  #besides = 0;

  constructor(readonly limits: ArchiveLimits) {}

  countEntry(name: string): void {
    this.#entries += 1;
    if (this.#entries > this.limits.entries) {
      const reason = `exceeds the limit of ${grouped(this.limits.entries)} entries`;
      rejectEntry(name, reason, undefined, howToRaise('entries'));
    }
  }

  /** Rejects a zip directory that announces too many entries, before the first entry is read. */
  announceEntries(count: number): void {
    if (count > this.limits.entries)
      this.#reject(`it lists more than the limit of ${grouped(this.limits.entries)} entries`, 'entries');
  }

  /** Limits the bytes that are stored before unpacking: those of all content, uncompressed, and its headers. */
  checkSpooled(packedBytes: number): void {
    const most = this.limits.totalBytes + this.limits.entries * headerBytes;
    if (packedBytes > most) this.#reject(`it is larger than ${grouped(most)} bytes`, 'totalBytes');
  }

  /** Rejects an announced size over the limit before the first byte is read; `spend` counts the actual bytes. */
  announce(name: string, bytes: number): void {
    if (this.#bytes + bytes > this.limits.totalBytes) this.#rejectTotal(name);
  }

  spend(name: string, bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.limits.totalBytes) this.#rejectTotal(name);
  }

  /** Limits the extended headers since the last entry, in bytes. */
  checkMetadata(bytes: number): void {
    if (bytes > this.limits.metadataBytes) {
      this.#reject(`extended headers of one entry exceed ${grouped(this.limits.metadataBytes)} bytes`, 'metadataBytes');
    }
  }

  /** Limits the total of extended headers and padding to the limit for the content. */
  spendBesides(bytes: number): void {
    this.#besides += bytes;
    if (this.#besides > this.limits.totalBytes) {
      this.#reject(`extended headers and padding exceed ${grouped(this.limits.totalBytes)} bytes`, 'totalBytes');
    }
  }

  checkRatio(packedBytes: number, unpackedBytes: number): void {
    const { ratio, ratioFromBytes } = this.limits;
    if (unpackedBytes > ratioFromBytes && unpackedBytes > ratio * packedBytes) {
      this.#reject(`it unpacks to more than ${grouped(ratio)} times its size`, 'ratio');
    }
  }

  #rejectTotal(name: string): never {
    const reason = `brings the content over the limit of ${grouped(this.limits.totalBytes)} bytes`;
    rejectEntry(name, reason, undefined, howToRaise('totalBytes'));
  }

  #reject(reason: string, limit: keyof typeof limitFlags): never {
    rejectArchive(reason, undefined, howToRaise(limit));
  }
}
