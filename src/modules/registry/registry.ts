import type { Client } from '../../api/client/client.ts';
import type { Discover } from '../../api/client/discovery.ts';
import { endpointUrl } from '../../api/client/endpoints.ts';
import type { Exchange } from '../../api/client/reply.ts';
import { TransportFault } from '../../api/client/transport-fault.ts';
import type { Endpoint, Input, ReplyOf } from '../../api/contract/endpoint.ts';
import { NetworkError } from '../../base/errors.ts';
import { isLoopback } from '../../base/origin.ts';
import { defaultRegistryHost } from '../../base/system/tools.ts';
import type { ModuleAddress } from '../address/address.ts';
import type { Host } from '../address/hostname.ts';
import {
  checkRegistry,
  mappingOf,
  plainHttpMapping,
  type RegistryPlace,
  registryPlace,
  splitMapping,
} from '../address/registry-setting.ts';
import type { Mapping } from './cli-config.ts';

export interface Registry {
  /** The base URL of the registry's paths; ends in a slash. */
  base: URL;
  /** Calls an endpoint; `below` is the base URL for an endpoint of another registry version. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, below?: URL): Promise<ReplyOf<E>>;
  /** Requests a URL that the registry itself named, such as the next page. */
  follow<E extends Endpoint>(endpoint: E, url: URL): Promise<ReplyOf<E>>;
  /** Returns the whole exchange, because some responses are in the headers. */
  get<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Exchange>;
  /** Fetches a URL on any host as a stream. */
  fetch: Client['fetch'];
}

/** The module that a registry is opened for, as messages name it. */
type NamedAddress = Pick<ModuleAddress, 'host' | 'namespace' | 'name'> & { provider?: string };

export interface RegistryDeps {
  client(): Promise<Client>;
  discover: Discover;
  /** Values of `--registry`, `SVC_REGISTRY` or a CLI configuration: `HOST`, `URL`, `URL/` (the registry itself) or `HOST=URL`. */
  named: readonly Mapping[];
  insecureHttp: boolean;
  /** Cancels the requests before the end of the run. */
  signal?: AbortSignal | undefined;
}

/**
 * Opens the registry for a module address; for an address without a host, the default registry. A URL that ends in a slash is the
 * registry itself; any other URL is a host for service discovery (docs/protocol/discovery.md#service).
 * @throws {UsageError} for a setting that is neither a host nor a URL; what discovery throws
 */
export async function openRegistry(deps: RegistryDeps, address?: NamedAddress): Promise<Registry> {
  const { signal } = deps;
  const { url, isRegistry } = placeOf(deps, address?.host);
  const discovered = async () =>
    deps.discover(url).catch((error: unknown) => {
      throw error instanceof NetworkError ? withMapping(error, url, address, deps) : error;
    });
  const [client, base] = await Promise.all([deps.client(), isRegistry ? url : discovered()]);
  // A discovered host may also be a platform; the URL of a registry is only a registry.
  const options = { signal, audience: isRegistry ? ('registry' as const) : undefined };
  return {
    base,
    call: (endpoint, input, below = base) => client.call(below, endpoint, input, options),
    follow(endpoint, next) {
      // Keep the whole URL unchanged: append nothing to its path, and keep a final slash.
      const path = next.pathname.endsWith('/') ? '/' : '';
      return client.call(next, { ...endpoint, path }, {} as Input<typeof endpoint>, options);
    },
    get: (endpoint, input) =>
      client.send(endpoint.method, endpointUrl(base, endpoint, input), undefined, {
        purpose: `Waiting to ${endpoint.does}`,
        ...options,
      }),
    fetch: (target, ownOptions, consume) => client.fetch(target, { ...options, ...ownOptions }, consume),
  };
}

/**
 * Returns the location of a registry, without a request: its URL, or the host for discovery.
 * @throws {UsageError} for a setting that is neither a host nor a URL
 */
export function placeOf(deps: RegistryDeps, host: Host | undefined): RegistryPlace {
  for (const each of deps.named) checkRegistry(each);
  const setting = settingFor(deps, host);
  if (setting) return registryPlace(setting.place, setting.origin, deps.insecureHttp);
  return { url: new URL(`https://${host?.ascii ?? defaultRegistryHost}`), isRegistry: false };
}

function settingFor({ named }: RegistryDeps, host: Host | undefined) {
  const mapped = named.map(({ value, origin }) => ({ origin, ...splitMapping(value) }));
  const ofHost = (ascii: string | undefined) => mapped.findLast((setting) => setting.host?.ascii === ascii);
  return ofHost(host?.ascii) ?? (host === undefined ? ofHost(defaultRegistryHost) : undefined);
}

/** Adds a hint with the flag for a host's URL: a module address cannot contain `http://`. */
function withMapping(error: NetworkError, { hostname }: URL, address: NamedAddress | undefined, deps: RegistryDeps) {
  const host = address?.host;
  const ascii = host?.ascii ?? defaultRegistryHost;
  const isSameHost = hostname === ascii.replace(/:\d+$/, '');
  const { cause, message, request, retryable } = error;
  const withHint = (hint: string, why = '') =>
    new NetworkError(`${message}${why}`, { cause, hint, request, retryable });
  if (!isSameHost || !(error instanceof TransportFault)) return error;
  if (host !== undefined && error.isWithoutTls && isLoopback(hostname))
    return withHint(`If it uses plain http: ${plainHttpMapping(ascii)}`);
  if (!error.isUnknownName) return error;
  if (host !== undefined || settingFor(deps, host))
    return withHint(`If its registry is elsewhere: ${mappingOf(ascii)}`);
  const why = address
    ? ` ${[address.namespace, address.name, address.provider].filter(Boolean).join('/')} has no host, so it means the public registry.`
    : ' Without --registry, this command uses the public registry.';
  return withHint(`To use another: ${mappingOf(ascii)}`, why);
}
