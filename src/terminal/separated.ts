import { printable, printableLines } from './printable.ts';
import { type Column, cellText } from './view.ts';

/** One row as tab-separated values; tabs and line ends inside a value are escaped. */
export function tsvLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return `${columns.map(({ of }) => printable(cellText(of(row)))).join('\t')}\n`;
}

/** One row as comma-separated values (RFC 4180), with the quotes that it needs. */
export function csvLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return `${columns.map(({ of }) => quoted(printableLines(cellText(of(row))))).join(',')}\n`;
}

/** The names of the columns as comma-separated values. */
export function csvHeader<Row>(columns: readonly Column<Row>[]): string {
  return `${columns.map(({ name }) => quoted(printable(name))).join(',')}\n`;
}

/** The columns for the first row; asked with undefined once there is none. */
type ColumnsFor<Row> = (first: Row | undefined) => readonly Column<Row>[];

/** Rows as tab-separated lines, without a heading. */
export async function* tsvPieces<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  columnsFor: ColumnsFor<Row>,
): AsyncGenerator<string> {
  let columns: readonly Column<Row>[] | undefined;
  for await (const row of rows) {
    columns ??= columnsFor(row);
    yield tsvLine(columns, row);
  }
  if (!columns) columnsFor(undefined);
}

/** Rows as comma-separated lines under a heading, which is there for no rows too. */
export async function* csvPieces<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  columnsFor: ColumnsFor<Row>,
): AsyncGenerator<string> {
  let columns: readonly Column<Row>[] | undefined;
  for await (const row of rows) {
    if (!columns) {
      columns = columnsFor(row);
      yield csvHeader(columns);
    }
    yield csvLine(columns, row);
  }
  if (!columns) yield csvHeader(columnsFor(undefined));
}

function quoted(value: string): string {
  return /[",\n\r]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
