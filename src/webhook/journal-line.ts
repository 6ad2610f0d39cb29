import { isUtf8 } from 'node:buffer';
import { type Cause, createDelivery, type Delivery, type HeaderPair, type Mark, verdicts } from './delivery.ts';
import { readNotification } from './event.ts';

/** Before it there are strings only, in which a quotation mark would have a backslash. */
const jsonField = ',"json":';
const [lineFeed, carriageReturn] = [10, 13];

/**
 * A delivery as one line, in pieces and without its end. A body that is JSON on one line stands there as it came, at the end, so that its bytes can be cut out
 * again; any other is text where that keeps every byte, else base64. What the body says is read from it again.
 *
 * Written field by field: an object that is made to be written, and text escaped again, take three times as long.
 */
export function lineOf(delivery: Delivery): (string | Buffer)[] {
  const { id, at, verified, verdict, cause, reason, signedWith, method, path, headers, status, body } = delivery;
  const head = `{"id":"${id}","at":"${at}","verified":${verified},"verdict":"${verdict}","cause":${quoted(cause)},"reason":${quoted(reason)}`;
  const rest = `"signedWith":${quoted(signedWith)},"method":${quoted(method)},"path":${quoted(path)},"status":${status}`;
  const line = `${head},${rest},"headers":${headersText(headers)}`;
  if (isOneLineOfJson(delivery)) return [`${line}${jsonField}`, body, '}'];
  return [
    isUtf8(body)
      ? `${line},"body":${JSON.stringify(body.toString())}}`
      : `${line},"base64":"${body.toString('base64')}"}`,
  ];
}

function isOneLineOfJson({ body, marks, notification }: Delivery): boolean {
  return (
    notification !== null && !marks.some(changesBytes) && !body.includes(lineFeed) && !body.includes(carriageReturn)
  );
}

const changesBytes = (mark: Mark) => mark === 'byte-order-mark' || mark === 'not-utf8';
const plain = /^[ !#-[\]-~]*$/;

/** Nearly always nothing in headers has to be escaped. */
function headersText(headers: readonly HeaderPair[]): string {
  let all = '';
  let text = '';
  for (const [name, value] of headers) {
    all += name + value;
    text += `${text === '' ? '[' : ',['}"${name}","${value}"]`;
  }
  return plain.test(all) ? `[${text}]` : JSON.stringify(headers);
}

function quoted(text: string | null): string {
  if (text === null) return 'null';
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
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
  const body = bodyIn(line, text('body'), text('base64'));
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
    readNotification(body),
  );
}

function bodyIn(line: string, text: string | undefined, base64: string | undefined): Buffer | undefined {
  if (text !== undefined) return Buffer.from(text);
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  const begin = line.indexOf(jsonField);
  return begin < 0 ? undefined : Buffer.from(line.slice(begin + jsonField.length, line.lastIndexOf('}')));
}

function isPair(value: unknown): value is HeaderPair {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
