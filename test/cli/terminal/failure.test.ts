import { describe, expect, test } from 'vitest';
import {
  AuthError,
  NotFoundError,
  RejectedError,
  type ServerProblem,
  type SvcError,
  TryLaterError,
  UsageError,
} from '../../../src/base/errors.ts';
import { createSecrets } from '../../../src/base/secrets.ts';
import { asSvcError, failureJson, failureText } from '../../../src/cli/terminal/failure.ts';

const secrets = createSecrets();
secrets.remember('canary-t0ken');
const textOf = (error: SvcError, coloured = false) =>
  failureText(error, {
    secrets,
    coloured,
    width: undefined,
    flagAt: (pointer) => (pointer === '/data/attributes/title' ? '--title' : undefined),
  });

describe('an error for a person', () => {
  test("an error for a person says what happened, the server's own words, and one hint", async () => {
    const error = new RejectedError('The service rejected the request.', {
      errors: [
        { title: 'invalid attribute', detail: "Title can't be blank" },
        { title: 'Second' },
        { detail: 'Third' },
      ],
      hint: 'svc banner create --help',
    });
    expect(await textOf(error)).toBe(
      [
        'Error: The service rejected the request.',
        "  invalid attribute: Title can't be blank",
        '  Second',
        '  Third',
        'Hint: svc banner create --help',
        '',
      ].join('\n'),
    );
  });

  test('an error for a person shows the place of a problem in the document if no flag sets that attribute', async () => {
    const error = new RejectedError('No.', { errors: [{ title: 'bad', pointer: '/data/attributes/odd' }] });
    expect(await textOf(error)).toContain('/data/attributes/odd');
  });

  test('an error for a person names the flag that set the rejected attribute', async () => {
    const error = new RejectedError('No.', { errors: [{ title: 'bad', pointer: '/data/attributes/title' }] });
    expect(await textOf(error)).toBe('Error: --title: bad\n');
  });

  test('an error for a person joins the flag and a detail such as "must be short" into one sentence', async () => {
    const error = new RejectedError('No.', {
      errors: [{ title: 'invalid attribute', detail: 'must be short', pointer: '/data/attributes/title' }],
    });
    expect(await textOf(error)).toBe('Error: --title must be short\n');
  });

  test('an error for a person keeps its own message if a problem belongs to no flag', async () => {
    const errors = [{ title: 'bad', pointer: '/data/attributes/title' }, { title: 'worse' }];
    expect(await textOf(new RejectedError('No.', { errors }))).toBe('Error: No.\n  bad (--title)\n  worse\n');
  });

  test('an error for a person names the query parameter of a problem', async () => {
    const error = new RejectedError('No.', { errors: [{ title: 'bad', parameter: 'filter[name]' }] });
    expect(await textOf(error)).toBe('Error: No.\n  bad (filter[name])\n');
  });

  test.each<[problem: ServerProblem, line: string]>([
    [{ code: 'quota_exceeded' }, 'quota_exceeded'],
    [{ code: 'quota_exceeded', pointer: '/data/attributes/odd' }, 'quota_exceeded (/data/attributes/odd)'],
    [{ pointer: '/data/attributes/odd' }, '/data/attributes/odd'],
    [{ pointer: '/data/attributes/title' }, '--title'],
    [{ parameter: 'filter[name]' }, 'filter[name]'],
    [{ header: 'Accept' }, 'Accept'],
    [{ code: '42', title: 'bad' }, 'bad'],
  ])('an error for a person shows a problem that consists only of %j', async (problem, line) => {
    expect(await textOf(new RejectedError('No.', { errors: [problem] }))).toBe(`Error: No.\n  ${line}\n`);
  });

  test.each([
    { title: 'unauthorized' },
    { title: 'Unauthorized', detail: 'unauthorized' },
    { title: 'forbidden' },
    { title: '404 Not Found' },
    { code: 'not_found' },
  ])('an error for a person omits a problem that repeats the message: %j', async (problem) => {
    for (const type of [AuthError, NotFoundError])
      expect(await textOf(new type('No.', { errors: [problem] }))).toBe('Error: No.\n');
    expect(await textOf(new RejectedError('No.', { errors: [problem] }))).not.toBe('Error: No.\n');
  });

  test('an error for a person shows the detail of a problem whose title repeats the message', async () => {
    const errors = [{ title: 'unauthorized', detail: 'The token has expired' }];
    expect(await textOf(new AuthError('No.', { errors }))).toBe('Error: No.\n  The token has expired\n');
  });

  // trust: T-207
  test('an error for a person masks a secret in the text of a server, but not in the words of svc', async () => {
    const words = createSecrets();
    for (const word of ['title', 'message', 'false', 'correct horse', 'rejected']) words.remember(word);
    const flagAt = (pointer: string) => (pointer === '/data/attributes/title' ? '--title' : undefined);
    const errors = [{ detail: "The title can't be false", pointer: '/data/attributes/title' }];
    const error = new RejectedError('The service rejected the request.', { errors, hint: 'svc --title' });
    const style = { secrets: words, coloured: false, width: undefined, flagAt };
    expect(await failureText(error, style)).toBe("Error: --title: The *** can't be ***\nHint: svc --title\n");
    expect(await failureText(error, { ...style, flagAt: () => undefined })).toBe(
      "Error: The service rejected the request.\n  The *** can't be *** (/data/attributes/***)\nHint: svc --title\n",
    );
    expect(JSON.parse(failureJson(error, words)).error).toMatchObject({
      message: error.message,
      retryable: false,
      errors: [{ detail: "The *** can't be ***", pointer: '/data/attributes/***' }],
    });
  });

  test('an error for a person shows the number of attempts if there was more than one', async () => {
    expect(await textOf(new TryLaterError('No.', { attempts: 4 }))).toBe('Error: No. (4 attempts)\n');
    expect(await textOf(new TryLaterError('No.', { attempts: 1 }))).toBe('Error: No.\n');
  });

  // trust: T-187
  test('an error or a bug is printed on one line, because a line of its own could be a command of a CI system', async () => {
    const said = { hint: 'Look at\n::error::y' };
    expect(await textOf(new TryLaterError('a\r\n::error::x', said))).toBe(
      'Error: a\\r\\n::error::x\nHint: Look at\\n::error::y\n',
    );
    expect(await textOf(asSvcError(new Error('a\n::error::x')))).toMatch(
      /^Error: This is a bug in svc: a\\n::error::x\n/,
    );
  });

  // trust: T-67
  test('an error for a person shows no secret and escapes control characters', async () => {
    const error = new NotFoundError('canary-t0ken \u001b[2J', {
      errors: [{ title: 'canary-t0ken\n\u009b31m' }],
      hint: 'svc canary-t0ken',
    });
    const text = await textOf(error);
    expect(text).not.toContain('canary');
    expect(text).toBe('Error: *** \\u001b[2J\n  ***\\n\\u009b31m\nHint: svc ***\n');
  });

  test('an error is never longer than a page and keeps its hint', async () => {
    const errors = Array.from({ length: 100 }, () => ({ detail: 'x'.repeat(10_000) }));
    const text = await textOf(new RejectedError('No.', { errors, hint: 'Do this.' }));
    expect(text.length).toBeLessThanOrEqual(20_500);
    expect(text).toContain('Hint: Do this.');
  });

  test('an error is coloured if colour is enabled', async () => {
    expect(await textOf(new UsageError('No.'), true)).toContain('\u001b[31mError:\u001b[39m No.');
  });
});

describe('an error for a program', () => {
  test('an error for a program is one object on one line', () => {
    const error = new TryLaterError('Too many requests.', {
      status: 429,
      errors: [{ title: 'slow down' }],
      request: 'GET https://a.test/x',
      retryable: true,
      sent: true,
      attempts: 6,
      hint: 'Try again in 61 seconds.',
    });
    const text = failureJson(error, secrets);
    expect(text.endsWith('}\n')).toBe(true);
    expect(text.trimEnd()).not.toContain('\n');
    expect(JSON.parse(text)).toEqual({
      error: {
        code: 'try_later',
        exit: 7,
        message: 'Too many requests.',
        hint: 'Try again in 61 seconds.',
        status: 429,
        errors: [{ title: 'slow down' }],
        retryable: true,
        sent: true,
        attempts: 6,
        request: 'GET https://a.test/x',
      },
    });
  });

  test('an error for a program shows no secret, and stays JSON', () => {
    const quoted = createSecrets();
    quoted.remember('can"ary\\token');
    const text = failureJson(new NotFoundError('it is can"ary\\token \u009b', {}), quoted);
    expect(JSON.parse(text).error.message).toBe('it is *** \u009b');
    expect(text).not.toContain('\u009b');
  });
});

// trust: T-149
test('an unexpected exception is reported as a bug in svc: exit 1, with the hint to use --debug', async () => {
  const error = asSvcError(new TypeError('x is not a function'));
  expect([error.exit, error.code]).toEqual([1, 'failed']);
  const text = await textOf(error);
  expect(text).toBe(
    'Error: This is a bug in svc: x is not a function\nHint: Run the same command with --debug and report what it prints.\n',
  );
  expect(asSvcError('thrown text').message).toContain('thrown text');
});
