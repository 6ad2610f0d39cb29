import type { WrittenNumbers } from './json-numbers.ts';
import { printableJson } from './printable.ts';

/** Formats a value as JSON on several lines. Numbers keep their original text if it is known. */
export function jsonText(value: unknown, numbers?: WrittenNumbers): string {
  return `${written(value, numbers, 2)}\n`;
}

/** Formats a value as JSON on one line. */
export function jsonLine(value: unknown, numbers?: WrittenNumbers): string {
  return `${written(value, numbers)}\n`;
}

/** Yields a JSON array piece by piece, each row as soon as it arrives. */
export async function* jsonArray<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  numbersOf: (row: Row) => WrittenNumbers | undefined,
): AsyncGenerator<string> {
  let before = '[\n  ';
  for await (const row of rows) {
    yield before + written(row, numbersOf(row), 2).replaceAll('\n', '\n  ');
    before = ',\n  ';
  }
  yield before.startsWith('[') ? '[]\n' : '\n]\n';
}

function written(value: unknown, numbers: WrittenNumbers | undefined, indent?: number): string {
  if (!numbers) return printableJson(JSON.stringify(value, null, indent));
  // A random mark, which no text of a server can contain.
  const mark = crypto.randomUUID();
  let isRoot = true;
  const text = JSON.stringify(
    value,
    function (this: object, key: string, each: unknown) {
      const source = numbers.textOf(isRoot ? numbers.root : this, key);
      isRoot = false;
      return source === undefined ? each : `${mark}${source}`;
    },
    indent,
  );
  return printableJson(text.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1'));
}
