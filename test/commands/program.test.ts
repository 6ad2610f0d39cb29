import { describe, expect, test } from 'vitest';
import { guessedCommands } from '../../src/cli/usage-errors.ts';
import { machine, machineAt, sandbox } from '../support/svc.ts';

describe('a command line that cannot be parsed', () => {
  test.each<[title: string, words: string | string[], named: RegExp]>([
    ['a noun with a slip', 'baner list', /Did you mean "banner"\?/],
    ['a verb with a slip', 'banner lsit', /Did you mean "list"\?/],
    ['a flag with a slip', 'banner list --anonymus', /Did you mean "--anonymous"\?/],
    ['a misspelt global flag', 'banner list --adress x', /Did you mean "--address"\? Global flags: svc help flags\n/],
    ['a flag of another verb', 'banner list --timezon UTC', /"--timeout"\? Global flags: svc help flags\n/],
    ['a flag of the verb', 'banner create --timezon UTC', /Did you mean "--timezone"\?\n/],
    ['a word that another noun has', 'oauth list', /Did you mean "svc oauth-client"\?/],
    ['a verb of other programs', 'team add x', /Did you mean "svc team add-user"\?/],
    ['a topic of another name', 'help tokens', /Did you mean "svc help authentication"\?/],
    ['the beginning of a noun', 'subs list', /Did you mean "subscription"\?/],
    ['the beginning of a verb', 'config lis', /Did you mean "list"\?/],
    ['a word with the stem of a noun', 'notify', /Did you mean "notification"\?/],
    ['the beginning of several nouns', 'co', /Unknown command "co" for "svc"\.\n.*svc --help/s],
    ['a single letter', 'e', /Unknown command "e" for "svc"\.\n.*svc --help/s],
    [
      'a verb that is no command, with a value that is one',
      'banner crate --title list',
      /"crate" for "svc banner"\.\nHint: Did you mean "create"\?/,
    ],
    [
      'a flag of a verb in a group of verbs',
      'module cache prune --al',
      /"--al" for "svc module cache prune".*"--all"/s,
    ],
    ['a word that every object has', 'constructor', /Unknown command "constructor" for "svc"/],
    ['the same as a topic', 'help constructor', /Unknown command "constructor" for "svc"/],
    ['a noun like no other', 'xyzzy', /Unknown command "xyzzy" for "svc"\.\n.*svc --help/s],
    ['a flag like no other', 'banner list --xyzzy', /--xyzzy.*svc banner list --help/s],
    ['a flag without a value', 'banner list --address', /Missing value for --address <url>\.\nHint: svc help flags\n/],
    ['a flag of a verb without one', 'banner create --title', /--title <text>\.\nHint: svc banner create --help/],
    ['an argument that is missing', 'config get', /Missing required argument: <key> .*svc config get --help/s],
    ['two of them', 'config set', /Missing required arguments: <key> <value> \(not prompting/],
    ['an argument there is not', 'completion install tcsh', /Invalid value "tcsh" for <shell>\. Choose from: bash, /],
    ['a flag with a value that has none', 'banner list --json=1', /--json does not accept a value\.\n/],
    ['a word too many', 'banner list every', /takes no arguments \(got "every"\)\.\n.*svc banner list --help/s],
    ['two words too many', 'banner list a b', /takes no arguments \(got "a", "b"\)\.\n/],
    [
      'a format there is not',
      'banner list -o xml',
      /"xml" for --output\. Choose from: table, .*\nHint: svc help flags\n$/,
    ],
    ['an invalid duration', 'banner list --timeout soon', /--timeout must .*\nHint: svc help flags\n$/],
    ['two global flags', 'banner list -q --debug', /--quiet cannot be used with --debug\.\nHint: svc help flags\n$/],
    ['a query parameter of the document', 'agent-pool list --q x', /Did you mean "--query"\?\n$/],
    ['an argument typed as a flag', 'module list --namespace a', /Did you mean "svc module list NAMESPACE"\?\n$/],
    ['the name of a resource', 'notification-configurations list', /Did you mean "svc notification"\?/],
    ['a verb without its noun', 'listen', /Did you mean "svc webhook listen"\?/],
    ['an invalid count', 'banner list --retries -1', /--retries/],
    ['a colour there is not', 'banner list --color maybe', /--color/],
    ['a number too large', 'webhook listen --port 70000', /--port must be 0 to 65535, not "70000"\.\n/],
    ['a number too small', 'webhook listen --count 0', /--count must be 1 or more, not "0"\.\n/],
    ['a number that would do nothing', 'module download a/b/c --jobs 0', /--jobs must be 1 to 1000, not "0"\.\n/],
    ['a text that is empty', ['module', 'download', '--file', ''], /--file must not be empty\.\n/],
    ['two words for one', 'webhook sign one two', /"svc webhook sign" takes 1 argument \(got "one", "two"\)\.\n/],
    ['a secret as a value', 'webhook sign x --token y', /Did you mean "--token-file" or "--token-env"\?/],
    ['another', 'oauth-client create --private-key y', /Did you mean "--private-key-file" or "--private-key-env"\?/],
  ])('a command line that cannot be parsed is a usage error: %s', async (_title, words, named) => {
    expect(await (await machine()).svc(words)).toFail(2, named, /^Error: /);
  });

  test.each(Object.values(guessedCommands))('a suggested command exists: %s', async (words) => {
    const bare = words.replace(/ --.*/, '');
    expect((await (await machine()).svc(/^help/.test(bare) ? bare : `${bare} --help`)).code).toBe(0);
  });

  test('a usage error is one JSON object on stderr with -o json, and stdout is empty', async () => {
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

test.each(['--version', '-V', '-v', 'version'])('svc %s prints the version', async (words) => {
  expect(await (await machine()).svc(words)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^svc \d+\.\d+\.\d+\n$/),
    stderr: '',
  });
});

describe('global flags', () => {
  test('global flags may stand before or after the command', async () => {
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

  test('an invalid format in the environment is reported before anything is done', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service);
    expect(await svc('banner create --title t --body b', { env: { SVC_OUTPUT: 'xml' } })).toExit(2, 'SVC_OUTPUT');
    expect((await svc('banner list --json')).stdout).toBe('[]\n');
  });

  test('--quiet hides messages, but not errors', async () => {
    const { svc } = await machineAt(await sandbox());
    expect((await svc('banner create --title t --body b -q')).stderr).toBe('');
    expect((await svc('banner delete ab-nope --yes -q')).stderr).toContain('Error:');
  });
});

describe('an error', () => {
  test('an error is coloured on a terminal, and plain in a pipe and with NO_COLOR', async () => {
    const { svc } = await machine();
    expect((await svc('xyzzy', { tty: true })).stderr).toContain('\u001b[31m');
    expect((await svc('xyzzy')).stderr).not.toContain('\u001b');
    expect((await svc('xyzzy', { tty: true, env: { NO_COLOR: '1' } })).stderr).not.toContain('\u001b');
    expect((await svc('xyzzy --no-color', { tty: true })).stderr).not.toContain('\u001b');
    expect((await svc('xyzzy --color always')).stderr).toContain('\u001b[31m');
  });

  // trust: T-149
  test('an error has no stack trace', async () => {
    const { svc } = await machine();
    for (const words of ['whoami', 'whoami --address x:y', 'xyzzy --debug', 'module download x --debug']) {
      expect((await svc(words)).stderr).not.toMatch(/^\s+at /m);
    }
  });
});
