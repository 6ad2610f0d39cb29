import type { IncomingMessage } from 'node:http';
import { clientEndpoints, lookupEndpoints, platformEndpoints } from '../contract/platform/index.ts';
import type { Call, Service } from './call.ts';
import { admit, identify } from './callers.ts';
import { clientHandlers, lookupHandlers, platformHandlers } from './handlers/index.ts';
import { registryPrefix, summaryPrefix } from './locations.ts';
import { notFound } from './refusal.ts';
import { isRegistryPath, openDocument, registryRoutes, summaryRoutes } from './registry.ts';
import { type Dialect, documentReply, type Reply } from './reply.ts';
import { type AnyHandler, findRoute, type Route, routesOf } from './router.ts';
import { readBody } from './validation.ts';

/** See docs/protocol/conventions.md#base-url. */
export const platformPrefix = '/api/v2';

/** Every route there is in an edition. */
export interface Routes {
  readonly platform: readonly Route[];
  readonly registry: readonly Route[];
  readonly summary: readonly Route[];
}

/** Builds the routes from the contract's tables. */
export function routesIn(edition: Service['edition']): Routes {
  const all = { ...platformHandlers, ...lookupHandlers, ...clientHandlers };
  const tables = { ...platformEndpoints, ...lookupEndpoints, ...clientEndpoints };
  const platform = Object.entries(tables).flatMap(([resource, endpoints]) => {
    const handlers = all[resource as keyof typeof all];
    return routesOf(endpoints, handlers as Readonly<Record<string, AnyHandler>>, edition);
  });
  return { platform, registry: registryRoutes(edition), summary: summaryRoutes(edition) };
}

export function dialectOf(path: string): Dialect {
  return isRegistryPath(path) ? 'registry' : 'platform';
}

/** Answers one request, or throws the Refusal that says why not. */
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
  const { routes, prefix } = partOf(all, path);
  const { route, params } = findRoute(routes, method, path.slice(prefix.length) || '/');
  const { endpoint, handler } = route;
  // assumed: the registry is open to everybody, so a token there is not looked at (docs/protocol/registry.md#authentication).
  const caller = prefix === platformPrefix ? identify(request.headers.authorization, service.state) : undefined;
  admit(endpoint, caller, params, service.state);
  const body = await readBody(request, endpoint, service.edition);
  const headers: Record<string, string> = {};
  const query = new URLSearchParams(search);
  const call: Call = { ...service, params, query, body, caller, now: service.state.now(), path, headers };
  // The route table pairs each handler with the endpoint its call was checked against.
  const reply = await handler(call as Call<never, never>);
  if (endpoint.method !== 'GET') await service.save();
  if (reply === undefined) return { status: endpoint.status, headers, body: '' };
  return documentReply(dialectOf(path), endpoint.status, reply, headers);
}

interface ServicePart {
  routes: readonly Route[];
  prefix: string;
}

function partOf({ platform, registry, summary }: Routes, path: string): ServicePart {
  const parts: ServicePart[] = [
    { routes: platform, prefix: platformPrefix },
    { routes: registry, prefix: registryPrefix },
    { routes: summary, prefix: summaryPrefix },
  ];
  const part = parts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  if (part === undefined) throw notFound();
  return part;
}
