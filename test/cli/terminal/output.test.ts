import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { View } from '../../../src/base/view.ts';
import type { Format } from '../../../src/cli/terminal/formats.ts';
import { OutputClosed, readAll, writer } from '../../../src/cli/terminal/io.ts';
import type { OutputOptions } from '../../../src/cli/terminal/messages.ts';
import { Output } from '../../../src/cli/terminal/output.ts';
import { sink, source } from '../../support/streams.ts';

interface Row {
  id: string;
  n: number;
}
const view: View<Row> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'n', of: ({ n }) => n },
  ],
};
const rows: Row[] = [
  { id: 'a', n: 1 },
  { id: 'b', n: 2 },
];

const speaking = (options: Partial<OutputOptions> = {}, isTTY = false) => {
  const stdout = sink({ isTTY, columns: 80 });
  const stderr = sink({ isTTY, columns: 80 });
  const output = new Output(
    { stdout: stdout.stream, stderr: stderr.stream },
    { env: {}, now: () => new Date('2026-01-15T12:00:00Z'), cameIn: () => undefined },
    { format: undefined, quiet: false, colour: 'never', ...options },
  );
  return { output, said: () => ({ stdout: stdout.text(), stderr: stderr.text() }) };
};
const listed = async (given: Iterable<Row>, format?: Format, isTTY = false) => {
  const { output, said } = speaking({ format }, isTTY);
  await output.list(view, given, 'No rows.');
  return said();
};
const shown = async (format?: Format, isTTY = false) => {
  const { output, said } = speaking({ format }, isTTY);
  await output.show(view, rows[0]!);
  return said().stdout;
};

describe('a list', () => {
  const table = 'ID  N\na   1\nb   2\n';
  const json = '[\n  {\n    "id": "a",\n    "n": 1\n  },\n  {\n    "id": "b",\n    "n": 2\n  }\n]\n';
  test.each<[title: string, given: Row[], format: Format | undefined, isTTY: boolean, stdout: string, stderr: string]>([
    ['is a table on a terminal', rows, undefined, true, table, ''],
    ['is tab-separated lines without headings elsewhere', rows, undefined, false, 'a\t1\nb\t2\n', ''],
    ['is a table off a terminal if requested', rows, 'table', false, table, ''],
    ['is an array as JSON', rows, 'json', false, json, ''],
    ['without rows prints a message on a terminal, on stderr', [], undefined, true, '', 'No rows.\n'],
    ['without rows prints no lines elsewhere, and the message', [], undefined, false, '', 'No rows.\n'],
    ['without rows is an empty array as JSON', [], 'json', false, '[]\n', ''],
  ])('a list %s', async (_title, given, format, isTTY, stdout, stderr) => {
    expect(await listed(given, format, isTTY)).toEqual({ stdout, stderr });
  });
  test.each([0, undefined])('a list is cut to 80 columns if the terminal reports %s columns', async (columns) => {
    const stdout = sink(columns === undefined ? { isTTY: true } : { isTTY: true, columns });
    const stderr = sink({ isTTY: true });
    const output = new Output(
      { stdout: stdout.stream, stderr: stderr.stream },
      { env: {}, now: () => new Date(), cameIn: () => undefined },
      { format: undefined, quiet: false, colour: 'never' },
    );
    const wide: View<Row> = { columns: [...view.columns, { name: 'rest', of: () => 'x'.repeat(90) }] };
    await output.list(wide, rows, '');
    const room = 'x'.repeat(72);
    expect(stdout.text()).toBe(`ID  N  REST\na   1  ${room}…\nb   2  ${room}…\n`);
    expect(stderr.text()).toBe('');
  });
  test('a list that fails half-way ends with the error of its source', async () => {
    const { output } = speaking({ format: 'json' });
    const failing = (async function* () {
      yield rows[0]!;
      throw new Error('cut');
    })();
    await expect(output.list(view, failing, '')).rejects.toThrow('cut');
  });
});

describe('one resource', () => {
  test.each<[title: string, format: Format | undefined, isTTY: boolean, expected: string]>([
    ['is a card on a terminal', undefined, true, 'id  a\nn   1\n'],
    ['is a line for each attribute elsewhere, its name before a tab', undefined, false, 'id\ta\nn\t1\n'],
    ['is one tab-separated line where that is requested', 'tsv', false, 'a\t1\n'],
    ['is its object as JSON', 'json', false, '{\n  "id": "a",\n  "n": 1\n}\n'],
  ])('a resource %s', async (_title, format, isTTY, expected) => {
    expect(await shown(format, isTTY)).toBe(expected);
  });
  test('a resource without a format escapes tabs and line ends in a pipe', async () => {
    const { output, said } = speaking();
    await output.show(view, { id: 'a\tb\nc', n: 1 });
    expect(said().stdout).toBe('id\ta\\tb\\nc\nn\t1\n');
  });
  // trust: T-67
  test('a resource as JSON escapes every character that controls a terminal', async () => {
    const { output, said } = speaking({ format: 'json' });
    await output.show(view, { id: '\u009b31m\u202e', n: 1 });
    expect(said().stdout).toContain('\\u009b31m\\u202e');
  });
});

test.each<[title: string, options: Partial<OutputOptions>, isTTY: boolean, stdout: string, stderr: string]>([
  ['a message on a terminal', {}, true, '', 'Done.\n'],
  ['a message and an object as JSON', { format: 'json' }, false, '{\n  "id": "a",\n  "n": 1\n}\n', 'Done.\n'],
  ['a message, and a line for programs', {}, false, 'id\ta\nn\t1\n', 'Done.\n'],
  ['the object alone when quiet', { quiet: true }, false, 'id\ta\nn\t1\n', ''],
])('a write without a response prints %s', async (_title, options, isTTY, stdout, stderr) => {
  const { output, said } = speaking(options, isTTY);
  await output.done(view, rows[0]!, 'Done.');
  expect(said()).toEqual({ stdout, stderr });
});

describe('messages', () => {
  test('messages are printed on stderr, and a warning is marked as one', () => {
    const { output, said } = speaking();
    output.note('Hello.');
    output.warn('Careful.');
    expect(said()).toEqual({ stdout: '', stderr: 'Hello.\nWarning: Careful.\n' });
  });
  test('messages are hidden with --quiet', () => {
    const { output, said } = speaking({ quiet: true });
    output.note('Hello.');
    output.warn('Careful.');
    expect(said().stderr).toBe('');
  });
  test('messages of the server cannot control the terminal', () => {
    const { output, said } = speaking();
    output.note('\u001b[2J');
    output.warn('input x\n::warning::by the module');
    expect(said().stderr).toBe('\\u001b[2J\nWarning: input x\\n::warning::by the module\n');
  });
});

test('an event is printed as one line of JSON with -o json, otherwise as its text', async () => {
  for (const [format, expected] of [
    ['json', '{"a":1}\n'],
    [undefined, 'text\n'],
  ] as const) {
    const { output, said } = speaking({ format });
    await output.event('text\n', { a: 1 });
    expect(said().stdout).toBe(expected);
  }
});

describe('a writer', () => {
  test('a writer waits for a slow reader', async () => {
    let taken = 0;
    const slow = new Writable({
      highWaterMark: 10,
      write(chunk, _, done) {
        setImmediate(() => {
          taken += chunk.length;
          done();
        });
      },
    });
    const write = writer(slow);
    for (let i = 0; i < 20; i++) await write('x'.repeat(100));
    expect(taken).toBeGreaterThanOrEqual(1900);
  });

  test.each(['EPIPE', 'ECONNRESET'])(
    'a writer reports that its reader has gone (%s), not that writing failed',
    async (code) => {
      const gone = new Writable({
        write: (_chunk, _encoding, done) => done(Object.assign(new Error('write'), { code })),
      });
      const write = writer(gone);
      const twice = async () => {
        await write('x'.repeat(100_000));
        await write('y');
      };
      await expect(twice()).rejects.toBeInstanceOf(OutputClosed);
    },
  );

  test('a writer reports a full disk as output that cannot be written', async () => {
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('disk full'), { code: 'ENOSPC' })),
    });
    await expect(writer(full)('x'.repeat(100_000))).rejects.toThrow(
      'Cannot write the output (ENOSPC: no space left on the disk).',
    );
  });
});

test('stdin is read up to a limit', async () => {
  expect((await readAll(source('words'), 5)).toString()).toBe('words');
  await expect(readAll(source('words!'), 5)).rejects.toThrow(RangeError);
});

describe('-o raw of a body with control characters', () => {
  const body = Buffer.from('{"a":"\u001b]0;x\u0007\u200b"}\n');
  const everyWay = async (isTTY: boolean) => {
    const stdout = sink({ isTTY, columns: 80 });
    const output = new Output(
      { stdout: stdout.stream, stderr: sink().stream },
      { env: {}, now: () => new Date(0), cameIn: () => ({ body, document: {} }) },
      { format: 'raw', typed: true, quiet: false, colour: 'never' },
    );
    await output.show(view, rows[0]!);
    await output.list(view, rows, '');
    await output.document({}, body);
    await output.text(body.toString());
    return stdout.text();
  };

  // trust: T-67
  test('-o raw escapes control characters of a body on a terminal', async () => {
    expect(await everyWay(true)).toBe('{"a":"\\u001b]0;x\\u0007\\u200b"}\n'.repeat(4));
  });

  // trust: T-67
  test('-o raw prints the unchanged bytes into a pipe', async () => {
    expect(await everyWay(false)).toBe(body.toString().repeat(4));
  });
});

describe('strings of a server', () => {
  const joined = 'می‌خواهم 👩🏽‍💻 \u202eabc\ufeff';
  const given: Row[] = [{ id: `${joined}\u001b[2J\u0085`, n: 1 }];
  const escaped = joined.replace('\u202e', '\\u202e').replace('\ufeff', '\\ufeff');
  const end = '\\u001b[2J\\u0085';
  const write = async (options: Partial<OutputOptions>, isTTY: boolean, how: 'answer' | 'list' | 'show') => {
    const { output, said } = speaking(options, isTTY);
    if (how === 'list') await output.list(view, given, '');
    else await output[how](view, given[0]!);
    return said().stdout;
  };
  // trust: T-67
  test.each<[title: string, options: Partial<OutputOptions>, how: 'answer' | 'list' | 'show', expected: string]>([
    ['a list as CSV', { format: 'csv' }, 'list', `id,n\n${joined}${end},1\n`],
    ['a list as TSV', { format: 'tsv' }, 'list', `${joined}${end}\t1\n`],
    ['the results of --jq', { jq: '.[].id' }, 'list', `${joined}${end}\n`],
    ['a resource', { format: 'csv' }, 'show', `id,n\n${joined}${end},1\n`],
    ['an answer', {}, 'answer', `${joined}${end}\t1\n`],
  ])(
    'strings of a server reach a pipe byte for byte, except control characters: %s',
    async (_title, options, how, expected) => {
      expect(await write(options, false, how)).toBe(expected);
      expect(await write(options, true, how)).toBe(expected.replace(joined, escaped));
    },
  );
  test('strings of a server stay on one line in a pipe without a format', async () => {
    expect(await write({}, false, 'list')).toBe(`${joined}${end}\t1\n`);
    expect(await write({}, false, 'show')).toBe(`id\t${joined}${end}\nn\t1\n`);
  });
  test('strings of a server are escaped in a text, such as a readme', async () => {
    for (const isTTY of [false, true]) {
      const { output, said } = speaking({}, isTTY);
      await output.text(`${joined}\u001b[2J\n`);
      expect(said().stdout).toBe(`${isTTY ? escaped : joined}\\u001b[2J\n`);
    }
  });
});
