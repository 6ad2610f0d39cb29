import type { Drawing } from '../../terminal/canvas.ts';
import type { Paint } from '../../terminal/colour.ts';
import { printable } from '../../terminal/printable.ts';
import type { View } from '../../terminal/view.ts';
import { wrapLines } from '../../text.ts';
import type { Result, Status } from './result.ts';

export const resultView: View<Result> = {
  columns: [
    { name: 'name', of: ({ name }) => name, fit: 'whole' },
    { name: 'status', of: ({ status }) => status, fit: 'whole' },
    { name: 'detail', of: ({ detail }) => detail, fit: 'prose' },
    { name: 'fix', of: ({ fix }) => fix, fit: 'whole' },
  ],
};

const roles: Readonly<Record<Status, keyof Paint>> = {
  ok: 'good',
  warning: 'careful',
  failed: 'bad',
  skipped: 'faint',
};

/** A line for each result, wrapped below its detail; what to type is on a line of its own and never wrapped. */
export function drawingOf(results: readonly Result[]): Drawing {
  const longest = Math.max(...results.map(({ name }) => name.length));
  const statusWidth = 'warning'.length;
  return function* ({ paint, width }) {
    const indent = ' '.repeat(statusWidth + longest + 4);
    for (const { detail, fix, name, status } of results) {
      const text = wrapLines(printable(detail), width - indent.length).replaceAll('\n', `\n${indent}`);
      yield `${paint[roles[status]](status.padEnd(statusWidth))}  ${name.padEnd(longest)}  ${text}\n`;
      if (fix !== null) yield `${indent}Fix: ${paint.heading(printable(fix))}\n`;
    }
  };
}
