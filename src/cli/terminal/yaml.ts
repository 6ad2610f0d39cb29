import { type WrittenNumbers, withWholeNumbers } from './json-numbers.ts';
import { isPrintable, printableYaml } from './printable.ts';

const rowsPerPiece = 50;

/** Texts to quote: strings with a meaning in YAML 1.1 only, and tabs, which some readers reject. */
const quotedTexts = /^(?:=|<<)$|\t/;

/** Formats a value as YAML. Every string is also a string in YAML 1.1, and integers keep all digits. */
export async function yamlText(value: unknown, numbers?: WrittenNumbers): Promise<string> {
  return formatYaml(value, withWholeNumbers(value, numbers));
}

/** Formats a value. @param exactValue the same value; it may contain BigInt for integers */
async function formatYaml(value: unknown, exactValue: unknown): Promise<string> {
  const { Document, Scalar, stringify, visit } = await import('yaml');
  const json = JSON.stringify(value);
  const options = { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 } as const;
  if (isPrintable(json) && !/"(?:=|<<)"|\\t/.test(json)) return stringify(exactValue, options);
  const document = new Document(exactValue, options);
  visit(document, {
    Scalar(_, node) {
      // YAML has escapes only in a double-quoted text.
      const { value: text } = node;
      if (typeof text !== 'string') return;
      if (quotedTexts.test(text) || !isPrintable(text)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return printableYaml(document.toString(options));
}

/** Yields the pieces of a YAML sequence, several rows at a time, because the library has a high cost for each call. */
export async function* yamlSequence<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  numbersOf: (row: Row) => WrittenNumbers | undefined,
): AsyncGenerator<string> {
  const text = (some: Row[]) =>
    formatYaml(
      some,
      some.map((row) => withWholeNumbers(row, numbersOf(row))),
    );
  let waiting: Row[] = [];
  let any = false;
  for await (const row of rows) {
    any = true;
    waiting.push(row);
    if (waiting.length < rowsPerPiece) continue;
    yield await text(waiting);
    waiting = [];
  }
  if (waiting.length > 0 || !any) yield await text(waiting);
}
