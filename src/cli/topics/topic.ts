/**
 * A paragraph, a heading, terms with their meanings, or lines that are printed unchanged. The terms of a list have no meanings. A title
 * stands above the rows or lines that it belongs to.
 */
export type Block =
  | string
  | { heading: string }
  | { title?: string; rows: readonly Row[] }
  | { title?: string; lines: readonly string[] };

export type Row = readonly [term: string, meaning: string];

/** The text of `svc help TOPIC` and of its man page. */
export type Topic = readonly Block[];
