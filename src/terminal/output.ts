import type { Paint } from './colour.ts';
import { paintFor, wantsColour } from './colour.ts';
import { type OutputStream, writer } from './io.ts';
import { printableJson, printableLines } from './printable.ts';
import { cardText, tableText, tsvLine } from './table.ts';
import type { View } from './view.ts';

export const formats = ['table', 'json', 'tsv'] as const;
export type Format = (typeof formats)[number];

/** What the flags and the environment say about how to speak; asked for at each use, since flags are parsed late. */
export interface Manner {
  /** The format asked for, or undefined for the default. */
  format: Format | undefined;
  quiet: boolean;
  colour: 'auto' | 'always' | 'never';
}

/** The one place that knows formats: data goes to stdout, words to stderr. */
export interface Output {
  /** One resource: a card on a terminal, its object as JSON, a line as TSV. */
  show<Row>(view: View<Row>, row: Row): Promise<void>;
  /** A collection: a table on a terminal, an array as JSON, a line each as TSV. `empty` is said when there is nothing. */
  list<Row>(view: View<Row>, rows: AsyncIterable<Row> | Iterable<Row>, empty: string): Promise<void>;
  /** What a write without an answer did: in words, and where somebody parses stdout as `row` too. */
  done<Row>(view: View<Row>, row: Row, words: string): Promise<void>;
  /** Text that is the answer itself; where JSON is asked for, `value` stands for it on one line, as one of a stream of events. */
  event(text: string, value: unknown): Promise<void>;
  /** Words about what happened; `--quiet` leaves them out. */
  note(words: string): void;
  /** Words about what may go wrong; `--quiet` leaves them out. */
  warn(words: string): void;
  /** Whether stdout gets JSON, for the one who words the errors. */
  speaksJson(): boolean;
}

/** @throws {OutputClosed} from its functions once the reader of stdout has gone */
export function createOutput(
  { stdout, stderr }: { stdout: OutputStream; stderr: OutputStream },
  env: Readonly<Record<string, string | undefined>>,
  manner: () => Manner,
): Output {
  const write = writer(stdout);
  const format = (): Format => manner().format ?? (stdout.isTTY ? 'table' : 'tsv');
  const paint = (stream: OutputStream): Promise<Paint> => paintFor(wantsColour(stream, env, manner().colour));
  const say = (words: string) => {
    if (!manner().quiet) stderr.write(`${printableLines(words)}\n`);
  };

  async function show<Row>(view: View<Row>, row: Row): Promise<void> {
    switch (format()) {
      case 'json':
        return write(jsonText(row));
      case 'tsv':
        return write(tsvLine(view, row));
      case 'table':
        return write(cardText(view, row, await paint(stdout)));
    }
  }

  return {
    speaksJson: () => format() === 'json',
    note: say,
    warn: (words) => say(`Warning: ${words}`),
    show,

    async done(view, row, words) {
      say(words);
      if (format() !== 'table') await show(view, row);
    },

    async list(view, rows, empty) {
      switch (format()) {
        case 'json':
          return writeJsonArray(rows, write);
        case 'tsv':
          for await (const row of rows) await write(tsvLine(view, row));
          return;
        case 'table': {
          const all = [];
          for await (const row of rows) all.push(row);
          if (all.length === 0) return say(empty);
          return write(await tableText(view, all, stdout.columns ?? 80, await paint(stdout)));
        }
      }
    },

    event: (text, value) => write(format() === 'json' ? `${printableJson(JSON.stringify(value))}\n` : text),
  };
}

function jsonText(value: unknown): string {
  return `${printableJson(JSON.stringify(value, null, 2))}\n`;
}

async function writeJsonArray(
  rows: AsyncIterable<unknown> | Iterable<unknown>,
  write: (text: string) => Promise<void>,
): Promise<void> {
  let before = '[\n';
  for await (const row of rows) {
    const indented = printableJson(JSON.stringify(row, null, 2)).replaceAll('\n', '\n  ');
    await write(`${before}  ${indented}`);
    before = ',\n';
  }
  await write(before === '[\n' ? '[]\n' : '\n]\n');
}
