import type { Edition, Endpoint, PathInput } from '../api/contract/endpoint.ts';
import type { Catalogue, Release } from '../modules/publish/release.ts';
import type { Caller } from './callers.ts';
import type { LocationStyle } from './locations.ts';
import type { Post } from './outbound-requests.ts';
import type { State } from './state.ts';

/** The sandbox during one request, with the state at the time of the request. */
export interface Service {
  readonly url: string;
  readonly edition: Exclude<Edition, 'both'>;
  readonly state: State;
  readonly catalogue: Catalogue;
  /** Saves the state. @throws {LocalError} if it cannot be saved; the request then changes nothing */
  save(): Promise<void>;
  readonly post: Post;
  /** True if a delivery response has `successful` as text, which public services send (docs/protocol/notifications.md#other-services). */
  readonly publicWire: boolean;
  styleOf(release: Release): LocationStyle;
}

/** A request that matches an endpoint and passed its checks. */
export interface Call<Path extends string = string, Body = unknown> extends Service {
  readonly params: PathInput<Path>;
  readonly query: URLSearchParams;
  readonly body: Body;
  /** Undefined for a request without a token, which only some endpoints accept. */
  readonly caller: Caller | undefined;
  readonly now: Date;
  /** The path of the request as sent, for links in the reply. */
  readonly path: string;
  /** True for a HEAD request, which gets the reply without its body. */
  readonly isHead: boolean;
  readonly headers: Record<string, string>;
}

/** Turns the typed call of one endpoint into its reply. */
type Handler<E> =
  E extends Endpoint<infer Path, infer Body, infer Reply> ? (call: Call<Path, Body>) => Reply | Promise<Reply> : never;

/** The handlers of one resource: exactly one for each endpoint. */
export type Handlers<Table> = { readonly [Name in keyof Table]: Handler<Table[Name]> };
