import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { jsonApiMediaType } from '../api/contract/dialect.ts';

/** A problem of an error document, before it has the form of a dialect. */
export interface Problem {
  title: string;
  detail?: string | undefined;
  /** JSON pointer into the request body. */
  pointer?: string;
}

/** The rejection of a request, thrown by handlers and checks, sent as the error document of the path's dialect. */
export class Rejection extends Error {
  readonly problems: readonly Problem[];

  constructor(
    readonly status: number,
    problems: Problem | Problem[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`rejected with ${status}`);
    this.problems = [problems].flat();
  }
}

/** assumed: the wording of the titles for 401 and 404 (docs/protocol/conventions.md#error-objects). */
export const unauthorized = (headers?: Rejection['headers']) => new Rejection(401, { title: 'unauthorized' }, headers);

/** Returns the rejection of a caller who can see the resource but may not change it. assumed: the wording (docs/protocol/conventions.md#error-objects). */
export const forbidden = (detail?: string) => new Rejection(403, { title: 'forbidden', detail });

/** Returns the rejection for a missing resource. A caller without access gets the same reply (docs/protocol/conventions.md#access). */
export const notFound = () => new Rejection(404, { title: 'not found' });

/** Returns the rejection of an attribute, by its wire name (docs/protocol/conventions.md#error-objects). */
export const invalid = (attribute: string, detail: string) => invalidAt(`/data/attributes/${attribute}`, detail);

/** Returns the rejection of a value anywhere in the body. */
export const invalidAt = (pointer: string, detail: string) => new Rejection(422, problemAt(pointer, detail));

export const problemAt = (pointer: string, detail: string): Problem => ({
  title: 'invalid attribute',
  detail,
  pointer,
});

/** @throws {Rejection} 422 with all problems, if there are any */
export function rejectAll(problems: Problem[]): void {
  if (problems.length > 0) throw new Rejection(422, problems);
}

/** Returns the row. @throws {Rejection} 404 if it is undefined */
export function orNotFound<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  return row;
}

/** Returns the row with an id. @throws {Rejection} 404 */
export function rowWithId<Row extends { id: string }>(rows: readonly Row[], id: string): Row {
  return orNotFound(rows.find((row) => row.id === id));
}

/** The two conventions of errors and media types: JSON:API on the platform, plain JSON under the registry's paths. */
export type Dialect = 'platform' | 'registry';

/** A reply that is not sent yet; a fault may change it. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

const mediaTypes = { platform: jsonApiMediaType, registry: 'application/json' } as const;

/** Returns a JSON document in a dialect's media type. */
export function documentReply(
  dialect: Dialect,
  status: number,
  document: unknown,
  headers: Record<string, string> = {},
): Reply {
  return { status, headers: { 'content-type': mediaTypes[dialect], ...headers }, body: JSON.stringify(document) };
}

/** Returns the error document for a rejection (docs/protocol/conventions.md#errors, docs/protocol/registry.md#errors). */
export function rejectionReply(dialect: Dialect, { status, problems, headers }: Rejection): Reply {
  const errors =
    dialect === 'platform'
      ? problems.map(({ title, detail, pointer }) => ({
          status: String(status),
          title,
          detail,
          source: pointer === undefined ? undefined : { pointer },
        }))
      : problems.map(({ title, detail }) => detail ?? capitalized(title));
  return documentReply(dialect, status, { errors }, { ...headers });
}

/** assumed: the titles of registry errors are capitalized, such as "Not Found" (docs/protocol/registry.md#lists). */
function capitalized(title: string): string {
  return title.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Sends a reply, and waits until it is sent or the client has disconnected. */
export async function send(response: ServerResponse, { status, headers, body }: Reply, head = false): Promise<void> {
  const whole = typeof body === 'string' || body instanceof Uint8Array;
  const length = whole && status !== 204 ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  response.writeHead(status, { ...headers, ...length });
  if (whole || head) response.end(head || status === 204 ? undefined : body);
  else await pipeline(Readable.from(body), response);
}

/** Returns the whole body of a reply, for faults that send a part of it. */
export async function bytesOf({ body }: Reply): Promise<Buffer> {
  return typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : buffer(body);
}
