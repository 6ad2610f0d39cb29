/** Things waiting for one reader, in order, never more than so many. */
export interface Queue<T> extends AsyncIterable<T> {
  /** Whether another one of this weight has a place. `share` of the room is enough for less important ones. */
  hasRoom(weight: number, share?: number): boolean;
  push(item: T, weight: number): void;
  /** The iteration ends after what is queued. */
  end(): void;
}

/** A queue of at most `maxItems` weighing `maxWeight` together. */
export function createQueue<T>(maxItems: number, maxWeight: number): Queue<T> {
  let items: { item: T; weight: number }[] = [];
  let first = 0;
  let weighs = 0;
  let ended = false;
  let wake: (() => void) | undefined;

  function take(): T {
    const { item, weight } = items[first]!;
    first += 1;
    weighs -= weight;
    if (first > 64 && first * 2 > items.length) {
      items = items.slice(first);
      first = 0;
    }
    return item;
  }

  return {
    hasRoom: (weight, share = 1) =>
      items.length - first < maxItems * share && (weighs + weight <= maxWeight * share || items.length === first),
    push(item, weight) {
      items.push({ item, weight });
      weighs += weight;
      wake?.();
    },
    end() {
      ended = true;
      wake?.();
    },
    [Symbol.asyncIterator]: () => ({
      async next(): Promise<IteratorResult<T, undefined>> {
        while (items.length === first) {
          if (ended) return { value: undefined, done: true };
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        return { value: take(), done: false };
      },
      return: async () => ({ value: undefined, done: true }),
    }),
  };
}
