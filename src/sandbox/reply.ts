import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { jsonApiMediaType } from '../api/contract/dialect.ts';
import type { Rejection } from './rejection.ts';

/** The two error and media conventions: JSON:API on the platform, plain JSON under the registry's paths. */
export type Dialect = 'platform' | 'registry';

/** A reply before it is sent, which a fault may still change. */
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

/** assumed: registry errors are capitalized, "Not Found" (docs/protocol/registry.md#lists). */
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
