import { printableJson } from './printable.ts';

/** A value as JSON over several lines. */
export function jsonText(value: unknown): string {
  return `${printableJson(JSON.stringify(value, null, 2))}\n`;
}

/** A value as JSON on one line. */
export function jsonLine(value: unknown): string {
  return `${printableJson(JSON.stringify(value))}\n`;
}

/** The pieces of a JSON array, each as soon as its row is there. */
export async function* jsonArray(rows: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let before = '[\n  ';
  for await (const row of rows) {
    yield before + printableJson(JSON.stringify(row, null, 2)).replaceAll('\n', '\n  ');
    before = ',\n  ';
  }
  yield before.startsWith('[') ? '[]\n' : '\n]\n';
}
