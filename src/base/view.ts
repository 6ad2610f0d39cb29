export type ReportFormat = 'sarif' | 'codequality';

/** A column of a resource: its heading, which `--columns` accepts, and the function that reads its value from a row. */
export interface Column<Row> {
  name: string;
  /** A shorter heading for a terminal. */
  heading?: string;
  of(row: Row): unknown;
  /**
   * The behaviour in a narrow terminal: `prose` is cut first, then columns without `fit`, except times; `whole` is never cut (ids,
   * addresses, versions). Then columns are hidden, the last one first.
   */
  fit?: 'whole' | 'prose';
  /** True for an ISO 8601 time, which a terminal shows relative to now. */
  time?: boolean;
  /** True for a state, which has a colour on a terminal (states.ts). */
  state?: true;
}

/** The options that may follow the name of a column after a colon. */
const looks: Readonly<Record<string, Partial<Column<never>>>> = {
  whole: { fit: 'whole' },
  prose: { fit: 'prose' },
  time: { time: true },
  state: { state: true },
};

/** The form of a resource in tables and lines. The most useful columns come first, because the last ones are hidden first. */
export interface View<Row> {
  columns: readonly Column<Row>[];
  /** The columns of a table for people, the most useful first. CSV and TSV always have `columns`, because programs read them. */
  table?: readonly Column<Row>[];
  /** Returns text that a terminal shows in lines below a row; empty for none. */
  below?(row: Row): string;
  /** Returns the time zone in which a card shows the times of a row. */
  zoneOf?(row: Row): string | null | undefined;
  /** Returns the rows nested in a row. A list of lines prints them after that row. */
  within?(row: Row): readonly Row[];
  report?(format: ReportFormat, rows: readonly Row[]): Promise<object>;
}

type ColumnByName<Row> = Omit<Column<Row>, 'of'> & Partial<Pick<Column<Row>, 'of'>>;

/**
 * Returns columns by their names; a text has several, each with an optional look: `path:whole why:prose bytes`. By default a column is the
 * member or attribute of its name (`max-age` is also `maxAge`), an id is whole, and a name that ends in `-at` is a time.
 */
export function columnsOf<Row extends object>(...columns: (string | ColumnByName<Row>)[]): Column<Row>[] {
  const definitions = columns.flatMap((each) => (typeof each === 'string' ? each.split(' ').map(namedBy) : each));
  return definitions.map(({ name, ...column }) => ({
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

/**
 * Returns a view with a table of some columns: `ends=scheduled-expire-at` shows that column as `ends`, `cost (cents)=cost` has a unit.
 * @param words the values for people, by the names of columns, which the table has in place of the values for programs
 */
export function viewOf<Row>(
  table: string,
  columns: readonly Column<Row>[],
  words: Readonly<Record<string, Column<Row>['of']>> = {},
): View<Row> {
  const shown = table.split(/ (?!\()/).flatMap((word) => {
    const [heading = '', name = heading] = word.split('=');
    return columns
      .filter((each) => each.name === name)
      .map((each) => ({ ...each, heading, of: words[name] ?? each.of }));
  });
  return { columns, table: shown };
}

/** Returns the sentence that names the columns omitted from the table of a list; empty for none. */
export function otherColumns({ columns, table = columns }: Pick<View<never>, 'columns' | 'table'>): string {
  const omitted = columns.map(({ name }) => name).filter((name) => !table.some((each) => each.name === name));
  return omitted.length === 0 ? '' : `Other columns (--columns NAMES, or all): ${omitted.join(', ')}`;
}

function namedBy(text: string): { name: string } & Partial<Column<never>> {
  const [name = '', look = ''] = text.split(':');
  return { name, ...looks[look] };
}

/** The rows of a list, all at once or as they arrive. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/** Yields each row and its nested rows. */
export async function* unfolded<Row>(rows: Rows<Row>, within: (row: Row) => readonly Row[]): AsyncGenerator<Row> {
  for await (const row of rows) {
    yield row;
    yield* unfolded(within(row), within);
  }
}

/** Formats the value of a cell: empty for null, JSON for an object or an array. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') {
    const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `\0${each}` : each));
    return text.replaceAll(/"\\u0000(-?\d+)"/g, '$1');
  }
  return String(value);
}
