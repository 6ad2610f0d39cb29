import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { rejectEntry } from './rejection.ts';
import type { Spool } from './spool.ts';
import { method, type ZipMember } from './zip-directory.ts';
import { consumed, dataFault, streamOptions, unpackedBy } from './zlib-stream.ts';

const pieceBytes = 256 * 1024;
/** Members up to this size are unpacked in one call: a stream costs more than the work. */
const smallBytes = 1024 * 1024;

/** Receives a piece of content; `readTo` is the end of what was read for it. */
export type TakePiece = (bytes: Buffer, readTo: number) => void;

/**
 * Unpacks the content of a member that begins at `at`. @throws {CheckFailedError} when its length or CRC-32 is not that of the directory
 */
export async function unpackMember(spool: Spool, member: ZipMember, at: number, take: TakePiece): Promise<void> {
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
    // Read a byte more than announced, to notice longer content.
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
