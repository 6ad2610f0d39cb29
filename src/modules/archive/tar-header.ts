import { decodeName, rejectArchive, rejectEntry } from './rejection.ts';

/** The header block (512 bytes) of a tar entry, with its fields as written. */
export interface TarHeader {
  type: string;
  name: string;
  linkName: string;
  bytes: number;
  mode: number;
  modifiedSeconds: number;
}

export const blockBytes = 512;
const checksumAt = 148;
const posixMagic = Buffer.from('ustar\0');

function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < checksumAt; at += 1) sum += block[at]!;
  for (let at = checksumAt + 8; at < blockBytes; at += 1) sum += block[at]!;
  return sum;
}

/** Reads spaces, octal digits, then only spaces and zero bytes. Returns 0 for a blank field, NaN for anything else. */
function octal(block: Buffer, at: number, length: number): number {
  const end = at + length;
  let next = at;
  while (next < end && block[next] === 0x20) next += 1;
  let value = 0;
  for (; next < end; next += 1) {
    const digit = block[next]! - 0x30;
    if (digit < 0 || digit > 7) break;
    value = value * 8 + digit;
  }
  for (; next < end; next += 1) {
    if (block[next] !== 0 && block[next] !== 0x20) return Number.NaN;
  }
  return value;
}

/** Reads a number in GNU's base-256: the top bit is a mark, the rest a big-endian two's-complement number. */
function base256(block: Buffer, at: number, length: number): number {
  const first = block[at]!;
  const negative = (first & 0x40) !== 0;
  let value = BigInt(negative ? (first & 0x7f) - 0x80 : first & 0x7f);
  for (let next = at + 1; next < at + length; next += 1) value = value * 256n + BigInt(block[next]!);
  return Number(value);
}

function number(block: Buffer, at: number, length: number): number {
  return (block[at]! & 0x80) !== 0 ? base256(block, at, length) : octal(block, at, length);
}

/** Reads a text field up to its first zero byte. */
function text(block: Buffer, at: number, length: number): string {
  const zero = block.indexOf(0, at);
  return decodeName(block, at, zero === -1 || zero > at + length ? at + length : zero);
}

export function isAllZero(bytes: Uint8Array): boolean {
  return Buffer.alloc(bytes.length).equals(bytes);
}

/** Returns whether a block has the checksum of a tar header. */
export function isTarHeader(block: Buffer): boolean {
  return octal(block, checksumAt, 8) === checksum(block);
}

/** Reads a header. @throws {CheckFailedError} for a wrong checksum, and for a size that is negative, invalid or beyond 2^53 */
export function readHeader(block: Buffer): TarHeader {
  if (!isTarHeader(block)) rejectArchive('a tar header does not match its checksum');
  // Only POSIX headers have a prefix here; GNU headers have times.
  const posix = posixMagic.compare(block, 257, 263) === 0;
  const prefix = posix && block[345] !== 0 ? `${text(block, 345, 155)}/` : '';
  const name = prefix + text(block, 0, 100);
  const bytes = number(block, 124, 12);
  if (!Number.isSafeInteger(bytes) || bytes < 0) rejectEntry(name, 'has an invalid size');
  const mode = number(block, 100, 8);
  const modifiedSeconds = number(block, 136, 12);
  if (Number.isNaN(mode) || Number.isNaN(modifiedSeconds)) rejectEntry(name, 'has an invalid header');
  const linkName = block[157] === 0 ? '' : text(block, 157, 100);
  return { type: String.fromCharCode(block[156]!), name, linkName, bytes, mode, modifiedSeconds };
}

/** The fields of a pax header that `svc` uses. */
export interface PaxRecords {
  path?: string;
  linkpath?: string;
  size?: number;
  mtime?: number;
}

function* records(payload: Buffer): Generator<[key: string, value: Buffer]> {
  for (let at = 0; at < payload.length; ) {
    const space = payload.indexOf(0x20, at);
    const length = space === -1 || space - at > 8 ? '' : payload.toString('latin1', at, space);
    const end = at + Number(length);
    const equals = payload.indexOf(0x3d, space + 1);
    if (!/^[1-9]\d*$/.test(length) || end > payload.length || payload[end - 1] !== 0x0a) malformed();
    if (equals === -1 || equals >= end || equals === space + 1) malformed();
    yield [payload.toString('utf8', space + 1, equals), payload.subarray(equals + 1, end - 1)];
    at = end;
  }
}

function malformed(): never {
  rejectArchive('a pax header is malformed');
}

function decimal(value: Buffer, form: RegExp): number {
  const digits = value.toString('latin1');
  return form.test(digits) ? Number(digits) : malformed();
}

/** Reads the payload of a pax header; ignores keys other than name, size and time. */
export function readPax(payload: Buffer): PaxRecords {
  const fields: PaxRecords = {};
  const keys = new Set<string>();
  for (const [key, value] of records(payload)) {
    if (key.startsWith('GNU.sparse.')) rejectArchive('it holds a sparse file, which is not supported');
    if (key === 'hdrcharset' && !value.toString('latin1').includes('10646')) {
      rejectArchive('a pax header is not in UTF-8');
    }
    if (key !== 'path' && key !== 'linkpath' && key !== 'size' && key !== 'mtime') continue;
    if (keys.has(key)) rejectArchive(`a pax header names its ${key} twice`);
    keys.add(key);
    if (key === 'path' || key === 'linkpath') fields[key] = value.length > 0 ? decodeName(value) : malformed();
    else if (key === 'size') fields.size = decimal(value, /^\d{1,15}$/);
    else fields.mtime = decimal(value, /^-?\d{1,15}(\.\d*)?$/);
  }
  return fields;
}
