import type { Edition, Endpoint, PathInput } from '../contract/endpoint.ts';
import type { Catalogue } from '../publish/catalogue.ts';
import type { Release } from '../publish/release.ts';
import type { Caller } from './callers.ts';
import type { LocationStyle } from './locations.ts';
import type { Post } from './outbound-requests.ts';
import type { State } from './state.ts';

/** What one request needs of the sandbox: the state in force when it came, which stays its own until it is answered. */
export interface Service {
  readonly url: string;
  readonly edition: Exclude<Edition, 'both'>;
  readonly state: State;
  readonly catalogue: Catalogue;
  /** Makes what is in the state last; done when it does. @throws {LocalError} where it cannot: then nothing of the request happened */
  save(): Promise<void>;
  /** Reaches the destinations of notifications. */
  readonly post: Post;
  /** How a module's download location is written. */
  styleOf(release: Release): LocationStyle;
}

/** One request that found its endpoint and passed every check an endpoint's data can express. */
export interface Call<Path extends string = string, Body = unknown> extends Service {
  readonly params: PathInput<Path>;
  readonly query: URLSearchParams;
  readonly body: Body;
  /** Undefined for somebody without a token, at endpoints open to anyone. */
  readonly caller: Caller | undefined;
  readonly now: Date;
  /** The request's path as it was typed, for links back to it. */
  readonly path: string;
  /** Headers to send with the reply. */
  readonly headers: Record<string, string>;
}

/** What serves one endpoint: its typed call in, its reply out. */
type Handler<E> =
  E extends Endpoint<infer Path, infer Body, infer Reply> ? (call: Call<Path, Body>) => Reply | Promise<Reply> : never;

/** The handlers of one resource: one for each of its endpoints, no more and no less. */
export type Handlers<Table> = { readonly [Name in keyof Table]: Handler<Table[Name]> };
