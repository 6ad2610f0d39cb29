import { expect, test } from 'vitest';
import { barLines } from '../../../src/cli/terminal/canvas.ts';
import { paintFor } from '../../../src/cli/terminal/colour.ts';

const drawn = async (values: number[], width = 30) =>
  barLines(
    values.map((value, at) => ({ label: String.fromCharCode(97 + at), value })),
    { width, paint: await paintFor(false) },
  );

test.each<[string, number[], string]>([
  [
    'one scale for all of them',
    [100, 50, 25],
    `a  100  ${'█'.repeat(22)}\nb   50  ${'█'.repeat(11)}\nc   25  █████▌\n`,
  ],
  [
    'little is seen, nothing is not',
    [1_000_000, 1, 0],
    `a  1,000,000  ${'█'.repeat(16)}\nb          1  ▏\nc          0\n`,
  ],
  ['nothing at all', [0, 0], 'a  0\nb  0\n'],
  ['negative numbers and NaN', [-5, Number.NaN], 'a   -5\nb  NaN\n'],
  ['no rows', [], ''],
])('bars are drawn to scale: %s', async (_, values, text) => {
  expect(await drawn(values)).toBe(text);
});

test.each([0, 1, 5, 9, 20, 80, 500])(
  'bars fit a terminal of %d columns, or are omitted so that only the numbers remain',
  async (width) => {
    const lines = (await drawn([1234, 17, 5], width)).trimEnd().split('\n');
    const numbers = 'a  1,234'.length;
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.max(width, numbers));
  },
);
