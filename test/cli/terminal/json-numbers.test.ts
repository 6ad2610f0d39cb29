import { expect, test } from 'vitest';
import { jsonArray, jsonLine, jsonText } from '../../../src/cli/terminal/json.ts';
import { writtenNumbers } from '../../../src/cli/terminal/json-numbers.ts';
import fc, { forAll } from '../../support/properties.ts';

const lineOf = (text: string, value = JSON.parse(text)) => jsonLine(value, writtenNumbers(text, value));

test('any JSON document is printed with the same layout, however the original was formatted', () => {
  forAll([fc.json(), fc.constantFrom(0, 1, '\t', '   ')], (json, space) => {
    const value = JSON.parse(json);
    const text = ` ${JSON.stringify(value, null, space)}\r\n`;
    expect(jsonText(value, writtenNumbers(text, value))).toBe(jsonText(value));
  });
});

// trust: T-68
test('every number in any JSON document keeps the digits of the original text', () => {
  const number = fc.constantFrom('9007199254740993', '1.10', '-0', '1E+2', '0.10000000000000000001', '1e400', '7');
  const name = fc.oneof(fc.string(), fc.constantFrom('', '0', '__proto__', '1.10', '"', 'a":1.0,"b'));
  const { document } = fc.letrec<{ document: string }>((tie) => ({
    document: fc.oneof(
      { maxDepth: 4 },
      number,
      fc.string().map((text) => JSON.stringify(text)),
      fc.array(tie('document'), { maxLength: 4 }).map((each) => `[${each.join(',')}]`),
      // A numeric name would be sorted before the others.
      fc
        .uniqueArray(
          fc.tuple(
            name.map((text) => `:${text}`),
            tie('document'),
          ),
          { maxLength: 4, selector: ([key]) => key },
        )
        .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
    ),
  }));
  forAll([document], (text) => {
    expect(lineOf(text)).toBe(jsonLineOfText(text));
  });
});

/** The text, with the control characters of every string escaped. */
function jsonLineOfText(text: string): string {
  return `${text.replace(/"(?:[^"\\]|\\.)*"/g, (string) => jsonLine(JSON.parse(string)).trimEnd())}\n`;
}

test.each([
  ['under a name that comes twice', '{"a":1.0,"a":2.0}', '{"a":2.0}'],
  ['in what a later member of that name replaced', '{"a":{"b":1.0},"a":{"c":[2.0]}}', '{"a":{"c":[2.0]}}'],
  ['under names that objects inherit', '{"__proto__":1.0,"toString":{"__proto__":[2.0]}}', undefined],
  ['that are strings', '["1.0",":1.0,"]', undefined],
])('numbers %s keep the digits of the value that JSON.parse returns', (_, text, shown = text) => {
  expect(lineOf(text)).toBe(`${shown}\n`);
});

test('a part of a JSON document keeps the digits of its numbers, and an unrelated value is printed as usual', async () => {
  const document = JSON.parse('{"data":[{"id":12345678901234567890},{"id":12345678901234567891}]}');
  const numbers = writtenNumbers('{"data":[{"id":12345678901234567890},{"id":12345678901234567891}]}', document);
  expect(jsonLine(document.data[1], numbers)).toBe('{"id":12345678901234567891}\n');
  expect(jsonLine({ id: 1 }, numbers)).toBe('{"id":1}\n');
  let array = '';
  for await (const piece of jsonArray(document.data, () => numbers)) array += piece;
  expect(array).toBe('[\n  {\n    "id": 12345678901234567890\n  },\n  {\n    "id": 12345678901234567891\n  }\n]\n');
});

test('a JSON text with millions of escapes, blanks or numbers keeps the digits of its numbers', () => {
  const value = ['\n'.repeat(1_000_000), '\\"'.repeat(1000)];
  expect(lineOf(JSON.stringify(value))).toBe(jsonLine(value));
  expect(lineOf(`[1${' '.repeat(1_000_000)}x`.replace('x', ',1.0]'))).toBe('[1,1.0]\n');
  expect(lineOf(`[${'1.0,'.repeat(100_001)}1]`)).toHaveLength(2 * 100_002 + 2);
});
