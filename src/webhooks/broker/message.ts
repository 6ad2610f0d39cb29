import { createHash, randomUUID } from 'node:crypto';
import type { JsMsg } from '@nats-io/jetstream';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { unlessThrown } from '../../base/unless-thrown.ts';
import type { Delivery, HeaderPair } from '../delivery.ts';
import { factsOf } from '../event.ts';
import { withoutHopByHop } from '../http-messages.ts';
import type { Recorder, Request } from '../recorder.ts';
import { signatureLines } from '../verify.ts';

export const subjects = { deliveries: 'svc.deliveries.>', dead: 'svc.dead.>' } as const;

export type OutgoingMessage = Readonly<ReturnType<typeof toMessage>>;

export const messageHeaders = {
  duplicateId: 'Nats-Msg-Id',
  id: 'Svc-Delivery-Id',
  at: 'Svc-Received-At',
  /** The readers that could not handle a dead letter, by their shared name; only in `svc.dead.…`. */
  reader: 'Svc-Dead-Reader',
  /** The only readers that may handle a republished dead letter, by their shared name. */
  onlyFor: 'Svc-Only-For',
} as const;
/** The prefix of svc's own headers in messages. */
const ownHeader = 'Svc-';
const requestHeader = `${ownHeader}Http-`;
const deadPrefix = 'svc.dead.';
const livePrefix = 'svc.deliveries.';

/** Maximum length of a part of a subject, which senders choose: a server disconnects after a line above 4 KiB. */
const longestToken = 128;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const credentialHeader = /^(?:authorization|cookie)$/i;

/** Returns the subject of a delivery: `svc.deliveries.WORKSPACE_ID.TRIGGER`. */
export function subjectOf({ notification, trigger }: Pick<Delivery, 'notification' | 'trigger'>): string {
  return `${livePrefix}${subjectToken(factsOf(notification).workspace)}.${subjectToken(trigger)}`;
}

export function isDeadLetter(subject: string): boolean {
  return subject.startsWith(deadPrefix);
}

export function deadSubjectOf(subject: string): string {
  return `${deadPrefix}${subject.split('.').slice(2).join('.') || 'none'}`;
}

/**
 * Copies the `Svc-` header lines of a message. Any publisher can write other headers, and the server would obey them, for example a
 * condition, or an id because of which it drops the copy as a repetition.
 */
export function ownHeadersOf(message: Pick<JsMsg, 'headers'>): MsgHdrs {
  const copies = headers();
  for (const [header, values] of message.headers ?? [])
    if (header.startsWith(ownHeader)) for (const value of values) copies.append(header, value);
  return copies;
}

/** Returns a copy of a stored message to publish under a new id; the copy of a dead letter is only for its readers. */
export function againOf({ data, headers, subject }: Pick<JsMsg, 'data' | 'headers' | 'subject'>, id: string) {
  const copies = ownHeadersOf({ headers });
  copies.set(messageHeaders.id, id);
  copies.set(messageHeaders.duplicateId, id);
  const onlyFor = isDeadLetter(subject) ? headers?.get(messageHeaders.reader) : headers?.get(messageHeaders.onlyFor);
  copies.delete(messageHeaders.reader);
  if (onlyFor) copies.set(messageHeaders.onlyFor, onlyFor);
  return { subject: subject.replace(deadPrefix, livePrefix), data, headers: copies, onlyFor: onlyFor || undefined };
}

/** Converts a text to a part of a subject: characters outside `[A-Za-z0-9_-]` become `_`; null becomes `none`. */
export function subjectToken(text: string | null): string {
  return text ? text.slice(0, longestToken).replace(/[^A-Za-z0-9_-]/g, '_') : 'none';
}

/**
 * Returns the message for a delivery; `original` are the unmasked header lines of the request. By the `id` the server recognises a
 * repeated publication. A repeated header has several pairs, in order.
 */
export function toMessage(delivery: Delivery, original: readonly HeaderPair[]) {
  const { at, body: payload } = delivery;
  const id = duplicateIdOf(payload, original);
  const headers: readonly HeaderPair[] = [
    [messageHeaders.duplicateId, id],
    [messageHeaders.id, delivery.id],
    [messageHeaders.at, at],
    ...publishedHeaders(original),
  ];
  return { subject: subjectOf(delivery), headers, payload, id };
}

/**
 * Returns the request in a message, with the id and the time from its listener; undefined for a foreign message, which `toMessage` did
 * not create. Method and path are not in the message: a listener accepts only POST at one path.
 */
export function fromMessage({ headers, payload }: Pick<OutgoingMessage, 'headers' | 'payload'>): Request | undefined {
  const header = (headerName: string) => headers.find(([name]) => name === headerName)?.[1];
  const id = header(messageHeaders.id) ?? '';
  const at = new Date(header(messageHeaders.at) ?? '');
  if (!/^[0-9a-z]{26}$/.test(id) || Number.isNaN(at.getTime())) return undefined;
  return {
    id,
    at: at.toISOString(),
    method: 'POST',
    path: '/',
    headers: headers
      .filter(([name]) => name.startsWith(requestHeader))
      .map(([name, value]): HeaderPair => [name.slice(requestHeader.length), value]),
    body: payload,
  };
}

/** Returns an id that is equal for repetitions of a signed delivery: senders repeat a delivery without response. */
export function duplicateIdOf(body: Buffer, original: readonly HeaderPair[]): string {
  const signature = signatureLines(original)[0]?.[1].trim().toLowerCase();
  return signature ? createHash('sha256').update(signature).update('\n').update(body).digest('hex') : randomUUID();
}

/**
 * Returns the header lines for a message, without credentials and without headers of the connection. `Connection` cannot remove the
 * signature. Message headers are case-sensitive and keep the order only of equal names, so a repeated name gets its first spelling.
 */
function publishedHeaders(original: readonly HeaderPair[]): HeaderPair[] {
  const sent = new Set([...withoutHopByHop(original), ...signatureLines(original)]);
  const spellings = new Map<string, string>();
  return original
    .filter((pair) => sent.has(pair) && headerName.test(pair[0]) && !credentialHeader.test(pair[0]))
    .map(([name, value]) => {
      const spelling = spellings.get(name.toLowerCase()) ?? name;
      spellings.set(name.toLowerCase(), spelling);
      return [`${requestHeader}${spelling}`, value.replace(/[\0\r\n]+/g, ' ').trim()];
    });
}

export type ReadDelivery = NonNullable<ReturnType<typeof readDelivery>>;

/** Returns the delivery in a message after verifying its signature again; undefined for a foreign message. */
export function readDelivery(message: JsMsg, recorder: Recorder) {
  const { data, subject } = message;
  const payload = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const request = fromMessage({ headers: headersOf(message), payload });
  if (!request) return undefined;
  const delivery = recorder.verify(request, 204);
  const movedBy = isDeadLetter(subject) ? message.headers?.get(messageHeaders.reader) : undefined;
  return { delivery: movedBy ? { ...delivery, movedBy } : delivery, original: request.headers, message };
}

/** Returns the header lines of a message; none for invalid ones, because any publisher can write them. */
function headersOf(message: Pick<JsMsg, 'headers'>): HeaderPair[] {
  const pairs = unlessThrown(() =>
    [...(message.headers ?? [])].flatMap(([name, values]) => values.map((value): HeaderPair => [name, value])),
  );
  return pairs ?? [];
}
