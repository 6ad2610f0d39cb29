import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { UsageError } from '../../../src/base/errors.ts';
import { nearest } from '../../../src/base/nearest.ts';
import type { View } from '../../../src/base/view.ts';
import { chosenColumns } from '../../../src/cli/terminal/columns.ts';
import { filterJson } from '../../../src/cli/terminal/jq.ts';
import { jsonArray, jsonLine, jsonText } from '../../../src/cli/terminal/json.ts';
import { csvHeader, csvLine, tsvLine } from '../../../src/cli/terminal/separated-values.ts';
import { localTime, relativeTime } from '../../../src/cli/terminal/time.ts';
import { yamlSequence, yamlText } from '../../../src/cli/terminal/yaml.ts';
import fc, { anyText, forAll, forAllAsync, runs } from '../../support/properties.ts';

const harmful = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2028\u2029]/;
const evil = 'a\u001b[2Jb\u202ec\u2028d\u009be';

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('JSON and YAML', () => {
  test('JSON and YAML read back as the same value and contain no control characters', async () => {
    await forAllAsync([fc.array(fc.jsonValue({ maxDepth: 3 }))], runs(60), async (rows) => {
      const value = JSON.parse(JSON.stringify(rows));
      expect(JSON.parse(jsonText(value))).toEqual(value);
      expect(JSON.parse(await whole(jsonArray(value, () => undefined)))).toEqual(value);
      for (const row of value) expect(JSON.parse(jsonLine(row))).toEqual(row);
      const yaml = await whole(yamlSequence(value, () => undefined));
      expect(parse(yaml, { intAsBigInt: false })).toEqual(value);
      expect(yaml).not.toMatch(harmful);
    });
  });

  test('JSON and YAML escape control characters, in keys too', async () => {
    const value = { [evil]: evil };
    for (const text of [jsonText(value), jsonLine(value), await yamlText(value)]) {
      expect(text).not.toMatch(harmful);
      expect(parse(text)).toEqual(value);
    }
  });

  test.each([
    ...['no', 'NO', 'y', 'on', 'Off', 'yes', 'true', 'null', '~', '', '1_000', '0b11', '0o17', '010', '0x1F'],
    ...['1:30', '190:20:30', '1:30.5', '2001-12-14', '2001-12-14 21:59:43.10 -5', '=', '<<', '1e3', '.inf', '.NaN'],
    ...['a\tb', '\ta', '- a', 'a: b', '#a', '@a', '%a', '!a', '&a', '*a', '? a', '|', '>', '\u{e0041}', 'a\u200bb'],
  ])('YAML of the string %j is a string in YAML 1.1 and 1.2', async (text) => {
    const value = { [text]: text, list: [text] };
    const yaml = await yamlText(value);
    expect(yaml).toMatch(/^\s*- ["']/m);
    for (const version of ['1.1', '1.2'] as const) expect(parse(yaml, { version })).toEqual(value);
  });

  test('YAML prints plain words without quotes', async () => {
    const plain = ['nothing', 'now', 'v1.2.0', 'a:b', '10.0.0.1', 'https://a.test/x', 'a=b', 'Norway'];
    expect(await yamlText(plain)).toBe(plain.map((word) => `- ${word}\n`).join(''));
  });

  test('an empty list is printed as [] in JSON and YAML', async () => {
    expect(await whole(jsonArray([], () => undefined))).toBe('[]\n');
    expect(await whole(yamlSequence([], () => undefined))).toBe('[]\n');
  });
});

describe('CSV and TSV', () => {
  const columns = [
    { name: 'id', of: (row: Record<string, unknown>) => row.id },
    { name: 'a, "b"', of: (row: Record<string, unknown>) => row.text },
  ];

  test('CSV quotes a value with a comma, a quote or a line end', () => {
    expect(csvHeader(columns)).toBe('id,"a, ""b"""\n');
    expect(csvLine(columns, { id: 'x', text: 'one, two\nthree "four"' })).toBe('x,"one, two\nthree ""four"""\n');
    expect(csvLine(columns, { id: null, text: { deep: [1] } })).toBe(',"{""deep"":[1]}"\n');
  });

  test('a TSV row is always one line with one tab between two columns', () => {
    forAll([anyText(), fc.string()], (id, text) => {
      const line = tsvLine(columns, { id, text });
      expect(line.split('\t')).toHaveLength(2);
      expect(line.indexOf('\n')).toBe(line.length - 1);
    });
  });
});

describe('--columns', () => {
  interface Row {
    id: string;
    attributes: Record<string, unknown>;
    relationships: object;
  }
  const view: View<Row> = {
    columns: [
      { name: 'id', of: ({ id }) => id },
      { name: 'title', of: ({ attributes }) => attributes.title },
    ],
  };
  const row: Row = {
    id: 'ab-1',
    attributes: { title: 'T', style: null, 'two-factor': { enabled: true }, 'a.b': 5 },
    relationships: { organization: { data: { id: 'acme' } }, project: { data: null } },
  };

  test.each([
    ['title', 'T'],
    ['attributes.title', 'T'],
    ['style', null],
    ['attributes.style', null],
    ['relationships.project.data', null],
    ['two-factor.enabled', true],
    ['a.b', 5],
    ['relationships.organization.data.id', 'acme'],
  ])('--columns %s selects the value %j', (name, value) => {
    expect(chosenColumns(view, [name], row)[0]!.of(row) ?? null).toEqual(value);
  });

  test('an unknown name in --columns is rejected, with a suggestion', () => {
    expect(() => chosenColumns(view, ['titel'], row)).toThrow(UsageError);
    expect(() => chosenColumns(view, ['titel'], row)).toThrow(
      expect.objectContaining({ hint: 'Did you mean "title"?' }),
    );
    expect(() => chosenColumns(view, ['__proto__'], row)).toThrow(UsageError);
    expect(() => chosenColumns(view, ['constructor.name'], row)).toThrow(UsageError);
  });
});

describe('--jq', () => {
  test.each([
    ['.a', { a: 'text' }, 'text\n'],
    ['.a[]', { a: [1, { b: 2 }] }, '1\n{"b":2}\n'],
    ['empty', {}, ''],
    ['.a', { a: evil }, 'a\\u001b[2Jb\u202ec\u2028d\\u009be\n'],
  ])('--jq %s prints the results of the filter', async (expression, value, expected) => {
    expect(await filterJson(JSON.stringify(value), expression)).toBe(expected);
  });

  test.each([
    ['.[.id', 'unexpected end of file'],
    ['.a | foo(1)', 'foo/1 is not defined'],
    ['nothing_here', 'nothing_here/0 is not defined'],
    ['.a.b', 'Cannot index number'],
  ])('--jq %s is a usage error with the message of jq', async (expression, words) => {
    await expect(filterJson(JSON.stringify({ a: 1 }), expression)).rejects.toThrow(UsageError);
    await expect(filterJson(JSON.stringify({ a: 1 }), expression)).rejects.toThrow(words);
  });
});

describe('a time', () => {
  const now = new Date('2026-01-15T12:00:00Z');

  test.each([
    ['2026-01-15T11:59:30Z', '30 seconds ago'],
    ['2026-01-15T14:00:00Z', 'in 2 hours'],
    ['2026-01-12T12:00:00Z', '3 days ago'],
    ['2026-01-14T06:00:00Z', '1 day ago'],
    ['2024-05-12T12:00:00Z', '20 months ago'],
    ['2027-12-01T12:00:00Z', 'in 23 months'],
    ['2024-01-12T12:00:00Z', '2 years ago'],
    ['2026-01-15T12:00:00Z', 'now'],
    ['2019-01-08 21:34:37 UTC', '2019-01-08 21:34:37 UTC'],
    ['2026-99-99T12:00:00Z', '2026-99-99T12:00:00Z'],
    ['soon', 'soon'],
  ])('the time %s is shown as %s', (text, told) => {
    expect(relativeTime(text, now)).toBe(told);
  });

  test.each([
    ['Europe/Berlin', '2026-01-15T14:00:00Z', '2026-01-15 15:00 CET (in 2 hours)'],
    ['Europe/Berlin', '2026-07-15T22:30:00Z', '2026-07-16 00:30 CEST (in 6 months)'],
    ['America/New_York', '2026-01-12T12:00:00.123Z', '2026-01-12 07:00 EST (3 days ago)'],
    ['Asia/Tokyo', '2026-01-15T14:00:00Z', '2026-01-15 23:00 GMT+9 (in 2 hours)'],
    ['UTC', '2026-01-15T14:00:00Z', '2026-01-15 14:00 UTC (in 2 hours)'],
    ['UTC', 'soon', 'soon'],
  ])('the time zone %s shows the time %s as %s', (zone, text, told) => {
    const { TZ } = process.env;
    process.env.TZ = zone;
    try {
      expect(localTime(text, now)).toBe(told);
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });
});

describe('a suggestion', () => {
  test.each([
    ['tabel', ['table', 'json'], 'table'],
    ['bannr', ['banner', 'module'], 'banner'],
    ['JSON', ['table', 'json'], 'json'],
    ['xyzzy', ['table', 'json'], undefined],
    ['x', ['json', 'tsv'], undefined],
  ])('the suggestion for a mistyped word: %s', (typed, known, meant) => {
    expect(nearest(typed, known)).toBe(meant);
  });
});
