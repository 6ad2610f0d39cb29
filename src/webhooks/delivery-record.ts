import { isUtf8 } from 'node:buffer';
import { jsonIn } from '../base/json.ts';
import { type Cause, type Delivery, type HeaderPair, isAccepted, type Verdict } from './delivery.ts';
import { readNotification, unread } from './event.ts';
import { verdicts } from './inspector/page/verdicts.mjs';

/** A stored delivery in JSON output: the body as text if it is UTF-8, otherwise in base64. */
export type DeliveryRecord = ReturnType<typeof recordOf>;

export function recordOf(delivery: Delivery) {
  const { id, at, verified, verdict, cause, reason, signedWith, method, path, trigger, status, marks } = delivery;
  const { body, bodySize, headers, movedBy, notification } = delivery;
  const bytes = isUtf8(body) ? { body: body.toString() } : { base64: body.toString('base64') };
  return {
    ...{ id, at, verified, verdict, verdictText: verdicts[verdict].words, cause, reason, signedWith, status },
    ...{ method, path, trigger, marks, notification, headers, bodySize },
    ...bytes,
    ...(movedBy && { movedBy }),
  };
}

/** Returns a delivery as an event of a listener. A repeated delivery has the id of the stored first one; an unstored delivery has no id. */
export function eventOf(delivery: Delivery) {
  const { id, at, verified, reason, isStored, repeats, signedWith, trigger, status, notification, failure } = delivery;
  const idFields = repeats === undefined ? { id } : { id: repeats, repeated: true };
  return {
    event: 'delivery',
    ...(isStored === false ? { id: null, stored: false } : idFields),
    ...{ at, verified, reason, signedWith, trigger, status, notification },
    ...(failure !== undefined && { failure }),
  };
}

/** Size limit for the stored body of a rejected delivery: an unauthenticated sender must not fill the disk. */
const rejectedBytes = 16 * 1024;

/**
 * Returns the journal line of a delivery, with a newline. The body is text if it is UTF-8, otherwise base64; of a rejected body, only
 * the beginning is stored. The notification is not stored, because it can be parsed from the body again.
 */
export function toLine(delivery: Delivery): string {
  const { id, at, verified, verdict, cause, reason, signedWith, method, path, headers, status, bodySize } = delivery;
  const storedBody = isAccepted(delivery) ? delivery.body : beginningOf(delivery.body);
  const isText = isUtf8(storedBody);
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
    bodySize: storedBody.length < bodySize ? bodySize : undefined,
    body: isText ? storedBody.toString() : undefined,
    base64: isText ? undefined : storedBody.toString('base64'),
  };
  return `${JSON.stringify(entry)}\n`;
}

/** Returns the first 16 KiB of a body; text ends with a whole character. */
function beginningOf(body: Buffer): Buffer {
  if (body.length <= rejectedBytes) return body;
  let end = rejectedBytes;
  while (end > rejectedBytes - 4 && (body[end]! & 0xc0) === 0x80) end -= 1;
  return body.subarray(0, end);
}

/** Parses a journal line; returns undefined for an incomplete line of a killed process, or a line of a newer version. */
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
  const content = text('body') ?? text('base64');
  if (content === undefined) return undefined;
  const body = Buffer.from(content, text('body') === undefined ? 'base64' : 'utf8');
  const bodySize = typeof entry.bodySize === 'number' ? Math.max(entry.bodySize, body.length) : body.length;
  return {
    id,
    at,
    // Believe `verified` only if `verdict` agrees.
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
