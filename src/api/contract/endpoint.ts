import { z } from 'zod/mini';
import type { Access } from './access.ts';

// Without a locale, zod/mini reports every mistake as "Invalid input".
z.config({ ...z.locales.en(), jitless: true });

const nothing = z.void();

/** The deployment an endpoint exists in (docs/protocol/conventions.md#editions). */
export type Edition = 'both' | 'self-hosted' | 'hosted';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The names behind `:` in a path, each a required text input: `'/teams/:id'` gives `{ id: string }`. */
export type PathInput<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & PathInput<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown;

/** An operation of the wire as data: client types, sandbox routes and the endpoint tests all come from it. */
export interface Endpoint<Path extends string = string, Body = unknown, Reply = unknown> {
  readonly method: Method;
  readonly path: Path;
  /** The operation in words: `delete this banner`. */
  readonly does: string;
  readonly access: Access;
  readonly edition: Edition;
  /** True for an operation that the documents do not show, so a service may not have it. */
  readonly assumed?: true;
  /** Names of its query parameters. */
  readonly query: readonly string[];
  /** Strict schema of the request body; undefined without one. */
  readonly body: z.ZodMiniType<Body> | undefined;
  /** The status for a caller without access; 404 if the documents do not say. */
  readonly forbidden?: 403;
  /** Attributes of the body that the hosted edition silently ignores. */
  readonly selfHostedAttributes?: readonly string[];
  /** The documented success status. Readers accept any 2xx (docs/protocol/public-services.md#differences). */
  readonly status: number;
  /** Lenient schema of the reply: fields that `svc` uses are required, all others pass through. */
  readonly reply: z.ZodMiniType<Reply>;
  /** The documented schema of the reply, if `reply` requires fewer fields. */
  readonly documented?: z.ZodMiniType | undefined;
}

/** The other properties of an endpoint. */
type Rest<Body, Reply> = Partial<Omit<Endpoint<string, Body, Reply>, 'method' | 'path' | 'does' | 'access'>>;

/**
 * Defines an endpoint by a line of a table: `GET /teams/:id`, its action, its callers, and other properties. Defaults: both editions, no query, no
 * body, an empty reply, status 200, or 204 for an empty one.
 */
export function endpoint<const Path extends string, Body = undefined, Reply = void>(
  call: `${Method} ${Path}`,
  does: string,
  access: Access,
  rest: Rest<Body, Reply> = {},
): Endpoint<Path, Body, Reply> {
  const [method, path] = call.split(' ') as [Method, Path];
  const reply = nothing as unknown as z.ZodMiniType<Reply>;
  const status = rest.reply ? 200 : 204;
  return { method, path, does, access, edition: 'both', query: [], status, reply, body: undefined, ...rest };
}

/** The body of a write as a user typed it, which may have fields that are not documented. */
interface Typed {
  data: { type?: string; id?: string; attributes?: object; relationships?: object } | { type: string; id: string }[];
}

export type Input<E> =
  E extends Endpoint<infer Path, infer Body, unknown>
    ? PathInput<Path> & { query?: Query } & (Body extends undefined ? { body?: undefined } : { body: Body | Typed })
    : never;

export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<ReplyOf<E>>;

export type ReplyOf<E> = E extends Endpoint<string, infer _Body, infer Reply> ? Reply : never;

export type Query = Record<string, string | number | boolean | undefined>;

/** Fills a path's `:name` placeholders, percent-encoding each value so that it stays one segment. */
export function fillPath(path: string, input: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:([a-zA-Z_-]+)/g, (_, name: string) => {
    const value = input[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`path ${path} wants a ${name}`);
    return encodeURIComponent(value);
  });
}
