import type { Budget } from './limits.ts';
import { rejectArchive, rejectEntry } from './rejection.ts';
import type { Spool } from './spool.ts';
import { memberName, readExtra, widened } from './zip-extra.ts';

export interface ZipMember {
  name: string;
  /** Set if the flags of the member mark its name as UTF-8. */
  isUtf8: boolean;
  kind: 'file' | 'folder' | 'symlink';
  executable: boolean;
  modifiedSeconds: number;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** The offset of the member's local header. */
  at: number;
}

export const flag = { descriptor: 1 << 3, utf8: 1 << 11 } as const;
const encryptedFlags = (1 << 0) | (1 << 6) | (1 << 13);
const patchFlag = 1 << 5;
/** The compression level, the data descriptor, UTF-8. */
const knownFlags = (1 << 1) | (1 << 2) | flag.descriptor | flag.utf8;
export const method = { stored: 0, deflated: 8 } as const;
const aesMethod = 99;
const headBytes = 46;
const dosFolder = 0x10;
/** Kinds by the type bits of a Unix mode. */
const types: Record<number, ZipMember['kind']> = { 8: 'file', 4: 'folder', 10: 'symlink' };
const special: Record<number, string> = {
  1: 'is a FIFO',
  2: 'is a character device',
  6: 'is a block device',
  12: 'is a socket',
};

/** Reads the central directory. @throws {CheckFailedError} for malformed or unsupported entries */
export function readDirectory(spool: Spool, { at, bytes, members }: ZipDirectory, budget: Budget): ZipMember[] {
  budget.announceEntries(members);
  const directory: ZipMember[] = [];
  const end = at + bytes;
  let next = at;
  while (directory.length < members) {
    if (next + headBytes > end) rejectDirectory();
    const head = spool.read(next, headBytes);
    if (head.toString('latin1', 0, 4) !== 'PK\x01\x02') rejectDirectory();
    const length = headBytes + head.readUInt16LE(28) + head.readUInt16LE(30) + head.readUInt16LE(32);
    if (next + length > end) rejectDirectory();
    directory.push(readMember(spool.read(next, length)));
    next += length;
  }
  if (next !== end) rejectDirectory();
  return directory;
}

function readMember(record: Buffer): ZipMember {
  const extraAt = headBytes + record.readUInt16LE(28);
  const raw = record.subarray(headBytes, extraAt);
  const flags = record.readUInt16LE(8);
  const extra = readExtra(record.subarray(extraAt, extraAt + record.readUInt16LE(30)), raw.toString());
  const madeBy = record.readUInt16LE(4);
  const isUtf8 = (flags & flag.utf8) !== 0 || isUnix(madeBy);
  const name = memberName(raw, isUtf8, extra);
  const packing = record.readUInt16LE(10);
  rejectUnsupported(name, flags, packing);
  const [bytes, packedBytes, at, disk] = widened(
    [
      { value: record.readUInt32LE(24), bytes: 4 },
      { value: record.readUInt32LE(20), bytes: 4 },
      { value: record.readUInt32LE(42), bytes: 4 },
      { value: record.readUInt16LE(34), bytes: 2 },
    ],
    extra.zip64,
    name,
  ) as [number, number, number, number];
  if (disk !== 0) rejectEntry(name, 'is in another part of a multi-part zip archive');
  const { kind, executable } = kindOf(name, madeBy, record.readUInt32LE(38));
  if (kind === 'folder' && bytes > 0) rejectEntry(name, 'has content although it is not a file');
  if (packing === method.stored && bytes !== packedBytes) rejectEntry(name, 'has two different sizes or offsets');
  const modifiedSeconds = extra.modifiedSeconds ?? dosSeconds(record.readUInt16LE(14), record.readUInt16LE(12));
  const crc = record.readUInt32LE(16);
  return { name, isUtf8, kind, executable, modifiedSeconds, flags, method: packing, crc, packedBytes, bytes, at };
}

function rejectUnsupported(name: string, flags: number, packing: number): void {
  if ((flags & encryptedFlags) !== 0 || packing === aesMethod) {
    rejectEntry(name, 'is encrypted, which is not supported');
  }
  if ((flags & patchFlag) !== 0) rejectEntry(name, 'is patch data, which is not supported');
  if ((flags & ~knownFlags) !== 0) rejectEntry(name, `has the unknown flags 0x${(flags & ~knownFlags).toString(16)}`);
  if (packing === method.stored || packing === method.deflated) return;
  rejectEntry(name, `is compressed with method ${packing}, which is not supported: only stored and deflated are`);
}

/** Reads a DOS time, which has no zone, as UTC: an archive must have the same tree everywhere. */
function dosSeconds(date: number, time: number): number {
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
  return Date.UTC(year, month - 1, day, time >> 11, (time >> 5) & 63, (time & 31) * 2) / 1000;
}

function rejectDirectory(): never {
  rejectArchive('it is corrupt (the zip directory does not match its end record)');
}

/** Returns whether a member was created on Unix or macOS, where names are UTF-8 even without the flag (Info-ZIP). */
function isUnix(madeBy: number): boolean {
  return [3, 19].includes(madeBy >> 8);
}

/** Returns the kind of a member, on which its name, its system of origin and its attributes must agree. */
function kindOf(name: string, madeBy: number, attributes: number): Pick<ZipMember, 'kind' | 'executable'> {
  const mode = attributes >>> 16;
  const type = mode >> 12;
  const hasMode = isUnix(madeBy);
  const kindByName = name.endsWith('/') ? 'folder' : 'file';
  const kindByMode = type === 0 ? kindByName : types[type];
  if (kindByMode === undefined) rejectEntry(name, special[type] ?? 'is of an unknown type');
  if (!hasMode && kindByMode === 'symlink') rejectEntry(name, 'is a link on some systems and a file on others');
  const kind = hasMode ? kindByMode : kindByName;
  if (kind !== 'folder' && kindByName === 'folder') rejectEntry(name, `is a ${kind} with the name of a folder`);
  if (kindByName === 'file' && (kind === 'folder' || (kind === 'file' && (attributes & dosFolder) !== 0))) {
    rejectEntry(name, 'is a folder with the name of a file');
  }
  return { kind, executable: hasMode && (mode & 0o100) !== 0 };
}

/** The place of the central directory of a zip file, and its number of members. */
interface ZipDirectory {
  at: number;
  bytes: number;
  members: number;
}

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
 * where a reader might look, and the directory is right before it.
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
    const zip64Marker = field === 'bytes' || field === 'at' ? 0xffffffff : 0xffff;
    if (short[field] !== zip64Marker && short[field] !== wide[field]) rejectArchive('its two end records differ');
  }
  return wide;
}

function rejectParts(): never {
  rejectArchive('it is one part of a multi-part zip archive');
}
