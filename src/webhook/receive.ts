import { IncomingMessage } from 'node:http';
import type { Limits } from './limits.ts';

/** A body, or why there is none. */
export type Received = Buffer | 'too-large' | 'cut-off';

/** Takes a body as it comes in. */
interface Collector {
  take(chunk: Buffer): void;
  end(): void;
  /** The request was closed, complete or not. */
  closed(): void;
}

/**
 * A request that hands each piece of its body over as it is parsed, once somebody collects it. It is no stream then: what Node
 * does to make one of a body in one piece takes longer than all that we do with it.
 */
export class CollectedRequest extends IncomingMessage {
  collector: Collector | undefined;

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.collector === undefined) return super.push(chunk, encoding);
    if (chunk === null) this.collector.end();
    else this.collector.take(chunk);
    return true;
  }

  override resume(): this {
    return this.collector === undefined ? super.resume() : this;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.collector?.closed();
    super._destroy(error, done);
  }
}

interface Upload {
  request: CollectedRequest;
  bytes: number;
}

/** Receives bodies as raw bytes within the limits, all of them together within one. */
export function createReceiver(
  limits: Pick<Limits, 'bodyBytes' | 'receivingBytes'>,
  onCutOff: () => void,
): (request: CollectedRequest, done: (received: Received) => void) => void {
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
      done(received);
    };
    request.collector = {
      take(chunk) {
        if (!uploads.has(upload)) return;
        upload.bytes += chunk.length;
        total += chunk.length;
        if (upload.bytes > limits.bodyBytes) {
          // The rest is for whoever refuses it.
          request.collector = undefined;
          return settle('too-large');
        }
        // A short piece of a long buffer would keep all of it.
        chunks.push(chunk.length * 4 < chunk.buffer.byteLength ? Buffer.from(chunk) : chunk);
        if (total > limits.receivingBytes) cutLargest();
      },
      end: () => settle(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)),
      closed: () => settle('cut-off'),
    };
  };
}
