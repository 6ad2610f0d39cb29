/** A paragraph, a heading, terms with their meanings, or lines that are printed unchanged. */
export type Block =
  | string
  | { heading: string }
  | { rows: readonly (readonly [term: string, meaning: string])[] }
  | { lines: readonly string[] };

/** The text of `svc help TOPIC` and of its man page. */
export type Topic = readonly Block[];
