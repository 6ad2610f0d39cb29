import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, type Seen, sendJson, type TinyServer, tinyServer } from './tiny-server.ts';
import { type Authority, httpsServer } from './tls.ts';

/** The response of a literal registry. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: string | Buffer | object;
}

/** A module as a literal registry publishes it. */
export interface Published {
  /** In the order of the list. */
  versions: readonly string[];
  /** The response of the download endpoint; a string is the header of a 204 under both names, undefined a missing version. */
  download?: (version: string, origin: string) => string | Reply | undefined;
  /** The newest version of the registry; without it no `latest` endpoint exists. */
  latest?: string;
  verified?: boolean;
  description?: string;
  /** The root of its description, if it has one. */
  root?: object;
  submodules?: object[];
}

export interface RegistryOptions {
  /** By NAMESPACE/NAME/PROVIDER. */
  modules?: Record<string, Published>;
  /** Other responses, by path with query. */
  files?: Record<string, Buffer | ((origin: string) => Reply)>;
  /** How a page names the next one. */
  next?: 'next_offset' | 'relative' | 'absolute';
  /** The longest page it serves. */
  pageSize?: number;
  /** Required for every path below /v1/modules/. */
  token?: string;
  /** The certificate for https. */
  tls?: Pick<Authority, 'key' | 'cert'>;
}

export interface LiteralRegistry {
  /** `http://127.0.0.1:PORT`, or https. */
  url: string;
  seen: Seen[];
}

const base = '/v1/modules/';

/** A registry in which every module has one version, at a location; any other path is the archive. `nth` counts its requests. */
export async function registryAt(
  location: string | ((origin: string) => string),
  archive?: Buffer | Answer,
  version = '1.0.0',
): Promise<TinyServer> {
  let nth = 0;
  const server = await tinyServer((request, response) => {
    if (request.url?.endsWith('/versions')) return sendJson(response, { modules: [{ versions: [{ version }] }] });
    if (request.url?.endsWith('/download')) {
      const found = typeof location === 'string' ? location : location(server.url);
      return void response.writeHead(204, { 'x-svc-get': found }).end();
    }
    nth += 1;
    if (typeof archive === 'function') archive(request, response, nth);
    else response.end(archive);
  });
  return server;
}

/**
 * A minimal registry, written from the specification: it shares no code with the program or its
 * sandbox, so that they cannot share a mistake. It is closed after the test.
 */
export async function literalRegistry(options: RegistryOptions): Promise<LiteralRegistry> {
  if (!options.tls) return tinyServer((request, response) => send(response, answer(options, request)));
  const seen: Seen[] = [];
  const port = await httpsServer(options.tls, (request, response) => {
    seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
    send(response, answer(options, request));
  });
  return { url: `https://127.0.0.1:${port}`, seen };
}

function answer(options: RegistryOptions, request: IncomingMessage): Reply {
  const { files = {}, token } = options;
  const { port } = request.socket.address() as AddressInfo;
  const origin = `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const target = request.url ?? '/';
  // Most servers ignore parameters that they do not know.
  const file = files[target] ?? files[target.replace(/[?&]terraform-get=1/, '')];
  if (file) return Buffer.isBuffer(file) ? { body: file } : file(origin);
  if (!target.startsWith(base)) return missing;
  if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
    return { status: 401, body: { errors: ['Unauthorized'] } };
  }
  const asked = new URL(target, origin);
  const path = asked.pathname.slice(base.length).split('/').filter(Boolean).map(decodeURIComponent);
  if (path.length > 2) return answerModule(options, path, origin);
  if (path.length === 1 && path[0] === 'search')
    return list(options, asked, matching(asked.searchParams.get('q') ?? ''));
  return list(options, asked, (id) => path.every((part, n) => id.split('/')[n] === part));
}

/** The endpoints of one module. */
function answerModule({ modules = {} }: RegistryOptions, path: readonly string[], origin: string): Reply {
  const id = path.slice(0, 3).join('/');
  const [last, download] = path.slice(3);
  const module = modules[id];
  if (!module) return missing;
  const { latest, root, versions } = module;
  if (last === 'versions') {
    const listed = versions.map((version) => ({ version, root: { providers: [], dependencies: [] } }));
    return { body: { modules: [{ source: id, versions: listed }] } };
  }
  if (last === 'download') {
    return latest ? { status: 302, headers: { location: `${base}${id}/${latest}/download` } } : missing;
  }
  if (last && download === 'download') {
    const located = module.download?.(last, origin) ?? missing;
    if (typeof located !== 'string') return located;
    return { status: 204, headers: { 'X-Svc-Get': located, 'X-Terraform-Get': located } };
  }
  const version = last ?? latest;
  return version && root && versions.includes(version) ? { body: describe(id, module, version) } : missing;
}

/** Keywords and "phrases", all of which must match. */
function matching(search: string): (id: string, module: Published) => boolean {
  const words = [...search.toLowerCase().matchAll(/"([^"]+)"|\S+/g)].map(([word, phrase]) => phrase ?? word);
  return (id, { description = '' }) => words.every((word) => `${id} ${description}`.toLowerCase().includes(word));
}

const missing: Reply = { status: 404, body: { errors: ['Not Found'] } };

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void {
  if (typeof body === 'object' && !Buffer.isBuffer(body)) sendJson(response, body, { status });
  else response.writeHead(status, headers).end(body);
}

function summary(id: string, { verified = false, description = '' }: Published, version: string): object {
  const [namespace, name, provider] = id.split('/');
  const counted = { published_at: '2026-01-15T12:00:00Z', downloads: 7, verified };
  return { id: `${id}/${version}`, owner: '', namespace, name, version, provider, description, source: '', ...counted };
}

function describe(id: string, module: Published, version: string): object {
  const { root, submodules = [], versions } = module;
  return { ...summary(id, module, version), root, submodules, providers: [id.split('/')[2]], versions };
}

function list(
  { modules = {}, next = 'next_offset', pageSize = 100 }: RegistryOptions,
  asked: URL,
  fits: (id: string, module: Published) => boolean,
): Reply {
  const { searchParams: query } = asked;
  const wanted = (name: string, value: string) => !query.has(name) || query.get(name) === value;
  const rows = Object.entries(modules).filter(
    ([id, module]) =>
      fits(id, module) &&
      wanted('provider', id.split('/')[2]!) &&
      wanted('namespace', id.split('/')[0]!) &&
      (query.get('verified') !== 'true' || module.verified),
  );
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? 15), pageSize);
  const meta: Record<string, unknown> = { limit, current_offset: offset };
  if (offset + limit < rows.length) {
    const following = new URL(asked);
    following.searchParams.set('offset', String(offset + limit));
    following.searchParams.set('limit', String(limit));
    if (next === 'next_offset') meta.next_offset = offset + limit;
    else meta.next_url = next === 'absolute' ? following.href : following.pathname + following.search;
  }
  const page = rows.slice(offset, offset + limit);
  return { body: { meta, modules: page.map(([id, module]) => summary(id, module, module.versions[0]!)) } };
}
