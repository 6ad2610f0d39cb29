import type { IncomingMessage } from 'node:http';
import { monotonicMs } from '../../base/clock.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import type { Answer, Delivery } from '../delivery.ts';
import { Unserved } from './respond.ts';

const mostBytes = 16 * 1024;
const mostText = 4096;

export interface ReplayParts {
  readonly destination?: URL | undefined;
  /** Sends a delivery again. @throws {CheckFailedError} for an unverified one, unless allowed */
  replay(delivery: Delivery, wish: { url: URL; allowUnverified: boolean; signal: AbortSignal }): Promise<Answer>;
  /** Parses the URL that a person typed. @throws {UsageError} for anything but http and https */
  destinationOf(text: string): URL;
}

/** The result of a replay: the status, the time and the beginning of the response. @public */
export type Replayed = Awaited<ReturnType<typeof replayed>>;

/**
 * Sends a delivery again as the request demands: `{"to": URL, "allowUnverified": boolean}`; an empty `to` is the default destination.
 * @throws {Unserved} for an invalid request; the errors of `replay`
 */
export async function replayed(
  request: IncomingMessage,
  delivery: Delivery,
  { destination, destinationOf, replay }: ReplayParts,
  signal: AbortSignal,
) {
  const { to, allowUnverified } = await wishOf(request);
  const url = to === '' && destination ? destination : destinationOf(to);
  const began = monotonicMs();
  const { body, status } = await replay(delivery, { url, allowUnverified, signal });
  const milliseconds = Math.round(monotonicMs() - began);
  return { status, milliseconds, text: body.subarray(0, mostText).toString() };
}

async function wishOf(request: IncomingMessage): Promise<{ to: string; allowUnverified: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Unserved(413, 'The replay request is too large.');
    chunks.push(chunk);
  }
  const wish = jsonIn(Buffer.concat(chunks).toString());
  if (!isObject(wish) || typeof wish.to !== 'string' || typeof wish.allowUnverified !== 'boolean') {
    throw new Unserved(400, 'The replay request has no target URL.');
  }
  return { to: wish.to, allowUnverified: wish.allowUnverified };
}
