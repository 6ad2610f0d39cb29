/** Things waiting for one reader, in order, never more than so many. */
export interface Queue<T> extends AsyncIterable<T> {
  /** Whether another one of this weight has a place. `share` of the room is enough for less important ones. */
  hasRoom(weight: number, share?: number): boolean;
  push(item: T): void;
  /** The iteration ends after what is queued. */
  end(): void;
}

/** A queue of at most `maxItems` that weigh `maxWeight` together. */
export function createQueue<T>(maxItems: number, maxWeight: number, weigh: (item: T) => number): Queue<T> {
  const items: T[] = [];
  let weighs = 0;
  let ended = false;
  let wake = () => {};

  return {
    hasRoom: (weight, share = 1) =>
      items.length < maxItems * share && (weighs + weight <= maxWeight * share || items.length === 0),
    push(item) {
      items.push(item);
      weighs += weigh(item);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const item = items.shift();
        if (item !== undefined) {
          weighs -= weigh(item);
          yield item;
        } else if (ended) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
