import { endpointUrl } from '../client/endpoints.ts';
import type { Input } from '../contract/endpoint.ts';
import type { ModulePage, ModuleSummary, modules, PageMeta } from '../contract/registry/modules.ts';
import { ProtocolError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';
import type { Registry } from './registry.ts';

/** The endpoints that answer modules page by page. */
type ListEndpoint = (typeof modules)['list' | 'namespace' | 'search' | 'latestOfProviders'];

/** How much of a list is wanted. */
export interface Wanted {
  /** The most modules; all of them unless told. */
  limit?: number | undefined;
  /** Called when there was more than that. */
  cut?: () => void;
}

/** Where a page begins: at an offset, or at a URL that the registry named. */
type Cursor = { offset: number } | { url: URL };

const pageSize = 100;
/** assumed: a registry that filters after it has counted may send some; one that sends only those never ends. */
const emptyPagesBorne = 10;

/**
 * The modules of a list, page after page (part 2, Pagination envelope): by `next_offset`, by `next_url` where that is absent.
 * @throws {ProtocolError} when the pages do not move on, or lead to another origin
 */
export async function* readModules<E extends ListEndpoint>(
  registry: Registry,
  endpoint: E,
  input: Input<E>,
  { limit = Number.POSITIVE_INFINITY, cut }: Wanted = {},
): AsyncGenerator<ModuleSummary> {
  const seen = new Set<string>();
  let cursor: Cursor | undefined = { offset: 0 };
  let shown = 0;
  let empty = 0;
  let before = '';
  while (cursor) {
    const { page, url }: Fetched = await fetchPage(registry, endpoint, input, cursor, limit - shown);
    seen.add(textOf(cursor));
    const ids = page.modules.map(({ id }) => id).join('\n');
    if (ids !== '' && ids === before) throw circle(url, 'it sent the same modules again');
    before = ids;
    yield* page.modules.slice(0, limit - shown);
    shown += page.modules.length;
    const next = nextCursor(page.meta, url);
    if (shown > limit || (next && shown >= limit)) return cut?.();
    if (next && seen.has(textOf(next))) throw circle(url, `after it comes ${textOf(next)} again`);
    if (next && goesBack(cursor, next)) throw circle(url, `after it comes ${textOf(next)}, which is further up`);
    empty = page.modules.length === 0 ? empty + 1 : 0;
    if (next && empty > emptyPagesBorne) throw circle(url, `${empty} pages in a row held nothing and named another`);
    cursor = next;
  }
}

interface Fetched {
  page: ModulePage;
  /** What was asked. */
  url: URL;
}

async function fetchPage<E extends ListEndpoint>(
  registry: Registry,
  endpoint: E,
  input: Input<E>,
  cursor: Cursor,
  missing: number,
): Promise<Fetched> {
  if ('url' in cursor) return { page: await registry.follow(endpoint, cursor.url), url: cursor.url };
  const query = { ...input.query, offset: cursor.offset, limit: Math.min(pageSize, missing) };
  const asked = { ...input, query };
  return { page: await registry.call(endpoint, asked), url: endpointUrl(registry.base, endpoint, asked) };
}

/** Undefined at the end. Relative URLs belong to the one that was asked (facts, C10). */
function nextCursor({ next_offset, next_url }: PageMeta, asked: URL): Cursor | undefined {
  if (typeof next_offset === 'number') {
    if (Number.isSafeInteger(next_offset) && next_offset >= 0) return { offset: next_offset };
    throw circle(asked, `after it comes offset ${next_offset}`);
  }
  if (!next_url) return undefined;
  const url = URL.canParse(next_url, asked.href) ? new URL(next_url, asked) : undefined;
  if (url?.origin === asked.origin && !url.username && !url.password) {
    url.hash = '';
    return { url };
  }
  const request = `GET ${maskUrl(asked)}`;
  throw new ProtocolError(`${request} names a next page on another origin, which is refused: ${maskUrl(next_url)}.`, {
    request,
  });
}

function goesBack(from: Cursor, to: Cursor): boolean {
  return 'offset' in from && 'offset' in to && to.offset <= from.offset;
}

function textOf(cursor: Cursor): string {
  return 'offset' in cursor ? `offset ${cursor.offset}` : maskUrl(cursor.url);
}

function circle(asked: URL, why: string): ProtocolError {
  const request = `GET ${maskUrl(asked)}`;
  return new ProtocolError(`The registry's pages go in a circle at ${request}: ${why}.`, {
    request,
    hint: 'What came before it was shown; --limit N asks for less.',
  });
}
