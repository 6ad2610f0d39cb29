import type { Client } from '../../client/client.ts';
import { createPace } from '../../client/pace.ts';
import { type Page, paginationOf, readPages } from '../../client/pages.ts';
import { jsonApiMediaType } from '../../contract/dialect.ts';
import { ProtocolError } from '../../errors.ts';
import { maskUrl } from '../../secrets.ts';
import type { View } from '../../terminal/view.ts';

/** A resource object of any type. */
export interface Resource {
  id?: unknown;
  type?: unknown;
}

export const resourceView: View<Resource> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'type', of: ({ type }) => type },
  ],
};

const pageSize = 100;

/** Every resource of a platform list, page after page, within the rate limit that the server announces. */
export function resourcePages(client: Client, url: URL): AsyncIterable<Resource> {
  const pace = createPace((ms) => client.pause(ms));
  return readPages<Resource>({
    async fetch(number): Promise<Page<Resource>> {
      const page = new URL(url);
      page.searchParams.set('page[number]', String(number));
      if (!page.searchParams.has('page[size]')) page.searchParams.set('page[size]', String(pageSize));
      await pace.turn();
      const { headers, text } = await client.send('GET', page, undefined, {
        accept: jsonApiMediaType,
        audience: 'platform',
      });
      pace.answered(headers);
      const document = parse(text, page);
      return { rows: document.data, pagination: paginationOf(document) };
    },
  });
}

function parse(text: string, url: URL): { data: Resource[] } {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    document = undefined;
  }
  const { data } = (document ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) {
    throw new ProtocolError(`GET ${maskUrl(url)} did not answer a list.`, { hint: 'Leave --paginate out.' });
  }
  return document as { data: Resource[] };
}
