import { AuthError, DryRun } from '../../base/errors.ts';
import { jsonIn } from '../../base/json.ts';
import { maskFields, maskUrl, secretsIn } from '../../base/secrets.ts';
import { jsonApiMediaType } from '../contract/dialect.ts';
import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import { withFaults } from './body.ts';
import { endpointUrl, partsOf, rethrowWithCauses } from './endpoints.ts';
import { type FetchOptions, type FollowerDeps, RedirectFollower, type SendOptions } from './follow-redirects.ts';
import type { HttpAnswer } from './http.ts';
import { deviation, type Exchange, parseReply } from './reply.ts';

const maxJsonBytes = 64 * 1024 * 1024;

export interface ClientDeps extends FollowerDeps {
  /** Prints writes instead of sending them. */
  dryRun: boolean;
  /** Called with every secret that is sent. */
  remember(secret: string): unknown;
  /** Called with each document and each resource in it, and the body that contained them. */
  keep(value: object, from: { body: Uint8Array; document: unknown }): void;
}

/** Returns the error for a request that requires a token when none is stored for its origin (`https://host:port`). */
export function missingToken(origin: string): AuthError {
  return new AuthError(`No token for ${origin}.`, { hint: `svc login ${origin}, or set SVC_TOKEN.` });
}

/**
 * Sends requests, and takes care of credentials, redirects, retries and errors.
 * @throws {SvcError} from its methods, for every way a request can fail
 */
export class Client {
  private readonly following: RedirectFollower;
  /** The ids of all resources in the replies so far. */
  private readonly seen = new Set<unknown>();

  constructor(private readonly deps: ClientDeps) {
    this.following = new RedirectFollower(deps);
  }

  /** Calls one endpoint below a base URL and returns its reply. */
  async call<E extends Endpoint>(
    base: URL,
    endpoint: E,
    input: Input<E>,
    options: SendOptions = {},
  ): Promise<ReplyOf<E>> {
    const url = endpointUrl(base, endpoint, input);
    const isDryRun = endpoint.method !== 'GET' && this.deps.dryRun;
    if (!isDryRun) await this.requireToken(endpoint, url, options);
    const { body } = input as { body?: unknown };
    const sending = { purpose: `Waiting to ${endpoint.does}`, ...options };
    const sent = this.send(endpoint.method, url, body, sending).catch(
      rethrowWithCauses(endpoint, base, input, this.seen),
    );
    return this.reply(endpoint, await sent);
  }

  /** @throws {AuthError} without a token for an endpoint that requires one */
  async requireToken({ access }: Pick<Endpoint, 'access'>, { origin }: URL, options: SendOptions): Promise<void> {
    const isAnonymous = access === 'anyone' || options.anonymous;
    if (!isAnonymous && !(await this.deps.tokenFor(origin, options.audience))) throw missingToken(origin);
  }

  /** Sends a request to a URL, and reads the body to its end. */
  async send(method: string, url: URL, content?: unknown, options: SendOptions = {}): Promise<Exchange> {
    const headers: Record<string, string> = { accept: options.accept ?? 'application/json', 'accept-encoding': 'gzip' };
    for (const secret of secretsIn(content)) this.deps.remember(secret);
    if (method !== 'GET') headers['content-type'] = jsonApiMediaType;
    if (method !== 'GET' && this.deps.dryRun)
      throw new DryRun({ method, url: maskUrl(url), body: maskFields(content) });
    const { maxBytes = maxJsonBytes, patience } = options;
    const body = content === undefined ? undefined : JSON.stringify(content);
    const request = { method, url, headers, patience, body };
    const [answer, read] = await this.following.follow(request, options, (got, ended) =>
      this.following.readTraced(got, maxBytes, ended),
    );
    return { ...answer, ...read };
  }

  /**
   * Sends a GET whose body is consumed as it arrives, undecoded. When the connection fails half-way, `consume` is called again
   * with a new answer, as often as the retry policy allows.
   */
  async fetch<Result>(
    url: URL,
    options: FetchOptions,
    consume: (answer: HttpAnswer) => Promise<Result>,
  ): Promise<Result> {
    const headers = { accept: '*/*', 'accept-encoding': 'identity' };
    const request = { method: 'GET', url, headers };
    const [, result] = await this.following.follow(request, { ...options, isUnlimited: true }, (answer, ended) => {
      const body = Object.assign(withFaults(answer, ended), { destroy: () => answer.body.destroy() });
      return consume({ ...answer, body });
    });
    return result;
  }

  /** Checks and returns the reply of an endpoint. @throws {ProtocolError} when the API does not document it */
  reply<E extends Endpoint>(endpoint: E, exchange: Exchange): ReplyOf<E> {
    const checked = parseReply(endpoint, exchange, this.deps.shell);
    this.deps.trace.note(() => deviation(endpoint, exchange, checked));
    this.keepParts(checked, exchange);
    return checked as ReplyOf<E>;
  }

  /** Returns the JSON of an exchange with any URL, unchecked; undefined if the body is not JSON. */
  document(exchange: Exchange): unknown {
    const parsed = jsonIn(exchange.text);
    this.keepParts(parsed, exchange);
    return parsed;
  }

  private keepParts(document: unknown, { bytes: body }: Exchange): void {
    for (const part of partsOf(document)) {
      this.deps.keep(part, { body, document });
      if ('id' in part) this.seen.add(part.id);
    }
  }
}
