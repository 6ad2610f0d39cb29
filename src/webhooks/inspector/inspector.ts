import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { signatureHeaders } from '../../api/contract/dialect.ts';
import { limitConnections } from '../../base/http-server/idle-connections.ts';
import { bind, closeServer } from '../../base/http-server/server.ts';
import { maskUrl } from '../../base/secrets.ts';
import { shellQuoted } from '../../base/shell-word.ts';
import { type Delivery, isAccepted } from '../delivery.ts';
import { filterKeys } from '../filter.ts';
import { checkWhole, deliveryHeaders } from '../send.ts';
import type { DeliveryStore } from '../store.ts';
import { assets, strictHeaders } from './assets.ts';
import { admit } from './guard.ts';
import type { History } from './history.ts';
import { readFilter } from './page/filter.mjs';
import { detailOf, type Summary, summaryOf } from './page-model.ts';
import { type ReplayParts, replayed } from './replay.ts';
import { answer, answerError, Unserved } from './respond.ts';
import { createStream } from './stream.ts';

/**
 * Characters that a terminal acts on, or hides, when they are pasted. An escape sequence could end the paste and type commands, so such a
 * body is written in base64.
 */
const unfit = /[^\P{C}\n]|[\u2028\u2029]/u;

/**
 * A command for a POSIX shell that sends exactly these bytes, signed when it is run with the token in a variable, which is never
 * in it, nor is a password of the URL. Needs curl and openssl.
 */
export function curlOf({ body }: Pick<Delivery, 'body'>, url: URL, variable = 'HOOK_TOKEN'): string {
  const to = new URL(url);
  to.username = '';
  to.password = '';
  const text = isUtf8(body) ? body.toString() : undefined;
  const fits = text !== undefined && !unfit.test(text);
  // Every openssl reads lines of this length.
  const base64Lines = body.toString('base64').replace(/.{1,64}/g, '$&\n');
  const bytes = fits ? `printf %s ${shellQuoted(text, 'posix')}` : `openssl base64 -d <<'END'\n${base64Lines}END\n`;
  const headers = [
    ...deliveryHeaders().map(([name, value]) => shellQuoted(`${name}: ${value}`, 'posix')),
    ...signatureHeaders.map((name) => `"${name}: $signature"`),
  ];
  return `(
: "\${${variable}:?put the token of the notifications into it}"
body() { ${bytes}${fits ? '; ' : ''}}
signature=$(body | openssl dgst -sha512 -hmac "$${variable}" | sed 's/^.* //')
body | curl -sS --globoff ${shellQuoted(to.href, 'posix')} \\
${headers.map((header) => `  -H ${header} \\\n`).join('')}  --data-binary @-
)
`;
}

export interface InspectorOptions extends ReplayParts {
  readonly history: History;
  /** Where the deliveries come in. */
  readonly listener: string;
  /** Whether there is a token to sign replays with. */
  readonly signs: boolean;
  /** The environment variable that has the token, if a flag names one. */
  readonly variable?: string | undefined;
  /** A command that sends a sample to the listener, for the page to show. */
  readonly sample?: string | undefined;
  /** Has what the history no longer holds. */
  readonly store: Pick<DeliveryStore, 'find' | 'read'>;
}

/** The page that shows the deliveries of a listener, on this machine only. */
export type Inspector = Awaited<ReturnType<typeof openInspector>>;

const graceMs = 250;
/** Deliveries of the store in one answer. */
const atOnce = 100;

/** Serves the page on a free port of the loopback. @throws {LocalError} where it cannot bind */
export async function openInspector(options: InspectorOptions) {
  const { history, listener, destination, signs } = options;
  const began = new Date().toISOString();
  const token = randomBytes(24).toString('base64url');
  const about = {
    listener,
    destination: destination ? maskUrl(destination) : null,
    signs,
    sample: options.sample ?? null,
    keys: filterKeys,
    most: history.most,
  };
  const stream = createStream(history, about);
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
      const older = JSON.stringify(await olderThan(query, began, options));
      return answer(response, 200, 'application/json', older);
    }
    const delivery = history.find(id) ?? (await options.store.find(id));
    if (verb === undefined) return answer(response, 200, 'application/json', JSON.stringify(detailOf(delivery)));
    if (verb === 'curl') {
      checkWhole(delivery);
      const to = options.destinationOf(query.get('to') || (destination?.href ?? listener));
      return answer(response, 200, 'text/plain; charset=utf-8', curlOf(delivery, to, options.variable));
    }
    const went = await replayed(request, delivery, options, closing.signal);
    answer(response, 200, 'application/json', JSON.stringify(went));
  }

  const port = await bind(server, '127.0.0.1', 0);

  return {
    /** With the secret of this run: anyone with the URL sees everything. */
    url: `http://127.0.0.1:${port}/${token}/`,
    /** How many pages are open. */
    get watching() {
      return stream.size;
    },
    /** Notifies open pages, cancels running replays, and closes every connection. */
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      stream.end();
      await closeServer(server, graceMs);
    },
  };
}

/** Stored deliveries that the history does not hold, the newest first, as a filter of the page chooses them. */
async function olderThan(query: URLSearchParams, began: string, { history, store }: InspectorOptions) {
  const held = new Set(history.summaries().map(({ id }) => id));
  const { fits } = readFilter(query.get('filter') ?? '', filterKeys);
  const before = query.get('before') || '~';
  const found: Summary[] = [];
  const where = (delivery: Delivery) => {
    if (delivery.id >= before || held.has(delivery.id) || (query.get('rejected') && isAccepted(delivery))) return false;
    const summary = summaryOf(delivery, delivery.at < began);
    return fits(summary) && found.push(summary) > 0;
  };
  for await (const _ of store.read({ order: 'newest-first', limit: atOnce + 1, where }));
  return { deliveries: found.slice(0, atOnce), more: found.length > atOnce };
}
