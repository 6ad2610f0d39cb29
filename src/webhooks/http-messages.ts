import type { IncomingMessage, ServerResponse } from 'node:http';
import { largest } from '../base/text.ts';
import type { Answer, HeaderPair } from './delivery.ts';
import type { Limits } from './options.ts';

/** Number of body bytes to discard after a rejection: a sender reads the response only after it has sent the body. */
const discardBytes = 8 * 1024 * 1024;
const discardMs = 1000;

/** Response headers of a single connection, and response headers that the listener sets itself. */
const ownHeaders = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|date)$/i;

export type Received = Buffer | 'too-large' | 'cut-off';

/** Returns a function that reads a body, at most `bodyBytes` of one and `receivingBytes` of all that are being read. */
export function createBodyReader(
  limits: Pick<Limits, 'bodyBytes' | 'receivingBytes'>,
  onCutOff: () => void,
): (request: IncomingMessage, done: (received: Received) => void) => void {
  const uploads = new Set<{ request: IncomingMessage; bytes: number }>();
  let total = 0;

  function cutLargest(): void {
    const most = largest([...uploads].map(({ bytes }) => bytes));
    onCutOff();
    [...uploads].find(({ bytes }) => bytes === most)?.request.socket.destroy();
  }

  return (request, callback) => {
    const upload = { request, bytes: 0 };
    const chunks: Buffer[] = [];
    uploads.add(upload);

    const settle = (received: Received) => {
      if (!uploads.delete(upload)) return;
      total -= upload.bytes;
      // Leave the remaining bytes to `rejectUnread`.
      request.off('data', onData);
      callback(received);
    };
    const onData = (chunk: Buffer) => {
      upload.bytes += chunk.length;
      total += chunk.length;
      if (upload.bytes > limits.bodyBytes) return settle('too-large');
      // Copy a small slice: by itself it would keep its large buffer in memory.
      chunks.push(chunk.length * 4 < chunk.buffer.byteLength ? Buffer.from(chunk) : chunk);
      if (total > limits.receivingBytes) cutLargest();
    };
    request.on('data', onData);
    request.on('end', () => settle(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.on('close', () => settle('cut-off'));
  };
}

/** Returns a response with a line of plain text, or without a body. */
export function plainAnswer(status: number, words = '', headers: readonly HeaderPair[] = []): Answer {
  const body = Buffer.from(status === 204 || words === '' ? '' : `${words}\n`);
  const type: HeaderPair[] = body.length > 0 ? [['content-type', 'text/plain; charset=utf-8']] : [];
  return { status, headers: [...type, ...headers], body };
}

export const noAnswer = plainAnswer(502, 'The receiver behind the listener did not respond.');

/** Sends a response to a request that was read to its end. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer, close: boolean): void {
  if (headers.length === 0 && body.length === 0 && !close) {
    if (status === 204) response.writeHead(204).end();
    else response.writeHead(status, { 'content-length': 0 }).end();
    return;
  }
  writeHead(response, { status, headers, body }, close);
  response.end(hasBody(status) ? body : undefined);
}

/**
 * Responds to a request whose body is not read. Sends the response at once, and discards some of the body before it closes the
 * connection: closing a connection with unread bytes could drop the response.
 */
export function rejectUnread(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  unsent: boolean,
): void {
  writeHead(response, answer, true);
  if (unsent || request.complete) {
    response.end(answer.body);
    return;
  }
  response.write(answer.body.length > 0 ? answer.body : '');
  let bytesLeft = discardBytes;
  const finish = () => {
    clearTimeout(timer);
    request.off('data', discard).off('end', finish).off('error', finish).off('close', finish);
    request.on('error', () => {});
    response.end();
  };
  const discard = (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) finish();
  };
  const timer = setTimeout(finish, discardMs);
  request.on('data', discard).on('end', finish).on('error', finish).on('close', finish);
}

function writeHead(response: ServerResponse, { status, headers, body }: Answer, close: boolean): void {
  const passedHeaders = headers.filter(([name]) => !ownHeaders.test(name));
  const length: HeaderPair[] = hasBody(status) ? [['content-length', String(body.length)]] : [];
  const connectionLines: HeaderPair[] = close ? [...length, ['connection', 'close']] : length;
  if (close) response.shouldKeepAlive = false;
  response.writeHead(status, [...passedHeaders, ...connectionLines].flat());
}

const hasBody = (status: number) => status >= 200 && status !== 204 && status !== 304;

const hopByHop = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

/** Returns the header lines of a request except those of its connection: known ones, and those that `Connection` lists. */
export function withoutHopByHop(headers: readonly HeaderPair[]): HeaderPair[] {
  const connectionNames = headers
    .filter(([name]) => /^connection$/i.test(name))
    .flatMap(([, value]) => value.split(','));
  const hopByHopNames = new Set(connectionNames.map((name) => name.trim().toLowerCase()));
  return headers.filter(([name]) => !hopByHop.test(name) && !hopByHopNames.has(name.toLowerCase()));
}
