import { isUtf8 } from 'node:buffer';
import { type Cause, createDelivery, type Delivery, type HeaderPair, verdicts } from './delivery.ts';
import { readNotification } from './event.ts';

/**
 * A delivery as one line. Its body is text where that keeps every byte, else base64; what the body says is read from it again.
 * Written in three pieces, which takes half the time of one.
 */
export function toLine(delivery: Delivery): string {
  const { id, at, verified, verdict, cause, reason, signedWith, method, path, headers, status, body } = delivery;
  const head = JSON.stringify({ id, at, verified, verdict, cause, reason, signedWith, method, path, status });
  const [name, text] = isUtf8(body) ? ['body', body.toString()] : ['base64', body.toString('base64')];
  return `${head.slice(0, -1)},"headers":${JSON.stringify(headers)},"${name}":${JSON.stringify(text)}}\n`;
}

/** The delivery of a line; undefined for whatever is none: half a line of a killed program, lines of a newer one. */
export function fromLine(line: string): Delivery | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const entry = value as Record<string, unknown>;
  const text = (name: string) => (typeof entry[name] === 'string' ? (entry[name] as string) : undefined);
  const [id, at, method, path] = [text('id'), text('at'), text('method'), text('path')];
  const verdict = verdicts.find((word) => word === entry.verdict);
  const { status, headers } = entry;
  if (!id || !at || !verdict || method === undefined || path === undefined || typeof status !== 'number')
    return undefined;
  if (!Array.isArray(headers) || !headers.every(isPair)) return undefined;
  const [plain, base64] = [text('body'), text('base64')];
  if (plain === undefined && base64 === undefined) return undefined;
  const body = plain === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(plain);
  return createDelivery(
    {
      id,
      at,
      // Both words have to say so.
      verified: verdict === 'verified' && entry.verified === true,
      verdict,
      cause: (text('cause') as Cause | undefined) ?? null,
      reason: text('reason') ?? null,
      signedWith: text('signedWith') ?? null,
      method,
      path,
      headers,
      body,
      status,
    },
    readNotification(body),
  );
}

function isPair(value: unknown): value is HeaderPair {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
