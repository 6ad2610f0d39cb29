import type { Client } from '../../client/client.ts';
import type { Discover } from '../../client/discovery.ts';
import { endpointUrl } from '../../client/endpoints.ts';
import { plainHttpHint, TransportFault } from '../../client/faults.ts';
import { purposeOf } from '../../client/purpose.ts';
import type { Exchange } from '../../client/reply.ts';
import type { Endpoint, Input, ReplyOf } from '../../contract/endpoint.ts';
import { NetworkError } from '../../errors.ts';
import { defaultRegistryHost } from '../../tools.ts';
import type { Host } from '../address/hostname.ts';
import {
  checkRegistry,
  mappingOf,
  plainHttpMapping,
  type RegistryPlace,
  registryPlace,
  splitMapping,
} from '../address/registry-setting.ts';

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
  /** What it names, wherever that is, as it arrives. */
  fetch: Client['fetch'];
}

/** What finding a registry takes. */
export interface RegistryDeps {
  client(): Promise<Client>;
  discover: Discover;
  /** Values of `--registry`, `SVC_REGISTRY` or a CLI configuration: `HOST`, `URL`, `URL/` (the registry itself) or `HOST=URL`. */
  named: readonly { value: string; origin: string }[];
  insecureHttp: boolean;
  /** Ends the requests before the run does. */
  signal?: AbortSignal | undefined;
}

/**
 * The registry of a module address, or the registry in force where the address names no host. A URL that ends in a slash is the
 * registry itself, anything else is asked by service discovery (docs/protocol/discovery.md#service).
 * @throws {UsageError} for a setting that is no host and no URL; whatever discovery throws
 */
export async function openRegistry(deps: RegistryDeps, host?: Host): Promise<Registry> {
  const { signal } = deps;
  const { url, isRegistry } = placeOf(deps, host);
  const [client, base] = await Promise.all([deps.client(), isRegistry ? url : discovered(deps, url, host)]);
  // A host that was asked where its registry is may be a platform too; what was named as a registry is that.
  const options = { signal, audience: isRegistry ? ('registry' as const) : undefined };
  return {
    base,
    call: (endpoint, input, below = base) => client.call(below, endpoint, input, options),
    follow: (endpoint, next) => client.call(next, pathless(endpoint, next), {} as Input<typeof endpoint>, options),
    get: (endpoint, input) =>
      client.send(endpoint.method, endpointUrl(base, endpoint, input), undefined, {
        purpose: purposeOf(endpoint),
        ...options,
      }),
    fetch: (named, own, consume) => client.fetch(named, { ...options, ...own }, consume),
  };
}

/**
 * Where the registry of an address is, before anybody is asked: itself, or the host to ask for it.
 * @throws {UsageError} for a setting that is no host and no URL
 */
export function placeOf({ insecureHttp, named }: RegistryDeps, host: Host | undefined): RegistryPlace {
  for (const each of named) checkRegistry(each);
  const mapped = named.map(({ value, origin }) => ({ origin, ...splitMapping(value) }));
  const ofHost = (ascii: string | undefined) => mapped.findLast((setting) => setting.host?.ascii === ascii);
  const chosen = ofHost(host?.ascii) ?? (host === undefined ? ofHost(defaultRegistryHost) : undefined);
  if (chosen) return registryPlace(chosen.place, chosen.origin, insecureHttp);
  return { url: new URL(`https://${host?.ascii ?? defaultRegistryHost}`), isRegistry: false };
}

async function discovered({ discover }: RegistryDeps, url: URL, host: Host | undefined): Promise<URL> {
  return discover(url).catch((error: unknown) => {
    throw error instanceof NetworkError ? withMapping(error, url, host) : error;
  });
}

/** An address has no room for what would help: the http://, or another place for its host. */
function withMapping(error: NetworkError, { hostname }: URL, host: Host | undefined): NetworkError {
  const ascii = host?.ascii ?? defaultRegistryHost;
  const isSameHost = hostname === ascii.replace(/:\d+$/, '');
  const mapping =
    host !== undefined && error.hint === plainHttpHint(ascii)
      ? `If it speaks plain http: ${plainHttpMapping(ascii)}`
      : isSameHost && error instanceof TransportFault && error.isUnknownName
        ? `If its registry is elsewhere: ${mappingOf(ascii)}`
        : undefined;
  if (mapping === undefined) return error;
  const { cause, message, request, retryable } = error;
  return new NetworkError(message, { cause, hint: mapping, request, retryable });
}

/** The endpoint at a URL that is whole: nothing comes after its path, and its slash stays. */
function pathless<E extends Endpoint>(endpoint: E, { pathname }: URL): E {
  return { ...endpoint, path: pathname.endsWith('/') ? '/' : '' };
}
