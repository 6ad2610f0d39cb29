import type { IncomingMessage } from 'node:http';
import type { Route } from '../client/http.ts';
import type { Trace } from '../client/trace.ts';
import { signatureHeaders } from '../contract/dialect.ts';
import { sign } from '../contract/signature.ts';
import { NetworkError, SvcError, UsageError } from '../errors.ts';
import { isLoopback } from '../origin.ts';
import { maskUrl } from '../secrets.ts';
import { version } from '../version.ts';
import type { Answer, HeaderPair } from './delivery.ts';
import { headerPairs } from './header-lines.ts';
import { refusedBy, wayTo } from './way.ts';

export interface SendOptions {
  /** For everything, from connecting to the last byte of the answer. 30 s. */
  timeoutMs?: number | undefined;
  /** Of the answer's body. 1 MiB. */
  maxBytes?: number | undefined;
  /** The certificates to trust and the proxies on the way, as for every other request. */
  route?: Route | undefined;
  signal?: AbortSignal | undefined;
  /** Sees the exchange. */
  trace?: Trace | undefined;
}

/** What the service sends besides the signature. assumed: docs/protocol/notifications.md#requests. */
export function deliveryHeaders(): HeaderPair[] {
  return [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
    ['User-Agent', `svc/${version}`],
  ];
}

/** The signature of a body under both dialects' names; none without a token. */
function signatureHeadersOf(body: Buffer, token: string | undefined): HeaderPair[] {
  if (token === undefined || token === '') return [];
  const signature = sign(body, token);
  return signatureHeaders.map((name) => [name, signature]);
}

/** Posts a notification as the service would, signed where there is a token. @throws {NetworkError} where no answer came */
export function sendSigned(url: URL, body: Buffer, token: string | undefined, options?: SendOptions): Promise<Answer> {
  return post(url, signedHeaders(body, token), body, options);
}

/** All that the service sends with a body, signed where there is a token. */
export function signedHeaders(body: Buffer, token: string | undefined): HeaderPair[] {
  return [...deliveryHeaders(), ...signatureHeadersOf(body, token)];
}

/**
 * Posts exactly these bytes with exactly these header lines, repeated ones too: which is why it is node's client, and not
 * the transport of the API client, whose headers are a record. Follows no redirect.
 * @throws {NetworkError} where no complete answer came
 */
export async function post(
  url: URL,
  headers: readonly HeaderPair[],
  body: Buffer,
  { timeoutMs = 30_000, maxBytes = 1024 * 1024, route = {}, signal, trace }: SendOptions = {},
): Promise<Answer> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(`Deliveries go to http and https URLs, not to ${url.protocol}`);
  }
  const lines: HeaderPair[] = [
    ['Host', url.host],
    ...headers,
    ['Content-Length', String(body.length)],
    ['Connection', 'close'],
  ];
  const patience = AbortSignal.timeout(timeoutMs);
  const ends = signal ? AbortSignal.any([signal, patience]) : patience;
  const proxy = route.proxyFor?.(url);
  try {
    const way = await wayTo(url, route, ends);
    const answer = await new Promise<Answer>((resolve, reject) => {
      const headers = [...lines, ...way.headers];
      trace?.request({ method: 'POST', url, body: body.toString() }, headers);
      const began = performance.now();
      const request = way.request({ ...way.options, method: 'POST', headers: headers.flat(), signal: ends });
      request.on('error', reject);
      request.on('response', (response) => {
        const { rawHeaders, statusCode: status = 0, statusMessage: statusText = '' } = response;
        trace?.answer({ status, statusText }, headerPairs(rawHeaders), performance.now() - began);
        readAnswer(response, maxBytes).then(resolve, reject);
      });
      request.end(body);
    });
    trace?.body(answer.body.toString());
    if (way.proxy && answer.status === 407) throw refusedBy(way.proxy, url, 407);
    return answer;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof SvcError) throw cause;
    const through = proxy ? ` through the proxy ${proxy.words}` : '';
    const words = patience.aborted
      ? `did not answer within ${timeoutMs} ms${through}`
      : `could not be reached${through} (${wordsOf(cause)})`;
    const isRefused = !proxy && (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED' && isLoopback(url.hostname);
    const hint = isRefused
      ? `Nobody listens there. Start a receiver: svc webhook listen --port ${url.port || 80}`
      : undefined;
    throw new NetworkError(`${maskUrl(url)} ${words}.`, { cause, hint, retryable: true });
  }
}

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RangeError(`an answer of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return {
    status: response.statusCode ?? 0,
    headers: headerPairs(response.rawHeaders),
    body: Buffer.concat(chunks),
  };
}

function wordsOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return code ?? message;
}
