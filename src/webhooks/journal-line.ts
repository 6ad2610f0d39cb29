import { isUtf8 } from 'node:buffer';
import { jsonIn } from '../base/json.ts';
import { type Cause, type Delivery, type HeaderPair, isAccepted, type Verdict } from './delivery.ts';
import { readNotification, unread } from './event.ts';
import { verdicts } from './inspector/page/verdicts.mjs';

/** The limit of a stored body that was not accepted, so that an unauthenticated sender cannot fill the disk. */
const rejectedBytes = 16 * 1024;

/**
 * The line of a delivery, with its end. Of what was not accepted only the beginning of the body is kept. The body is text where that
 * keeps every byte, else base64; what it says is read from it again.
 */
export function toLine(delivery: Delivery): string {
  const { id, at, verified, verdict, cause, reason, signedWith, method, path, headers, status, bodySize } = delivery;
  const kept = isAccepted(delivery) ? delivery.body : beginningOf(delivery.body);
  const isText = isUtf8(kept);
  const entry = {
    id,
    at,
    verified,
    verdict,
    cause,
    reason,
    signedWith,
    method,
    path,
    status,
    headers,
    bodySize: kept.length < bodySize ? bodySize : undefined,
    body: isText ? kept.toString() : undefined,
    base64: isText ? undefined : kept.toString('base64'),
  };
  return `${JSON.stringify(entry)}\n`;
}

/** The first 16 KiB of a body; whole characters, where the body is text. */
export function beginningOf(body: Buffer): Buffer {
  if (body.length <= rejectedBytes) return body;
  let end = rejectedBytes;
  while (end > rejectedBytes - 4 && (body[end]! & 0xc0) === 0x80) end -= 1;
  return body.subarray(0, end);
}

/** The delivery of a line; undefined for other lines: half a line of a killed program, or a line of a newer version. */
export function fromLine(line: string): Delivery | undefined {
  const value = jsonIn(line);
  if (typeof value !== 'object' || value === null) return undefined;
  const entry = value as Record<string, unknown>;
  const text = (name: string) => (typeof entry[name] === 'string' ? (entry[name] as string) : undefined);
  const [id, at, method, path] = [text('id'), text('at'), text('method'), text('path')];
  const { status, headers, verdict } = entry;
  if (!id || !at || !isVerdict(verdict) || method === undefined || path === undefined || typeof status !== 'number')
    return undefined;
  if (!Array.isArray(headers) || !headers.every(isPair)) return undefined;
  const kept = text('body') ?? text('base64');
  if (kept === undefined) return undefined;
  const body = Buffer.from(kept, text('body') === undefined ? 'base64' : 'utf8');
  const bodySize = typeof entry.bodySize === 'number' ? Math.max(entry.bodySize, body.length) : body.length;
  return {
    id,
    at,
    // Both fields must agree.
    verified: verdict === 'verified' && entry.verified === true,
    verdict,
    cause: (text('cause') as Cause | undefined) ?? null,
    reason: text('reason') ?? null,
    signedWith: text('signedWith') ?? null,
    method,
    path,
    headers,
    body,
    bodySize,
    status,
    ...(body.length < bodySize ? { ...unread, marks: ['cut'] } : readNotification(body)),
  };
}

const isVerdict = (word: unknown): word is Verdict => typeof word === 'string' && Object.hasOwn(verdicts, word);

function isPair(value: unknown): value is HeaderPair {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
