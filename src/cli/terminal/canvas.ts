import { grouped, largest } from '../../base/text.ts';
import type { View } from '../../base/view.ts';
import type { Paint } from './colour.ts';
import { printable, printableLines } from './printable.ts';
import type { TableStyle } from './table.ts';

/** The surface of a drawing. */
export interface Canvas extends TableStyle {
  /** Prints a message beside the drawing, on stderr. */
  note(words: string): void;
}

/** A drawing that replaces the table of a resource, piece by piece. Other formats do not use it. */
export type Drawing = (canvas: Canvas) => AsyncIterable<string> | Iterable<string>;

/** Joins drawings with an empty line between them; skips drawings that are empty. */
export function stack(drawings: readonly Drawing[]): Drawing {
  return async function* (canvas) {
    let any = false;
    for (const drawing of drawings) {
      let begun = false;
      for await (const piece of drawing(canvas)) {
        if (any && !begun && piece !== '') yield '\n';
        if (piece !== '') begun = true;
        yield piece;
      }
      any ||= begun;
    }
  };
}

/** Draws the fields of a resource, one on each line. */
export function card<Row>(view: View<Row>, row: Row): Drawing {
  return async function* (canvas) {
    const { cardText } = await import('./table.ts');
    yield cardText(view.columns, row, canvas, view.zoneOf?.(row));
  };
}

/** Draws a heading and the rows below it; draws nothing if there are no rows. */
export function section<Row>(title: string, view: View<Row>, rows: readonly Row[]): Drawing {
  return async function* (canvas) {
    if (rows.length === 0) return;
    yield `${canvas.paint.heading(`${title} (${rows.length})`)}\n`;
    const { tablePieces } = await import('./table.ts');
    yield* tablePieces(rows, () => view.table ?? view.columns, canvas);
  };
}

/** Draws a heading and the first lines of a text, then the number of hidden lines and how to show them. */
export function excerpt(title: string, text: string, { lines, rest }: { lines: number; rest: string }): Drawing {
  return function* (canvas) {
    const all = printableLines(text).trimEnd().split('\n');
    if (all.join('') === '') return;
    yield `${canvas.paint.heading(title)}\n${all.slice(0, lines).join('\n')}\n`;
    if (all.length > lines) canvas.note(`${title}: ${all.length - lines} more lines; ${rest}`);
  };
}

/** Draws numbers as bars on a common scale. */
export function bars(rows: readonly Bar[]): Drawing {
  return (canvas) => [barLines(rows, canvas)];
}

/** A number with its name, drawn as a bar. */
export interface Bar {
  label: string;
  value: number;
}

const gap = 2;
const longestBar = 50;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Draws numbers as bars on a common scale, one on each line. A number above 0 always has a visible bar; 0 has none. */
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
      const labelled = `${paint.faint(label.padEnd(labelWidth))}${between}${number.padStart(numberWidth)}`;
      return bar === '' ? `${labelled}\n` : `${labelled}${between}${paint.good(bar)}\n`;
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
