import { once } from 'node:events';
import type { Server, ServerOptions } from 'node:http';
import { UsageError } from '../base/errors.ts';
import { healthPath } from '../base/http-server/health.ts';
import { bind, createHttpServer } from '../base/http-server/server.ts';
import { Classifier } from './classify.ts';
import { Connections, createFaultReport } from './connections.ts';
import type { Delivery } from './delivery.ts';
import type { Source } from './loop.ts';
import { type Counters, defaultLimits, type Limits, type ListenerOptions, noCounts } from './options.ts';
import { type Queue, RequestHandler } from './request-handler.ts';

export interface Listener extends Source {
  readonly url: string;
  readonly port: number;
  readonly counters: Readonly<Counters>;
  /** Rejects new connections, waits `graceMs` (2 s) for pending responses, and ends the iteration after the queue. */
  close(graceMs?: number): Promise<void>;
}

/**
 * Opens a listener.
 * @throws {UsageError} for an empty token, an invalid path or status, or an unusable certificate
 * @throws {LocalError} if it cannot bind
 */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { host = '127.0.0.1', port = 0, path = '/', status = 204, tls } = options;
  checkOptions(options, path, status);
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const counters = { ...noCounts };
  const queue = createQueue(limits);
  const server = await createServer(limits, tls);
  let closing: Promise<void> | undefined;
  const handler = new RequestHandler({
    hooks: options,
    classifier: new Classifier({ ...options, path, status }, limits),
    limits,
    counters,
    connections: new Connections(server, limits, counters, createFaultReport(options.onSenderFault ?? (() => {}))),
    queue,
    isClosing: () => closing !== undefined,
  });
  server.on('request', (request, response) => handler.handle(request, response, false));
  // Treat an unknown expectation as if it were missing, as RFC 9110 allows (section 10.1.1).
  server.on('checkExpectation', (request, response) => handler.handle(request, response, false));
  server.on('checkContinue', (request, response) => handler.handle(request, response, true));

  const bound = await bind(server, host, port);
  const shown = host.includes(':') ? `[${host}]` : host;

  async function finish(graceMs: number): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    const timer = setTimeout(() => {
      handler.giveUp();
      void handler.settled().then(() => server.closeAllConnections());
    }, graceMs);
    await closed;
    // Requests may still be handled after their connection has ended.
    await handler.settled();
    clearTimeout(timer);
    queue.end();
  }

  return {
    url: `${tls ? 'https' : 'http'}://${shown}:${bound}${path}`,
    port: bound,
    counters,
    get waiting() {
      return queue.waiting.length;
    },
    close(graceMs = 2000) {
      closing ??= finish(graceMs);
      return closing;
    },
    [Symbol.asyncIterator]: () => queue.deliveries(),
  };
}

function checkOptions({ tokens }: ListenerOptions, path: string, status: number): void {
  const empty = tokens.find(({ value }) => value === '');
  if (empty) throw new UsageError(`The token of ${empty.name} is empty.`);
  if (!/^\/[^?#\s]*$/.test(path))
    throw new UsageError(`--path must start with / and contain no ? or #, not "${path}".`);
  if (path === healthPath) throw new UsageError(`--path must not be ${healthPath}, which answers health checks.`);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new UsageError(`--status must be between 200 and 599, not ${status}.`);
  }
}

async function createServer(limits: Limits, tls: ListenerOptions['tls']): Promise<Server> {
  const { headersMs, requestMs } = limits;
  const settings: ServerOptions & { handshakeTimeout: number } = {
    handshakeTimeout: headersMs,
    // Let the classifier reject a request without Host, because it also records the request.
    requireHostHeader: false,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(1000, headersMs, requestMs),
  };
  const server = await createHttpServer(settings, tls);
  // Keep all headers: a second signature must not hide behind thousands of others. `maxHeaderSize` limits them.
  server.maxHeadersCount = 0;
  server.timeout = limits.idleMs;
  return server;
}

function createQueue({ queue: maxDeliveries, queueBytes: maxBytes }: Limits) {
  const waiting: Delivery[] = [];
  let bytes = 0;
  let ended = false;
  let wake = () => {};

  async function* deliveries(): AsyncGenerator<Delivery> {
    while (!ended || waiting.length > 0) {
      const delivery = waiting.shift();
      if (delivery) {
        bytes -= delivery.body.length;
        yield delivery;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  return {
    deliveries,
    waiting,
    hasRoom: (size, share = 1) => waiting.length < maxDeliveries * share && bytes + size <= maxBytes * share,
    push(delivery) {
      waiting.push(delivery);
      bytes += delivery.body.length;
      wake();
    },
    end() {
      ended = true;
      wake();
    },
  } satisfies Queue & Record<string, unknown>;
}
