import type { LookupFunction } from 'node:net';
import { isLoopback } from '../origin.ts';

/** IPv4 first: local servers listen there by default. */
const addresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves `localhost` and `*.localhost` to this machine without DNS (RFC 6761, section 6.3), because svc sends tokens
 * to these names even over plain http. `system` resolves all other names.
 */
export function lookupWith(system: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    if (!isLoopback(hostname)) return system(hostname, options, callback);
    const { all, family } = options;
    const requestedFamily = { 4: 4, IPv4: 4, 6: 6, IPv6: 6 }[family ?? 0];
    const matches = addresses.filter((each) => requestedFamily === undefined || each.family === requestedFamily);
    const [first = addresses[0]!] = matches;
    queueMicrotask(() => (all ? callback(null, matches) : callback(null, first.address, first.family)));
  };
}

/** The DNS lookup of every connection that may carry a token. An address needs none, so the module is loaded on first use. */
export const loopbackLookup = lookupWith((hostname, options, callback) => {
  void import('node:dns').then(({ lookup }) => lookup(hostname, options, callback));
});
