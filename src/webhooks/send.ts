import { createHmac } from 'node:crypto';
import { readBytes } from '../api/client/body.ts';
import { startDeadline, throwIfCancelled } from '../api/client/deadline.ts';
import { protocolOf } from '../api/client/faults.ts';
import { createTransport, defaultTimeouts, type HttpAnswer, type Route } from '../api/client/http.ts';
import { sendTraced, type Trace } from '../api/client/trace.ts';
import { codeOf, isTimeout, TransportFault } from '../api/client/transport-fault.ts';
import { signatureHeaders } from '../api/contract/dialect.ts';
import { sign } from '../api/contract/signature.ts';
import { CheckFailedError, type NetworkError, SvcError, UsageError } from '../base/errors.ts';
import { isLoopback } from '../base/origin.ts';
import { maskUrl } from '../base/secrets.ts';
import { version } from '../base/version.ts';
import type { Answer, Delivery, HeaderPair } from './delivery.ts';

export interface SendOptions {
  /** Time limit for the whole exchange, from connecting to the last byte of the response. Default: 30 s. */
  timeoutMs?: number | undefined;
  /** Size limit of the response body. Default: 1 MiB. */
  maxBytes?: number | undefined;
  /** Returns the beginning of a response body that is too long, cut or stalled, instead of throwing. */
  cutsAnswer?: boolean | undefined;
  route?: Route | undefined;
  signal?: AbortSignal | undefined;
  /** Header lines to add; they replace lines with the same name. */
  headers?: readonly HeaderPair[] | undefined;
  trace?: Trace | undefined;
}

/** Returns the URL that a flag names. @throws {UsageError} for anything but http and https */
export function destination(flag: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${flag} must be an http or https URL, not "${maskUrl(text)}".`);
  }
  return url;
}

/** assumed: the headers that the service sends besides the signature (docs/protocol/notifications.md#requests). */
export function deliveryHeaders(): HeaderPair[] {
  return [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
    ['User-Agent', `svc/${version}`],
  ];
}

/** Returns the headers that the service sends with a body; with a token, also the signature under both names. */
export function signedHeaders(body: Buffer, token: string | undefined): HeaderPair[] {
  if (token === undefined || token === '') return deliveryHeaders();
  const signature = sign(body, token);
  return [...deliveryHeaders(), ...signatureHeaders.map((name): HeaderPair => [name, signature])];
}

/**
 * Posts exactly these bytes with exactly these header lines, including repeated ones. Follows no redirect.
 * @throws {NetworkError} without a complete response
 */
export async function post(
  url: URL,
  headers: readonly HeaderPair[],
  body: Buffer,
  {
    cutsAnswer = false,
    timeoutMs = 30_000,
    maxBytes = 1024 * 1024,
    headers: extra = [],
    route,
    signal,
    trace,
  }: SendOptions = {},
): Promise<Answer> {
  const transport = createTransport({ ...defaultTimeouts, connectMs: timeoutMs, idleMs: timeoutMs }, route);
  const deadline = startDeadline(timeoutMs, signal ?? new AbortController().signal);
  const tooLong = () => new RangeError(`an answer of more than ${maxBytes} bytes`);
  try {
    const lines = [...withHeaders(headers, extra), ['Connection', 'close'] as const];
    const request = { method: 'POST', url, headers: lines, body };
    const answer = await sendTraced({ transport, trace }, request, deadline.signal);
    const limits = { maxBytes, tooLong, signal: deadline.signal };
    const bytes = await (cutsAnswer ? readBeginning(answer, limits) : readBytes(answer, limits));
    trace?.body(bytes.toString());
    return { status: answer.status, headers: answer.headers.lines(), body: bytes };
  } catch (error) {
    signal?.throwIfAborted();
    const fault = error instanceof TransportFault ? error : undefined;
    const cause = fault ? fault.cause : error;
    if (cause === undefined || cause instanceof SvcError) throw error;
    throw postFault(cause, url, { fault, via: transport.via?.(url), timeoutMs });
  } finally {
    deadline.end();
    await transport.close();
  }
}

async function readBeginning(
  { body }: HttpAnswer,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytesLeft = maxBytes;
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, bytesLeft));
      bytesLeft -= chunk.length;
      if (bytesLeft <= 0) break;
    }
  } catch {
    throwIfCancelled(signal);
  }
  return Buffer.concat(chunks);
}

/** Returns header lines with added ones, which replace lines with the same name. */
export function withHeaders(headers: readonly HeaderPair[], extra: readonly HeaderPair[]): readonly HeaderPair[] {
  const names = new Set(extra.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...extra];
}

function postFault(
  cause: unknown,
  url: URL,
  { fault, via, timeoutMs }: { fault: TransportFault | undefined; via: string | undefined; timeoutMs: number },
): NetworkError {
  const byProxy = via === undefined ? '' : ` through the proxy ${via}`;
  // Use one code for a cut connection, before and after the response has started.
  const code = codeOf(cause).replace(/^UND_ERR_(SOCKET|RES_CONTENT_LENGTH_MISMATCH)$/, 'ECONNRESET');
  const spoken = protocolOf(cause);
  const problem = isTimeout(code)
    ? `did not answer within ${timeoutMs} ms${byProxy}`
    : spoken
      ? `speaks ${spoken}${byProxy}`
      : `could not be reached${byProxy} (${code || (cause as Error).message})`;
  const isRefused = via === undefined && code === 'ECONNREFUSED' && isLoopback(url.hostname);
  const hint = isRefused
    ? `Nothing listens there. Start a receiver with: svc webhook listen --port ${url.port || 80}`
    : spoken === 'HTTP/2 only'
      ? 'svc sends HTTP/1.1.'
      : spoken || (code === 'ECONNRESET' && url.protocol === 'http:')
        ? `${spoken ? 'Use' : 'If it speaks TLS:'} ${spoken === 'plain HTTP' ? 'http' : 'https'}://${url.host}`
        : fault?.hint;
  const { lasting = false, sent = true } = fault ?? {};
  // Keep the message: it already names the rejected certificate.
  const isExplained = !spoken && (lasting || (cause as Error).name === 'HTTPParserError');
  const message = fault && isExplained ? fault.message : `${maskUrl(url)} ${problem}.`;
  return new TransportFault(message, { cause, hint, lasting, request: `POST ${maskUrl(url)}`, sent });
}

/**
 * Checks that a delivery may be signed again. Our signature would authenticate content of unknown origin, so an unverified delivery needs
 * a flag. @throws {CheckFailedError} for an unverified delivery, unless allowed (`hint` names the flag), and for an incomplete one
 */
export function checkReplayable(
  delivery: Pick<Delivery, 'body' | 'bodySize' | 'id' | 'reason' | 'verified'>,
  allowUnverified: boolean,
  hint?: string,
): void {
  const { id, reason, verified } = delivery;
  if (!verified && !allowUnverified) {
    throw new CheckFailedError(`Delivery ${id} was not verified, so it is not signed: ${reason}`, { hint });
  }
  checkWhole(delivery);
}

/** Checks that the whole body is stored. @throws {CheckFailedError} if only the beginning is stored */
export function checkWhole({ body, bodySize, id }: Pick<Delivery, 'body' | 'bodySize' | 'id'>): void {
  if (body.length === bodySize) return;
  throw new CheckFailedError(
    `Only the first ${body.length} of ${bodySize} bytes of delivery ${id} are stored: it was not accepted.`,
  );
}

export interface Sending {
  readonly trigger: string | null;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
  readonly replayed?: string;
  /** Name of the forgery, if it is one: a correct receiver must reject it. */
  readonly tampered?: string;
  readonly wrong?: string;
}

/** Returns a notification like that of the service, signed if there is a token; with `tamper` its forgeries of that name, or `all`. */
export function sendingsOf(
  { body, trigger }: Pick<Sending, 'body' | 'trigger'>,
  token: string | undefined,
  tamper?: string,
): Sending[] {
  if (tamper === undefined || token === undefined) return [{ trigger, headers: signedHeaders(body, token), body }];
  return forgeries(body, token)
    .filter(({ name }) => tamper === 'all' || tamper === name)
    .map(({ name, words, ...sent }) => ({ trigger, ...sent, tampered: name, wrong: words }));
}

/** Returns forged deliveries of a body, which a receiver that verifies with the token must reject. */
export function forgeries(body: Buffer, token: string) {
  const signature = sign(body, token);
  const flipped = Buffer.from(body);
  const middle = flipped.length >> 1;
  if (flipped.length > 0) flipped[middle] = flipped[middle]! ^ 1;
  const forge = (name: string, words: string, signature: string | string[], bytes = body) => ({
    name,
    words,
    headers: [
      ...deliveryHeaders(),
      ...signatureHeaders.flatMap((header) => [signature].flat().map((value): HeaderPair => [header, value])),
    ],
    body: bytes,
  });
  const otherDigit = signature.endsWith('0') ? '1' : '0';
  return [
    forge('body', 'one bit of the body changed', signature, flipped.length > 0 ? flipped : Buffer.from('x')),
    forge('newline', 'a newline added to the body', signature, Buffer.concat([body, Buffer.from('\n')])),
    forge('token', 'signed with another token', sign(body, `${token}x`)),
    forge('empty-token', 'signed with an empty token', sign(body, '')),
    forge('sha256', 'signed with SHA-256', createHmac('sha256', token).update(body).digest('hex')),
    forge('truncated', 'the signature cut to half', signature.slice(0, 64)),
    forge('garbage', 'the right signature with garbage after it', `${signature}zz`),
    forge('prefixed', 'the right signature after "sha512="', `sha512=${signature}`),
    forge('last-digit', 'the last digit of the signature changed', signature.slice(0, -1) + otherDigit),
    forge('zeros', 'a signature of zeros', '0'.repeat(128)),
    forge('empty', 'an empty signature', ''),
    forge('unsigned', 'no signature', []),
    forge('repeated', 'a wrong signature, then the right one, under one name', ['0'.repeat(128), signature]),
  ];
}
