import { endpointUrl } from '../../api/client/endpoints.ts';
import type { Exchange } from '../../api/client/reply.ts';
import { locationHeaders } from '../../api/contract/dialect.ts';
import { modules } from '../../api/contract/registry/modules.ts';
import { ProtocolError } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { maskUrl } from '../../base/secrets.ts';
import { joined } from '../../base/text.ts';
import type { ModuleAddress } from '../address/address.ts';
import { canonicalVersion } from '../address/version.ts';
import type { Registry } from '../registry/registry.ts';
import { asLacking, nameOf, unlessMissing } from '../registry/resolve.ts';
import { parseLocation } from './location.ts';
import { arriveAt, type Located } from './page.ts';

/**
 * Where a version's archive is (docs/protocol/registry.md#location). It is requested in its canonical spelling, then in the
 * registry's if that is unknown. assumed: the ecosystem's own tools request no other
 * (docs/protocol/registry.md#download-answers). A relative location belongs to the requested URL, wherever it redirects.
 * @throws {NotFoundError} without such a version; {ProtocolError} when the answer names no location, or several
 */
export async function locate(registry: Registry, address: ModuleAddress, version: string): Promise<Located> {
  const { namespace, name, provider } = address;
  const ask = async (spelling: string) => {
    const input = { namespace, name, provider, version: spelling };
    const source = sourceIn(await registry.get(modules.download, input));
    return { ...source, by: endpointUrl(registry.base, modules.download, input) };
  };
  const canonical = canonicalVersion(version);
  const first = canonical === version ? undefined : await unlessMissing(ask(canonical));
  const module = nameOf(address);
  const missing = asLacking(registry, `no download of ${module} ${version}`, `svc module versions ${module}`);
  const { by, credentials, source } = first ?? (await ask(version).catch(missing));
  return arriveAt(parseLocation(source, by), { by, credentials }, registry.fetch);
}

/** A location in the body wins over the header (docs/protocol/registry.md#download-answers). */
function sourceIn(exchange: Exchange): { source: string; credentials: boolean } {
  const { headers, url } = exchange;
  const request = `GET ${maskUrl(url)}`;
  const { credentials, location } = namedInBody(exchange, request);
  if (location) return { source: location, credentials };
  for (const header of locationHeaders) {
    const values = new Set(headers.all(header));
    if (values.size > 1) throw new ProtocolError('The registry returned several download locations.', { request });
    const [value] = values;
    if (value) return { source: value, credentials };
  }
  const type = headers.get('content-type')?.split(';')[0] ?? 'nothing';
  throw new ProtocolError(
    `The registry returned no download location (no ${joined(locationHeaders, 'or')} header, no JSON location; the body is ${type}).`,
    { request },
  );
}

/** A body that is not JSON is ignored: only the header counts. */
function namedInBody(
  { headers, status, text }: Exchange,
  request: string,
): { location: string | undefined; credentials: boolean } {
  const nothing = { location: undefined, credentials: false };
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
  if (status === 204 || text.trim() === '' || !(isJson || text.trimStart().startsWith('{'))) return nothing;
  const strange = (what: string) =>
    new ProtocolError(`The registry returned an invalid download response: ${what}.`, { request });
  const value = jsonIn(text);
  if (value === undefined) throw strange('the body is not JSON');
  if (!isObject(value)) return nothing;
  const { location, use_registry_credentials } = value;
  if (location !== undefined && location !== null && typeof location !== 'string') {
    throw strange('the location is not a string');
  }
  return { location: location || undefined, credentials: use_registry_credentials === true };
}
