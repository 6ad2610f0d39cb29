import type { Client } from '../../api/client/client.ts';
import { listAt } from '../../api/client/lists.ts';
import { hasNextPage, pageOf } from '../../api/client/pages.ts';
import { jsonApiMediaType } from '../../api/contract/dialect.ts';
import { ProtocolError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import { type OffsetPage, readOffsetPages } from '../../modules/registry/offset-pages.ts';

type Warn = (message: string) => void;

/**
 * Lists every row at a URL of a platform or a registry. The URL is requested unchanged, and the response shows how the list is paged.
 * @throws {ProtocolError} during iteration, if the response is not a list
 */
export async function* rowsAt(client: Client, url: URL, warn: Warn): AsyncGenerator<object> {
  const document = await documentAt(client, url);
  const page = registryPage(document, url);
  if (!page) return yield* platformRows(client, url, document);
  let firstPage: Promise<OffsetPage<object>> | undefined = Promise.resolve(page);
  yield* readOffsetPages<object>(
    {
      keyOf: (row) => String((row as { id?: unknown }).id ?? JSON.stringify(row)),
      async fetch(cursor) {
        const first = firstPage;
        firstPage = undefined;
        if (first) return first;
        const next = 'url' in cursor ? cursor.url : new URL(url);
        if ('offset' in cursor) next.searchParams.set('offset', String(cursor.offset));
        const nextPage = registryPage(await documentAt(client, next), next);
        if (!nextPage) throw new ProtocolError(`GET ${maskUrl(next)} did not return a list.`);
        return nextPage;
      },
    },
    { warn },
  );
}

/** Lists the rows of a platform list. If the list has several pages, requests it again with larger pages. */
async function* platformRows(client: Client, url: URL, document: unknown): AsyncGenerator<object> {
  const page = pageOf<object>(document, url);
  if (page && !hasNextPage(page, page.rows.length)) yield* page.rows;
  else yield* listAt(client, url);
}

async function documentAt(client: Client, url: URL): Promise<unknown> {
  // Only the response shows whether the list is a platform's or a registry's.
  const accept = `${jsonApiMediaType}, application/json`;
  return client.document(await client.send('GET', url, undefined, { accept, audience: 'platform' }));
}

/** Returns a page of a registry's list: `meta`, and the rows under a plural name (docs/protocol/registry.md#pages). */
function registryPage(document: unknown, url: URL): OffsetPage<object> | undefined {
  const { meta, ...rest } = (document ?? {}) as { meta?: Record<string, unknown> | null };
  if (typeof meta?.current_offset !== 'number') return undefined;
  const rows = Object.values<unknown>(rest).find(Array.isArray);
  return rows && { rows, meta, url };
}
