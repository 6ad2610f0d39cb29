import { CancelledError, SvcError, UsageError } from '../base/errors.ts';
import type { Drawing } from './canvas.ts';
import { type Paint, paintFor, wantsColour } from './colour.ts';
import { chosenColumns } from './columns.ts';
import { cutter } from './cut.ts';
import type { Format } from './formats.ts';
import { type OutputStream, writer } from './io.ts';
import { jsonArray, jsonLine, jsonText } from './json.ts';
import { numbersReader, type WrittenNumbers, withWholeNumbers } from './json-numbers.ts';
import { listPieces } from './list-pieces.ts';
import type { Output, OutputDeps, OutputOptions } from './output.ts';
import { dataLines, printable, printableLines } from './printable.ts';
import { recordLines, tsvLine } from './separated-values.ts';
import { cardText } from './table.ts';
import type { Rows, View } from './view.ts';

/** @throws {OutputClosed} from its functions after the reader of stdout has closed it; {UsageError} for an invalid column or filter */
export function createOutput(
  { stdout, stderr }: { stdout: OutputStream; stderr: OutputStream },
  { cameIn, env, hide = (text) => text, now }: OutputDeps,
  { colour, columns, format: requested, jq, quiet, typed = false }: OutputOptions,
): Output {
  const format: Format = requested ?? (jq === undefined ? (stdout.isTTY ? 'table' : 'tsv') : 'json');
  const write = writer(stdout);
  const numbersIn = numbersReader();
  const bodyOf = (value: object) => cameIn(value)?.body;
  const numbersOf = (value: object) => {
    const received = cameIn(value);
    return received && numbersIn(received);
  };
  const paint = (): Promise<Paint> => paintFor(wantsColour(stdout, env, colour));
  const say = (words: string) => {
    if (!quiet) stderr.write(`${printableLines(hide(words))}\n`);
  };
  /** Data as it is; on a terminal only what it shows. */
  const writeData = (body: string | Uint8Array) =>
    write(stdout.isTTY ? printableLines(Buffer.from(body).toString('utf8')) : body);
  const writeAll = async (pieces: Rows<string | Uint8Array>) => {
    for await (const piece of pieces) await write(piece);
  };

  /** Times are told relative to it, where a person reads them. */
  const shownNow = () => (stdout.isTTY ? now() : undefined);

  async function list<Row extends object>(view: View<Row>, rows: Rows<Row>, empty: string): Promise<void> {
    if (jq !== undefined) return filtered(await joined(jsonArray(rows, numbersOf)), jq);
    const terminal = async () => ({ width: stdout.columns || 80, paint: await paint(), now: shownNow() });
    const parts = { columns, bodyOf, numbersOf, terminal, say, empty };
    const writePiece = format === 'table' ? write : writeData;
    let written = 0;
    try {
      for await (const piece of listPieces(format, view, rows, parts)) {
        await writePiece(piece);
        written += 1;
      }
    } catch (error) {
      const isRowsOwn = error instanceof SvcError && !(error instanceof CancelledError);
      if (written > 0 && isRowsOwn) say('What came before the error is shown; the list is incomplete.');
      throw error;
    }
  }

  async function show<Row extends object>(view: View<Row>, row: Row, drawing?: Drawing): Promise<void> {
    const numbers = numbersOf(row);
    if (jq !== undefined) return filtered(jsonLine(row, numbers), jq);
    if (isDocument(format)) return writeDocument(row, numbers);
    const exact = withWholeNumbers(row, numbers);
    if (requested === undefined && format === 'tsv')
      return writeData(recordLines(chosenColumns(view, columns, row), exact));
    if (format !== 'table') return list(view, [row], '');
    const style = { paint: await paint(), now: shownNow() };
    if (drawing && !columns && exact === row)
      return writeAll(drawing({ ...style, width: stdout.columns || 80, note: say }));
    return write(cardText(chosenColumns(view, columns, row), exact, style));
  }

  /** As YAML or as one line of JSON, and otherwise as JSON over several lines. */
  async function writeDocument(value: unknown, numbers?: WrittenNumbers): Promise<void> {
    if (format === 'yaml') return write(await (await import('./yaml.ts')).yamlText(value, numbers));
    return write(format === 'ndjson' ? jsonLine(value, numbers) : jsonText(value, numbers));
  }

  /** Whether a format, columns or a filter replace the drawing. */
  function wantsRows(): boolean {
    return (typed && format !== 'table') || columns !== undefined || jq !== undefined;
  }

  async function filtered(json: string, expression: string): Promise<void> {
    const { filterJson } = await import('./jq.ts');
    await writeData(await filterJson(json, expression));
  }

  async function event(text: string, value: unknown): Promise<void> {
    if (jq !== undefined) return filtered(jsonLine(value), jq);
    return write(['json', 'ndjson'].includes(format) ? jsonLine(value) : text);
  }

  return {
    list,
    show,
    note: say,
    warn: (words) => say(`Warning: ${words}`),
    writesJson: isDocument(format),

    async answer(view, row) {
      if (wantsRows()) return show(view, row);
      await writeData(tsvLine(view.columns, row));
    },

    async drawn(view, rows, text) {
      if (wantsRows()) return list(view, rows, '');
      await writeData(dataLines(text));
    },

    async report(document, view, rows, drawing) {
      if (jq !== undefined) return filtered(jsonLine(document), jq);
      if (isDocument(format) || format === 'raw') return writeDocument(document);
      if (format !== 'table' || columns) return list(view, rows, '');
      await writeAll(drawing({ paint: await paint(), now: shownNow(), width: stdout.columns || 80, note: say }));
    },

    async text(text) {
      if (jq !== undefined) return filtered(jsonLine(text), jq);
      if (format === 'raw') return writeData(text);
      if (isDocument(format)) return writeDocument(text);
      const lines = dataLines(text);
      await writeData(lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`);
    },

    async done(view, row, words) {
      say(words);
      if (format !== 'table') await show(view, row);
    },

    event,

    async line(text, value, short = text) {
      const fitting = async () => (await cutter())(printable(short), stdout.columns || 80);
      const shown = stdout.isTTY ? await fitting() : text;
      await event(`${shown}\n`, value);
    },

    value: (text, value) => (typed || jq !== undefined ? event(text, value) : write(text)),

    verbatim: writeData,

    async document(document, body) {
      const numbers = numbersIn({ body, document });
      if (jq !== undefined) return filtered(jsonLine(document, numbers), jq);
      if (format === 'raw') return writeData(body);
      if (typed && !isDocument(format)) {
        throw new UsageError(`This answer has no columns for -o ${format}.`, {
          hint: 'Use json, ndjson, yaml or raw.',
        });
      }
      return writeDocument(document, numbers);
    },
  };
}

function isDocument(format: Format | undefined): boolean {
  return format === 'json' || format === 'ndjson' || format === 'yaml';
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const piece of pieces) all += piece;
  return all;
}
