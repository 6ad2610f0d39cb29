/** Values under the latest of many texts: a map that forgets the oldest. */
export interface Latest<Value> {
  has(text: string): boolean;
  get(text: string): Value | undefined;
  add(text: string, value: Value): void;
}

/** An empty map of at most `most` texts. */
export function createLatest<Value>(most: number): Latest<Value> {
  const values = new Map<string, Value>();
  return {
    has: (text) => values.has(text),
    get: (text) => values.get(text),
    add(text, value) {
      values.delete(text);
      values.set(text, value);
      if (values.size <= most) return;
      const [oldest] = values.keys();
      values.delete(oldest!);
    },
  };
}
