import { type Rows, unfolded, type View } from '../../base/view.ts';
import type { Paint } from './colour.ts';
import { chosenColumns } from './columns.ts';
import type { Format } from './formats.ts';
import { jsonArray, jsonLine } from './json.ts';
import { type WrittenNumbers, withWholeNumbers } from './json-numbers.ts';
import { separatedPieces } from './separated-values.ts';
import { tablePieces } from './table.ts';

/** What showing a collection takes besides its rows. */
export interface ListingParts {
  /** The requested columns. */
  columns: readonly string[] | undefined;
  /** The body that a resource or a list of them came in, for `raw`. */
  bodyOf(value: object): Uint8Array | undefined;
  /** Its numbers as they were written, where JavaScript writes them otherwise. */
  numbersOf(value: object): WrittenNumbers | undefined;
  /** How a table is drawn: its width in cells, its colours, and what times are told relative to. */
  terminal(): Promise<{ width: number; paint: Paint; now: Date | undefined }>;
  /** Words that are not data. */
  say(words: string): void;
  /** Says which columns do not fit. */
  hid(words: string): Promise<void>;
  /** What is said where there is nothing to show. */
  empty(): string | Promise<string>;
}

/** A collection in a format, piece by piece as it arrives. @throws {UsageError} for an unknown column */
export async function* listPieces<Row extends object>(
  format: Format,
  view: View<Row>,
  rows: Rows<Row>,
  parts: ListingParts,
): AsyncGenerator<string | Uint8Array> {
  const { bodyOf, columns, empty, numbersOf, say } = parts;
  const columnsFor = async (first: Row | undefined) => {
    if (first === undefined) say(await empty());
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

/** Each row and those in it, with numbers that keep their digits. */
async function* exactLines<Row extends object>(
  { within = () => [] }: View<Row>,
  rows: Rows<Row>,
  numbersOf: ListingParts['numbersOf'],
): AsyncGenerator<Row> {
  for await (const row of unfolded(rows, within)) yield withWholeNumbers(row, numbersOf(row));
}

async function* table<Row extends object>(
  view: View<Row>,
  lines: Rows<Row>,
  { columns, empty, hid, say, terminal }: ListingParts,
): AsyncGenerator<string> {
  let hidden: string[] = [];
  let isEmpty = true;
  const style = {
    ...(await terminal()),
    keepColumns: columns !== undefined,
    hide: (names: string[]) => {
      hidden = names;
    },
  };
  const columnsFor = (first: Row) => (columns ? undefined : view.table) ?? chosenColumns(view, columns, first);
  for await (const piece of tablePieces(lines, columnsFor, style, columns ? undefined : view.below)) {
    isEmpty = false;
    yield piece;
  }
  if (isEmpty) say(await empty());
  else if (hidden.length > 0 && !view.table?.some(({ heading }) => heading))
    await hid(`Hidden: ${hidden.join(', ')} (--columns or -o json).`);
}

/**
 * Each body that rows came in once, in the order in which they come. A list with no rows has a body too: its rows are what
 * came in it, or the page that their iterator returns at its end is.
 */
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
    // What no server sent, such as the answer to a deletion, is its own body.
    const body = bodyOf(row) ?? Buffer.from(jsonLine(row));
    if (body !== last) yield body;
    last = body;
  }
  if (last === undefined && typeof page === 'object' && page !== null) {
    const body = bodyOf(page);
    if (body) yield body;
  }
}
