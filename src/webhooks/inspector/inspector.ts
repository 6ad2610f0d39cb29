import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { monotonicMs } from '../../base/clock.ts';
import { limitConnections } from '../../base/http-server/idle-connections.ts';
import { bind, closeServer } from '../../base/http-server/server.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { type Answer, type Delivery, isAccepted } from '../delivery.ts';
import { filterKeys } from '../filter.ts';
import { checkWhole } from '../send.ts';
import type { DeliveryStore } from '../store.ts';
import { curlOf } from './curl.ts';
import { detailOf, type History, type ListenerFacts, type Summary, snapshotOf, summaryOf } from './history.ts';
import { readFilter } from './page/filter.mjs';
import { admit, answer, answerError, assets, strictHeaders, Unserved } from './respond.ts';

export interface InspectorOptions extends ListenerFacts {
  readonly history: History;
  /** Name of the environment variable with the token, if a flag names it. */
  readonly variable?: string | undefined;
  readonly store: Pick<DeliveryStore, 'find' | 'read'>;
  /** Sends a delivery again. @throws {CheckFailedError} for an unverified one, unless allowed */
  replay(delivery: Delivery, target: { url: URL; allowUnverified: boolean; signal: AbortSignal }): Promise<Answer>;
  /** Parses the URL that a person typed. @throws {UsageError} for anything but http and https */
  destinationOf(text: string): URL;
}

export type Inspector = Awaited<ReturnType<typeof openInspector>>;

const graceMs = 250;
/** Size of unread events above which a page is disconnected. It reconnects and gets a new snapshot. */
const mostBehindBytes = 4 * 1024 * 1024;
const beatMs = 15_000;
const atOnce = 100;
const mostBytes = 16 * 1024;
const mostText = 4096;

/** Serves the page on a free port of the loopback. @throws {LocalError} where it cannot bind */
export async function openInspector(options: InspectorOptions) {
  const { history, listener, destination } = options;
  const began = new Date().toISOString();
  const token = randomBytes(24).toString('base64url');
  const stream = createStream(options);
  const closing = new AbortController();
  const server = createServer({ requestTimeout: 10_000, connectionsCheckingInterval: 1000 }, (request, response) => {
    serve(request, response).catch((error: unknown) => answerError(response, error));
  });
  limitConnections(server, 64);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(strictHeaders)) response.setHeader(name, value);
    const { path, query } = admit(request, token);
    const asset = assets.get(path);
    const [, id = '', verb] = /^\/deliveries\/([0-9a-z]{26})(?:\/(curl|replay))?$/.exec(path) ?? [];
    if (!asset && path !== '/events' && path !== '/older' && id === '') throw new Unserved(404, 'Not found.');
    const method = verb === 'replay' ? 'POST' : 'GET';
    if (request.method !== method) throw new Unserved(405, `This is a ${method}.`, { allow: method });
    if (asset) return answer(response, 200, asset.type, asset.text);
    if (path === '/events') return stream.open(response);
    if (path === '/older') {
      const json = JSON.stringify(await olderThan(query, began, options));
      return answer(response, 200, 'application/json', json);
    }
    const delivery = history.find(id) ?? (await options.store.find(id));
    if (verb === undefined) return answer(response, 200, 'application/json', JSON.stringify(detailOf(delivery)));
    if (verb === 'curl') {
      checkWhole(delivery);
      const to = options.destinationOf(query.get('to') || (destination?.href ?? listener));
      return answer(response, 200, 'text/plain; charset=utf-8', curlOf(delivery, to, options.variable));
    }
    const result = await replayed(request, delivery, options, closing.signal);
    answer(response, 200, 'application/json', JSON.stringify(result));
  }

  const port = await bind(server, '127.0.0.1', 0);

  return {
    /** URL with the secret of this run: anyone who has the URL sees all deliveries. */
    url: `http://127.0.0.1:${port}/${token}/`,
    get watching() {
      return stream.pages.size;
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      stream.end();
      await closeServer(server, graceMs);
    },
  };
}

/** Creates the server-sent events of the open pages: a `snapshot`, then a `delivery` for each new one, then `end`. */
function createStream(options: InspectorOptions) {
  const pages = new Set<ServerResponse>();
  const stop = options.history.follow((summary) => {
    if (pages.size > 0) send(frame('delivery', summary));
  });
  const beat = setInterval(() => send(':\n\n'), beatMs);
  beat.unref();

  function send(text: string): void {
    for (const page of pages) {
      page.write(text);
      if (page.writableLength > mostBehindBytes) page.destroy();
    }
  }

  return {
    pages,
    open(response: ServerResponse) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', connection: 'close' });
      pages.add(response);
      response.on('close', () => pages.delete(response)).on('error', () => pages.delete(response));
      response.write(`retry: 1000\n${frame('snapshot', snapshotOf(options.history, options))}`);
    },
    end() {
      stop();
      clearInterval(beat);
      for (const page of pages) page.end(frame('end', null));
    },
  };
}

const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Returns stored deliveries that match the page's filter and are not in the history, the newest first. */
async function olderThan(query: URLSearchParams, began: string, { history, store }: InspectorOptions) {
  const held = new Set(history.summaries().map(({ id }) => id));
  const { fits } = readFilter(query.get('filter') ?? '', filterKeys);
  const before = query.get('before') || '~';
  const summaries: Summary[] = [];
  const where = (delivery: Delivery) => {
    if (delivery.id >= before || held.has(delivery.id) || (query.get('rejected') && isAccepted(delivery))) return false;
    const summary = summaryOf(delivery, delivery.at < began);
    return fits(summary) && summaries.push(summary) > 0;
  };
  for await (const _ of store.read({ order: 'newest-first', limit: atOnce + 1, where }));
  return { deliveries: summaries.slice(0, atOnce), more: summaries.length > atOnce };
}

/** The result of a replay: the status, the time and the beginning of the response. @public */
export type Replayed = Awaited<ReturnType<typeof replayed>>;

/**
 * Sends a delivery again as the request demands: `{"to": URL, "allowUnverified": boolean}`; an empty `to` is the default destination.
 * @throws {Unserved} for an invalid request; the errors of `replay`
 */
export async function replayed(
  request: IncomingMessage,
  delivery: Delivery,
  { destination, destinationOf, replay }: InspectorOptions,
  signal: AbortSignal,
) {
  const { to, allowUnverified } = await readRequest(request);
  const url = to === '' && destination ? destination : destinationOf(to);
  const began = monotonicMs();
  const { body, status } = await replay(delivery, { url, allowUnverified, signal });
  const milliseconds = Math.round(monotonicMs() - began);
  return { status, milliseconds, text: body.subarray(0, mostText).toString() };
}

async function readRequest(request: IncomingMessage): Promise<{ to: string; allowUnverified: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Unserved(413, 'The replay request is too large.');
    chunks.push(chunk);
  }
  const target = jsonIn(Buffer.concat(chunks).toString());
  if (!isObject(target) || typeof target.to !== 'string' || typeof target.allowUnverified !== 'boolean') {
    throw new Unserved(400, 'The replay request has no target URL.');
  }
  return { to: target.to, allowUnverified: target.allowUnverified };
}
