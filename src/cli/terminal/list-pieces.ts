import { type Rows, unfolded, type View } from '../../base/view.ts';
import type { Paint } from './colour.ts';
import { chosenColumns } from './columns.ts';
import type { Format } from './formats.ts';
import { jsonArray, jsonLine } from './json.ts';
import { type WrittenNumbers, withWholeNumbers } from './json-numbers.ts';
import { separatedPieces } from './separated-values.ts';

/** The dependencies of showing a collection, apart from its rows. */
export interface ListingParts {
  columns: readonly string[] | undefined;
  /** Returns the response body that a value was parsed from, for `raw`; undefined for a value that no server sent. */
  bodyOf(value: object): Uint8Array | undefined;
  /** Returns the original text of numbers that JavaScript would format differently. */
  numbersOf(value: object): WrittenNumbers | undefined;
  /** Returns the style of a table: its width in cells, its colours, and the time that relative times refer to. */
  terminal(): Promise<{ width: number; paint: Paint; now: Date | undefined }>;
  /** Reports the columns that do not fit. */
  hid(words: string): Promise<void>;
  /** Reports an empty collection. */
  empty(): Promise<void>;
}

/** Yields a collection in a format, piece by piece, as rows arrive. @throws {UsageError} for an unknown column */
export async function* listPieces<Row extends object>(
  format: Format,
  view: View<Row>,
  rows: Rows<Row>,
  parts: ListingParts,
): AsyncGenerator<string | Uint8Array> {
  const { bodyOf, columns, empty, numbersOf } = parts;
  const columnsFor = async (first: Row | undefined) => {
    if (first === undefined) await empty();
    return chosenColumns(view, columns, first);
  };
  const lines = () => exactLines(view, rows, numbersOf);
  switch (format) {
    case 'json':
      return yield* jsonArray(rows, numbersOf);
    case 'ndjson':
      for await (const row of rows) yield jsonLine(row, numbersOf(row));
      return;
    case 'yaml':
      return yield* (await import('./yaml.ts')).yamlSequence(rows, numbersOf);
    case 'raw':
      return yield* bodies(rows, bodyOf);
    case 'csv':
    case 'tsv':
      return yield* separatedPieces(format, lines(), columnsFor);
    case 'table':
      return yield* table(view, lines(), parts);
  }
}

/** Yields each row, and the rows inside it. All digits of numbers are kept. */
async function* exactLines<Row extends object>(
  { within = () => [] }: View<Row>,
  rows: Rows<Row>,
  numbersOf: ListingParts['numbersOf'],
): AsyncGenerator<Row> {
  for await (const row of unfolded(rows, within)) yield withWholeNumbers(row, numbersOf(row));
}

async function* table<Row extends object>(
  view: View<Row>,
  lines: AsyncGenerator<Row>,
  { columns, empty, hid, terminal }: ListingParts,
): AsyncGenerator<string> {
  const first = await lines.next();
  if (first.done) return empty();
  const all = async function* () {
    yield first.value;
    yield* lines;
  };
  const { tablePieces } = await import('./table.ts');
  let hidden: string[] = [];
  const style = {
    ...(await terminal()),
    keepColumns: columns !== undefined,
    hide: (names: string[]) => {
      hidden = names;
    },
  };
  const columnsFor = (first: Row) => (columns ? undefined : view.table) ?? chosenColumns(view, columns, first);
  yield* tablePieces(all(), columnsFor, style, columns ? undefined : view.below);
  if (hidden.length > 0 && !view.table?.some(({ heading }) => heading))
    await hid(`Hidden: ${hidden.join(', ')} (to show all: --columns all).`);
}

/** Yields each response body that rows were parsed from, once. Without rows, yields the body of the list or of its last page. */
async function* bodies(
  rows: Rows<object>,
  bodyOf: (value: object) => Uint8Array | undefined,
): AsyncGenerator<Uint8Array> {
  let last = bodyOf(rows);
  if (last) yield last;
  let page: unknown;
  const toTheEnd = async function* () {
    page = yield* rows;
  };
  for await (const row of toTheEnd()) {
    // A value that no server sent, such as the result of a deletion, is printed as JSON.
    const body = bodyOf(row) ?? Buffer.from(jsonLine(row));
    if (body !== last) yield body;
    last = body;
  }
  if (last === undefined && typeof page === 'object' && page !== null) {
    const body = bodyOf(page);
    if (body) yield body;
  }
}
