import { once } from 'node:events';
import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { UsageError } from '../errors.ts';
import { bind, createHttpServer } from '../http-server.ts';
import { bareAnswer, closeGently } from './answer.ts';
import { createJudge } from './classify.ts';
import { type Connection, watchConnections } from './connections.ts';
import type { Delivery } from './delivery.ts';
import { createDiagnosing } from './diagnosis.ts';
import { type Counters, defaultLimits, type Limits, type ListenerOptions } from './options.ts';
import { createQueue } from './queue.ts';
import { createIntake } from './request-handler.ts';

export type { Counters, ListenerOptions } from './options.ts';

/** A running listener: iterate over it (once) to see its deliveries; the iteration ends when it is closed. */
export interface Listener extends AsyncIterable<Delivery> {
  /** With scheme, host, port and path. */
  readonly url: string;
  readonly port: number;
  readonly counters: Readonly<Counters>;
  /** Takes no more, lets answers in flight finish (`graceMs`, 2 s), and ends the iteration after what is queued. */
  close(graceMs?: number): Promise<void>;
}

/**
 * Starts to listen.
 * @throws {UsageError} for an empty token, a path or status that is none, or an unusable certificate
 * @throws {LocalError} where it cannot bind
 */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { host = '127.0.0.1', port = 0, path = '/', status = 204, tls } = options;
  checkOptions(options, path, status);
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const counters: Counters = {
    connections: 0,
    cutOff: 0,
    broken: 0,
    verified: 0,
    unsigned: 0,
    badSignature: 0,
    refused: 0,
    unseen: 0,
    unrecorded: 0,
  };
  const queue = createQueue<Delivery>(limits.queue, limits.queueBytes, ({ body }) => body.length);
  const server = await createServer(limits, tls);
  const connections = watchConnections(server, limits, counters);
  let closing: Promise<void> | undefined;
  const handle = createIntake({
    hooks: options,
    judge: createJudge(
      { ...options, path, status },
      limits,
      createDiagnosing(options.tokens, options.otherTokens ?? []),
    ),
    limits,
    counters,
    connections,
    queue,
    isClosing: () => closing !== undefined,
  });

  server.on('request', (request, response) => handle(request, response));
  server.on('checkContinue', (request, response) => handle(request, response, true));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.of(socket);
    // Each piece of what is no HTTP is one more error.
    if (connection.ending) return;
    connection.ending = true;
    counters.broken += 1;
    dismiss(connection, statusOf(error.code));
  });
  server.on('timeout', (socket: Socket) => {
    const connection = connections.of(socket);
    if (connection.complete.length > 0) return;
    if (connection.open.size > 0) dismiss(connection, 408);
    else socket.destroy();
  });

  /** Ends a connection that speaks no HTTP, or too slowly: after the answers under way, else with a last word. */
  function dismiss({ complete, socket }: Connection, code: number): void {
    const last = complete.at(-1);
    if (!socket.writable) socket.destroy();
    else if (last) last.once('finish', () => closeGently(socket));
    else socket.end(bareAnswer(code), () => socket.destroy());
  }

  const bound = await bind(server, host, port);
  const shown = host.includes(':') ? `[${host}]` : host;

  async function finish(graceMs: number): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    const timer = setTimeout(() => {
      handle.giveUp();
      void handle.settled().then(() => server.closeAllConnections());
    }, graceMs);
    await closed;
    // A connection may end long before the answer to what came over it.
    await handle.settled();
    clearTimeout(timer);
    queue.end();
  }

  return {
    url: `${tls ? 'https' : 'http'}://${shown}:${bound}${path}`,
    port: bound,
    counters,
    close(graceMs = 2000) {
      closing ??= finish(graceMs);
      return closing;
    },
    [Symbol.asyncIterator]: () => queue[Symbol.asyncIterator](),
  };
}

function checkOptions({ tokens }: ListenerOptions, path: string, status: number): void {
  const empty = tokens.find(({ value }) => value === '');
  if (empty) throw new UsageError(`The token of ${empty.name} is empty; an empty token proves nothing.`);
  if (!/^\/[^?#\s]*$/.test(path))
    throw new UsageError(`The path "${path}" is none: it starts with / and has no ? or #.`);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new UsageError(`The status ${status} is none: it lies between 200 and 599.`);
  }
}

async function createServer(limits: Limits, tls: ListenerOptions['tls']): Promise<Server> {
  const { headerBytes: maxHeaderSize, headersMs: headersTimeout, requestMs: requestTimeout, idleMs } = limits;
  const settings: ServerOptions & { handshakeTimeout: number } = {
    handshakeTimeout: headersTimeout,
    maxHeaderSize,
    headersTimeout,
    requestTimeout,
    // The timeout of a connection holds between two requests as well.
    keepAliveTimeout: 0,
    connectionsCheckingInterval: Math.min(1000, headersTimeout, requestTimeout),
  };
  const server = await createHttpServer(settings, tls);
  // All of them, so that a second signature cannot hide behind thousands of others; their bytes are limited.
  server.maxHeadersCount = 0;
  server.timeout = idleMs;
  return server;
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
