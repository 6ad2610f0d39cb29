import { printableJson } from './printable.ts';

type Rows = AsyncIterable<unknown> | Iterable<unknown>;

/** A value as a YAML document. */
export async function yamlText(value: unknown): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml');
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      // Only a double-quoted scalar can hold an escape.
      if (typeof node.value === 'string' && printableJson(node.value) !== node.value) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return printableJson(document.toString({ lineWidth: 0 }));
}

/** The pieces of a YAML sequence, each as soon as its row is there. */
export async function* yamlSequence(rows: Rows): AsyncGenerator<string> {
  let any = false;
  for await (const row of rows) {
    any = true;
    yield await yamlText([row]);
  }
  if (!any) yield '[]\n';
}
