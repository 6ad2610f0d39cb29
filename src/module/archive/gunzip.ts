import { createGunzip, type Gunzip } from 'node:zlib';
import type { Budget } from './limits.ts';
import { refuseArchive } from './refusal.ts';
import { isAllZero } from './zeros.ts';
import { consumed, dataFault, streamOptions } from './zlib-stream.ts';

/**
 * Unpacks a gzip stream of one or more members while the source goes on arriving; throws `CheckFailedError` when it is
 * truncated, corrupt (CRC-32 and length are checked), followed by anything but zeros, or a bomb. What the source throws
 * passes untouched.
 */
export async function* gunzip(source: AsyncIterable<Buffer>, budget: Budget): AsyncGenerator<Buffer> {
  const engine = createGunzip(streamOptions);
  engine.on('error', () => {});
  let sourceFault: { error: unknown } | undefined;
  const fed = feed(source, engine).catch((error: unknown) => {
    sourceFault = { error };
    engine.destroy();
  });
  let unpackedBytes = 0;
  try {
    for await (const block of engine as AsyncIterable<Buffer>) {
      unpackedBytes += block.length;
      budget.checkRatio(engine.bytesWritten, unpackedBytes);
      yield block;
    }
    await fed;
  } catch (error) {
    if (sourceFault === undefined) refuseStream(error);
  } finally {
    engine.destroy();
  }
  if (sourceFault) throw sourceFault.error;
}

async function feed(source: AsyncIterable<Buffer>, engine: Gunzip): Promise<void> {
  let packedBytes = 0;
  for await (const chunk of source) {
    if (!engine.readableEnded) await consumed(engine, chunk);
    if (engine.destroyed && !engine.readableEnded) return;
    // zlib stops without a word at the first zero after a member, whatever comes behind it.
    const tail = chunk.subarray(Math.max(0, engine.bytesWritten - packedBytes));
    if (tail.length > 0 && !isAllZero(tail)) refuseArchive('something follows the end of the gzip stream');
    packedBytes += chunk.length;
  }
  engine.end();
}

function refuseStream(error: unknown): never {
  const fault = dataFault(error);
  if (fault === undefined) throw error;
  if (fault.truncated) refuseArchive(`it is truncated (the gzip stream ${fault.words})`, error);
  refuseArchive(`it is corrupt (gzip: ${fault.words})`, error);
}
