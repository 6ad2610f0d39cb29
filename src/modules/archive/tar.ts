import type { Budget } from './limits.ts';
import { decodeName, rejectArchive, rejectEntry } from './rejection.ts';
import { sniff } from './sniff.ts';
import { blockBytes, isAllZero, type PaxRecords, readHeader, readPax, type TarHeader } from './tar-header.ts';
import type { ArchiveEntry, EntrySink } from './tree.ts';

const unsupported: Record<string, string> = {
  '3': 'is a character device',
  '4': 'is a block device',
  '6': 'is a FIFO',
  '7': 'is a contiguous file, which is not supported',
  D: 'is a GNU folder dump, which is not supported',
  M: 'is part of a multi-volume archive, which is not supported',
  S: 'is a sparse file, which is not supported',
  V: 'is a volume label, which is not supported',
};

/** A pax header of only a comment, in which git archive writes the commit. */
const gitComment = /^\d+ comment=.*\n$/;

const kinds: Record<string, ArchiveEntry['kind']> = {
  '0': 'file',
  '\0': 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '5': 'folder',
};

/**
 * Reads a tar stream (ustar, pax, GNU long names, base-256 numbers) in pieces of any size and passes its entries on.
 * @throws {CheckFailedError} for corrupt, ambiguous or unsupported content
 */
export class TarReader {
  /** The number of global headers that contain more than the comment of git archive. */
  globalHeaders = 0;
  readonly #block = Buffer.alloc(blockBytes);
  #filled = 0;
  #state: 'header' | 'extended' | 'content' | 'padding' | 'after' = 'header';
  #left = 0;
  #padding = 0;
  #zeroBlocks = 0;
  #headers = 0;
  /** Data from extended headers that apply to the next entry. */
  #pending: { pax?: PaxRecords; name?: string; linkName?: string } = {};
  #extended = { type: '', payload: Buffer.alloc(0) };
  #metadataBytes = 0;

  constructor(
    private readonly budget: Budget,
    private readonly sink: EntrySink,
  ) {}

  write(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'header') {
        at += this.#fillHeader(bytes, at);
      } else if (this.#state === 'after') {
        this.budget.spendBesides(bytes.length - at);
        if (!isAllZero(bytes.subarray(at))) rejectArchive('there is data after the end of the tar archive');
        return;
      } else {
        const length = Math.min(this.#left, bytes.length - at);
        this.#take(bytes, at, length);
        at += length;
      }
    }
  }

  /** Rejects an archive that ends before its end marker. */
  end(): void {
    if (this.#state === 'after') return;
    if (this.#headers === 0) this.#rejectForeign(this.#block.subarray(0, this.#filled));
    rejectArchive('it is truncated (the tar archive stops before its end marker)');
  }

  #fillHeader(bytes: Buffer, at: number): number {
    if (this.#filled === 0 && bytes.length - at >= blockBytes) {
      this.#header(bytes.subarray(at, at + blockBytes));
      return blockBytes;
    }
    const copied = bytes.copy(this.#block, this.#filled, at);
    this.#filled += copied;
    if (this.#filled === blockBytes) {
      this.#filled = 0;
      this.#header(this.#block);
    }
    return copied;
  }

  #take(bytes: Buffer, at: number, length: number): void {
    const { payload } = this.#extended;
    if (this.#state === 'content') this.sink.write(bytes.subarray(at, at + length));
    if (this.#state === 'extended') bytes.copy(payload, payload.length - this.#left, at, at + length);
    this.#left -= length;
    if (this.#left > 0) return;
    const done = this.#state;
    if (done === 'content') this.sink.end();
    if (done === 'extended') this.#keepExtended();
    this.#left = done === 'padding' ? 0 : this.#padding;
    this.#state = this.#left === 0 ? 'header' : 'padding';
  }

  #expect(state: 'content' | 'extended', bytes: number): void {
    this.#state = state;
    this.#left = bytes;
    this.#padding = (blockBytes - (bytes % blockBytes)) % blockBytes;
  }

  #header(block: Buffer): void {
    if (block[0] === 0 && isAllZero(block)) {
      if (this.#isPending()) rejectArchive('an extended header is not followed by its entry');
      this.#headers += 1;
      this.#zeroBlocks += 1;
      if (this.#zeroBlocks === 2) this.#state = 'after';
      return;
    }
    if (this.#zeroBlocks > 0) rejectArchive('there is data after the end of the tar archive');
    if (this.#headers === 0) this.#rejectForeign(block);
    const header = readHeader(block);
    this.#headers += 1;
    if (header.type === 'x' || header.type === 'g' || header.type === 'L' || header.type === 'K') this.#extend(header);
    else this.#begin(header);
  }

  #extend({ type, bytes }: TarHeader): void {
    const { pax, name, linkName } = this.#pending;
    const stacked =
      pax ||
      (type === 'L' && name !== undefined) ||
      (type === 'K' && linkName !== undefined) ||
      ((type === 'x' || type === 'g') && this.#isPending());
    if (stacked) rejectArchive('extended headers are stacked');
    this.#metadataBytes += bytes + blockBytes;
    this.budget.checkMetadata(this.#metadataBytes);
    this.budget.spendBesides(bytes + blockBytes);
    if (bytes === 0) rejectArchive('an extended header is empty');
    this.#extended = { type, payload: Buffer.alloc(bytes) };
    this.#expect('extended', bytes);
  }

  #keepExtended(): void {
    const { type, payload } = this.#extended;
    if (type === 'x') this.#pending.pax = readPax(payload);
    else if (type === 'g') this.globalHeaders += gitComment.test(payload.toString('latin1')) ? 0 : 1;
    else this.#pending[type === 'L' ? 'name' : 'linkName'] = decodeName(withoutTrailingZeros(payload));
  }

  #isPending(): boolean {
    const { pax, name, linkName } = this.#pending;
    return pax !== undefined || name !== undefined || linkName !== undefined;
  }

  #begin(header: TarHeader): void {
    const { pax, name: longName, linkName: longLink } = this.#pending;
    this.#pending = {};
    this.#metadataBytes = 0;
    const name = pax?.path ?? longName ?? header.name;
    const bytes = pax?.size ?? header.bytes;
    const listed = kinds[header.type];
    if (listed === undefined) {
      rejectEntry(
        name,
        unsupported[header.type] ?? `is of the unknown type 0x${header.type.charCodeAt(0).toString(16)}`,
      );
    }
    // Before POSIX, a folder was written as a file whose name ends in a slash.
    const kind = header.type === '\0' && name.endsWith('/') ? 'folder' : listed;
    if (kind === 'file' && name.endsWith('/')) rejectEntry(name, 'is a file with the name of a folder');
    if (kind !== 'file' && bytes > 0) rejectEntry(name, 'has content although it is not a file');
    const target = kind.endsWith('link') ? (pax?.linkpath ?? longLink ?? header.linkName) : '';
    const executable = (header.mode & 0o100) !== 0;
    this.sink.begin({ kind, name, bytes, executable, target, modifiedSeconds: pax?.mtime ?? header.modifiedSeconds });
    if (bytes === 0) this.sink.end();
    else this.#expect('content', bytes);
  }

  #rejectForeign(head: Buffer): void {
    const format = sniff(head);
    if ('unknown' in format) rejectArchive(`its content is not a tar archive (it is ${format.unknown})`);
    if (format.known === 'gzip') rejectArchive('it is compressed with gzip twice');
    if (format.known === 'zip') rejectArchive('its content is not a tar archive (it is a zip archive)');
  }
}

function withoutTrailingZeros(payload: Buffer): Buffer {
  let end = payload.length;
  while (end > 0 && payload[end - 1] === 0) end -= 1;
  return payload.subarray(0, end);
}
