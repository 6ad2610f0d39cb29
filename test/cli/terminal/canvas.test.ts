import { expect, test } from 'vitest';
import type { View } from '../../../src/base/view.ts';
import { bars, card, type Drawing, excerpt, section, stack } from '../../../src/cli/terminal/canvas.ts';
import { paintFor } from '../../../src/cli/terminal/colour.ts';

const view: View<{ name: string }> = { columns: [{ name: 'name', of: ({ name }) => name }] };

async function drawn(drawing: Drawing): Promise<{ text: string; notes: string[] }> {
  const notes: string[] = [];
  const canvas = {
    width: 80,
    paint: await paintFor(false),
    now: undefined,
    note: (words: string) => notes.push(words),
  };
  let text = '';
  for await (const piece of drawing(canvas)) text += piece;
  return { text, notes };
}

test('an empty line separates two parts of a drawing, and an empty part adds no line', async () => {
  const all = stack([
    section('None', view, []),
    card(view, { name: 'one' }),
    section('None', view, []),
    excerpt('Nothing', ' \n', { lines: 5, rest: '' }),
    section('Some', view, [{ name: 'two' }]),
    bars([{ label: 'week', value: 0 }]),
  ]);
  expect((await drawn(all)).text).toBe('name  one\n\nSome (1)\nNAME\ntwo\n\nweek  0\n');
});

test('an excerpt says how many lines it omits, and prints no note if it omits none', async () => {
  const text = 'a\nb\nc\n';
  expect(await drawn(excerpt('Text', text, { lines: 2, rest: 'read on' }))).toEqual({
    text: 'Text\na\nb\n',
    notes: ['Text: 1 more lines; read on'],
  });
  expect(await drawn(excerpt('Text', text, { lines: 3, rest: 'read on' }))).toEqual({
    text: 'Text\na\nb\nc\n',
    notes: [],
  });
});
