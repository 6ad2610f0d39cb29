import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Format } from '../../src/terminal/formats.ts';
import { OutputClosed, readAll, writer } from '../../src/terminal/io.ts';
import type { OutputOptions } from '../../src/terminal/messages.ts';
import { Output } from '../../src/terminal/output.ts';
import type { View } from '../../src/terminal/view.ts';
import { sink, source } from '../support/streams.ts';

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
  test('is a table on a terminal', async () => {
    expect(await listed(rows, undefined, true)).toEqual({ stdout: 'ID  N\na   1\nb   2\n', stderr: '' });
  });
  test('is tab-separated lines without headings elsewhere', async () => {
    expect(await listed(rows)).toEqual({ stdout: 'a\t1\nb\t2\n', stderr: '' });
  });
  test.each([0, undefined])('fits 80 columns where the terminal says that it has %s', async (columns) => {
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
  test('is a table off a terminal if requested', async () => {
    expect((await listed(rows, 'table')).stdout).toBe('ID  N\na   1\nb   2\n');
  });
  test('is an array as JSON', async () => {
    const { stdout } = await listed(rows, 'json');
    expect(JSON.parse(stdout)).toEqual(rows);
    expect(stdout).toBe('[\n  {\n    "id": "a",\n    "n": 1\n  },\n  {\n    "id": "b",\n    "n": 2\n  }\n]\n');
  });
  test('without rows prints a message on a terminal, on stderr', async () => {
    expect(await listed([], undefined, true)).toEqual({ stdout: '', stderr: 'No rows.\n' });
  });
  test('without rows prints no tab-separated lines, and a message on stderr', async () => {
    expect(await listed([])).toEqual({ stdout: '', stderr: 'No rows.\n' });
  });
  test('without rows is an empty array as JSON', async () => {
    expect(await listed([], 'json')).toEqual({ stdout: '[]\n', stderr: '' });
  });
  test('that fails half-way passes the failure on', async () => {
    const { output } = speaking({ format: 'json' });
    const failing = (async function* () {
      yield rows[0]!;
      throw new Error('cut');
    })();
    await expect(output.list(view, failing, '')).rejects.toThrow('cut');
  });
});

describe('one resource', () => {
  test('is a card on a terminal', async () => {
    expect(await shown(undefined, true)).toBe('id  a\nn   1\n');
  });
  test('is a line for each attribute elsewhere, its name before a tab', async () => {
    expect(await shown()).toBe('id\ta\nn\t1\n');
  });
  test('elsewhere is escaped like tab-separated values', async () => {
    const { output, said } = speaking();
    await output.show(view, { id: 'a\tb\nc', n: 1 });
    expect(said().stdout).toBe('id\ta\\tb\\nc\nn\t1\n');
  });
  test('is one tab-separated line where that is requested', async () => {
    expect(await shown('tsv')).toBe('a\t1\n');
  });
  test('is its object as JSON', async () => {
    expect(await shown('json')).toBe('{\n  "id": "a",\n  "n": 1\n}\n');
  });
  // trust: T-67
  test('as JSON holds no character that a terminal obeys', async () => {
    const { output, said } = speaking({ format: 'json' });
    await output.show(view, { id: '\u009b31m\u202e', n: 1 });
    expect(said().stdout).toContain('\\u009b31m\\u202e');
  });
});

describe('a write without a response', () => {
  const done = async (options: Partial<OutputOptions>, isTTY = false) => {
    const { output, said } = speaking(options, isTTY);
    await output.done(view, rows[0]!, 'Done.');
    return said();
  };
  test('is a message on a terminal', async () => {
    expect(await done({}, true)).toEqual({ stdout: '', stderr: 'Done.\n' });
  });
  test('is a message and an object as JSON', async () => {
    const { stdout, stderr } = await done({ format: 'json' });
    expect(JSON.parse(stdout)).toEqual(rows[0]);
    expect(stderr).toBe('Done.\n');
  });
  test('is a message, and a line for programs', async () => {
    expect(await done({})).toEqual({ stdout: 'id\ta\nn\t1\n', stderr: 'Done.\n' });
  });
  test('is the object alone when quiet', async () => {
    expect(await done({ quiet: true })).toEqual({ stdout: 'id\ta\nn\t1\n', stderr: '' });
  });
});

describe('messages', () => {
  test('go to stderr, and a warning is marked as one', () => {
    const { output, said } = speaking();
    output.note('Hello.');
    output.warn('Careful.');
    expect(said()).toEqual({ stdout: '', stderr: 'Hello.\nWarning: Careful.\n' });
  });
  test('are hidden when quiet', () => {
    const { output, said } = speaking({ quiet: true });
    output.note('Hello.');
    output.warn('Careful.');
    expect(said().stderr).toBe('');
  });
  test('from the server cannot control the terminal', () => {
    const { output, said } = speaking();
    output.note('\u001b[2J');
    expect(said().stderr).toBe('\\u001b[2J\n');
  });
});

test('an event is one line of JSON, or its text', async () => {
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
  test('waits for a slow reader', async () => {
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

  test.each(['EPIPE', 'ECONNRESET'])('tells a reader that went away (%s) from a failure', async (code) => {
    const gone = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write'), { code })),
    });
    const write = writer(gone);
    const twice = async () => {
      await write('x'.repeat(100_000));
      await write('y');
    };
    await expect(twice()).rejects.toBeInstanceOf(OutputClosed);
  });

  test('says that the output cannot be written when the disk behind it is full', async () => {
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('disk full'), { code: 'ENOSPC' })),
    });
    await expect(writer(full)('x'.repeat(100_000))).rejects.toThrow(
      'Cannot write the output (ENOSPC: no space left on the disk).',
    );
  });
});

test('what is piped in is read up to a limit', async () => {
  expect((await readAll(source('words'), 5)).toString()).toBe('words');
  await expect(readAll(source('words!'), 5)).rejects.toThrow(RangeError);
});

describe('-o raw of a body with what a terminal obeys', () => {
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
  test('is escaped on a terminal', async () => {
    expect(await everyWay(true)).toBe('{"a":"\\u001b]0;x\\u0007\\u200b"}\n'.repeat(4));
  });

  // trust: T-67
  test('is the same bytes in a pipe', async () => {
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
  ])('go to a program byte for byte but for control characters: %s', async (_title, options, how, expected) => {
    expect(await write(options, false, how)).toBe(expected);
    expect(await write(options, true, how)).toBe(expected.replace(joined, escaped));
  });
  test('also without a format', async () => {
    expect(await write({}, false, 'list')).toBe(`${joined}${end}\t1\n`);
    expect(await write({}, false, 'show')).toBe(`id\t${joined}${end}\nn\t1\n`);
  });
  test('also as text, such as a readme', async () => {
    for (const isTTY of [false, true]) {
      const { output, said } = speaking({}, isTTY);
      await output.text(`${joined}\u001b[2J\n`);
      expect(said().stdout).toBe(`${isTTY ? escaped : joined}\\u001b[2J\n`);
    }
  });
});
