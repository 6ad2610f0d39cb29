import { ProtocolError, RejectedError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import { jsonApiMediaType } from '../contract/dialect.ts';
import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import { pageQuery } from '../contract/jsonapi.ts';
import type { Client } from './client.ts';
import { endpointUrl, rethrowWithCauses } from './endpoints.ts';
import { type PageOptions, pageOf, readPages } from './pages.ts';
import type { Exchange } from './reply.ts';

const pageSize = 100;

/** The options of reading a list: `anonymous` sends no token; `onPage` is called with the document of each page. */
export interface ListOptions extends Pick<PageOptions<unknown>, 'limit' | 'cut'> {
  anonymous?: boolean | undefined;
  onPage?: ((document: unknown) => void) | undefined;
}

export type RowOf<E> = ReplyOf<E> extends { data: (infer Row)[] } ? Row : never;

/**
 * Yields every resource of a list endpoint, page after page. assumed: the names of the page parameters, so a 400 is followed by the request
 * without them (docs/protocol/conventions.md#pages).
 * @throws {AuthError} without a required token
 */
export async function* listEndpoint<E extends Endpoint>(
  client: Client,
  base: URL,
  endpoint: E,
  input: Input<E>,
  options: ListOptions,
): AsyncIterable<RowOf<E>> {
  const url = endpointUrl(base, endpoint, input);
  await client.requireToken(endpoint, url, { ...options, audience: 'platform' });
  const parse = (exchange: Exchange) => client.reply(endpoint, exchange);
  return yield* readList(
    client,
    url,
    { ...options, isPaged: endpoint.query.includes(pageQuery[0]), purpose: `Waiting to ${endpoint.does}` },
    parse,
    rethrowWithCauses(endpoint, base, input),
  );
}

/** Reads a platform list at any URL, page after page. @throws {ProtocolError} while reading, if the document is not a list */
export function listAt(client: Client, url: URL): AsyncIterable<object> {
  return readList(client, url, {}, (exchange) => client.document(exchange));
}

function readList<Row>(
  client: Client,
  url: URL,
  { anonymous, isPaged = true, onPage, purpose, ...options }: ListOptions & { isPaged?: boolean; purpose?: string },
  parse: (exchange: Exchange) => unknown,
  explain?: (error: unknown) => Promise<never>,
): AsyncIterable<Row> {
  // No page size is requested where the API documents no pages; a server with pages chooses their size.
  const size = isPaged ? Math.min(pageSize, options.limit ?? pageSize) : undefined;
  return readPages<Row>({
    ...options,
    async fetch(cursor) {
      let page = typeof cursor === 'number' ? numbered(url, cursor, size) : cursor;
      const sending = { accept: jsonApiMediaType, audience: 'platform', anonymous, purpose } as const;
      const send = () => client.send('GET', page, undefined, sending).catch(explain);
      const exchange = await send().catch((error: unknown) => {
        if (cursor !== 1 || page === url || !(error instanceof RejectedError) || error.status !== 400) throw error;
        page = url;
        return send();
      });
      const document = parse(exchange);
      onPage?.(document);
      const rowsPage = pageOf<Row>(document, page);
      if (!rowsPage) throw new ProtocolError(`GET ${maskUrl(page)} did not return a list.`);
      return rowsPage;
    },
  });
}

function numbered(url: URL, number: number, size: number | undefined): URL {
  if (size === undefined && number === 1) return url;
  const page = new URL(url);
  page.searchParams.set('page[number]', String(number));
  if (size !== undefined && !page.searchParams.has('page[size]')) page.searchParams.set('page[size]', String(size));
  return page;
}
