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
