import { type Client, type Exchange, endpointUrl } from '../client/client.ts';
import type { Discover } from '../client/discovery.ts';
import { defaultRegistryHost } from '../contract/dialect.ts';
import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import { UsageError } from '../errors.ts';
import { serviceUrl } from '../origin.ts';
import { type Host, parseHost } from './hostname.ts';

/** One module registry, found. */
export interface Registry {
  /** Where its paths begin; ends in a slash. */
  base: URL;
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ReplyOf<E>>;
  /** The whole exchange, where the answer is in its headers. */
  get<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Exchange>;
}

/** What finding a registry takes. */
export interface RegistryParts {
  client(): Promise<Client>;
  discover: Discover;
  /** Values of `--registry` or `SVC_REGISTRY`: `HOST`, `URL`, `URL/` (the registry itself) or `HOST=URL`. */
  named: readonly { value: string; origin: string }[];
  insecureHttp: boolean;
}

/**
 * The registry of a module address, or the registry in force where the address names no host.
 * A URL that ends in a slash is the registry itself, anything else is asked by service discovery (part 2, Service discovery).
 * @throws {UsageError} for a setting that is no host and no URL; whatever discovery throws
 */
export async function openRegistry(parts: RegistryParts, host?: Host): Promise<Registry> {
  const [client, base] = await Promise.all([parts.client(), locate(parts, host)]);
  return {
    base,
    call: (endpoint, input) => client.call(base, endpoint, input),
    get: (endpoint, input) => client.send(endpoint.method, endpointUrl(base, endpoint, input)),
  };
}

function locate(parts: RegistryParts, host: Host | undefined): Promise<URL> {
  const mapped = parts.named.map((setting) => ({ ...setting, ...splitMapping(setting) }));
  const chosen = mapped.findLast((setting) => setting.host?.ascii === host?.ascii);
  if (chosen) return atSetting(chosen.place, chosen.origin, parts);
  return parts.discover(new URL(`https://${host?.ascii ?? defaultRegistryHost}`));
}

/** `HOST=URL` maps one host; anything else is for addresses typed without one. */
function splitMapping({ value }: { value: string }): { host: Host | undefined; place: string } {
  const [, host, place] = /^([^=/]+)=(.+)$/.exec(value) ?? [];
  return host && place ? { host: parseHost(host, { typed: 'setting' }), place } : { host: undefined, place: value };
}

async function atSetting(place: string, origin: string, parts: RegistryParts): Promise<URL> {
  const source = `The registry (${origin})`;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(place) || /^[^/]+:\d+$/.test(place)) {
    return parts.discover(new URL(`https://${parseHost(place, { typed: 'setting' }).ascii}`));
  }
  const url = serviceUrl(place, { source, insecureHttp: parts.insecureHttp });
  if (place.endsWith('/')) return url;
  if (url.pathname !== '/') {
    throw new UsageError(`${source} has a path but no slash at its end.`, {
      hint: `${place}/ is the registry itself; ${url.origin} asks the host where its registry is.`,
    });
  }
  return parts.discover(url);
}
