import type { Edition, Endpoint } from '../api/contract/endpoint.ts';
import { unlessThrown } from '../base/unless-thrown.ts';
import type { Call, Handlers } from './call.ts';
import { notFound, Rejection } from './reply.ts';

/** A handler whose endpoint is known only at run time. */
export type AnyHandler = (call: Call<never, never>) => unknown;

/** The endpoints of a resource and their handlers. */
export interface Served {
  table: Readonly<Record<string, Endpoint>>;
  handlers: Readonly<Record<string, AnyHandler>>;
}

/** Checks that there is one handler for each endpoint. */
export function served<Table extends Served['table']>(table: Table, handlers: Handlers<Table>): Served {
  return { table, handlers: handlers as Served['handlers'] };
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  readonly segments: readonly string[];
}

/** Returns the routes of one endpoint table, without the operations that do not exist in this edition (docs/protocol/conventions.md#editions). */
export function routesOf(
  endpoints: Readonly<Record<string, Endpoint>>,
  handlers: Readonly<Record<string, AnyHandler>>,
  edition: Edition,
): Route[] {
  return Object.entries(endpoints)
    .filter(([, endpoint]) => endpoint.edition === 'both' || endpoint.edition === edition)
    .map(([name, endpoint]) => {
      const handler = handlers[name];
      if (handler === undefined) throw new TypeError(`no handler for ${endpoint.method} ${endpoint.path}`);
      return { endpoint, handler, segments: endpoint.path.split('/').slice(1) };
    });
}

/**
 * Finds the route of a request and its parameters. A path with GET also has HEAD.
 * @throws {Rejection} 404 for an unknown path; 405 with Allow for a known path that lacks the method
 */
export function findRoute(routes: readonly Route[], method: string, path: string) {
  const segments = decodeSegments(path);
  const candidates = segments === undefined ? [] : routes.filter((route) => matches(route.segments, segments));
  const best = candidates.toSorted((a, b) => rank(a).localeCompare(rank(b)))[0];
  if (best === undefined || segments === undefined) throw notFound();
  const ties = candidates.filter((route) => rank(route) === rank(best));
  const route = ties.find((candidate) => candidate.endpoint.method === method);
  if (route === undefined) {
    const allowed = new Set(ties.flatMap(({ endpoint: { method: each } }) => (each === 'GET' ? [each, 'HEAD'] : each)));
    throw new Rejection(405, { title: 'method not allowed' }, { allow: [...allowed].join(', ') });
  }
  return { route, params: paramsOf(route, segments) };
}

/** Decodes path segments; undefined if a percent-encoding is malformed. */
function decodeSegments(path: string): string[] | undefined {
  return unlessThrown(() => path.split('/').slice(1).map(decodeURIComponent));
}

/** Returns whether segments match a pattern. A placeholder matches any segment except an empty one, so a double slash is another path. */
export function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((expected, at) => (expected.startsWith(':') ? segments[at] !== '' : expected === segments[at]))
  );
}

/** Sorts literal segments before placeholders, leftmost first. */
function rank({ segments }: Route): string {
  return segments.map((segment) => (segment.startsWith(':') ? '1' : '0')).join('');
}

function paramsOf({ segments: pattern }: Route, segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap((name, at) => (name.startsWith(':') ? [[name.slice(1), segments[at] ?? '']] : [])),
  );
}
