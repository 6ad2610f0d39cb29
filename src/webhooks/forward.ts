import { hostname, networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../base/errors.ts';
import { bareHost, isLoopback, portOf } from '../base/origin.ts';
import { maskUrl } from '../base/secrets.ts';
import type { Answer, Delivery, HeaderPair } from './delivery.ts';
import type { DeliveryFilter } from './filter.ts';
import { plainAnswer, withoutHopByHop } from './http-messages.ts';
import type { ListenerOptions } from './options.ts';
import { post, type SendOptions } from './send.ts';

/** What is said anew. */
const setAnew = /^(?:host|content-length)$/i;
const worthRetrying = new Set([429, 502, 503, 504]);
const attempts = 3;

/**
 * Forwards a delivery with its own bytes and header lines (`original`, unmasked), and retries if the receiver does not answer or asks
 * for a retry, `pauseMs` before the first one and twice as long before the second. Receivers of notifications must accept a repeated
 * delivery, so retrying a POST is safe here.
 * @throws {NetworkError} where the last attempt gets no answer
 */
export async function forward(
  url: URL,
  delivery: Pick<Delivery, 'body'>,
  original: readonly HeaderPair[],
  { pauseMs = 250, timeoutMs = 10_000, ...options }: SendOptions & { pauseMs?: number } = {},
): Promise<Answer> {
  const headers = withoutHopByHop(original).filter(([name]) => !setAnew.test(name));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await post(url, headers, delivery.body, { timeoutMs, ...options });
      if (attempt === attempts || !worthRetrying.has(answer.status)) return answer;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (attempt === attempts) throw error;
    }
    await wait(pauseMs * 2 ** (attempt - 1), undefined, options.signal ? { signal: options.signal } : {});
  }
}

/** Answers the deliveries that fit as a receiver does; `warn` gets why it did not respond. */
export function forwarding(
  url: URL,
  fits: DeliveryFilter,
  options: SendOptions,
  warn: (message: string) => void,
): NonNullable<ListenerOptions['respond']> {
  return async (delivery, original, ended) => {
    if (!fits(delivery)) return undefined;
    return forward(url, delivery, original, { ...options, signal: ended }).catch((error: Error) => {
      if (!ended.aborted) warn(error.message);
      throw error;
    });
  };
}

/** Lets a configuration pass its verification, whatever --status rehearses. */
export async function answerVerification({ marks }: Delivery): Promise<Answer | undefined> {
  return marks.includes('verification') ? plainAnswer(204) : undefined;
}

/** @throws {UsageError} for a receiver that is the listener */
export function rejectLoop(receiver: URL, listener: string, publicUrl: string | undefined): void {
  const isPublic = publicUrl !== undefined && receiver.href === new URL(publicUrl).href;
  if (!isPublic && !leadsBack(receiver, new URL(listener))) return;
  throw new UsageError(`--forward: ${maskUrl(receiver)} is the listener itself, which would never end.`);
}

/** Whether a URL leads back to a listener: to its address and port, by whatever name and path. */
export function leadsBack(url: URL, listener: URL): boolean {
  if (portOf(url) !== portOf(listener)) return false;
  const [to, bound] = [bareHost(url), bareHost(listener)];
  if (to === bound) return true;
  if (isAnywhere(bound)) return isLoopback(url.hostname) || isAnywhere(to) || namesOfThisMachine().includes(to);
  return isLoopback(listener.hostname) && (to === 'localhost' || to.endsWith('.localhost') || isAnywhere(to));
}

function namesOfThisMachine(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return [hostname().toLowerCase(), ...addresses.map(({ address }) => address)];
}

const isAnywhere = (host: string) => host === '0.0.0.0' || host === '::';
