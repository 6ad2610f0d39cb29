import type { IncomingMessage } from 'node:http';
import { unlessThrown } from '../base/unless-thrown.ts';
import { identify } from './callers.ts';
import { Rejection } from './reply.ts';
import type { State } from './state.ts';

/** assumed: the headers when the sandbox has no rate limit (docs/protocol/conventions.md#rate-limits). */
const unlimitedHeaders = { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29', 'x-ratelimit-reset': '0.0' };

/** Limits the requests of a user in each second of the sandbox's clock; requests without a token count for their IP address. */
export class RateLimit {
  #second = 0;
  #counts = new Map<string, number>();

  /** Undefined means unlimited. */
  constructor(
    private readonly perSecond: number | undefined,
    private readonly state: () => State,
  ) {}

  /** Counts one request of a caller, and returns whether the limit is exceeded, with the headers about it. assumed: everything about the limit except the 429 (docs/protocol/conventions.md#rate-limits). */
  count(request: IncomingMessage) {
    const limit = this.perSecond;
    if (limit === undefined) return { exceeded: false, headers: unlimitedHeaders };
    const now = this.state().now().getTime();
    const second = Math.floor(now / 1000);
    if (second !== this.#second) this.#counts = new Map();
    this.#second = second;
    const caller = this.#callerOf(request);
    const count = (this.#counts.get(caller) ?? 0) + 1;
    this.#counts.set(caller, count);
    return {
      exceeded: count > limit,
      headers: {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - count)),
        'x-ratelimit-reset': (second + 1 - now / 1000).toFixed(3),
      },
    };
  }

  #callerOf({ headers, socket }: IncomingMessage): string {
    const caller = unlessThrown(() => identify(headers.authorization, this.state()));
    return caller?.user.id ?? socket.remoteAddress ?? '';
  }
}

export const tooManyRequests = () =>
  new Rejection(429, { title: 'too many requests', detail: "You have exceeded the API's rate limit" });
