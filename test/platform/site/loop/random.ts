/** Draws from a seed: the same numbers for the same seed, whatever the version of a library. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Draws a number from 0 up to 1, without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Draws a whole number from 0 up to `below`, without it. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<One>(some: readonly One[]): One {
    return some[this.int(some.length)] as One;
  }

  /** Draws each of a list with this chance, in their order. */
  some<One>(all: readonly One[], share = 0.5): One[] {
    return all.filter(() => this.chance(share));
  }
}
