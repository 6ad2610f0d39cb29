import type { HeaderPair } from './delivery.ts';

// The header lines of a sender are the same from one delivery to the next, but for the signature: what is made of a line is
// made again only where another one stands at its place.

/** Node's flat list of raw headers as pairs, those of an earlier list where they are the same. */
export function headerPairs(raw: readonly string[], earlier: readonly HeaderPair[] = []): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name, value] = [raw[at]!, raw[at + 1]!];
    const known = earlier[pairs.length];
    pairs.push(known && known[1] === value && known[0] === name ? known : [name, value]);
  }
  return pairs;
}

/** Makes something of each pair of a list; the same again for a pair that stood there before. */
export function rememberPlaces<Made>(make: (pair: HeaderPair) => Made): (pairs: readonly HeaderPair[]) => Made[] {
  const last: { pair: HeaderPair; made: Made }[] = [];
  return (pairs) =>
    pairs.map((pair, at) => {
      const known = last[at];
      if (known?.pair === pair) return known.made;
      const made = make(pair);
      last[at] = { pair, made };
      return made;
    });
}
