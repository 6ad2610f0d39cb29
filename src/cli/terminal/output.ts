import { CancelledError, SvcError, UsageError } from '../../base/errors.ts';
import { writePaged } from '../../base/system/pager.ts';
import type { Rows, View } from '../../base/view.ts';
import type { Drawing } from './canvas.ts';
import type { Paint } from './colour.ts';
import { chosenColumns } from './columns.ts';
import { type Format, reportFormats } from './formats.ts';
import { OutputClosed, writer } from './io.ts';
import { jsonArray, jsonLine, jsonText } from './json.ts';
import { numbersReader, type WrittenNumbers, withWholeNumbers } from './json-numbers.ts';
import { listPieces } from './list-pieces.ts';
import { Messages, type OutputDeps, type OutputOptions, type OutputStreams } from './messages.ts';
import { dataLines, printable, printableLines } from './printable.ts';
import { recordLines, tsvLine } from './separated-values.ts';
import { paintedDifference, paintedState } from './states.ts';

/** The message for an empty list, or a function that returns it and is called only for an empty list. */
type Empty = string | (() => Promise<string>);

/**
 * The only class that knows formats: data goes to stdout, messages to stderr.
 * @throws {OutputClosed} from its methods after the reader of stdout has closed it; {UsageError} for an invalid column
 * or filter
 */
export class Output extends Messages {
  /** True if stdout may contain only JSON or YAML. Errors are then printed as JSON. */
  readonly writesJson: boolean;
  private readonly format: Format;
  private readonly write: ReturnType<typeof writer>;
  private readonly numbersIn = numbersReader();

  constructor(streams: OutputStreams, deps: OutputDeps, options: OutputOptions) {
    super(streams, deps, options);
    const { format, jq } = options;
    this.format = format ?? (jq === undefined ? (streams.stdout.isTTY ? 'table' : 'tsv') : 'json');
    this.writesJson = ['json', 'ndjson', 'yaml'].includes(this.format);
    this.write = writer(streams.stdout, deps.signal);
  }

  /** Returns an output that prints a repeated warning only once, after a prefix such as `infra: `. */
  warningOnce(place = ''): Output {
    const output = new Output(this.streams, this.deps, this.options);
    output.printed = new Set();
    output.place = place;
    return output;
  }

  /** Writes a collection as it arrives; for an empty one, the message `empty` on stderr. On a terminal, `text` replaces the default table. */
  async list<Row extends object>(view: View<Row>, rows: Rows<Row>, empty: Empty, text?: string): Promise<void> {
    const { columns, jq, pager } = this.options;
    if (text !== undefined && !this.wantsRows()) return this.drawn(text);
    const report = reportFormats.find((each) => each === this.format);
    if (report && view.report) {
      const all: Row[] = [];
      for await (const row of rows) all.push(row);
      return this.writeDocument(await view.report(report, all));
    }
    const numbersOf = (value: object) => this.numbersOf(value);
    if (jq !== undefined) return this.filtered(await joined(jsonArray(rows, numbersOf)), jq);
    const parts = {
      columns,
      bodyOf: (value: object) => this.deps.cameIn(value)?.body,
      numbersOf,
      terminal: () => this.style(),
      hid: (words: string) => this.hid(words),
      empty: async () => {
        const message = typeof empty === 'string' ? empty : await empty();
        if (message !== '') this.note(message);
      },
    };
    const isTable = this.format === 'table';
    const pieces = listPieces(this.format, view, rows, parts);
    let written = 0;
    const count = () => {
      written += 1;
    };
    try {
      if (isTable && pager !== undefined) {
        const paging = { pager, count, ...this.deps, ...this.streams };
        if (!(await writePaged(pieces, paging))) throw new OutputClosed();
      } else for await (const piece of pieces) await (isTable ? this.write(piece) : this.verbatim(piece)).then(count);
    } catch (error) {
      const isRowsOwn = error instanceof SvcError && !(error instanceof CancelledError);
      if (written > 0 && isRowsOwn) this.note('What came before the error is shown; the list is incomplete.');
      throw error;
    }
  }

  /** Writes rows that a message already describes. A terminal shows them only if a format or columns are requested. */
  async described<Row extends object>(view: View<Row>, rows: readonly Row[]): Promise<void> {
    const { columns, typed } = this.options;
    if (this.format !== 'table' || typed || columns) await this.list(view, rows, '');
  }

  /** Writes one resource: on a terminal as a card, or as the `drawing` unless columns are requested. */
  async show<Row extends object>(view: View<Row>, row: Row, drawing?: Drawing): Promise<void> {
    const { columns, format: requested, jq } = this.options;
    const numbers = this.numbersOf(row);
    if (jq !== undefined || this.writesJson) return this.writeDocument(row, numbers);
    const exact = withWholeNumbers(row, numbers);
    if (requested === undefined && this.format === 'tsv')
      return this.verbatim(recordLines(chosenColumns(view, columns, row), exact));
    if (this.format !== 'table') return this.list(view, [row], '');
    if (drawing && !columns && exact === row) return this.draw(drawing);
    const { cardText } = await import('./table.ts');
    return this.write(cardText(chosenColumns(view, columns, row), exact, await this.style(), view.zoneOf?.(exact)));
  }

  /** Writes one resource. On a terminal, only the value that represents it; otherwise like `show`. */
  async answer<Row extends object>(view: View<Row>, row: Row): Promise<void> {
    if (this.wantsRows()) return this.show(view, row);
    await this.verbatim(tsvLine(view.columns, row));
  }

  /** Writes a document about rows: as JSON, YAML or raw, the document; if columns are requested, the rows; else the drawing. */
  async report<Row extends object>(
    document: object,
    view: View<Row>,
    rows: readonly Row[],
    drawing: Drawing,
  ): Promise<void> {
    if (this.options.jq !== undefined || this.writesJson || this.format === 'raw') return this.writeDocument(document);
    if (this.format !== 'table' || this.options.columns) return this.list(view, rows, '');
    await this.draw(drawing);
  }

  /**
   * Writes a text as the result. A text from a server or a file, such as a readme, is made printable, except as raw, JSON or YAML. A text
   * with a `value` is meant for a shell, `$(svc …)`: it is printed unchanged whatever the settings are, and only a request for JSON prints
   * `value` instead.
   */
  async text(text: string, value?: unknown): Promise<void> {
    const { jq, typed } = this.options;
    const isDocument = this.writesJson && (typed || value === undefined);
    if (jq !== undefined || isDocument) return this.writeDocument(value ?? text);
    if (value !== undefined || this.format === 'raw') return this.verbatim(text);
    const lines = dataLines(text);
    return this.verbatim(lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`);
  }

  /** Writes the effect of a request that has no reply: a message for people, `row` for programs. */
  async done<Row extends object>(view: View<Row>, row: Row, words: string): Promise<void> {
    this.note(words);
    if (this.format !== 'table') await this.show(view, row);
  }

  /** Writes an event: `value` as JSON; on a terminal, `short` cut to one line, and the whole text of `below` on lines of its own. */
  async event(
    text: string,
    value: unknown,
    { below = '', failed = false, short }: { below?: string; failed?: boolean; short?: string } = {},
  ): Promise<void> {
    if (this.options.jq !== undefined) return this.writeDocument(value);
    if (['json', 'ndjson'].includes(this.format)) return this.write(jsonLine(value));
    if (short === undefined || !this.streams.stdout.isTTY) return this.write(text);
    const { paint, width } = await this.style();
    const { measureFor } = await import('./measure.ts');
    const { belowText, cutText } = await import('./table.ts');
    // A last cell of which nothing fits leaves no ellipsis of its own.
    const oneLine = printable(short);
    const line = cutText(oneLine, width, await measureFor([oneLine])).replace(/(?<! ) {2,}…$/, '');
    const state = /(?<=^\S+ {2})\S.*?(?= {2})/;
    const painted = failed ? paint.bad(line) : line.replace(state, (word) => paintedState(word, paint));
    return this.write(`${painted}\n${belowText(below, width)}`);
  }

  /** Writes JSON that has no columns, in every format that can express it. `body` is the response body, for raw. */
  async document(document: unknown, body: Uint8Array = Buffer.from(`${JSON.stringify(document, null, 2)}\n`)) {
    const { jq, typed } = this.options;
    if (jq === undefined && this.format === 'raw') return this.verbatim(body);
    if (jq === undefined && typed && !this.writesJson) {
      const hint = 'Use json, ndjson, yaml or raw.';
      throw new UsageError(`This answer has no columns for -o ${this.format}.`, { hint });
    }
    return this.writeDocument(document, this.numbersIn({ body, document }));
  }

  /** Writes a text as the result in every format: made printable for a terminal, unchanged for a program. */
  verbatim(body: string | Uint8Array): Promise<void> {
    return this.write(this.streams.stdout.isTTY ? printableLines(Buffer.from(body).toString('utf8')) : body);
  }

  /** Writes the result of the filter if there is one, else YAML or JSON. JSON has several lines, except as ndjson. */
  private async writeDocument(value: unknown, numbers?: WrittenNumbers): Promise<void> {
    const { jq } = this.options;
    if (jq !== undefined) return this.filtered(jsonLine(value, numbers), jq);
    if (this.format === 'yaml') return this.write(await (await import('./yaml.ts')).yamlText(value, numbers));
    return this.write(this.format === 'ndjson' ? jsonLine(value, numbers) : jsonText(value, numbers));
  }

  private async drawn(text: string): Promise<void> {
    if (!this.streams.stdout.isTTY) return this.write(dataLines(text));
    await this.write(paintedDifference(printableLines(text), (await this.style()).paint));
  }

  private async draw(drawing: Drawing): Promise<void> {
    for await (const piece of drawing({ ...(await this.style()), note: this.note })) await this.write(piece);
  }

  private async filtered(json: string, expression: string): Promise<void> {
    const { filterJson } = await import('./jq.ts');
    await this.verbatim(await filterJson(json, expression));
  }

  private numbersOf(value: object): WrittenNumbers | undefined {
    const received = this.deps.cameIn(value);
    return received && this.numbersIn(received);
  }

  /** Returns the width and colours of the terminal, and the time that relative times refer to if a person reads the output. */
  private async style(): Promise<{ width: number; paint: Paint; now: Date | undefined }> {
    const { stdout } = this.streams;
    const paint = await this.paint(stdout);
    return { width: stdout.columns || 80, paint, now: stdout.isTTY ? this.deps.now() : undefined };
  }

  /** Returns whether a requested format, columns or a filter replace the drawing. */
  private wantsRows(): boolean {
    const { columns, jq, typed } = this.options;
    return (typed === true && this.format !== 'table') || columns !== undefined || jq !== undefined;
  }
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const piece of pieces) all += piece;
  return all;
}
