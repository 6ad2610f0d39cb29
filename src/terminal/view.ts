/** One column of a resource: its heading, which is also the name `--columns` takes, and how to read it off a row. */
export interface Column<Row> {
  name: string;
  of(row: Row): unknown;
  /** Never cut or dropped when the terminal is narrow: ids, addresses, versions. */
  whole?: boolean;
}

/** How a resource is shown where it is not JSON: most telling columns first, since the last are the first to go. */
export interface View<Row> {
  columns: readonly Column<Row>[];
}

/** A cell's value as text: nothing for null, JSON for what has parts. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}
