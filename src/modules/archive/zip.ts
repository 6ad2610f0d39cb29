import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { type Budget, howToRaise } from './limits.ts';
import { decodeName, rejectArchive, rejectEntry } from './rejection.ts';
import type { Spool } from './spool.ts';
import type { EntrySink } from './tree.ts';
import { findDirectory, flag, method, readDirectory, type ZipMember } from './zip-directory.ts';
import { memberName, readExtra, widened } from './zip-extra.ts';
import { consumed, dataFault, streamOptions, unpackedBy } from './zlib-stream.ts';

const headBytes = 30;

/**
 * Reads a zip file and gives its members to a sink in the order of their offsets. Local headers must agree with the directory; headers,
 * contents and directory must fill the file without gap and overlap. So no reader can find another archive in the file.
 * @param breathe called between members, to yield the thread now and then
 * @throws {CheckFailedError} for corrupt, ambiguous or unsupported content
 */
export async function readZip(spool: Spool, budget: Budget, sink: EntrySink, breathe: () => Promise<void> | undefined) {
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
 * Returns the offset of a member's content, after its local header, which must agree with the directory.
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
  if (!isSaid || memberName(record.subarray(headBytes, extraAt), isUtf8, extra) !== name) rejectDifference(name);
  const [bytes, packedBytes] = widened(
    [
      { value: record.readUInt32LE(22), bytes: 4 },
      { value: record.readUInt32LE(18), bytes: 4 },
    ],
    extra.zip64,
    name,
  );
  // A writer that did not know sizes and CRC in advance wrote zeros here, and a descriptor after the content.
  const isLater = (flags & flag.descriptor) !== 0;
  const isEqual = (local: number | undefined, central: number) => local === central || (isLater && local === 0);
  if (!isEqual(bytes, member.bytes) || !isEqual(packedBytes, member.packedBytes)) rejectDifference(name);
  if (!isEqual(record.readUInt32LE(14), member.crc)) rejectDifference(name);
}

/** Checks a data descriptor, which has four forms of different lengths: with or without a signature, in 32 or 64 bits. */
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
  if (isSigned && descriptor.toString('latin1', 0, 4) !== 'PK\x07\x08') rejectDifference(name);
  if (descriptor.readUInt32LE(at) !== crc || sizes[0] !== packedBytes || sizes[1] !== bytes) rejectDifference(name);
}

function rejectDifference(name: string): never {
  rejectEntry(name, 'differs between its local header and the zip directory');
}

function rejectOverlap(name: string): never {
  rejectEntry(name, 'overlaps the next entry');
}

const pieceBytes = 256 * 1024;
/** The size up to which a member is unpacked in one call: for a small member, a stream costs more than unpacking. */
const smallBytes = 1024 * 1024;

type TakePiece = (bytes: Buffer, readTo: number) => void;

/** Unpacks the content of a member, which begins at `at`. @throws {CheckFailedError} for another length or CRC-32 than in the directory */
async function unpackMember(spool: Spool, member: ZipMember, at: number, take: TakePiece): Promise<void> {
  let bytes = 0;
  let crc = 0;
  const checked: TakePiece = (piece, readTo) => {
    bytes += piece.length;
    if (bytes > member.bytes) rejectLonger(member);
    crc = crc32(piece, crc);
    take(piece, readTo);
  };
  if (member.method === method.stored) copyStored(spool, member, at, checked);
  else if (member.packedBytes <= smallBytes && member.bytes <= smallBytes) inflateSmall(spool, member, at, checked);
  else await inflateLarge(spool, member, at, checked);
  if (bytes < member.bytes) rejectEntry(member.name, 'is shorter than the zip directory says');
  if (crc !== member.crc) rejectEntry(member.name, 'is corrupt (CRC-32 mismatch)');
}

function copyStored(spool: Spool, { packedBytes }: ZipMember, from: number, take: TakePiece): void {
  const end = from + packedBytes;
  for (let at = from; at < end; at += pieceBytes) {
    const length = Math.min(pieceBytes, end - at);
    take(spool.read(at, length), at + length);
  }
}

function inflateSmall(spool: Spool, member: ZipMember, at: number, take: TakePiece): void {
  const { packedBytes, bytes } = member;
  const packed = spool.read(at, packedBytes);
  try {
    // Allow one byte more than announced, to notice longer content.
    const options = { info: true, chunkSize: Math.max(64, bytes + 1), maxOutputLength: bytes + 1 };
    const { buffer, engine } = inflateRawSync(packed, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    if (engine.bytesWritten !== packedBytes) rejectLeftOver(member);
    take(buffer, at + packedBytes);
  } catch (error) {
    rejectContent(member, error);
  }
}

async function inflateLarge(spool: Spool, member: ZipMember, at: number, take: TakePiece): Promise<void> {
  const engine = createInflateRaw(streamOptions);
  const feed = async () => {
    await null;
    for (let fed = 0; fed < member.packedBytes && !engine.readableEnded && !engine.destroyed; fed += pieceBytes) {
      await consumed(engine, spool.read(at + fed, Math.min(pieceBytes, member.packedBytes - fed)));
    }
    engine.end();
  };
  try {
    for await (const piece of unpackedBy(engine, feed)) take(piece, at + engine.bytesWritten);
    if (engine.bytesWritten !== member.packedBytes) rejectLeftOver(member);
  } catch (error) {
    rejectContent(member, error);
  }
}

function rejectContent(member: ZipMember, error: unknown): never {
  if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') rejectLonger(member);
  const fault = dataFault(error);
  if (fault === undefined) throw error;
  rejectEntry(member.name, `is ${fault.truncated ? 'truncated' : 'corrupt'} (deflate: ${fault.reason})`, error);
}

function rejectLonger({ name }: ZipMember): never {
  rejectEntry(name, 'is longer than the zip directory says');
}

function rejectLeftOver({ name }: ZipMember): never {
  rejectEntry(name, 'has unused compressed bytes');
}
