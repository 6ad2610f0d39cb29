import type { JsMsg } from '@nats-io/jetstream';
import type { Delivery, HeaderPair } from '../webhook/delivery.ts';
import type { Recorder } from '../webhook/recorder.ts';
import { fromMessage } from './message.ts';

/** A delivery of a stream, and its header lines unmasked. */
export interface ReadDelivery {
  readonly delivery: Delivery;
  readonly original: readonly HeaderPair[];
}

/** Reads a message as a delivery, whose signature is verified again; undefined for a foreign message. */
export function readDelivery(message: Pick<JsMsg, 'data' | 'headers'>, recorder: Recorder): ReadDelivery | undefined {
  const { data } = message;
  const payload = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const request = fromMessage({ headers: headersOf(message), payload });
  if (!request) return undefined;
  // A publisher accepts POST at one path only; neither is part of the message.
  return { delivery: recorder.verify({ ...request, method: 'POST', path: '/' }, 204), original: request.headers };
}

/** None for header lines that cannot be read: anyone who may publish can write anything. */
function headersOf(message: Pick<JsMsg, 'headers'>): HeaderPair[] {
  try {
    return [...(message.headers ?? [])].flatMap(([name, values]) => values.map((value): HeaderPair => [name, value]));
  } catch {
    return [];
  }
}
