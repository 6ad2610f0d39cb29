import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CancelledError, UsageError } from '../../../src/base/errors.ts';
import { createSecrets } from '../../../src/base/secrets.ts';
import { Ask } from '../../../src/cli/terminal/ask.ts';
import { createInput } from '../../../src/cli/terminal/input.ts';
import type { Check } from '../../../src/cli/terminal/prompts.ts';
import { failureOf } from '../../support/client.ts';
import { sink, source } from '../../support/streams.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Setup {
  tty?: { stdin?: boolean; stderr?: boolean };
  env?: Record<string, string>;
  noInput?: boolean;
  yes?: boolean;
  stdin?: string;
  answer?: string | boolean;
  cwd?: string;
}

/** A terminal would ask again; this throws the message instead. */
const checked = async (typed: string, check: Check | undefined) => {
  const wrong = await check?.(typed);
  if (wrong !== undefined) throw new UsageError(wrong);
  return typed;
};

const asking = ({
  tty,
  env = {},
  noInput = false,
  yes = false,
  stdin = '',
  answer = 'canary',
  cwd = '/',
}: Setup = {}) => {
  const asked: string[] = [];
  const reply = async (question: string) => {
    asked.push(question);
    return answer;
  };
  const secrets = createSecrets();
  const stderr = sink({ isTTY: tty?.stderr ?? true });
  const streams = { stdin: source(stdin, tty?.stdin ?? true), stdout: sink().stream, stderr: stderr.stream };
  const ask = new Ask({
    streams,
    env,
    read: createInput({ ...streams, cwd }),
    secrets,
    shell: 'posix',
    signal: new AbortController().signal,
    noInput,
    yes,
    prompts: {
      password: async (question, check) => checked(String(await reply(question)), check),
      input: async (question, { check } = {}) => checked(String(await reply(question)), check),
      confirm: async (question) => (await reply(question)) === true,
      select: async (question) => String(await reply(question)),
      checkbox: async (question) => [String(await reply(question))],
      search: async (question) => String(await reply(question)),
    },
  });
  return { ask, asked, secrets, stderr };
};
const flag = '--token';

describe('a missing value is a usage error that names the flag if svc cannot prompt', () => {
  test.each<[title: string, setup: Setup, reason: string]>([
    ['stdin is not a terminal', { tty: { stdin: false } }, 'stdin is not a terminal'],
    ['stderr is not a terminal', { tty: { stderr: false } }, 'stderr is not a terminal'],
    ['CI is set', { env: { CI: 'true' } }, 'CI is set'],
    ['CI is 1', { env: { CI: '1' } }, 'CI is set'],
    ['--no-input', { noInput: true }, '--no-input is set'],
  ])('a missing value is a usage error that names the flag if svc cannot prompt: %s', async (_title, setup, reason) => {
    type Asking = ReturnType<typeof asking>['ask'];
    const questions: [question: (ask: Asking) => Promise<unknown>, missing: string][] = [
      [(ask) => ask.secret('Token', { flag }), 'flag: --token-file'],
      [(ask) => ask.text('Name', { flag: '--name' }), 'flag: --name'],
      [(ask) => ask.text('Platform', { argument: 'host' }), 'argument: <host>'],
      [(ask) => ask.consent('Really?'), 'flag: --yes'],
      [async (ask) => ask.require(['--title', '--body']), 'flags: --title, --body'],
    ];
    for (const [question, missing] of questions) {
      const { ask, asked } = asking(setup);
      const error = await failureOf(question(ask));
      expect(error).toBeInstanceOf(UsageError);
      expect(error.exit).toBe(2);
      expect(error.message).toBe(`Missing required ${missing} (not prompting: ${reason}).`);
      expect(asked).toEqual([]);
    }
    const secret = await failureOf(asking(setup).ask.secret('Token', { flag }));
    expect(secret.hint).toBe('Use --token-file PATH, --token-file - for stdin, or --token-env NAME.');
  });

  test.each(['', 'false', '0'])('CI=%s does not disable prompts', async (CI) => {
    expect(await asking({ env: { CI } }).ask.secret('Token', { flag })).toBe('canary');
  });
});

describe('the source of a secret', () => {
  test('a secret is read from a hidden prompt', async () => {
    const { ask, asked } = asking();
    expect(await ask.secret('Token', { flag })).toBe('canary');
    expect(asked).toEqual(['Token']);
  });

  test.each([
    ['as it is', 'canary'],
    ['without its line end', 'canary\n'],
    ['without its line end of two characters', 'canary\r\n'],
    ['without a byte-order mark', '\ufeffcanary\n'],
  ])('a secret is read from a file: %s', async (_title, text) => {
    const cwd = temporaryFolder();
    await writeFile(join(cwd, 'token.txt'), text);
    const { ask, asked } = asking({ cwd, noInput: true });
    expect(await ask.secret('Token', { flag, file: 'token.txt' })).toBe('canary');
    expect(asked).toEqual([]);
  });

  test('a secret is read from stdin', async () => {
    const { ask } = asking({ stdin: 'canary\n', tty: { stdin: false } });
    expect(await ask.secret('Token', { flag, file: '-' })).toBe('canary');
  });

  test('a secret is read from stdin on a terminal, with a note about Ctrl-D', async () => {
    const { ask, stderr } = asking({ stdin: 'canary\n' });
    expect(await ask.secret('Token', { flag, file: '-' })).toBe('canary');
    expect(stderr.text()).toContain('Ctrl-D');
  });

  test('a secret is read from an environment variable', async () => {
    expect(await asking({ env: { T: 'canary' } }).ask.secret('Token', { flag, env: 'T' })).toBe('canary');
  });

  test('a secret is masked in all output once it has been read', async () => {
    const { ask, secrets } = asking();
    await ask.secret('Token', { flag });
    expect(secrets.hide('a canary sang')).toBe('a *** sang');
  });
});

describe('a secret is rejected', () => {
  // trust: T-142
  test.each([
    ['Latin-1', Buffer.from('caf\xe9', 'latin1')],
    ['UTF-16, as an editor may save it', Buffer.from('\ufeffcanary', 'utf16le')],
    ['random bytes', Buffer.from([0xf8, 0x88, 0x80])],
  ])('a secret file that is not UTF-8 but %s is rejected', async (_title, bytes) => {
    const cwd = temporaryFolder();
    await writeFile(join(cwd, 'token.txt'), bytes);
    const error = await failureOf(asking({ cwd }).ask.secret('Token', { flag, file: 'token.txt' }));
    expect(error.message).toBe(`${flag}-file: token.txt is not UTF-8 text.`);
  });

  // trust: T-142
  test.each<[title: string, setup: Setup, given: { file?: string; env?: string }, words: string]>([
    ['that was given twice', { env: { T: 'x' } }, { file: 'x', env: 'T' }, 'given twice'],
    ['that is empty', { env: { T: '' } }, { env: 'T' }, 'Token is empty'],
    ['that is blank', { stdin: ' \n' }, { file: '-' }, 'Token is empty'],
    ['that is empty', { answer: '' }, {}, 'Token is empty'],
    ['from a variable that is not set', {}, { env: 'NOPE' }, 'NOPE is not set'],
    ['from a file that is not there', {}, { file: 'nope.txt' }, 'nope.txt: ENOENT: no such file or folder'],
    ['from a folder', { cwd: '/' }, { file: '/' }, 'EISDIR'],
    ['that is longer than any token', { stdin: 'x'.repeat(8193) }, { file: '-' }, 'Token has 8193 bytes; at most 8192'],
    ['from a variable, longer than any token', { env: { T: 'é'.repeat(4097) } }, { env: 'T' }, 'Token has 8194 bytes'],
    ['that is endless', { stdin: 'x'.repeat(64 * 1024 * 1024 + 1) }, { file: '-' }, 'more than'],
  ])('a secret %s is rejected', async (_title, setup, given, words) => {
    const error = await failureOf(asking(setup).ask.secret('Token', { flag, ...given }));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain(words);
  });
});

describe('consent', () => {
  test('consent escapes names of the service in its question, and does not build the question with --yes', async () => {
    const { ask, asked } = asking({ answer: true });
    await ask.consent(async () => 'Delete "\u001b[2J\nit"?');
    expect(asked).toEqual(['Delete "\\u001b[2J\\nit"?']);
    await asking({ yes: true, noInput: true }).ask.consent(() => Promise.reject(new Error('not asked')));
  });
  test('the answer no cancels the command', async () => {
    const error = await failureOf(asking({ answer: false }).ask.consent('Really?'));
    expect(error).toBeInstanceOf(CancelledError);
    expect(error.exit).toBe(130);
  });
});

test('an answer is trimmed, and a blank answer is a usage error', async () => {
  expect(await asking({ answer: ' host ' }).ask.text('Platform', { argument: 'host' })).toBe('host');
  expect(await failureOf(asking({ answer: ' ' }).ask.text('Platform', { argument: 'host' }))).toBeInstanceOf(
    UsageError,
  );
});
