import { expect, test } from 'vitest';
import { firstOf, joined } from '../src/text.ts';

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('names are joined as a sentence has them: %j', (names, text) => {
  expect(joined(names)).toBe(text);
});

test('of many names the first five are given, and how many more there are', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  expect([firstOf(names), firstOf([...names, 'f', 'g'])]).toEqual(['a, b, c, d, e', 'a, b, c, d, e and 2 more']);
  expect(firstOf([...names, 'f'], '; ')).toBe('a; b; c; d; e; and 1 more');
});
