import type { Exchange } from '../../client/reply.ts';
import { locationHeaders } from '../../contract/dialect.ts';
import { modules } from '../../contract/registry/modules.ts';
import { ProtocolError } from '../../errors.ts';
import { maskUrl } from '../../secrets.ts';
import { joined } from '../../text.ts';
import type { ModuleAddress } from '../address/address.ts';
import { canonicalVersion, parseVersion } from '../address/version.ts';
import type { Registry } from '../registry/registry.ts';
import { unlessMissing } from '../registry/resolve.ts';
import { parseLocation } from './location.ts';
import { arriveAt, type Located } from './page.ts';

/**
 * Where a version's archive is (docs/protocol/registry.md#location). It is requested in its canonical spelling, then in the
 * registry's if that is unknown. assumed: the ecosystem's own tools request no other
 * (docs/protocol/registry.md#download-answers).
 * @throws {ProtocolError} when the answer names no location, or several
 */
export async function locate(registry: Registry, address: ModuleAddress, version: string): Promise<Located> {
  const { namespace, name, provider } = address;
  const ask = (spelling: string) => registry.get(modules.download, { namespace, name, provider, version: spelling });
  const canonical = canonicalVersion(version);
  const answer = canonical === version ? undefined : await unlessMissing(ask(canonical));
  return locatedIn(answer ?? (await ask(version)), registry);
}

/**
 * The same for the latest version of the registry, which a redirect names.
 * Undefined without a redirect, which leaves the version unknown.
 */
export async function locateLatest(
  registry: Registry,
  { namespace, name, provider }: ModuleAddress,
): Promise<(Located & { version: string }) | undefined> {
  const exchange = await registry.get(modules.latestDownload, { namespace, name, provider });
  const [, found = ''] = /\/([^/]+)\/download\/?$/.exec(exchange.url.pathname) ?? [];
  const version = found.replaceAll(/%2B/gi, '+');
  return parseVersion(version) ? { ...(await locatedIn(exchange, registry)), version } : undefined;
}

/** The location in the answer, or on the page that it names. */
function locatedIn(exchange: Exchange, registry: Registry): Promise<Located> {
  const { credentials, source } = sourceIn(exchange);
  const by = exchange.url;
  return arriveAt(parseLocation(source, by), { by, credentials }, registry.fetch);
}

/** A location in the body wins over the header (docs/protocol/registry.md#download-answers). */
function sourceIn(exchange: Exchange): { source: string; credentials: boolean } {
  const { headers } = exchange;
  const { credentials, location } = namedInBody(exchange);
  if (location) return { source: location, credentials };
  for (const header of locationHeaders) {
    const values = new Set(headers.all(header));
    if (values.size > 1) {
      const request = requestOf(exchange);
      throw new ProtocolError(`The registry returned several download locations.`, { request });
    }
    const [value] = values;
    if (value) return { source: value, credentials };
  }
  const request = requestOf(exchange);
  const type = headers.get('content-type')?.split(';')[0] ?? 'nothing';
  throw new ProtocolError(
    `The registry returned no download location (no ${joined(locationHeaders, 'or')} header, no JSON location; the body is ${type}).`,
    { request },
  );
}

interface Named {
  location: string | undefined;
  credentials: boolean;
}

/** A body that is not JSON is ignored: only the header counts. */
function namedInBody(exchange: Exchange): Named {
  const { headers, status, text } = exchange;
  const nothing = { location: undefined, credentials: false };
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
  if (status === 204 || text.trim() === '' || !(isJson || text.trimStart().startsWith('{'))) return nothing;
  const strange = (what: string, cause?: unknown) => {
    const request = requestOf(exchange);
    return new ProtocolError(`The registry returned an invalid download response: ${what}.`, { request, cause });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw strange('the body is not JSON', cause);
  }
  if (typeof value !== 'object' || value === null) return nothing;
  const { location, use_registry_credentials } = value as { location?: unknown; use_registry_credentials?: unknown };
  if (location !== undefined && location !== null && typeof location !== 'string') {
    throw strange('the location is not a string');
  }
  return { location: location || undefined, credentials: use_registry_credentials === true };
}

function requestOf({ url }: Exchange): string {
  return `GET ${maskUrl(url)}`;
}
