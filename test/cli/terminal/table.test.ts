import measure from 'fast-string-truncated-width';
import { describe, expect, test } from 'vitest';
import type { Column } from '../../../src/base/view.ts';
import { paintFor } from '../../../src/cli/terminal/colour.ts';
import { tsvLine } from '../../../src/cli/terminal/separated-values.ts';
import { cardText, tablePieces } from '../../../src/cli/terminal/table.ts';

interface Row {
  id: string;
  title?: string | null | undefined;
  body?: unknown;
}
const columns: Column<Row>[] = [
  { name: 'id', of: ({ id }) => id, fit: 'whole' },
  { name: 'title', of: ({ title }) => title, fit: 'prose' },
  { name: 'body', of: ({ body }) => body, fit: 'prose' },
];
const id = 'ab-0123456789abcdef';
const rows: Row[] = [
  { id, title: 'Maintenance tonight from ten', body: 'Everything is down for two hours, then it is up again' },
  { id: 'ab-fedcba9876543210', title: 'Holidays', body: 'Closed' },
];
const style = async (width = 80) => ({ width, paint: await paintFor(false), now: undefined });
const drawn = async (width: number, given: Row[] = rows) => {
  let text = '';
  for await (const piece of tablePieces(given, () => columns, await style(width))) text += piece;
  return text;
};
const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');

describe('a table', () => {
  test('a table has a line of headings and a line for each row, with aligned columns', async () => {
    const [head, ...body] = linesOf(await drawn(200));
    expect(head).toMatch(/^ID +TITLE +BODY$/);
    expect(body).toHaveLength(2);
    for (const line of body) expect(line.indexOf('ab-')).toBe(0);
    const at = head!.indexOf('TITLE');
    expect(body.map((line) => line.slice(at, at + 4))).toEqual(['Main', 'Holi']);
  });

  test.each([120, 100, 80, 60, 50, 40, 30, 24])('a table fits %i columns and never cuts an id', async (width) => {
    const lines = linesOf(await drawn(width));
    for (const line of lines) expect(measure(line).width, line).toBeLessThanOrEqual(width);
    expect(lines[1]).toContain(id);
    expect(lines).toHaveLength(3);
  });

  test('a table shows a whole id even if the id is wider than the terminal', async () => {
    expect(await drawn(10)).toContain(id);
  });

  test('a table measures wide characters and emoji as they are drawn', async () => {
    const wide: Row[] = [{ id, title: '计划维护'.repeat(10), body: '🎉'.repeat(30) }];
    for (const line of linesOf(await drawn(80, wide))) expect(measure(line).width, line).toBeLessThanOrEqual(80);
  });

  test('a table keeps a row on one line, whatever the server sends', async () => {
    const hostile: Row[] = [{ id, title: 'a\nb\u001b[2Jc', body: { deep: ['x\ty'] } }];
    const lines = linesOf(await drawn(200, hostile));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('a\\nb\\u001b[2Jc');
  });
});

test.each<[string, Row]>([
  ['short', { id, title: 'T', body: 'B' }],
  ['long', { id, title: 'word '.repeat(50), body: 'x'.repeat(300) }],
  ['empty at its end', { id, title: 'T'.repeat(60), body: null }],
  ['empty in the middle', { id, title: null, body: 'B'.repeat(60) }],
  ['hostile', { id, title: 'a\nb\u001b[2Jc', body: { deep: ['x\ty'] } }],
  ['wide', { id, title: '计划维护'.repeat(20), body: '世界'.repeat(40) }],
  ['wide after one narrow letter', { id, title: `a${'计划维护'.repeat(20)}`, body: `b${'世界'.repeat(40)}` }],
  ['emoji', { id, title: '🎉'.repeat(40), body: '👩‍💻👨‍👩‍👧🇨🇭'.repeat(20) }],
  ['accents of their own', { id, title: 'e\u0301'.repeat(80), body: '각'.normalize('NFD').repeat(80) }],
])('row 101 of a table looks like row 100 (%s)', async (_, row) => {
  for (const width of [40, 61, 80, 200]) {
    const [, first, ...others] = linesOf(
      await drawn(
        width,
        Array.from({ length: 102 }, () => row),
      ),
    );
    expect([width, [...new Set(others)]]).toEqual([width, [first]]);
  }
});

test('wide text is cut between characters at 61 columns, and the next column stays aligned', async () => {
  const wide: Row[] = [
    { id, title: '计划维护'.repeat(20), body: '世界'.repeat(40) },
    { id, title: '🎉'.repeat(40), body: '界' },
    { id, title: `a${'𠀀'.repeat(40)}`, body: 'é'.normalize('NFD') },
    { id, title: 'narrow', body: 'b' },
  ];
  expect(linesOf(await drawn(61, wide))).toEqual([
    'ID                   TITLE                   BODY',
    `${id}  计划维护计划维护计划…   世界世界世界世…`,
    `${id}  🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉…   界`,
    `${id}  a𠀀𠀀𠀀𠀀𠀀…            ${'é'.normalize('NFD')}`,
    `${id}  narrow                  b`,
  ]);
});

test('a table of endless rows is printed before the rows end, and fits the terminal', async () => {
  let made = 0;
  const endless = (function* () {
    for (;;) yield { id: `ab-${String(made++).padStart(16, '0')}`, title: 'x'.repeat(200), body: '世'.repeat(50) };
  })();
  const pieces = tablePieces<Row>(endless, () => columns, await style(60));
  for (let i = 0; i < 3; i++) {
    const { value } = await pieces.next();
    for (const line of linesOf(value ?? '')) expect(measure(line).width, line).toBeLessThanOrEqual(60);
  }
  expect(made).toBeLessThan(1000);
});

describe('numbers', () => {
  interface Counted {
    name: string;
    count: number | null;
    share?: number;
  }
  const counts: Column<Counted>[] = [
    { name: 'name', of: ({ name }) => name, fit: 'whole' },
    { name: 'count', of: ({ count }) => count },
    { name: 'share', of: ({ share }) => share },
  ];
  test('numbers of a table are aligned at their last digit, with thousands separators', async () => {
    const given: Counted[] = [
      { name: 'a', count: 1234567, share: 0.125 },
      { name: 'b', count: 40, share: 1 },
      { name: 'c', count: null, share: 2 },
    ];
    let text = '';
    for await (const piece of tablePieces(given, () => counts, await style())) text += piece;
    expect(linesOf(text)).toEqual([
      'NAME      COUNT  SHARE',
      'a     1,234,567  0.125',
      'b            40      1',
      'c                    2',
    ]);
  });
  test('numbers have thousands separators in a card and none in tab-separated values', async () => {
    const row = { name: 'a', count: 1234567 };
    expect(cardText(counts, row, await style())).toBe('name   a\ncount  1,234,567\n');
    expect(tsvLine(counts, row)).toBe('a\t1234567\t\n');
  });
});

test('a boolean is yes or no in a table and in a card, and true or false in tab-separated values', async () => {
  const [yes, no] = [true, false].map((body): Row => ({ id: 'x', body }));
  expect(linesOf(await drawn(80, [yes!, no!])).map((line) => line.replace(/ +/g, ' '))).toEqual([
    'ID TITLE BODY',
    'x yes',
    'x no',
  ]);
  expect(cardText(columns, no!, await style())).toBe('id     x\nbody   no\n');
  expect(tsvLine(columns, yes!) + tsvLine(columns, no!)).toBe('x\t\ttrue\nx\t\tfalse\n');
});

test('columns that are empty in every row are hidden before columns with values', async () => {
  const given = [{ id, a: null, b: 'b'.repeat(30) }];
  const some: Column<(typeof given)[0]>[] = [
    { name: 'id', of: (row) => row.id, fit: 'whole' },
    { name: 'a-long-name', of: ({ a }) => a },
    { name: 'b', of: ({ b }) => b },
  ];
  const hidden: string[] = [];
  let text = '';
  const narrow = { ...(await style(60)), hide: (names: string[]) => hidden.push(...names) };
  for await (const piece of tablePieces(given, () => some, narrow)) text += piece;
  expect(linesOf(text)[0]).toMatch(/^ID +B$/);
  expect(hidden).toEqual(['a-long-name']);
});

describe('one long name', () => {
  interface Pool {
    id: string;
    name: string;
    note?: string;
    at: string;
  }
  const pools: Column<Pool>[] = [
    { name: 'id', of: (row) => row.id, fit: 'whole' },
    { name: 'name', of: ({ name }) => name },
    { name: 'created-at', of: ({ at }) => at, time: true },
    { name: 'note', of: ({ note }) => note, fit: 'prose' },
  ];
  const at = '2026-01-15T12:00:00.000Z';
  const given: Pool[] = [
    { id, name: 'x'.repeat(60), at },
    { id, name: 'short', at },
  ];
  const seen = async (width: number, rows: Pool[] = given, keepColumns = false) => {
    const hidden: string[] = [];
    let text = '';
    const hide = (names: string[]) => void hidden.push(...names);
    for await (const piece of tablePieces(rows, () => pools, { ...(await style(width)), hide, keepColumns }))
      text += piece;
    return [...linesOf(text), ...hidden];
  };

  test('a long name is cut down to 20 cells before a column is hidden', async () => {
    const line = `${id}  ${'x'.repeat(32)}…  ${at}`;
    expect(await seen(80)).toEqual([expect.any(String), line, `${id}  short${' '.repeat(30)}${at}`, 'note']);
    expect(await seen(67)).toEqual([
      expect.any(String),
      `${id}  ${'x'.repeat(19)}…  ${at}`,
      `${id}  short${' '.repeat(17)}${at}`,
      'note',
    ]);
    expect(await seen(66)).toEqual([
      expect.any(String),
      `${id}  ${'x'.repeat(44)}…`,
      `${id}  short`,
      'created-at',
      'note',
    ]);
  });
  test('a long name gets free columns before a column of prose does', async () => {
    const noted = given.map((row) => ({ ...row, note: 'y'.repeat(60) }));
    const [, first] = await seen(120, noted);
    expect(first).toBe(`${id}  ${'x'.repeat(54)}…  ${at}  ${'y'.repeat(15)}…`);
  });
  test('a long name is not cut if its column is requested', async () => {
    expect((await seen(60, given, true))[1]).toContain('x'.repeat(60));
  });
});

describe('a card', () => {
  test('a card has a line for each field that has a value', async () => {
    const text = cardText(columns, { id, title: null, body: 'words' }, await style());
    expect(text).toBe(`id     ${id}\nbody   words\n`);
  });
  test('a long value of a card continues below its first line, and a word is never split', async () => {
    const body = 'Use 128 hexadecimal digits, such as 0123456789abcdef0123456789abcdef.';
    expect(cardText(columns, { id, body }, { ...(await style(42)), now: new Date() })).toBe(
      `id     ${id}\nbody   Use 128 hexadecimal digits, such as\n       0123456789abcdef0123456789abcdef.\n`,
    );
  });
});

describe('a line of tab-separated values', () => {
  test.each<[title: string, row: Row, expected: string]>([
    ['has a field per column', { id: 'x', title: 't', body: 'b' }, 'x\tt\tb\n'],
    ['has an empty field for nothing', { id: 'x', title: null }, 'x\t\t\n'],
    ['escapes tabs and line ends', { id: 'x', title: 'a\tb\nc', body: '' }, 'x\ta\\tb\\nc\t\n'],
    ['has JSON for what has parts', { id: 'x', title: '', body: { a: [1] } }, 'x\t\t{"a":[1]}\n'],
    ['cuts nothing', { id: 'x', title: 'y'.repeat(500), body: 1 }, `x\t${'y'.repeat(500)}\t1\n`],
  ])('a line of tab-separated values %s', (_title, row, expected) => {
    expect(tsvLine(columns, row)).toBe(expected);
  });
});
