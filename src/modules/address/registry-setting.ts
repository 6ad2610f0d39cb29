import { UsageError } from '../../base/errors.ts';
import { serviceUrl } from '../../base/origin.ts';
import type { ValueOrigin } from '../../base/value-origin.ts';
import { type Host, parseHost } from './hostname.ts';

export interface RegistryPlace {
  /** The URL of the registry, or of the host to discover it from. */
  url: URL;
  isRegistry: boolean;
}

/** Splits `HOST=URL`, a mapping of one host; other values are for addresses without a host. @throws {UsageError} for an invalid host */
export function splitMapping(value: string): { host: Host | undefined; place: string } {
  const [, host, place = ''] = /^([^=/]*)=(.*)$/s.exec(value) ?? [];
  return host === undefined
    ? { host: undefined, place: value }
    : { host: parseHost(host, { typed: 'setting' }), place };
}

/** Rejects a setting of unknown form; plain http is checked when the registry is used. */
export function checkRegistry({ origin, value }: { value: string; origin: ValueOrigin }): void {
  registryPlace(splitMapping(value).place, origin, true);
}

/** Returns the flag that maps a host to a URL. */
export function mappingOf(host: string): string {
  return `--registry ${host}=URL`;
}

/** Returns the flag that maps a host to a registry on plain http. */
export function plainHttpMapping(host: string): string {
  return `--registry ${host}=http://${host}`;
}

/** Reads `HOST`, `URL` or `URL/` (the registry itself). @throws {UsageError} for any other value, with its origin */
export function registryPlace(place: string, origin: ValueOrigin | string, insecureHttp: boolean): RegistryPlace {
  const source = `The registry (${origin})`;
  if (place === '') throw new UsageError(`${source} is empty.`, { hint: 'Write HOST, URL or HOST=URL.' });
  if (!/^[a-z][a-z0-9+.-]*:/i.test(place) || /^[^/]+:\d+$/.test(place)) {
    return { url: new URL(`https://${parseHost(place, { typed: 'setting' }).ascii}`), isRegistry: false };
  }
  const url = serviceUrl(place, { source, insecureHttp });
  if (place.endsWith('/')) return { url, isRegistry: true };
  if (url.pathname !== '/') {
    throw new UsageError(`${source} has a path but does not end in a slash.`, {
      hint: `${place}/ is the registry itself; ${url.origin} uses service discovery.`,
    });
  }
  return { url, isRegistry: false };
}
