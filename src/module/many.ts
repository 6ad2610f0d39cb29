/** What came of one item: a value, or what was thrown. */
export type Outcome<Value> = { value: Value } | { error: unknown };

/**
 * Does something with each item, `jobs` of them at a time; what came of each, in the order of the items. A failure keeps
 * nobody else from being done; `failed` is told at once, and may abort a signal that `act` heeds.
 */
export async function eachOf<Item, Value>(
  items: readonly Item[],
  jobs: number,
  act: (item: Item) => Promise<Value>,
  failed: (item: Item, error: unknown) => void = () => {},
): Promise<Outcome<Value>[]> {
  const outcomes: Outcome<Value>[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      const item = items[index] as Item;
      try {
        outcomes[index] = { value: await act(item) };
      } catch (error) {
        outcomes[index] = { error };
        failed(item, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, work));
  return outcomes;
}
