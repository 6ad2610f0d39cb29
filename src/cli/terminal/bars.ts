import { grouped, largest } from '../../base/text.ts';
import type { Paint } from './colour.ts';
import { printable } from './printable.ts';

/** A number with a name, to be drawn. */
export interface Bar {
  label: string;
  value: number;
}

const gap = 2;
const longestBar = 50;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Draws numbers as bars of one scale, a line each. Every number above 0 has a visible bar, and 0 has none. */
export function barLines(bars: readonly Bar[], { width, paint }: { width: number; paint: Paint }): string {
  const rows = bars.map(({ label, value }) => ({ label: printable(label), number: grouped(value), value }));
  const labelWidth = largest(rows.map(({ label }) => label.length));
  const numberWidth = largest(rows.map(({ number }) => number.length));
  const room = Math.min(longestBar, width - labelWidth - numberWidth - 2 * gap);
  const most = largest(rows.map(({ value }) => sized(value)));
  const between = ' '.repeat(gap);
  return rows
    .map(({ label, number, value }) => {
      const bar = most > 0 ? barText((sized(value) / most) * room) : '';
      const words = `${paint.faint(label.padEnd(labelWidth))}${between}${number.padStart(numberWidth)}`;
      return bar === '' ? `${words}\n` : `${words}${between}${paint.good(bar)}\n`;
    })
    .join('');
}

function barText(columns: number): string {
  if (!(columns > 0)) return '';
  const parts = Math.max(1, Math.round(columns * 8));
  return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8];
}

function sized(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}
