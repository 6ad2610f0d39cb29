import { UsageError } from '../../base/errors.ts';
import { serviceUrl } from '../../base/origin.ts';
import type { ValueOrigin } from '../../base/value-origin.ts';
import { type Host, parseHost } from './hostname.ts';

/** Where a registry is, from a setting. */
export interface RegistryPlace {
  /** The registry itself, or the host to ask where its registry is. */
  url: URL;
  isRegistry: boolean;
}

/**
 * `HOST=URL` maps one host; anything else is for addresses typed without one.
 * @throws {UsageError} for an invalid host
 */
export function splitMapping(value: string): { host: Host | undefined; place: string } {
  const [, host, place = ''] = /^([^=/]*)=(.*)$/s.exec(value) ?? [];
  return host === undefined
    ? { host: undefined, place: value }
    : { host: parseHost(host, { typed: 'setting' }), place };
}

/** @throws {UsageError} for a setting of unknown form; plain http is checked when the registry is used */
export function checkRegistry({ origin, value }: { value: string; origin: ValueOrigin }): void {
  registryPlace(splitMapping(value).place, origin, true);
}

/** The flag that maps a host to a URL. */
export function mappingOf(host: string): string {
  return `--registry ${host}=URL`;
}

/** The flag for a registry on plain http. */
export function plainHttpMapping(host: string): string {
  return `--registry ${host}=http://${host}`;
}

/**
 * `HOST`, `URL` or `URL/` (the registry itself).
 * @throws {UsageError} for any other value, with its origin
 */
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
