import { type Column, cellText } from '../../base/view.ts';
import { dataLine, dataLines } from './printable.ts';

/** Formats a row as tab-separated values; escapes tabs and line ends inside a value. */
export function tsvLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return `${columns.map(({ of }) => dataLine(cellText(of(row)))).join('\t')}\n`;
}

/** Formats a row as lines, one for each column: its name, then its value, escaped as in `tsvLine`. */
export function recordLines<Row>(columns: readonly Column<Row>[], row: Row): string {
  return columns.map(({ name, of }) => `${dataLine(name)}\t${dataLine(cellText(of(row)))}\n`).join('');
}

/** Formats a row as comma-separated values (RFC 4180), quoted if necessary. */
export function csvLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return `${columns.map(({ of }) => quoted(dataLines(cellText(of(row))))).join(',')}\n`;
}

/** Formats the names of the columns as comma-separated values. */
export function csvHeader<Row>(columns: readonly Column<Row>[]): string {
  return `${columns.map(({ name }) => quoted(dataLine(name))).join(',')}\n`;
}

/** Yields rows as lines of a format. CSV has a heading even without rows: that of `columnsFor(undefined)`. */
export async function* separatedPieces<Row>(
  format: 'csv' | 'tsv',
  rows: AsyncIterable<Row> | Iterable<Row>,
  columnsFor: (first: Row | undefined) => Promise<readonly Column<Row>[]>,
): AsyncGenerator<string> {
  const line = format === 'csv' ? csvLine : tsvLine;
  const heading = (names: readonly Column<Row>[]) => (format === 'csv' ? [csvHeader(names)] : []);
  let columns: readonly Column<Row>[] | undefined;
  for await (const row of rows) {
    if (!columns) {
      columns = await columnsFor(row);
      yield* heading(columns);
    }
    yield line(columns, row);
  }
  if (!columns) yield* heading(await columnsFor(undefined));
}

function quoted(value: string): string {
  return /[",\n\r]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
