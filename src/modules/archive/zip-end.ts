import { rejectArchive } from './rejection.ts';
import type { Spool } from './spool.ts';

/** The place of the central directory of a zip file, and its number of members. */
export interface ZipDirectory {
  at: number;
  bytes: number;
  members: number;
}

/** The fields of an end record, short or of zip64. */
interface EndFields extends ZipDirectory {
  disk: number;
  directoryDisk: number;
  membersHere: number;
}

const endSignature = Buffer.from('PK\x05\x06');
const endBytes = 22;
const locatorBytes = 20;
const wideEndBytes = 56;

/**
 * Finds the central directory by the end record, of which there must be exactly one: its comment ends with the file, no other end record is
 * in reach of a reader, and the directory lies right before it.
 */
export function findDirectory(spool: Spool): ZipDirectory {
  const endAt = findEnd(spool);
  const record = spool.read(endAt, endBytes);
  const short: EndFields = {
    disk: record.readUInt16LE(4),
    directoryDisk: record.readUInt16LE(6),
    membersHere: record.readUInt16LE(8),
    members: record.readUInt16LE(10),
    bytes: record.readUInt32LE(12),
    at: record.readUInt32LE(16),
  };
  const wideAt = wideEndAt(spool, endAt);
  const { disk, directoryDisk, membersHere, ...directory } =
    wideAt === undefined ? short : wideEnd(spool, wideAt, short);
  if (disk !== 0 || directoryDisk !== 0 || membersHere !== directory.members) rejectParts();
  if (directory.members === 0) rejectArchive('it contains no files');
  if (directory.at + directory.bytes !== (wideAt ?? endAt)) {
    rejectArchive('the zip directory is not where its end record says (there is data before or after it)');
  }
  return directory;
}

function findEnd(spool: Spool): number {
  const tailBytes = Math.min(spool.bytes, endBytes + 0xffff);
  const tail = spool.read(spool.bytes - tailBytes, tailBytes);
  const last = tail.lastIndexOf(endSignature);
  if (last === -1) rejectArchive('it is truncated or followed by other data (it does not end in a zip directory)');
  const missing = commentEnd(tail, last) - tail.length;
  if (missing > 0) rejectArchive('it is truncated (its end record is cut)');
  if (missing < 0) rejectArchive('there is data after the end of the zip archive');
  for (let at = last; at > 0; ) {
    at = tail.lastIndexOf(endSignature, at - 1);
    if (at !== -1 && commentEnd(tail, at) === tail.length) rejectArchive('it has two end records');
  }
  return spool.bytes - tailBytes + last;
}

function commentEnd(tail: Buffer, at: number): number {
  return at + endBytes > tail.length ? tail.length + 1 : at + endBytes + tail.readUInt16LE(at + 20);
}

/** Returns the offset of the zip64 end record, if any. */
function wideEndAt(spool: Spool, endAt: number): number | undefined {
  const at = endAt - locatorBytes;
  if (at < 0) return undefined;
  const locator = spool.read(at, locatorBytes);
  if (locator.toString('latin1', 0, 4) !== 'PK\x06\x07') return undefined;
  const recordAt = Number(locator.readBigUInt64LE(8));
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) > 1) rejectParts();
  if (recordAt + wideEndBytes !== at) rejectArchive('its zip64 end record is not where its locator says');
  return recordAt;
}

function wideEnd(spool: Spool, at: number, short: EndFields): EndFields {
  const record = spool.read(at, wideEndBytes);
  if (record.toString('latin1', 0, 4) !== 'PK\x06\x06' || record.readBigUInt64LE(4) !== BigInt(wideEndBytes - 12)) {
    rejectArchive('its zip64 end record is malformed');
  }
  const wide: EndFields = {
    disk: record.readUInt32LE(16),
    directoryDisk: record.readUInt32LE(20),
    membersHere: Number(record.readBigUInt64LE(24)),
    members: Number(record.readBigUInt64LE(32)),
    bytes: Number(record.readBigUInt64LE(40)),
    at: Number(record.readBigUInt64LE(48)),
  };
  for (const field of Object.keys(short) as (keyof EndFields)[]) {
    const elsewhere = field === 'bytes' || field === 'at' ? 0xffffffff : 0xffff;
    if (short[field] !== elsewhere && short[field] !== wide[field]) rejectArchive('its two end records differ');
  }
  return wide;
}

function rejectParts(): never {
  rejectArchive('it is one part of a multi-part zip archive');
}
