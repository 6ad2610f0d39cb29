import type { IncomingMessage } from 'node:http';
import type { Call, Service } from './call.ts';
import { identify, requireAccess } from './callers.ts';
import { platformPrefix, serviceParts } from './handlers/index.ts';
import { openDocument } from './registry.ts';
import { type Dialect, documentReply, orNotFound, type Reply } from './reply.ts';
import { findRoute, type Route, routesOf } from './router.ts';
import { readBody } from './validation.ts';

export type Routes = readonly { prefix: string; routes: readonly Route[] }[];

/** Returns the routes of the contract's tables in one edition. */
export function routesIn(edition: Service['edition']): Routes {
  return serviceParts.map(({ prefix, resources }) => ({
    prefix,
    routes: resources.flatMap(({ handlers, table }) => routesOf(table, handlers, edition)),
  }));
}

/** Returns the error dialect of a path: the registry's errors are lists of strings (docs/protocol/registry.md#errors). */
export function dialectOf(path: string): Dialect {
  return /^\/(v1|v2)\/modules(\/|$)|^\/archives\/|^\/\.well-known\//.test(path) ? 'registry' : 'platform';
}

/** Replies to one request. @throws {Rejection} */
export async function answer(
  service: Service,
  all: Routes,
  request: IncomingMessage,
  path: string,
  search: string,
): Promise<Reply> {
  const method = request.method ?? 'GET';
  const document = await openDocument(service, method, path);
  if (document !== undefined) return document;
  const { routes, prefix } = orNotFound(all.find((part) => path === part.prefix || path.startsWith(`${part.prefix}/`)));
  const isHead = method === 'HEAD';
  const { route, params } = findRoute(routes, isHead ? 'GET' : method, path.slice(prefix.length) || '/');
  const { endpoint, handler } = route;
  // assumed: the registry is public and ignores tokens (docs/protocol/registry.md#authentication).
  const caller = prefix === platformPrefix ? identify(request.headers.authorization, service.state) : undefined;
  requireAccess(endpoint, caller, params, service.state);
  const body = await readBody(request, endpoint, service.edition);
  const headers: Record<string, string> = {};
  const query = new URLSearchParams(search);
  const call: Call = { ...service, params, query, body, caller, now: service.state.now(), path, isHead, headers };
  // The route table pairs each handler with the endpoint that checked its call.
  const reply = await handler(call as Call<never, never>);
  if (endpoint.method !== 'GET') await service.save();
  if (reply === undefined) return { status: endpoint.status, headers, body: '' };
  return documentReply(dialectOf(path), endpoint.status, service.publicWire ? onPublicWire(reply) : reply, headers);
}

function onPublicWire(reply: unknown): unknown {
  const wire = (name: string, value: unknown) => (name === 'successful' ? String(value) : value);
  return JSON.parse(JSON.stringify(reply, wire));
}
