import type { PageMeta } from '../../api/contract/registry/module-object.ts';
import type { Catalogue, PublishedModule } from './release.ts';

/** assumed: 15 without a limit, and at most 100 (docs/protocol/registry.md#lists). */
const limits = { default: 15, maximum: 100 };

/** An invalid query parameter; the message is for the caller. */
export class BadQuery extends Error {}

/** Filters the modules of a namespace (or all) by the query; `verified` applies only as `true` (docs/protocol/registry.md#verified). */
export function filterModules(modules: Catalogue, query: URLSearchParams, namespace: string | null = null) {
  const provider = query.get('provider');
  return modules.filter(
    (module) =>
      (!namespace || module.namespace === namespace) &&
      (!provider || module.provider === provider) &&
      (query.get('verified') !== 'true' || module.latest.verified),
  );
}

/**
 * Finds modules with every keyword and every "quoted phrase", matching names first (docs/protocol/registry.md#search).
 * assumed: it searches namespace, name, provider and description, ignoring case (docs/protocol/registry.md#lists).
 * @throws {BadQuery} without `q`
 */
export function searchModules(catalogue: Catalogue, query: URLSearchParams): PublishedModule[] {
  const search = query.get('q')?.trim();
  if (!search) throw new BadQuery('q is required');
  const modules = filterModules(catalogue, query, query.get('namespace'));
  const terms = [...search.toLowerCase().matchAll(/"([^"]*)"?|[^\s"]+/g)].map((match) => (match[1] ?? match[0]).trim());
  const matching = modules.filter(({ namespace, name, provider, latest }) => {
    const text = [namespace, name, provider, latest.description].join('\n').toLowerCase();
    return terms.every((term) => text.includes(term));
  });
  return matching.toSorted((a, b) => distance(a, terms) - distance(b, terms));
}

function distance({ name }: PublishedModule, terms: readonly string[]): number {
  if (terms.includes(name.toLowerCase())) return 0;
  return terms.some((term) => name.toLowerCase().includes(term)) ? 1 : 2;
}

/** Returns a page of a list with its envelope; `path` is the request's path, for the links (docs/protocol/registry.md#pages). */
export function pageOf<Item>(items: readonly Item[], path: string, query: URLSearchParams) {
  const offset = numberIn(query, 'offset', { least: 0, fallback: 0 });
  const limit = numberIn(query, 'limit', { least: 1, fallback: limits.default, most: limits.maximum });
  const meta: PageMeta = { limit, current_offset: offset };
  if (offset + limit < items.length) {
    meta.next_offset = offset + limit;
    meta.next_url = linkTo(path, query, limit, offset + limit);
  }
  if (offset > 0) {
    meta.prev_offset = Math.max(0, offset - limit);
    meta.prev_url = linkTo(path, query, limit, meta.prev_offset);
  }
  return { meta, page: items.slice(offset, offset + limit) };
}

/** Reads a number; larger values count as `most` (docs/protocol/registry.md#limits). */
function numberIn(
  query: URLSearchParams,
  name: string,
  { fallback, least, most = Number.MAX_SAFE_INTEGER }: { least: number; fallback: number; most?: number },
): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const number = Math.min(Number(text), most);
  if (/^\d+$/.test(text) && number >= least) return number;
  throw new BadQuery(`${name} must be an integer of ${least} or more`);
}

function linkTo(path: string, query: URLSearchParams, limit: number, offset: number): string {
  const next = new URLSearchParams(query);
  next.set('limit', String(limit));
  if (offset === 0) next.delete('offset');
  else next.set('offset', String(offset));
  return `${path}?${next}`;
}
