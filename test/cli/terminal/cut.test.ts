import { expect, test } from 'vitest';
import { cellWidth, measureFor } from '../../../src/cli/terminal/measure.ts';
import { cutText } from '../../../src/cli/terminal/table.ts';

test.each([
  ['a text that fits stays as it is', 'abc', 3, 'abc'],
  ['a longer one ends with an ellipsis', 'abcd', 3, 'ab…'],
  ['a text with an ellipsis is not cut too late', 'a…b…c…d', 6, 'a…b…c…'],
  ['Cyrillic before Latin is not cut too late', 'абвгд abcdef', 8, 'абвгд a…'],
  ['wide characters count twice', '计划维护', 5, '计划…'],
])('cutting a text to a width: %s', async (_title, text, width, expected) => {
  expect(cutText(text, width, await measureFor([text]))).toBe(expected);
});

test('a cell is as wide as its text without colours', async () => {
  const cells = ['计划🎉', 'abc…', 'abc'];
  await measureFor(cells);
  expect(cells.map((text) => cellWidth(`\u001b[1m${text}\u001b[22m`))).toEqual([6, 4, 3]);
});
