/** Whether a whole name matches a pattern, in which `*` is any text and `?` one character; its case counts. The time is at most the product of both lengths. */
export function matches(pattern: string, name: string): boolean {
  const [wanted, given] = [[...pattern], [...name]];
  let at = 0;
  let from = 0;
  /** The last `*`, and the end of what it covers. */
  let star = -1;
  let covered = 0;
  while (from < given.length) {
    if (wanted[at] === '*') {
      star = at++;
      covered = from;
    } else if (wanted[at] === '?' || wanted[at] === given[from]) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      at = star + 1;
      from = ++covered;
    } else return false;
  }
  while (wanted[at] === '*') at += 1;
  return at === wanted.length;
}

/** The names that match one of the patterns and no exception, in their order. */
export function selected(
  names: readonly string[],
  patterns: readonly string[],
  except: readonly string[] = [],
): string[] {
  const matchesOne = (name: string) => (pattern: string) => matches(pattern, name);
  return names.filter((name) => patterns.some(matchesOne(name)) && !except.some(matchesOne(name)));
}
