import { describe, expect, test } from 'vitest';
import { machine, machineAt, sandbox } from '../support/svc.ts';

const nouns = ['login', 'logout', 'auth', 'whoami', 'banner', 'module', 'sandbox'];
const verbs = [
  ...['auth status', 'banner list', 'banner create', 'banner update', 'banner delete'],
  ...['module search', 'module versions', 'module download', 'sandbox start', 'sandbox env', 'sandbox routes'],
];

describe('what cannot be understood is a usage error', () => {
  test.each<[title: string, words: string | string[], named: RegExp]>([
    ['a noun with a slip', 'baner list', /Did you mean banner\?/],
    ['a verb with a slip', 'banner lsit', /Did you mean list\?/],
    ['a flag with a slip', 'banner list --anonymus', /Did you mean --anonymous\?/],
    ['a global flag with a slip', 'banner list --adress x', /Did you mean --address\?/],
    ['a noun like no other', 'xyzzy', /[Uu]nknown command 'xyzzy'.*svc --help/s],
    ['a flag like no other', 'banner list --xyzzy', /--xyzzy.*svc banner list --help/s],
    ['a flag without its value', 'banner list --address', /--address/],
    ['a word too many', 'banner list everything', /argument.*svc banner list --help/s],
    ['a format there is not', 'banner list -o xml', /--output: "xml" is none of table, json/],
    ['a duration that is none', 'banner list --timeout soon', /--timeout/],
    ['a count that is none', 'banner list --retries -1', /--retries/],
    ['a colour there is not', 'banner list --color maybe', /--color/],
    ['a number too large', 'webhook listen --port 70000', /--port: 70000 is more than 65535\.\n/],
    ['a number too small', 'webhook listen --count 0', /--count: 0 is less than 1\.\n/],
    ['a number that would do nothing', 'module download a/b/c --jobs 0', /--jobs: 0 is less than 1\.\n/],
    ['a text that is empty', ['module', 'download', '--file', ''], /--file is empty\.\n/],
    ['two words for one', 'webhook sign one two', /Expected 1 argument but got 2\.\n/],
    ['a secret as a value', 'webhook sign x --token y', /Did you mean --token-file or --token-env\?/],
    ['another one', 'oauth-client create --private-key y', /Did you mean --private-key-file or --private-key-env\?/],
  ])('%s', async (_title, words, named) => {
    const { code, stdout, stderr } = await (await machine()).svc(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(named);
    expect(stderr).toMatch(/^Error: /);
  });

  test('and one JSON object for a program, with nothing on stdout', async () => {
    const { svc } = await machine();
    for (const words of [
      'baner list -o json',
      '-o json banner lsit',
      'banner list --xyzzy -o json',
      '--json banner list x',
    ]) {
      const { code, stdout, stderr } = await svc(words);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr.trimEnd()).not.toContain('\n');
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'usage', exit: 2, retryable: false } });
    }
  });
});

describe('help', () => {
  test.each([
    ...['', '--help', '-h', 'help'],
    ...nouns.flatMap((noun) => [`${noun} --help`, `help ${noun}`]),
    ...verbs.flatMap((verb) => [`${verb} --help`, `help ${verb}`]),
  ])('svc %s ends with exit 0 and words on stdout', async (words) => {
    const { code, stdout, stderr } = await (await machine()).svc(words === '' ? [] : words);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: svc /);
  });

  test('of the program names every noun', async () => {
    const { stdout } = await (await machine()).svc('--help');
    for (const noun of nouns) expect(stdout).toMatch(new RegExp(`^  ${noun} `, 'm'));
  });

  test.each(verbs)('of svc %s has examples, and fits into 80 columns down to them', async (verb) => {
    const { stdout } = await (await machine()).svc(`${verb} --help`);
    expect(stdout).toMatch(/^Examples:\n {2}(svc|eval)/m);
    const [described = ''] = stdout.split('Examples:');
    expect(described.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('for what does not exist says so', async () => {
    const { svc } = await machine();
    for (const words of ['help xyzzy', 'help banner xyzzy', 'xyzzy --help']) {
      const { code, stderr } = await svc(words);
      expect(code, words).toBe(2);
      expect(stderr).toContain('xyzzy');
    }
  });

  test('is shown on stderr where a verb is missing, which is a usage error', async () => {
    const { code, stdout, stderr } = await (await machine()).svc('banner');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: svc banner');
  });
});

test.each(['--version', '-V', 'version'])('svc %s prints the version', async (words) => {
  expect(await (await machine()).svc(words)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^svc \d+\.\d+\.\d+\n$/),
    stderr: '',
  });
});

describe('global flags', () => {
  test('go before or after the command', async () => {
    const service = await sandbox();
    const { svc } = await machine();
    const { address, tokens } = service.info;
    const env = { SVC_TOKEN: tokens.user };
    for (const words of [
      `--address ${address} --json whoami`,
      `whoami --address ${address} --json`,
      `--json whoami --address ${address}`,
      `-o json --address=${address} whoami`,
      `auth status --json --address ${address}`,
      `auth --json status --address ${address}`,
    ]) {
      const { code, stdout } = await svc(words, { env });
      expect(code, words).toBe(0);
      expect(() => JSON.parse(stdout)).not.toThrow();
    }
  });

  test('--json does not swallow the next word', async () => {
    const { svc } = await machineAt(await sandbox());
    expect((await svc('--json whoami')).code).toBe(0);
    expect((await svc('module search --json network')).code).toBe(0);
  });

  test('the format may come from the environment, and a flag goes before it', async () => {
    const { svc } = await machineAt(await sandbox());
    const env = { SVC_OUTPUT: 'json' };
    expect(JSON.parse((await svc('whoami', { env })).stdout)).toHaveProperty('id');
    expect((await svc('whoami -o tsv', { env })).stdout).toMatch(/^user-\w+\t/);
  });

  test('a format in the environment that is none is said before anything is done', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service);
    const { code, stderr } = await svc('banner create --title t --body b', { env: { SVC_OUTPUT: 'xml' } });
    expect(code).toBe(2);
    expect(stderr).toContain('SVC_OUTPUT');
    expect((await svc('banner list --json')).stdout).toBe('[]\n');
  });

  test('--quiet leaves words out, and errors in', async () => {
    const { svc } = await machineAt(await sandbox());
    expect((await svc('banner create --title t --body b -q')).stderr).toBe('');
    expect((await svc('banner delete ab-nope --yes -q')).stderr).toContain('Error:');
  });
});

describe('an error', () => {
  test('is coloured on a terminal, plain in a pipe, plain where NO_COLOR asks for it', async () => {
    const { svc } = await machine();
    expect((await svc('xyzzy', { tty: true })).stderr).toContain('\u001b[31m');
    expect((await svc('xyzzy')).stderr).not.toContain('\u001b');
    expect((await svc('xyzzy', { tty: true, env: { NO_COLOR: '1' } })).stderr).not.toContain('\u001b');
    expect((await svc('xyzzy --no-color', { tty: true })).stderr).not.toContain('\u001b');
    expect((await svc('xyzzy --color always')).stderr).toContain('\u001b[31m');
  });

  test('has no stack trace', async () => {
    const { svc } = await machine();
    for (const words of ['whoami', 'whoami --address x:y', 'xyzzy --debug', 'module download x --debug']) {
      expect((await svc(words)).stderr).not.toMatch(/^\s+at /m);
    }
  });
});
