import type { HeaderPair } from './delivery.ts';

/** What belongs to a connection, not to a message. */
const hopByHop = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

/** The header lines of a request without those of its connection: the known ones, and what `Connection` names. */
export function withoutHopByHop(headers: readonly HeaderPair[]): HeaderPair[] {
  const named = headers.filter(([name]) => /^connection$/i.test(name)).flatMap(([, value]) => value.split(','));
  const dropped = new Set(named.map((name) => name.trim().toLowerCase()));
  return headers.filter(([name]) => !hopByHop.test(name) && !dropped.has(name.toLowerCase()));
}
