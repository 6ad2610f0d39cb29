import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, HeaderPair } from './delivery.ts';

/** What is read of a body nobody wants, so that its sender gets to see the answer. */
const discardBytes = 8 * 1024 * 1024;
const discardMs = 1000;

/** Words that only concern one connection, and what is said anew. */
const ownHeaders = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|date)$/i;

/** A short plain answer. */
export function plainAnswer(status: number, words = '', headers: readonly HeaderPair[] = []): Answer {
  const body = Buffer.from(status === 204 || words === '' ? '' : `${words}\n`);
  return {
    status,
    headers: body.length > 0 ? [['content-type', 'text/plain; charset=utf-8'], ...headers] : headers,
    body,
  };
}

/** Sends an answer to a request that was read to its end. */
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
 * Refuses a request whose body we do not want: the answer leaves at once, and a little of what still comes is thrown away
 * before the connection is closed, since closing with bytes unread would take the answer from under the sender's eyes.
 */
export function refuseUnread(
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
  let left = discardBytes;
  const finish = () => {
    clearTimeout(timer);
    request.off('data', discard).off('end', finish).off('error', finish).off('close', finish);
    request.on('error', () => {});
    response.end();
  };
  const discard = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) finish();
  };
  const timer = setTimeout(finish, discardMs);
  request.on('data', discard).on('end', finish).on('error', finish).on('close', finish);
}

/** Ends a connection on which more may come than is read, so that the last answer is not taken from under its sender's eyes. */
export function closeGently(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), discardMs);
  socket.once('close', () => clearTimeout(timer)).end();
}

function writeHead(response: ServerResponse, { status, headers, body }: Answer, close: boolean): void {
  const passed = headers.filter(([name]) => !ownHeaders.test(name));
  const length: HeaderPair[] = hasBody(status) ? [['content-length', String(body.length)]] : [];
  const own: HeaderPair[] = close ? [...length, ['connection', 'close']] : length;
  if (close) response.shouldKeepAlive = false;
  response.writeHead(status, [...passed, ...own].flat());
}

const hasBody = (status: number) => status >= 200 && status !== 204 && status !== 304;

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};

/** An answer to what never became a request. */
export function bareAnswer(status: number): string {
  return `HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}
