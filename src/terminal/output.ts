import type { Drawing } from './canvas.ts';
import type { ColourWhen } from './colour.ts';
import type { Format } from './formats.ts';
import type { Received } from './json-numbers.ts';
import type { Rows, View } from './view.ts';

/** How the output looks, as flags, environment and profile say. */
export interface OutputOptions {
  /** Undefined for the default of the stream. */
  format: Format | undefined;
  /** Whether the format was typed, and does not come from a setting. */
  typed?: boolean;
  quiet: boolean;
  colour: ColourWhen;
  columns?: readonly string[] | undefined;
  /** A jq expression for the JSON. */
  jq?: string | undefined;
}

/** What the output needs besides its streams and its options. */
export interface OutputDeps {
  env: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** What a resource or a list of them came in, if it came. */
  cameIn(value: object): Received | undefined;
  /** Takes the secrets of this run out of words. */
  hide?(text: string): string;
}

/** The one place that knows formats: data goes to stdout, words to stderr. */
export interface Output {
  /**
   * One resource: a card on a terminal, its object as JSON or YAML, a line as CSV or TSV, the untouched body as raw.
   * A `drawing` replaces the card unless columns are requested.
   */
  show<Row extends object>(view: View<Row>, row: Row, drawing?: Drawing): Promise<void>;
  /** A collection, written as it arrives. `empty` is said on stderr when there is nothing to show in a table. */
  list<Row extends object>(view: View<Row>, rows: Rows<Row>, empty: string): Promise<void>;
  /** One resource that a single value stands for: the view's columns without labels on a terminal, else as `show`. */
  answer<Row extends object>(view: View<Row>, row: Row): Promise<void>;
  /** A collection that a text shows better than columns, on a terminal and off it; the rows if a format, columns or a filter are requested. */
  drawn<Row extends object>(view: View<Row>, rows: Rows<Row>, text: string): Promise<void>;
  /** A document about rows: itself as JSON, YAML or raw, its rows as CSV, TSV and with columns, and else the drawing. */
  report<Row extends object>(document: object, view: View<Row>, rows: readonly Row[], drawing: Drawing): Promise<void>;
  /** A text that is the answer, such as a readme: printable, untouched as raw, a string as JSON or YAML. */
  text(text: string): Promise<void>;
  /** The effect of a write without a reply: as a message, and as `row` for programs. */
  done<Row extends object>(view: View<Row>, row: Row, words: string): Promise<void>;
  /** Text that is the answer itself; with JSON output it is `value` on one line, as in a stream of events. */
  event(text: string, value: unknown): Promise<void>;
  /** One line of a stream of events; a terminal shows as much of `short` as one line of it holds. */
  line(text: string, value: unknown, short?: string): Promise<void>;
  /** What a shell takes as it is, `$(svc …)`: text whatever the settings say, `value` only where a format was typed. */
  value(text: string, value: unknown): Promise<void>;
  /** JSON that has no columns: itself in every format that can hold it; `body` is what it came in, for raw. */
  document(document: unknown, body: Uint8Array): Promise<void>;
  /** Text that is the answer whatever the format: made printable for a terminal, untouched for a program. */
  verbatim(body: Uint8Array): Promise<void>;
  /** Words about what happened; `--quiet` leaves them out. */
  note(words: string): void;
  /** Words about what may go wrong; `--quiet` leaves them out. */
  warn(words: string): void;
  /** Whether stdout is to hold JSON, or YAML, and nothing else; errors are JSON then, too. */
  readonly writesJson: boolean;
}
