import { hostname, networkInterfaces } from 'node:os';
import { bareHost, isLoopback, portOf } from '../origin.ts';

/** Returns whether a URL leads back to a listener: to its address and port, by any name and path. */
export function leadsBack(url: URL, listener: URL): boolean {
  if (portOf(url) !== portOf(listener)) return false;
  const [to, bound] = [bareHost(url), bareHost(listener)];
  if (to === bound) return true;
  if (isAnywhere(bound)) return isLoopback(url.hostname) || isAnywhere(to) || namesOfThisMachine().includes(to);
  return isLoopback(listener.hostname) && (to === 'localhost' || to.endsWith('.localhost') || isAnywhere(to));
}

function namesOfThisMachine(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return [hostname().toLowerCase(), ...addresses.map(({ address }) => address)];
}

const isAnywhere = (host: string) => host === '0.0.0.0' || host === '::';
