import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { jsonApiMediaType } from '../contract/dialect.ts';
import type { Refusal } from './refusal.ts';

/** The two error and media conventions: JSON:API on the platform, plain JSON under the registry's paths. */
export type Dialect = 'platform' | 'registry';

/** An answer before it is written: what faults may still spoil. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

const mediaTypes = { platform: jsonApiMediaType, registry: 'application/json' } as const;

/** A JSON document in a dialect's media type. */
export function documentReply(
  dialect: Dialect,
  status: number,
  document: unknown,
  headers: Record<string, string> = {},
): Reply {
  return { status, headers: { 'content-type': mediaTypes[dialect], ...headers }, body: JSON.stringify(document) };
}

/** The error document for a refusal (docs/protocol/conventions.md#errors, docs/protocol/registry.md#errors). */
export function refusalReply(dialect: Dialect, { status, problems, headers }: Refusal): Reply {
  const errors =
    dialect === 'platform'
      ? problems.map(({ title, detail, pointer }) => ({
          status: String(status),
          title,
          ...(detail === undefined ? {} : { detail }),
          ...(pointer === undefined ? {} : { source: { pointer } }),
        }))
      : problems.map(({ title, detail }) => detail ?? capitalized(title));
  return documentReply(dialect, status, { errors }, { ...headers });
}

/** assumed: registry errors are spelled with capitals, "Not Found" (docs/protocol/registry.md#lists). */
function capitalized(title: string): string {
  return title.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Writes a reply; the promise ends when it is sent or its receiver is gone. */
export async function send(response: ServerResponse, { status, headers, body }: Reply, head = false): Promise<void> {
  const whole = typeof body === 'string' || body instanceof Uint8Array;
  const length = whole && status !== 204 ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  response.writeHead(status, { ...headers, ...length });
  if (whole || head) response.end(head || status === 204 ? undefined : body);
  else await pipeline(Readable.from(body), response);
}

/** The whole body of a reply, for faults that send only a part of it. */
export async function bytesOf({ body }: Reply): Promise<Buffer> {
  return typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : buffer(body);
}
