import type { Paint } from './colour.ts';
import { printable } from './printable.ts';
import { type Column, cellText, type View } from './view.ts';

const gap = 2;
const narrowest = 8;
const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(gap),
};

interface Measured<Row> {
  column: Column<Row>;
  cells: string[];
  width: number;
}

/** Rows as an aligned table with headings that fits `width` columns: the least telling columns are shortened, then dropped. */
export async function tableText<Row>(view: View<Row>, rows: readonly Row[], width: number, paint: Paint): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const { default: stringWidth } = await import('fast-string-width');
  const measured = view.columns.map((column): Measured<Row> => {
    const cells = rows.map((row) => printable(cellText(column.of(row))));
    return { column, cells, width: Math.max(stringWidth(column.name), ...cells.map((cell) => stringWidth(cell))) };
  });
  const shown = fit(measured, width);
  const table = new Table({
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: shown.map(({ column }) => paint.heading(column.name.toUpperCase())),
    colWidths: shown.map((it) => it.width),
  });
  for (const index of rows.keys()) table.push(shown.map(({ cells }) => cells[index] ?? ''));
  return `${trimEnds(table.toString())}\n`;
}

/** One resource as a card: a line per field, long values left to the terminal's own wrapping. */
export function cardText<Row>(view: View<Row>, row: Row, paint: Paint): string {
  const filled = view.columns.map(({ name, of }) => [name, printable(cellText(of(row)))] as const);
  const labelWidth = Math.max(...filled.map(([name]) => name.length)) + gap;
  return filled
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${paint.faint(name.padEnd(labelWidth))}${value}\n`)
    .join('');
}

/** One row as tab-separated values, tabs and line ends inside a value escaped. */
export function tsvLine<Row>(view: View<Row>, row: Row): string {
  return `${view.columns.map(({ of }) => printable(cellText(of(row)))).join('\t')}\n`;
}

function fit<Row>(columns: Measured<Row>[], width: number): Measured<Row>[] {
  const shown = columns.map((it) => ({ ...it }));
  const excess = () => shown.reduce((sum, it) => sum + it.width + gap, -gap) - width;
  while (excess() > 0) {
    const widest = shown
      .filter((it) => !it.column.whole && it.width > Math.max(narrowest, it.column.name.length))
      .sort((a, b) => b.width - a.width)[0];
    if (widest) {
      widest.width = Math.max(narrowest, widest.column.name.length, widest.width - excess());
      continue;
    }
    const last = shown.findLastIndex((it) => !it.column.whole);
    if (last <= 0) break;
    shown.splice(last, 1);
  }
  return shown;
}

function trimEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
