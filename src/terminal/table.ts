import type { Paint } from './colour.ts';
import { printable } from './printable.ts';
import { relativeTime } from './time.ts';
import { type Column, cellText } from './view.ts';

const gap = 2;
const narrowestProse = 16;
/** How many rows the widths are measured on; what comes after them follows their widths. */
const measuredRows = 100;
const noBorders = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '' },
  middle: ' '.repeat(gap),
};

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
    if (layout) return tableText(layout, given, [], style.now);
    layout = await fitted(columnsFor(given[0]!), given, style);
    const head = layout.map(({ column: { name } }) => style.paint.heading(name.toUpperCase()));
    return tableText(layout, given, head, style.now);
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

/** Rows below each other, under their headings if there are any; cells are cut by what a terminal draws of them. */
async function tableText<Row>(
  layout: Fitted<Row>[],
  rows: readonly Row[],
  head: string[],
  now: Date | undefined,
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const { default: measure } = await import('fast-string-truncated-width');
  const table = new Table({
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head,
    colWidths: layout.map(({ width }) => width),
  });
  for (const row of rows) {
    table.push(
      layout.map(({ column, width }) => {
        const text = shown(column, row, now);
        const { ellipsed, index } = measure(text, { limit: width, ellipsis: '…' });
        // The cut may be in the middle of a character that takes two code units.
        return ellipsed ? `${text.slice(0, index).replace(/\p{Cs}$/u, '')}…` : text;
      }),
    );
  }
  return `${table.toString().replace(/[^\S\n]+$/gm, '')}\n`;
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
