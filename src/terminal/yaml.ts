import { printableJson } from './printable.ts';

const rowsPerPiece = 50;

type Rows = AsyncIterable<unknown> | Iterable<unknown>;

/** A value as a YAML document. */
export async function yamlText(value: unknown): Promise<string> {
  const { Document, Scalar, stringify, visit } = await import('yaml');
  const json = JSON.stringify(value);
  const options = { aliasDuplicateObjects: false, lineWidth: 0 };
  if (printableJson(json) === json) return stringify(value, options);
  const document = new Document(value, options);
  visit(document, {
    Scalar(_, node) {
      // Only a double-quoted scalar can hold an escape.
      if (typeof node.value === 'string' && printableJson(node.value) !== node.value) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return printableJson(document.toString(options));
}

/** The pieces of a YAML sequence, some rows at a time: the library takes its time for each piece. */
export async function* yamlSequence(rows: Rows): AsyncGenerator<string> {
  let waiting: unknown[] = [];
  let any = false;
  for await (const row of rows) {
    any = true;
    waiting.push(row);
    if (waiting.length < rowsPerPiece) continue;
    yield await yamlText(waiting);
    waiting = [];
  }
  if (waiting.length > 0 || !any) yield await yamlText(waiting);
}
