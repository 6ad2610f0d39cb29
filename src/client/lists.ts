import { jsonApiMediaType } from '../contract/dialect.ts';
import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import { ProtocolError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';
import type { Client, Exchange } from './client.ts';
import { endpointUrl, explaining } from './endpoints.ts';
import { createPace } from './pace.ts';
import { type PageOptions, paginationOf, readPages } from './pages.ts';

const pageSize = 100;

/** How much of a list is wanted, and who is told when there is more. */
export type ListOptions = Pick<PageOptions<unknown>, 'limit' | 'cut'>;

/** What one row of a list endpoint's reply is. */
export type RowOf<E> = ReplyOf<E> extends { data: (infer Row)[] } ? Row : never;

/** Every resource of a list endpoint, page after page, within the rate limit that the server announces. */
export function listEndpoint<E extends Endpoint>(
  client: Client,
  base: URL,
  endpoint: E,
  input: Input<E>,
  options: ListOptions,
): AsyncIterable<RowOf<E>> {
  const url = endpointUrl(base, endpoint, input);
  return readList(client, url, options, (exchange) => client.reply(endpoint, exchange), explaining(endpoint));
}

/** The same for any URL that answers a platform list. @throws {ProtocolError} while it is read, when it does not */
export function listAt(client: Client, url: URL): AsyncIterable<object> {
  return readList(client, url, {}, ({ text }) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  });
}

function readList<Row>(
  client: Client,
  url: URL,
  options: ListOptions,
  parse: (exchange: Exchange) => unknown,
  explain: (error: unknown) => never = (error) => {
    throw error;
  },
): AsyncIterable<Row> {
  const pace = createPace((ms) => client.pause(ms));
  const size = Math.min(pageSize, options.limit ?? pageSize);
  return readPages<Row>({
    ...options,
    async fetch(number) {
      const page = new URL(url);
      page.searchParams.set('page[number]', String(number));
      if (!page.searchParams.has('page[size]')) page.searchParams.set('page[size]', String(size));
      await pace.turn();
      const options = { accept: jsonApiMediaType, audience: 'platform' } as const;
      const exchange = await client.send('GET', page, undefined, options).catch(explain);
      pace.answered(exchange.headers);
      const document = parse(exchange);
      const { data } = (document ?? {}) as { data?: Row[] };
      if (!Array.isArray(data)) throw new ProtocolError(`GET ${maskUrl(page)} did not answer a list.`);
      return { rows: data, pagination: paginationOf(document) };
    },
  });
}
