import { AuthError, DryRun, ProtocolError } from '../base/errors.ts';
import { jsonIn } from '../base/json.ts';
import { maskFields, maskUrl, secretsIn } from '../base/secrets.ts';
import { jsonApiMediaType } from '../contract/dialect.ts';
import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import { withFaults } from './body.ts';
import { endpointUrl, explaining, partsOf } from './endpoints.ts';
import { type FetchOptions, Following, type FollowingDeps, type SendOptions } from './follow-redirects.ts';
import type { HttpAnswer } from './http.ts';
import { deviation, type Exchange, parseReply } from './reply.ts';

const maxJsonBytes = 64 * 1024 * 1024;

/** The dependencies of the client. */
export interface ClientDeps extends FollowingDeps {
  /** Whether writes are shown instead of sent. */
  dryRun: boolean;
  /** Called with every secret that is sent. */
  remember(secret: string): unknown;
  /** Called with a document, and with each resource in it, and the body that contained them. */
  keep(value: object, from: { body: Uint8Array; document: unknown }): void;
}

/** Sends requests, and takes care of credentials, redirects, retries and errors. */
export interface Client {
  /** Calls one endpoint below a base URL and returns its reply. */
  call<E extends Endpoint>(base: URL, endpoint: E, input: Input<E>, options?: SendOptions): Promise<ReplyOf<E>>;
  /** @throws {AuthError} without a token for an endpoint that requires one */
  requireToken(endpoint: Pick<Endpoint, 'access'>, url: URL, options?: SendOptions): void;
  /** One request to one URL, its body read to the end. */
  send(method: string, url: URL, body?: unknown, options?: SendOptions): Promise<Exchange>;
  /**
   * A GET whose body is consumed as it arrives, undecoded. When the connection fails half-way, `consume` is called again
   * with a new answer, as often as the retry policy allows.
   */
  fetch<Result>(url: URL, options: FetchOptions, consume: (answer: HttpAnswer) => Promise<Result>): Promise<Result>;
  /** The checked reply of an endpoint. @throws {ProtocolError} when the API does not document it */
  reply<E extends Endpoint>(endpoint: E, exchange: Exchange): ReplyOf<E>;
  /** The JSON of an exchange with any URL, unchecked; undefined if the body is not JSON. */
  document(exchange: Exchange): unknown;
}

export function missingToken(origin: string): AuthError {
  return new AuthError(`No token for ${origin}.`, { hint: `svc login ${origin}, or set SVC_TOKEN.` });
}

/** @throws {SvcError} from its functions, for every way a request can fail */
export function createClient(deps: ClientDeps): Client {
  const following = new Following(deps);

  async function send(method: string, url: URL, content?: unknown, options: SendOptions = {}): Promise<Exchange> {
    const headers: Record<string, string> = { accept: options.accept ?? 'application/json', 'accept-encoding': 'gzip' };
    for (const secret of secretsIn(content)) deps.remember(secret);
    if (method !== 'GET') headers['content-type'] = jsonApiMediaType;
    if (method !== 'GET' && deps.dryRun) throw new DryRun({ method, url: maskUrl(url), body: maskFields(content) });
    const { patience } = options;
    const request = {
      method,
      url,
      headers,
      patience,
      body: content === undefined ? undefined : JSON.stringify(content),
    };
    const [answer, body] = await following.follow(request, options, (got, ended) =>
      following.readTraced(got, options.maxBytes ?? maxJsonBytes, ended),
    );
    if (answer.status === 206) {
      const shown = maskUrl(answer.url);
      throw new ProtocolError(`${shown} sent a part of its response (206).`, {
        request: `${method} ${shown}`,
        status: 206,
      });
    }
    return { ...answer, ...body };
  }

  function reply<E extends Endpoint>(endpoint: E, exchange: Exchange): ReplyOf<E> {
    const checked = parseReply(endpoint, exchange);
    deps.trace.note(() => deviation(endpoint, exchange, checked));
    keepParts(checked, exchange);
    return checked as ReplyOf<E>;
  }

  function document(exchange: Exchange): unknown {
    const parsed = jsonIn(exchange.text);
    keepParts(parsed, exchange);
    return parsed;
  }

  function keepParts(document: unknown, { bytes: body }: Exchange): void {
    for (const part of partsOf(document)) deps.keep(part, { body, document });
  }

  function requireToken({ access }: Pick<Endpoint, 'access'>, { origin }: URL, { audience }: SendOptions = {}): void {
    if (access !== 'anyone' && !deps.tokenFor(origin, audience)) throw missingToken(origin);
  }

  return {
    send,
    reply,
    document,
    requireToken,

    async call(base, endpoint, input, options = {}) {
      const url = endpointUrl(base, endpoint, input);
      const isDryRun = endpoint.method !== 'GET' && deps.dryRun;
      if (!isDryRun) requireToken(endpoint, url, options);
      const { body } = input as { body?: unknown };
      const sending = { purpose: `Waiting to ${endpoint.does}`, ...options };
      return reply(endpoint, await send(endpoint.method, url, body, sending).catch(explaining(endpoint)));
    },

    async fetch(url, options, consume) {
      const headers = { accept: '*/*', 'accept-encoding': 'identity' };
      const [, result] = await following.follow(
        { method: 'GET', url, headers },
        { ...options, lasts: true },
        (answer, ended) => {
          const body = Object.assign(withFaults(answer, ended), { destroy: () => answer.body.destroy() });
          return consume({ ...answer, body });
        },
      );
      return result;
    },
  };
}
