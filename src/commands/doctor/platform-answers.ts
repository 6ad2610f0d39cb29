import type { Context } from '../../cli/context.ts';
import { traceOf } from '../../cli/transport.ts';
import type { Client } from '../../client/client.ts';
import { startDeadline } from '../../client/deadline.ts';
import { endpointUrl } from '../../client/endpoints.ts';
import type { SendOptions } from '../../client/follow-redirects.ts';
import type { Headers } from '../../client/headers.ts';
import { createTransport, type HttpAnswer, type Transport } from '../../client/http.ts';
import { problem } from '../../client/problems.ts';
import { isRedirect } from '../../client/redirects.ts';
import { sendTraced } from '../../client/trace.ts';
import { jsonApiMediaType } from '../../contract/dialect.ts';
import type { Endpoint, Input, ReplyOf } from '../../contract/endpoint.ts';
import { account, type User } from '../../contract/platform/account.ts';
import { ping } from '../../contract/platform/ping.ts';
import { ProtocolError } from '../../errors.ts';
import { maskUrl } from '../../secrets.ts';
import type { Setting } from '../../settings/resolve.ts';
import { version } from '../../version.ts';
import type { Connection } from './connection.ts';
import { after, Skipped } from './result.ts';

/** The headers of a response, whatever its status, and when it arrived. */
interface Heard {
  headers: Headers;
  at: Date;
}

/** What the platform responds. Each throws {Skipped} if the platform cannot be reached, or is something else. */
export interface PlatformAnswers {
  /** The response to a request without a token. @throws {NetworkError} without a response, {TryLaterError} for 5xx, {ProtocolError} for a web page */
  heard(): Promise<Heard>;
  /** The token in force. @throws {Skipped} without one; {UsageError} for one that a header cannot contain */
  token(): Setting<string>;
  /** The user of the token. @throws {SvcError} for a rejection */
  user(): Promise<User>;
  /** One request with the token. @throws {SvcError} for a rejection */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ReplyOf<E>>;
  close(): Promise<void>;
}

/** Requests are sent once the connection is known to work, side by side, and never repeated. */
export function openPlatform(url: URL, connection: Connection, context: Context, limitMs: number): PlatformAnswers {
  const { client, credentials, debug, host, secrets } = context;
  let transport: Transport | undefined;
  let heard: Promise<Heard> | undefined;
  let user: Promise<User> | undefined;

  async function listen(): Promise<Heard> {
    const [proxy, trusted] = await Promise.all([connection.proxy(), connection.trusted()]);
    const timeouts = { connectMs: limitMs, attemptMs: limitMs, idleMs: limitMs, discoveryMs: limitMs };
    transport = createTransport(timeouts, { proxyFor: () => proxy, secureContext: trusted?.secureContext });
    const trace = traceOf({ debug, host, secrets });
    const headers = [
      ['accept', jsonApiMediaType],
      ['user-agent', `svc/${version}`],
    ] as const;
    const request = { method: ping.show.method, url: endpointUrl(url, ping.show, {}), headers };
    const deadline = startDeadline(limitMs, host.signal);
    try {
      const answer = await sendTraced({ transport, trace }, request, deadline.signal);
      answer.body.destroy();
      checkAnswer(answer);
      return { headers: answer.headers, at: host.now() };
    } finally {
      deadline.end();
    }
  }

  function firstResponse(): Promise<Heard> {
    heard ??= connection.reached().then(listen);
    return heard;
  }

  async function limited<Value>(send: (made: Client, options: SendOptions) => Promise<Value>): Promise<Value> {
    const made = await after('settings', client());
    await connection.reached();
    const { end, signal } = startDeadline(limitMs, host.signal);
    return send(made, { accept: jsonApiMediaType, audience: 'platform', retries: 0, signal }).finally(end);
  }

  const call: PlatformAnswers['call'] = async (endpoint, input) => {
    const request = limited((made, options) => made.call(url, endpoint, input, options));
    const [first, response] = await Promise.allSettled([after('api', firstResponse()), request]);
    if (first.status === 'rejected') throw first.reason;
    if (response.status === 'rejected') throw response.reason;
    return response.value;
  };

  return {
    call,
    heard: firstResponse,
    token() {
      const found = credentials.tokenFor(url.origin, 'platform');
      if (found) return found;
      throw new Skipped(`No token for ${url.origin}.`);
    },
    user() {
      user ??= call(account.details, {}).then(({ data }) => data);
      return user;
    },
    close: async () => transport?.close(),
  };
}

/** @throws {TryLaterError} for 5xx; {ProtocolError} for a web page or a redirect, such as those of a login in front of the platform */
function checkAnswer({ headers, method, status, url }: HttpAnswer): void {
  if (status >= 500) throw problem({ status, body: '', request: `${method} ${maskUrl(url)}` });
  const isPage = status < 300 && /^text\/html\b/i.test(headers.get('content-type') ?? '');
  if (!isPage && !isRedirect(status)) return;
  const what = isPage ? 'with a web page' : `with a redirect (${status})`;
  throw new ProtocolError(`${url.host} responds ${what} instead of the API.`);
}
