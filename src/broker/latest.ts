/** The latest of many texts: a set that forgets the oldest. */
export interface Latest {
  has(text: string): boolean;
  add(text: string): void;
}

/** An empty set of at most `most` texts. */
export function createLatest(most: number): Latest {
  const texts = new Set<string>();
  return {
    has: (text) => texts.has(text),
    add(text) {
      texts.delete(text);
      texts.add(text);
      if (texts.size <= most) return;
      const [oldest] = texts;
      texts.delete(oldest!);
    },
  };
}
