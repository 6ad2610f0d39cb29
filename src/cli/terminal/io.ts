import type { Readable, Writable } from 'node:stream';
import { cannot, isReaderGone } from '../../base/system/files.ts';

export type InputStream = Readable & { isTTY?: boolean };
export type OutputStream = Writable & { isTTY?: boolean; columns?: number };

/** The three standard streams of a run. */
export interface Streams {
  stdin: InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
}

/** The error for a stdout that its reader closed (`| head`). The run then ends without a message. */
export class OutputClosed extends Error {}

/** Writes one text after another, and waits for a slow reader. */
export type Write = (text: string | Uint8Array) => Promise<void>;

/** Returns a function that writes to a stream. After the signal, it does not wait. @throws {OutputClosed} from that function; {LocalError} */
export function writer(stream: OutputStream, signal?: AbortSignal): Write {
  let failure: Error | undefined;
  stream.on('error', (error: Error) => {
    failure = isReaderGone(error) ? new OutputClosed() : cannot('write the output', error);
  });
  return async (text) => {
    if (failure) throw failure;
    if (stream.write(text) || signal?.aborted) return;
    await new Promise<void>((resolve, reject) => {
      const drained = () => {
        stream.off('error', failed).off('close', failed).off('drain', drained);
        signal?.removeEventListener('abort', drained);
        resolve();
      };
      const failed = () => {
        stream.off('drain', drained);
        signal?.removeEventListener('abort', drained);
        reject(failure ?? new OutputClosed());
      };
      signal?.addEventListener('abort', drained, { once: true });
      stream.once('drain', drained).once('error', failed).once('close', failed);
    });
  };
}

/** Reads a stream to its end, up to a limit. @throws {RangeError} above `maxBytes` */
export async function readAll(stream: AsyncIterable<Uint8Array | string>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > maxBytes) throw new RangeError(`more than ${maxBytes} bytes`);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks);
}
