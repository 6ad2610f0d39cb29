/** Things waiting for one reader, in order, never more than so many. */
export interface Queue<T> extends AsyncIterable<T> {
  /** Whether another one of this weight has a place. `share` of the room is enough for less important ones. */
  hasRoom(weight: number, share?: number): boolean;
  push(item: T): void;
  /** The iteration ends after what is queued. */
  end(): void;
}

const over = { value: undefined, done: true } as const;

/** A queue of at most `maxItems` that weigh `maxWeight` together. */
export function createQueue<T>(maxItems: number, maxWeight: number, weigh: (item: T) => number): Queue<T> {
  let items: T[] = [];
  let first = 0;
  let weighs = 0;
  let ended = false;
  let wake: ((result: IteratorResult<T, undefined>) => void) | undefined;

  function take(): IteratorResult<T, undefined> {
    const value = items[first]!;
    weighs -= weigh(value);
    first += 1;
    if (first > 64 && first * 2 > items.length) {
      items = items.slice(first);
      first = 0;
    }
    return { value, done: false };
  }

  /** Gives the reader who waits what there is. */
  function serve(): void {
    if (wake === undefined || (items.length === first && !ended)) return;
    const waiting = wake;
    wake = undefined;
    waiting(items.length > first ? take() : over);
  }

  return {
    hasRoom: (weight, share = 1) =>
      items.length - first < maxItems * share && (weighs + weight <= maxWeight * share || items.length === first),
    push(item) {
      items.push(item);
      weighs += weigh(item);
      serve();
    },
    end() {
      ended = true;
      serve();
    },
    [Symbol.asyncIterator]: () => ({
      next() {
        if (items.length > first) return Promise.resolve(take());
        if (ended) return Promise.resolve(over);
        return new Promise((resolve) => {
          wake = resolve;
        });
      },
      return: async () => over,
    }),
  };
}
