import { isUtf8 } from 'node:buffer';
import { type Cause, createDelivery, type Delivery, type HeaderPair, verdicts } from './delivery.ts';
import { readNotification } from './event.ts';
import { rememberPlaces } from './header-lines.ts';
import type { LineMemory } from './line-memory.ts';

/**
 * Makes lines of deliveries. The body is text where that keeps every byte, else base64; what it says is read from it again.
 *
 * Written field by field: an object that is made to be written takes three times as long.
 */
export function createLines(): (delivery: Delivery, to: LineMemory) => void {
  const headerTexts = rememberPlaces(([name, value]) => `[${quoted(name)},${quoted(value)}]`);
  return ({ id, at, verified, verdict, cause, reason, signedWith, method, path, headers, status, body }, to) => {
    const proof = `"verified":${verified},"verdict":"${verdict}","cause":${quoted(cause)},"reason":${quoted(reason)},"signedWith":${quoted(signedWith)}`;
    const request = `"method":${quoted(method)},"path":${quoted(path)},"status":${status},"headers":[${headerTexts(headers).join()}]`;
    const isText = isUtf8(body);
    to.add(`{"id":"${id}","at":"${at}",${proof},${request},${isText ? '"body":"' : '"base64":"'}`);
    if (isText) to.addEscaped(body);
    else to.add(body.toString('base64'));
    to.add('"}\n');
  };
}

/** Nearly always nothing has to be escaped. */
function quoted(text: string | null): string {
  if (text === null) return 'null';
  return /^[ !#-[\]-~]*$/.test(text) ? `"${text}"` : JSON.stringify(text);
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
  const body = bodyIn(text('body'), text('base64'));
  if (!body) return undefined;
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
    readNotification,
  );
}

function bodyIn(text: string | undefined, base64: string | undefined): Buffer | undefined {
  if (text !== undefined) return Buffer.from(text);
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

function isPair(value: unknown): value is HeaderPair {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
