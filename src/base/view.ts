/** The reports of an audit. */
export type ReportFormat = 'sarif' | 'codequality';

/** One column of a resource: its heading, which is also the name `--columns` takes, and how to read it off a row. */
export interface Column<Row> {
  name: string;
  /** A short heading on a terminal, where the name is long. */
  heading?: string;
  of(row: Row): unknown;
  /**
   * What a narrow terminal may do to it: `whole` is never touched (ids, addresses, versions), `prose` is cut first,
   * anything else but a time next; then columns are hidden, the last one first.
   */
  fit?: 'whole' | 'prose';
  /** An ISO 8601 time, told relative to now on a terminal. */
  time?: boolean;
  /** A state, which has a colour on a terminal (states.ts). */
  state?: true;
}

/** What a column may be called besides its name. */
const looks: Readonly<Record<string, Partial<Column<never>>>> = {
  whole: { fit: 'whole' },
  prose: { fit: 'prose' },
  time: { time: true },
  state: { state: true },
};

/** How a resource is shown where it is not JSON: most telling columns first, since the last are the first to go. */
export interface View<Row> {
  columns: readonly Column<Row>[];
  /** Those of a table, where what happened or what a person asks first decides; CSV and TSV, which programs count, are the same whatever happened. */
  table?: readonly Column<Row>[];
  /** Text that a terminal shows below a row, in lines of its own; empty for none. */
  below?(row: Row): string;
  /** The rows in a row, which follow it where there are only lines. */
  within?(row: Row): readonly Row[];
  /** All rows as the document of a report. */
  report?(format: ReportFormat, rows: readonly Row[]): Promise<object>;
}

type ColumnByName<Row> = Omit<Column<Row>, 'of'> & Partial<Pick<Column<Row>, 'of'>>;

/**
 * Columns by their names, a text has some of them, each with its look: `path:whole why:prose bytes`. Each is the member or the attribute of
 * that name (`max-age` is also `maxAge`), unless it says otherwise. An id is whole, and what ends in `-at` is a time.
 */
export function columnsOf<Row extends object>(...columns: (string | ColumnByName<Row>)[]): Column<Row>[] {
  const named = columns.flatMap((each) => (typeof each === 'string' ? each.split(' ').map(namedBy) : each));
  return named.map(({ name, ...column }) => ({
    name,
    of: (row: Row & { attributes?: object | null }) => {
      const member = name in row ? name : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      return member in row ? Reflect.get(row, member) : row.attributes && Reflect.get(row.attributes, name);
    },
    time: name.endsWith('-at'),
    ...(name === 'id' && { fit: 'whole' }),
    ...column,
  }));
}

/** Returns a view whose table has some columns in the order of use: `ends=scheduled-expire-at` has a heading of its own, and yes or no is a word. */
export function viewOf<Row>(table: string, columns: readonly Column<Row>[]): View<Row> {
  const shown = table.split(' ').flatMap((word) => {
    const [heading = '', name = heading] = word.split('=');
    return columns
      .filter((each) => each.name === name)
      .map((each) => ({ ...each, heading, of: (row: Row) => yesOrNo(each.of(row)) }));
  });
  return { columns, table: shown };
}

const yesOrNo = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value);

function namedBy(text: string): { name: string } & Partial<Column<never>> {
  const [name = '', look = ''] = text.split(':');
  return { name, ...looks[look] };
}

/** A collection, all there or as it arrives. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/** Each row and those in it, to the end. */
export async function* unfolded<Row>(rows: Rows<Row>, within: (row: Row) => readonly Row[]): AsyncGenerator<Row> {
  for await (const row of rows) {
    yield row;
    yield* unfolded(within(row), within);
  }
}

/** A cell's value as text: nothing for null, JSON for what has parts. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') {
    const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `\0${each}` : each));
    return text.replaceAll(/"\\u0000(-?\d+)"/g, '$1');
  }
  return String(value);
}
