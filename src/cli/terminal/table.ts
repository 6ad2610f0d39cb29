import { grouped, largest, wrapLines, wrapMessage } from '../../base/text.ts';
import { type Column, cellText } from '../../base/view.ts';
import type { Paint } from './colour.ts';
import { type Measure, measureFor } from './measure.ts';
import { printable, printableLines } from './printable.ts';
import { paintedState } from './states.ts';
import { localTime, relativeTime } from './time.ts';

const gap = 2;
const narrowest = { prose: 16, name: 20 };
/** The number of rows that are measured to set the widths of columns. */
const measuredRows = 100;
const noBorders = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '' },
  middle: ' '.repeat(gap),
};

export interface TableStyle {
  /** The width of the terminal in cells. */
  width: number;
  paint: Paint;
  /** True to show the requested columns even if they do not fit. */
  keepColumns?: boolean;
  /** Called with the columns that do not fit. */
  hide?: (names: string[]) => void;
  /** The time that relative times refer to; undefined to keep times as they are. */
  now: Date | undefined;
}

/** Returns the text below a row of a table, which has lines of its own. */
type Below<Row> = ((row: Row) => string) | undefined;

/** Cuts a text to a number of terminal cells, with an ellipsis in place of the rest. */
export function cutText(text: string, width: number, measure: Measure): string {
  let cut = text;
  // The package counts a character such as … only after the text behind it, so its cut may be too long.
  for (let limit = width; limit > 0 && measure(cut).width > width; limit -= 1) {
    const { index } = measure(text, { limit, ellipsis: '…' });
    // The cut may split a character of two code units: remove its first half.
    cut = `${text.slice(0, index).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  return cut;
}

/** Returns indented lines to print below a line; an empty text for an empty text. */
export function belowText(text: string, width: number): string {
  return text && `    ${wrapMessage(printableLines(text), width - 4).replaceAll('\n', '\n    ')}\n`;
}

interface Fitted<Row> {
  column: Column<Row>;
  width: number;
  /** True for a column of numbers, which are aligned right. */
  isNumeric: boolean;
}

/** Yields rows as a table that fits the width. The first rows set the widths, so that a long list is shown before it ends. */
export async function* tablePieces<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  columnsFor: (first: Row) => readonly Column<Row>[],
  style: TableStyle,
  below?: Below<Row>,
): AsyncGenerator<string> {
  let waiting: Row[] = [];
  let layout: Fitted<Row>[] | undefined;
  const drawn = async (given: readonly Row[]) => {
    if (layout) return tableText(layout, given, [], style, below);
    layout = await fitColumns(columnsFor(given[0]!), given, style);
    const head = layout.map(({ column }) => style.paint.heading(headingOf(column)));
    return tableText(layout, given, head, style, below);
  };
  for await (const row of rows) {
    waiting.push(row);
    if (waiting.length < measuredRows) continue;
    yield await drawn(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield await drawn(waiting);
}

/** Formats a resource as a card, with a line for each field; a long value has more lines, below its first. */
export function cardText<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  { paint, now, width }: Pick<TableStyle, 'paint' | 'now' | 'width'>,
  zone?: string | null,
): string {
  const labelWidth = largest(columns.map(({ name }) => name.length)) + gap;
  // Off a terminal, a program may read the lines.
  const indented = (value: string) =>
    now === undefined ? value : wrapLines(value, width - labelWidth).replaceAll('\n', `\n${' '.repeat(labelWidth)}`);
  return columns
    .map((column) => ({ ...column, value: shown(column, row, now, (text, at) => localTime(text, at, zone)) }))
    .filter(({ value }) => value !== '')
    .map(({ name, state, value }) => {
      return `${paint.faint(name.padEnd(labelWidth))}${state ? paintedState(value, paint) : indented(value)}\n`;
    })
    .join('');
}

/** Formats rows as a table, with headings if they are given. The width of a cell is its width on a terminal. */
async function tableText<Row>(
  layout: Fitted<Row>[],
  rows: readonly Row[],
  head: string[],
  { now, paint, width: whole }: TableStyle,
  below: Below<Row>,
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head,
    colWidths: layout.map(({ width }) => width),
    colAligns: layout.map(({ isNumeric }) => (isNumeric ? 'right' : 'left')),
  });
  for (const row of rows) {
    const texts = layout.map(({ column }) => shown(column, row, now));
    const measure = await measureFor(texts);
    table.push(
      layout.map(({ column, width }, at) => {
        const text = cutText(texts[at]!, width, measure);
        if (column.state) return paintedState(text, paint);
        return column.name === 'id' || column.time ? paint.faint(text) : text;
      }),
    );
  }
  const lines = `${table.toString().replace(/(?<![^\S\n])[^\S\n]+$/gm, '')}\n`.split(/(?<=\n)/);
  const skipped = lines.length - rows.length;
  return lines
    .map((line, at) => `${line}${at < skipped ? '' : belowText(below?.(rows[at - skipped]!) ?? '', whole)}`)
    .join('');
}

/**
 * Fits columns into the width, in steps: hides columns in which no row has a value; cuts prose to its minimal width, then names; drops
 * columns from the end. At last, names and prose get the remaining width.
 */
async function fitColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { hide, keepColumns, now, width }: TableStyle,
): Promise<Fitted<Row>[]> {
  const texts = columns.map((column) => rows.map((row) => shown(column, row, now)));
  const measure = await measureFor(texts.flat());
  const layout = columns.map((column, at) => {
    const widest = largest([headingOf(column).length, ...texts[at]!.map((text) => measure(text).width)]);
    const values = rows.map((row) => column.of(row)).filter((value) => cellText(value) !== '');
    const isNumeric = values.length > 0 && values.every((value) => /^(number|bigint)$/.test(typeof value));
    return { column, width: widest, wanted: widest, isEmpty: values.length === 0, isNumeric };
  });
  const prose = layout.filter(({ column }) => column.fit === 'prose');
  // Do not cut times, because a cut time is useless, or requested columns.
  const names = layout.filter(({ column }) => !column.fit && !column.time && !keepColumns);
  const cut = (each: (typeof layout)[number], to: number) => {
    each.width = Math.min(each.width, Math.max(to, headingOf(each.column).length));
  };
  const excess = () => layout.reduce((sum, each) => sum + each.width + gap, -gap) - width;
  if (excess() <= 0) return layout;
  const hidden = new Set<string>();
  const hideLast = (isCandidate: (each: (typeof layout)[number]) => boolean) => {
    const last = layout.findLastIndex(isCandidate);
    if (last <= 0) return false;
    for (const { column } of layout.splice(last, 1)) hidden.add(column.name);
    return true;
  };
  while (excess() > 0 && !keepColumns && hideLast(({ isEmpty }) => isEmpty));
  for (const each of prose) cut(each, narrowest.prose);
  if (excess() > 0) for (const each of names) cut(each, narrowest.name);
  while (excess() > 0 && !keepColumns && hideLast(({ column }) => column.fit !== 'whole'));
  if (hidden.size > 0) hide?.(columns.map(({ name }) => name).filter((name) => hidden.has(name)));
  for (const each of [...names, ...prose]) each.width = Math.min(each.wanted, each.width + Math.max(0, -excess()));
  return layout;
}

const headingOf = ({ heading, name }: Pick<Column<never>, 'heading' | 'name'>) => (heading ?? name).toUpperCase();

/** Formats a cell for people: yes and no for a boolean, separators in a number, a time relative to now. */
function shown<Row>({ of, time }: Column<Row>, row: Row, now: Date | undefined, forPeople = relativeTime): string {
  const value = of(row);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = printable(typeof value === 'number' || typeof value === 'bigint' ? grouped(value) : cellText(value));
  return now && time ? forPeople(text, now) : text;
}
