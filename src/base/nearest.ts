/** Returns the known word closest to a mistyped one; undefined if none is close. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const most = (word: string) => Math.max(1, Math.floor(word.length / 3));
  const ranked = known
    .filter((word) => Math.abs(word.length - typed.length) <= most(word))
    .map((word) => ({ word, distance: distance(typed.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= most(best.word) ? best.word : undefined;
}

/** Returns the hint "Did you mean …?" for a mistyped word; undefined if no known word is close. */
export function didYouMean(typed: string, known: readonly string[]): string | undefined {
  const suggestion = nearest(typed, known);
  return suggestion && `Did you mean "${suggestion}"?`;
}

/** Returns the edit distance of two words: insertions, deletions, replacements and swaps of neighbours. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...new Array<number>(b.length).fill(0)]);
  for (let j = 1; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replacementCost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + replacementCost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      rows[i]![j] = best;
    }
  }
  return rows[a.length]![b.length]!;
}
