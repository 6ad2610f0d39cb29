import { expect, test } from 'vitest';
import { wrapped } from '../../src/terminal/wrap.ts';

test.each([
  ['what fits stays as it is', 'one  two', 8, 'one  two'],
  ['it breaks at blanks, which go, and sets in what follows', 'one  two  three', 8, 'one  two\n  three'],
  ['blanks at the beginning stay', ' one two', 6, ' one\n  two'],
  ['a long word has a line of its own', 'a bcdefghijk l', 6, 'a\n  bcdefghijk\n  l'],
  ['a wide character takes two cells', '日本 語', 6, '日本\n  語'],
  ['nothing is nothing', '', 6, ''],
])('%s', async (_, line, width, said) => {
  expect(await wrapped(line, width, 2)).toBe(said);
});
