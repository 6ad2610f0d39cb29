import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { portOf } from './listen.ts';
import { onTestFinished } from './test-finished.ts';

/** A request that a tiny server received. */
export interface Seen {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** A server with the responses of one test. */
export interface TinyServer {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Every request, in order. */
  seen: Seen[];
}

export type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

/** Starts a server on a free port that is closed after the test. `nth` counts the requests from 1. */
export async function tinyServer(answer: Answer): Promise<TinyServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    request.resume();
    seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
    answer(request, response, seen.length);
  });
  return { url: `http://127.0.0.1:${await portOf(server)}`, seen };
}

/** Responds with a JSON document. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  { status = 200, type = 'application/json' }: { status?: number; type?: string } = {},
): void {
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(value));
}

/** A response as it is written in a test. */
export interface Literal {
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: object | string | Buffer;
}

const unknown: Literal = { status: 404, body: { errors: ['Not Found'] } };

/**
 * Starts a server with these responses by path, with its query or without, below /v1/modules/ or from the root; a list is
 * sent one after another. `asked` are the paths of the requests, without the base.
 */
export async function literalServer(answers: Record<string, Literal | Literal[]>, missing = unknown) {
  const asked: string[] = [];
  const server = await tinyServer((request, response) => {
    const path = (request.url ?? '').replace('/v1/modules/', '');
    asked.push(path);
    const nth = asked.filter((each) => each === path).length;
    const given = [answers[path] ?? answers[path.replace(/\?.*/, '')] ?? missing].flat();
    const { body = '', headers = {}, status = 200 } = given[Math.min(nth, given.length) - 1]!;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (typeof body === 'string' || Buffer.isBuffer(body)) response.writeHead(status).end(body);
    else sendJson(response, body, { status });
  });
  return { ...server, asked };
}

/**
 * An address on this machine where nothing listens or starts to listen: the system assigns free ports above 32767.
 */
export async function deadAddress(): Promise<string> {
  const port = randomInt(20_000, 32_768);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return deadAddress();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

/** Returns the address of a server that accepts connections and never responds; it is closed after the test. */
export async function silentServer(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
