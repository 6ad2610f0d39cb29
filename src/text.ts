/** How many of a thing: `1 file`, `2 files`. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** The end of a sentence about some of many: what the rest of them are. */
export function restOf(all: number, { done, are }: { done: number; are: string }): string {
  if (done === all) return '';
  if (done === 0) return all === 1 ? `; it is ${are}` : `; all are ${are}`;
  return all - done === 1 ? `; the other is ${are}` : `; the others are ${are}`;
}

/** Names in a sentence: `a, b and c`. */
export function joined(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** The first five of many: `a, b and 3 more`, or `a; b; and 3 more`. */
export function firstOf(names: readonly string[], separator: ', ' | '; ' = ', '): string {
  const more = names.length > 5 ? `${separator === '; ' ? ';' : ''} and ${names.length - 5} more` : '';
  return `${names.slice(0, 5).join(separator)}${more}`;
}
