import type { Paint } from './colour.ts';
import { printable } from './printable.ts';
import { relativeTime } from './time.ts';
import { type Column, cellText } from './view.ts';

const gap = 2;
const narrowestProse = 16;
/** How many rows the widths are measured on; what comes after them follows their widths. */
const measuredRows = 100;

/** How a table or a card looks. */
export interface TableStyle {
  /** Columns of the terminal. */
  width: number;
  paint: Paint;
  /** Columns that were asked for by name stay, whatever the width. */
  keepColumns?: boolean;
  /** Told the columns there was no room for. */
  leftOut?: (names: string[]) => void;
  /** Where given, times are told as seen from then; elsewhere they stay as they are. */
  now: Date | undefined;
}

interface Fitted<Row> {
  column: Column<Row>;
  width: number;
}

/**
 * Rows as an aligned table with headings that fits the width, piece by piece: the first rows set the widths, so that a long
 * list starts to show before its end is there. Nothing at all for no rows.
 */
export async function* tablePieces<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  columnsFor: (first: Row) => readonly Column<Row>[],
  style: TableStyle,
): AsyncGenerator<string> {
  let waiting: Row[] = [];
  let layout: Fitted<Row>[] | undefined;
  const drawn = async (given: readonly Row[]) => {
    if (layout) return linesText(layout, given, style);
    layout = await fitted(columnsFor(given[0]!), given, style);
    return `${headingLine(layout, style)}${await linesText(layout, given, style)}`;
  };
  for await (const row of rows) {
    waiting.push(row);
    if (waiting.length < measuredRows) continue;
    yield await drawn(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield await drawn(waiting);
}

/** One resource as a card: a line per field, long values left to the terminal's own wrapping. */
export function cardText<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  { paint, now }: Pick<TableStyle, 'paint' | 'now'>,
): string {
  const labelWidth = Math.max(...columns.map(({ name }) => name.length)) + gap;
  return columns
    .map((column) => {
      const value = printable(cellText(column.of(row)));
      const relative = now && column.time && value !== '' ? relativeTime(value, now) : value;
      return { name: column.name, value: relative === value ? value : `${value} (${relative})` };
    })
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${paint.faint(name.padEnd(labelWidth))}${value}\n`)
    .join('');
}

function headingLine<Row>(layout: Fitted<Row>[], { paint }: TableStyle): string {
  const headings = layout.map(({ column: { name }, width }) => {
    return `${paint.heading(name.toUpperCase())}${' '.repeat(width - name.length)}`;
  });
  return `${headings.join(' '.repeat(gap)).trimEnd()}\n`;
}

/** A line for each row; what is wider than its column is cut, by the cells that a terminal draws. */
async function linesText<Row>(layout: Fitted<Row>[], rows: readonly Row[], { now }: TableStyle): Promise<string> {
  const { default: measure } = await import('fast-string-truncated-width');
  const line = (row: Row) =>
    layout
      .map(({ column, width }) => {
        const text = shown(column, row, now);
        const limit = column.fit === 'whole' ? Number.POSITIVE_INFINITY : width;
        const { ellipsed, index, width: taken } = measure(text, { limit, ellipsis: '…' });
        if (!ellipsed) return `${text}${' '.repeat(Math.max(0, width - taken))}`;
        // The measure of what is cut off says its limit, and its place may be in the middle of a rare character.
        const cut = `${text.slice(0, index).replace(/\p{Cs}$/u, '')}…`;
        return `${cut}${' '.repeat(Math.max(0, width - measure(cut).width))}`;
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}

/** Prose is cut to what is bearable, then columns go from the end, then prose takes the room that is left. */
async function fitted<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { keepColumns, leftOut, now, width }: TableStyle,
): Promise<Fitted<Row>[]> {
  const { default: measure } = await import('fast-string-truncated-width');
  const layout = columns.map((column) => {
    const widest = Math.max(column.name.length, ...rows.map((row) => measure(shown(column, row, now)).width));
    return { column, width: widest, wanted: widest };
  });
  const prose = layout.filter(({ column }) => column.fit === 'prose');
  const excess = () => layout.reduce((sum, each) => sum + each.width + gap, -gap) - width;
  if (excess() <= 0) return layout;
  for (const each of prose) each.width = Math.min(each.width, Math.max(narrowestProse, each.column.name.length));
  const names: string[] = [];
  while (excess() > 0 && !keepColumns) {
    const last = layout.findLastIndex(({ column }) => column.fit !== 'whole');
    if (last <= 0) break;
    names.unshift(...layout.splice(last, 1).map(({ column }) => column.name));
  }
  if (names.length > 0) leftOut?.(names);
  for (const each of prose) each.width = Math.min(each.wanted, each.width + Math.max(0, -excess()));
  return layout;
}

function shown<Row>({ of, time }: Column<Row>, row: Row, now: Date | undefined): string {
  const text = printable(cellText(of(row)));
  return now && time ? relativeTime(text, now) : text;
}
