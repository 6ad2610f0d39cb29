import { endpointUrl } from '../../api/client/endpoints.ts';
import type { Input } from '../../api/contract/endpoint.ts';
import type { ListedModule, modules } from '../../api/contract/registry/modules.ts';
import { type RowRange, readOffsetPages } from './offset-pages.ts';
import type { Registry } from './registry.ts';
import { asLacking } from './resolve.ts';

type ListEndpoint = (typeof modules)['list' | 'namespace' | 'search' | 'latestOfProviders'];

const pageSize = 100;

/** Reads the modules of a list page by page. @throws {ProtocolError} for pages in a loop, or of another origin */
export function readModules<E extends ListEndpoint>(
  registry: Registry,
  endpoint: E,
  input: Input<E>,
  range: RowRange = {},
): AsyncGenerator<ListedModule> {
  return readOffsetPages<ListedModule>(
    {
      keyOf: ({ namespace, name, provider, version }) => [namespace, name, provider, version].join('/'),
      hint: 'Request fewer modules with --limit N.',
      async fetch(cursor, missing) {
        if ('url' in cursor) {
          const { meta, modules: rows } = await registry.follow(endpoint, cursor.url);
          return { meta: meta ?? {}, rows, url: cursor.url };
        }
        const query = { ...input.query, offset: cursor.offset, limit: Math.min(pageSize, missing) };
        const request = { ...input, query };
        const { meta, modules: rows } = await registry.call(endpoint, request);
        return { meta: meta ?? {}, rows, url: endpointUrl(registry.base, endpoint, request) };
      },
    },
    range,
  );
}

/** Yields the rows of a list; `lacking` describes a registry that has no such list, such as "no search". */
export async function* orLacking<Row>(
  rows: AsyncIterable<Row>,
  registry: Pick<Registry, 'base'>,
  { lacking, hint }: { lacking: string; hint?: string },
): AsyncGenerator<Row> {
  try {
    return yield* rows;
  } catch (error) {
    return asLacking(registry, lacking, hint)(error);
  }
}
