import type { Client, Exchange } from '../client/client.ts';
import type { Discover } from '../client/discovery.ts';
import { endpointUrl } from '../client/endpoints.ts';
import { defaultRegistryHost } from '../contract/dialect.ts';
import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import type { Host } from './hostname.ts';
import { registryPlace, splitMapping } from './registry-setting.ts';

/** One module registry, found. */
export interface Registry {
  /** Where its paths begin; ends in a slash. */
  base: URL;
  /** `below` is where the paths begin for an endpoint of another version of the registry. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, below?: URL): Promise<ReplyOf<E>>;
  /** What an endpoint answers at a URL that the registry itself named, such as the next page. */
  follow<E extends Endpoint>(endpoint: E, url: URL): Promise<ReplyOf<E>>;
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
    call: (endpoint, input, below = base) => client.call(below, endpoint, input),
    follow: (endpoint, url) => client.call(url, pathless(endpoint, url), {} as Input<typeof endpoint>),
    get: (endpoint, input) => client.send(endpoint.method, endpointUrl(base, endpoint, input)),
  };
}

/** The endpoint at a URL that is whole: nothing comes after its path, and its slash stays. */
function pathless<E extends Endpoint>(endpoint: E, { pathname }: URL): E {
  return { ...endpoint, path: pathname.endsWith('/') ? '/' : '' };
}

async function locate({ discover, insecureHttp, named }: RegistryParts, host: Host | undefined): Promise<URL> {
  const mapped = named.map(({ value, origin }) => ({ origin, ...splitMapping(value) }));
  const chosen = mapped.findLast((setting) => setting.host?.ascii === host?.ascii);
  if (!chosen) return discover(new URL(`https://${host?.ascii ?? defaultRegistryHost}`));
  const { url, isRegistry } = registryPlace(chosen.place, chosen.origin, insecureHttp);
  return isRegistry ? url : discover(url);
}
