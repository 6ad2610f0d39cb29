import { UsageError } from '../errors.ts';
import { serviceUrl } from '../origin.ts';
import { type Host, parseHost } from './hostname.ts';

/** Where a registry is, as a setting names it. */
export interface RegistryPlace {
  /** The registry itself, or the host to ask where its registry is. */
  url: URL;
  isRegistry: boolean;
}

/** `HOST=URL` maps one host; anything else is for addresses typed without one. */
export function splitMapping(value: string): { host: Host | undefined; place: string } {
  const [, host, place] = /^([^=/]+)=(.+)$/.exec(value) ?? [];
  return host && place ? { host: parseHost(host, { typed: 'setting' }), place } : { host: undefined, place: value };
}

/** The flag for a registry that speaks plain http. */
export function plainHttpMapping(host: string): string {
  return `--registry ${host}=http://${host}`;
}

/**
 * `HOST`, `URL` or `URL/` (the registry itself).
 * @throws {UsageError} for what is none of them, naming where it comes from
 */
export function registryPlace(place: string, origin: string, insecureHttp: boolean): RegistryPlace {
  const source = `The registry (${origin})`;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(place) || /^[^/]+:\d+$/.test(place)) {
    return { url: new URL(`https://${parseHost(place, { typed: 'setting' }).ascii}`), isRegistry: false };
  }
  const url = serviceUrl(place, { source, insecureHttp });
  if (place.endsWith('/')) return { url, isRegistry: true };
  if (url.pathname !== '/') {
    throw new UsageError(`${source} has a path but no slash at its end.`, {
      hint: `${place}/ is the registry itself; ${url.origin} asks the host where its registry is.`,
    });
  }
  return { url, isRegistry: false };
}
