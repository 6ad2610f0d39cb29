import type { IncomingMessage } from 'node:http';
import type { Limits } from './options.ts';

/** A body, or why there is none. */
export type Received = Buffer | 'too-large' | 'cut-off';

interface Upload {
  request: IncomingMessage;
  bytes: number;
}

/** Receives bodies as raw bytes within the limits, all of them together within one. */
export function createReceiver(
  limits: Pick<Limits, 'bodyBytes' | 'receivingBytes'>,
  onCutOff: () => void,
): (request: IncomingMessage, done: (received: Received) => void) => void {
  const uploads = new Set<Upload>();
  let total = 0;

  function cutLargest(): void {
    let largest: Upload | undefined;
    for (const upload of uploads) if (largest === undefined || upload.bytes > largest.bytes) largest = upload;
    onCutOff();
    largest?.request.socket.destroy();
  }

  return (request, done) => {
    const upload: Upload = { request, bytes: 0 };
    const chunks: Buffer[] = [];
    uploads.add(upload);

    const settle = (received: Received) => {
      if (!uploads.delete(upload)) return;
      total -= upload.bytes;
      // The rest is for whoever refuses it.
      request.off('data', take);
      done(received);
    };
    const take = (chunk: Buffer) => {
      upload.bytes += chunk.length;
      total += chunk.length;
      if (upload.bytes > limits.bodyBytes) return settle('too-large');
      // A short piece of a long buffer would keep all of it.
      chunks.push(chunk.length * 4 < chunk.buffer.byteLength ? Buffer.from(chunk) : chunk);
      if (total > limits.receivingBytes) cutLargest();
    };
    request.on('data', take);
    request.once('end', () => settle(Buffer.concat(chunks)));
    request.once('close', () => settle('cut-off'));
  };
}
