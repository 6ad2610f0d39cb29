/** A paragraph, a heading, terms with what they mean, or lines that are shown as they are. */
export type Block =
  | string
  | { heading: string }
  | { rows: readonly (readonly [term: string, meaning: string])[] }
  | { lines: readonly string[] };

/** What `svc help TOPIC` and the man page of the topic say. */
export type Topic = readonly Block[];
