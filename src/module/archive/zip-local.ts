import { rejectEntry } from './rejection.ts';
import type { Spool } from './spool.ts';
import { flag, type ZipMember } from './zip-directory.ts';
import { memberName, readExtra, widened } from './zip-extra.ts';

const headBytes = 30;

/**
 * Finds the content of a member behind its local header, which must say what the directory says.
 * @param next where the next member or the directory begins; no bytes may be in between
 */
export function contentAt(spool: Spool, member: ZipMember, next: number): number {
  const { name } = member;
  if (member.at + headBytes > next) rejectOverlap(name);
  const head = spool.read(member.at, headBytes);
  if (head.toString('latin1', 0, 4) !== 'PK\x03\x04') rejectEntry(name, 'has no local header where the directory says');
  const at = member.at + headBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
  const end = at + member.packedBytes;
  if (end > next) rejectOverlap(name);
  agree(spool.read(member.at, at - member.at), member);
  if ((member.flags & flag.descriptor) !== 0) checkDescriptor(spool, end, next - end, member);
  else if (end !== next) rejectEntry(name, 'is followed by unused bytes');
  return at;
}

function agree(record: Buffer, member: ZipMember): void {
  const { flags, isUtf8, name } = member;
  const extraAt = headBytes + record.readUInt16LE(26);
  const extra = readExtra(record.subarray(extraAt), name);
  const isSaid = record.readUInt16LE(6) === flags && record.readUInt16LE(8) === member.method;
  if (!isSaid || memberName(record.subarray(headBytes, extraAt), isUtf8, extra) !== name) differ(name);
  const [bytes, packedBytes] = widened(
    [
      { value: record.readUInt32LE(22), bytes: 4 },
      { value: record.readUInt32LE(18), bytes: 4 },
    ],
    extra.zip64,
    name,
  );
  // A writer that does not know them yet leaves zeros and sends a descriptor.
  const isLater = (flags & flag.descriptor) !== 0;
  const same = (local: number | undefined, central: number) => local === central || (isLater && local === 0);
  if (!same(bytes, member.bytes) || !same(packedBytes, member.packedBytes)) differ(name);
  if (!same(record.readUInt32LE(14), member.crc)) differ(name);
}

/** A data descriptor has four forms, each of its own length: with a signature or without, in 32 bits or in 64. */
function checkDescriptor(spool: Spool, from: number, length: number, member: ZipMember): void {
  const { name, crc, packedBytes, bytes } = member;
  if (length !== 12 && length !== 16 && length !== 20 && length !== 24) {
    rejectEntry(name, 'is followed by unused bytes');
  }
  const descriptor = spool.read(from, length);
  const isSigned = length === 16 || length === 24;
  const at = isSigned ? 4 : 0;
  const sizes =
    length < 20
      ? [descriptor.readUInt32LE(at + 4), descriptor.readUInt32LE(at + 8)]
      : [Number(descriptor.readBigUInt64LE(at + 4)), Number(descriptor.readBigUInt64LE(at + 12))];
  if (isSigned && descriptor.toString('latin1', 0, 4) !== 'PK\x07\x08') differ(name);
  if (descriptor.readUInt32LE(at) !== crc || sizes[0] !== packedBytes || sizes[1] !== bytes) differ(name);
}

function differ(name: string): never {
  rejectEntry(name, 'differs between its local header and the zip directory');
}

function rejectOverlap(name: string): never {
  rejectEntry(name, 'overlaps the next entry');
}
