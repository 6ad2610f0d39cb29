import { hostname, networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { TransportFault } from '../api/client/transport-fault.ts';
import { monotonicMs } from '../base/clock.ts';
import { NetworkError, UsageError } from '../base/errors.ts';
import { bareHost, isLoopback, portOf } from '../base/origin.ts';
import { maskUrl } from '../base/secrets.ts';
import type { Answer, Delivery, HeaderPair } from './delivery.ts';
import { noAnswer, plainAnswer, withoutHopByHop } from './http-messages.ts';
import { post, type SendOptions } from './send.ts';

const clientHeaders = /^(?:host|content-length)$/i;
const attempts = 3;
/** Less than the 10 s that the service waits for a response. */
const limitMs = 8000;
const shownBytes = 500;

/**
 * Forwards a delivery with the sender's bytes and header lines (`original`, unmasked), within `timeoutMs` for all attempts. Retries only
 * if the request cannot have arrived: after `pauseMs`, doubled each time. Of a response that is too long or cut, returns the beginning.
 * @throws {NetworkError} if no response arrives
 */
export async function forward(
  url: URL,
  delivery: Pick<Delivery, 'body'>,
  original: readonly HeaderPair[],
  { pauseMs = 250, timeoutMs = limitMs, ...options }: SendOptions & { pauseMs?: number } = {},
): Promise<Answer> {
  const headers = withoutHopByHop(original).filter(([name]) => !clientHeaders.test(name));
  const end = monotonicMs() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    const leftMs = Math.round(end - monotonicMs());
    const pause = pauseMs * 2 ** (attempt - 1);
    try {
      return await post(url, headers, delivery.body, { cutsAnswer: true, ...options, timeoutMs: leftMs });
    } catch (error) {
      options.signal?.throwIfAborted();
      const isUnsent = error instanceof TransportFault && !error.sent && !error.lasting;
      if (!isUnsent || attempt === attempts || end - monotonicMs() <= pause) throw error;
    }
    await wait(pause, undefined, options.signal ? { signal: options.signal } : {});
  }
}

/** Returns a function that forwards deliveries and returns the receiver's responses; `hide` masks secrets in them. */
export function forwarding(url: URL, options: SendOptions, hide: (text: string) => string) {
  return {
    async answer(delivery: Delivery, original: readonly HeaderPair[], ended: AbortSignal): Promise<Answer> {
      try {
        const answer = await forward(url, delivery, original, { ...options, signal: ended });
        return { ...answer, failure: failureOf(answer, url, hide) };
      } catch (error) {
        if (!(error instanceof NetworkError) || ended.aborted) throw error;
        return { ...noAnswer, failure: [error.message, error.hint ?? []].flat().join(' ') };
      }
    },
    handle: async (delivery: Delivery) => delivery.status < 300,
  };
}

/** Returns why a receiver did not accept a delivery: the text of its response, or the target of its redirect. */
function failureOf({ body, headers, status }: Answer, url: URL, hide: (text: string) => string): string | undefined {
  if (status < 300) return undefined;
  const [, location = ''] = headers.find(([name]) => /^location$/i.test(name)) ?? [];
  if (status < 400 && location !== '' && URL.canParse(location, url.href)) {
    const target = maskUrl(new URL(location, url));
    return `${maskUrl(url)} redirects to ${target}, which is not followed. Use --forward ${target}`;
  }
  const text = hide(body.toString()).trim().slice(0, shownBytes);
  return `${maskUrl(url)} answered ${status}${text && `: ${text}`}`;
}

/** Responds to a verification with 204, because the status of --status could make it fail. */
export async function answerVerification({ marks }: Delivery): Promise<Answer | undefined> {
  return marks.includes('verification') ? plainAnswer(204) : undefined;
}

/** Rejects a receiver that is the listener itself. @throws {UsageError} */
export function rejectLoop(receiver: URL, listener: string, publicUrl: string | undefined): void {
  const isPublic = publicUrl !== undefined && receiver.href === new URL(publicUrl).href;
  if (!isPublic && !leadsBack(receiver, new URL(listener))) return;
  throw new UsageError(`--forward: ${maskUrl(receiver)} is the listener itself, which would never end.`);
}

/** Returns whether a URL leads back to a listener: to its address and port, by any name and path. */
export function leadsBack(url: URL, listener: URL): boolean {
  if (portOf(url) !== portOf(listener)) return false;
  const [host, bound] = [bareHost(url), bareHost(listener)];
  if (host === bound) return true;
  if (isAnywhere(bound)) return isLoopback(url.hostname) || isAnywhere(host) || namesOfThisMachine().includes(host);
  return isLoopback(listener.hostname) && (host === 'localhost' || host.endsWith('.localhost') || isAnywhere(host));
}

function namesOfThisMachine(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return [hostname().toLowerCase(), ...addresses.map(({ address }) => address)];
}

const isAnywhere = (host: string) => host === '0.0.0.0' || host === '::';
