import { z } from 'zod';

z.config({ jitless: true });

const nothing = z.void();

/** The callers a server lets through to an endpoint (docs/protocol/conventions.md#access). */
export type Access =
  | 'anyone'
  | 'authenticated'
  | 'user'
  | 'hcp-organization-member'
  | 'site-admin'
  | 'organization-member'
  | 'organization-owner'
  | 'workspace-admin';

/** Who may call, in words: what somebody without it is told. */
export const accessWords: Record<Access, string> = {
  anyone: 'no token is needed',
  authenticated: 'any token will do',
  user: "a user's token is needed, not a team's or an organization's",
  'site-admin': "a site administrator's token is needed",
  'hcp-organization-member': 'a token of one of its members is needed',
  'organization-member': 'a token of somebody in the organization is needed',
  'organization-owner': "an organization owner's token is needed",
  'workspace-admin': 'admin access to the workspace is needed',
};

/** The deployment an endpoint exists in (docs/protocol/conventions.md#editions). */
export type Edition = 'both' | 'self-hosted' | 'hosted';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The names behind `:` in a path, each a required text input: `'/teams/:id'` gives `{ id: string }`. */
export type PathInput<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & PathInput<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown;

/** One operation of the wire as data: client types, sandbox routes and the endpoint tests all come from it. */
export interface Endpoint<Path extends string = string, Body = unknown, Reply = unknown> {
  readonly method: Method;
  readonly path: Path;
  readonly access: Access;
  readonly edition: Edition;
  /** Names of the query parameters it takes. */
  readonly query: readonly string[];
  /** Strict schema of the request body, or undefined where it takes none. */
  readonly body: z.ZodType<Body> | undefined;
  /** What somebody without the access is told; 404 where the documents say nothing else. */
  readonly forbidden?: 403;
  /** Attributes of the body that the hosted edition silently ignores. */
  readonly selfHostedAttributes?: readonly string[];
  /** The documented status of success. Readers accept any 2xx (docs/protocol/public-services.md#differences). */
  readonly status: number;
  /** Lenient schema of the reply: what `svc` uses is required, everything else passes through. */
  readonly reply: z.ZodType<Reply>;
  /** Schema of the reply as the documents have it, where `svc` needs less. */
  readonly documented?: z.ZodType | undefined;
}

/** What a line says of an endpoint besides its method and path; all but the access may be left out. */
type Rest<Body, Reply> = Pick<Endpoint, 'access'> & Partial<Omit<Endpoint<string, Body, Reply>, 'method' | 'path'>>;

/**
 * One line of an endpoint table, `GET /teams/:id` and the rest: both editions, no query, no body, 200 and an empty reply unless it
 * says otherwise.
 */
export function endpoint<const Path extends string, Body = undefined, Reply = void>(
  call: `${Method} ${Path}`,
  rest: Rest<Body, Reply>,
): Endpoint<Path, Body, Reply> {
  const [method, path] = call.split(' ') as [Method, Path];
  const reply = nothing as unknown as z.ZodType<Reply>;
  return { method, path, edition: 'both', query: [], status: 200, reply, body: undefined, ...rest };
}

/** What a caller hands over for one call of an endpoint. */
export type Input<E> =
  E extends Endpoint<infer Path, infer Body, unknown>
    ? PathInput<Path> & { query?: Query } & (Body extends undefined ? { body?: undefined } : { body: Body })
    : never;

/** What a call of an endpoint answers. */
export type ReplyOf<E> = E extends Endpoint<string, infer _Body, infer Reply> ? Reply : never;

export type Query = Record<string, string | number | boolean | undefined>;

/** Fills a path's `:name` placeholders, percent-encoding each value so that it stays one segment. */
export function fillPath(path: string, input: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:([a-zA-Z_-]+)/g, (_, name: string) => {
    const value = input[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`path ${path} wants a ${name}`);
    return encodeURIComponent(value).replaceAll('.', (dot) => (value === '.' || value === '..' ? '%2E' : dot));
  });
}
