import { cancellation } from '../../base/errors.ts';

/** Copying small pieces together costs less than a turn of the unpacking thread for each. */
const batchBytes = 128 * 1024;

/**
 * Passes on the bytes of a source in pieces of at least 128 KiB, except the last.
 * @throws {CancelledError} as soon as the signal fires, even while the source is silent; what the source throws
 */
export async function* receive(
  source: AsyncIterable<Uint8Array>,
  { signal, onPiece }: { signal: AbortSignal; onPiece: (bytes: Uint8Array) => void },
): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  let waiting = false;
  let batch: Uint8Array[] = [];
  let gathered = 0;
  try {
    for (;;) {
      waiting = true;
      const { done, value } = await nextUnlessAborted(iterator, signal);
      waiting = false;
      if (!done) {
        onPiece(value);
        batch.push(value);
        gathered += value.length;
      }
      if (gathered > 0 && (done || gathered >= batchBytes)) {
        yield join(batch, gathered);
        batch = [];
        gathered = 0;
      }
      if (done) return;
    }
  } finally {
    // Do not await the return of a pending source: it is queued behind the pending read.
    const closed = Promise.resolve(iterator.return?.()).catch(() => undefined);
    if (!waiting) await closed;
  }
}

function join(batch: Uint8Array[], length: number): Buffer {
  const [only] = batch;
  if (only === undefined || batch.length > 1) return Buffer.concat(batch, length);
  return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
}

function nextUnlessAborted<T>(iterator: AsyncIterator<T>, signal: AbortSignal): Promise<IteratorResult<T>> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(cancellation(signal));
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', cancel));
  });
}
