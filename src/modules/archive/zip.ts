import type { EntrySink } from './entry.ts';
import { type Budget, howToRaise } from './limits.ts';
import { decodeName, rejectArchive, rejectEntry } from './rejection.ts';
import type { Spool } from './spool.ts';
import { unpackMember } from './zip-content.ts';
import { flag, readDirectory, type ZipMember } from './zip-directory.ts';
import { findDirectory } from './zip-end.ts';
import { memberName, readExtra, widened } from './zip-extra.ts';

const headBytes = 30;

/**
 * Reads a zip file and passes its members on in the order of their offsets. Local headers must agree with the directory, and headers,
 * contents
 * and directory must fill the file without gap and overlap, so that no reader can find another archive in it.
 * @param breathe called between members, to yield the thread now and then
 * @throws {CheckFailedError} for corrupt, ambiguous or unsupported content
 */
export async function readZip(
  spool: Spool,
  budget: Budget,
  sink: EntrySink,
  breathe: () => Promise<void> | undefined,
): Promise<void> {
  const directory = findDirectory(spool);
  const members = readDirectory(spool, directory, budget).sort((one, other) => one.at - other.at);
  if (members[0]?.at !== 0) rejectArchive('there is data before the first entry of the zip archive');
  let unpackedBytes = 0;
  for (const [index, member] of members.entries()) {
    await breathe();
    const at = contentAt(spool, member, members[index + 1]?.at ?? directory.at);
    const counted = (take: (bytes: Buffer) => void) =>
      unpackMember(spool, member, at, (bytes, readTo) => {
        unpackedBytes += bytes.length;
        budget.checkRatio(readTo, unpackedBytes);
        take(bytes);
      });
    if (member.kind === 'symlink') {
      const target = await targetOf(member, budget, counted);
      sink.begin({ ...member, bytes: 0, target });
    } else {
      sink.begin({ ...member, target: '' });
      await counted((bytes) => sink.write(bytes));
    }
    sink.end();
  }
}

/** Reads the target of a link from its content. */
async function targetOf(
  { name, bytes }: ZipMember,
  budget: Budget,
  unpack: (take: (bytes: Buffer) => void) => Promise<void>,
): Promise<string> {
  if (bytes > budget.limits.pathBytes) {
    rejectEntry(name, 'has a target that is too long', undefined, howToRaise('pathBytes'));
  }
  budget.spendBesides(bytes);
  const pieces: Buffer[] = [];
  await unpack((piece) => pieces.push(Buffer.from(piece)));
  return decodeName(Buffer.concat(pieces));
}

/**
 * Finds the content of a member behind its local header, which must agree with the directory.
 * @param next the offset of the next member or the directory
 */
function contentAt(spool: Spool, member: ZipMember, next: number): number {
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
  // A writer that does not know them yet writes zeros and a descriptor.
  const isLater = (flags & flag.descriptor) !== 0;
  const same = (local: number | undefined, central: number) => local === central || (isLater && local === 0);
  if (!same(bytes, member.bytes) || !same(packedBytes, member.packedBytes)) differ(name);
  if (!same(record.readUInt32LE(14), member.crc)) differ(name);
}

/** Checks a data descriptor, which has four forms of different lengths: with a signature or without, in 32 bits or in 64. */
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
