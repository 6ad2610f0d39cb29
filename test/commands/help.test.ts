import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../src/cli/declare.ts';
import { everyCommand } from '../../src/cli/reference/phrases.ts';
import { allTopics } from '../../src/cli/topics/index.ts';
import { machine } from '../support/svc.ts';
import { pathOf, verbs, wholeTree } from '../support/tree.ts';

const tree = await wholeTree();
const commands = everyCommand(tree).filter(({ words }) => words.length > 0);
const topics = await allTopics();
const called = await verbs();

const tooLong = (text: string, columns: number) => text.split('\n').filter((line) => line.length > columns);

describe('svc alone', () => {
  test.each(['', '--help', '-h', 'help'])(
    'svc %s prints usage, groups of commands and three examples',
    async (words) => {
      const { code, stdout, stderr } = await (await machine()).svc(words === '' ? [] : words);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^Usage: svc <command> \[flags\]\n/);
      const titles = [...stdout.matchAll(/^(\w.*):$/gm)].map(([, title]) => title);
      const groups = 'Get started, Administration, Integration, Configuration as code, Modules, Tools, Examples';
      expect(titles.join(', ')).toBe(groups);
      expect(stdout.match(/^ {2}svc /gm)).toHaveLength(3);
      expect(tooLong(stdout, 100)).toEqual([]);
    },
  );

  test('svc alone names every noun and every topic, and no global flag', async () => {
    const { stdout } = await (await machine()).svc([]);
    for (const { words } of tree.commands) {
      expect(stdout).toMatch(new RegExp(`^  ${words[0]} `, 'm'));
    }
    for (const { name } of topics) expect(stdout).toContain(name);
    expect(stdout).not.toContain('--insecure-http');
  });

  test('--help before a noun shows every noun', async () => {
    const { svc } = await machine();
    expect((await svc('--help banner list')).stdout).toBe((await svc('--help')).stdout);
  });
});

describe('help of a command', () => {
  test.each([80, 76])('help of a command wraps at %i columns, for every command', async (columns) => {
    const { svc } = await machine();
    for (const command of commands) {
      const { code, stdout } = await svc(`${pathOf(command)} --help`, { tty: true, columns });
      expect([code, tooLong(stdout, columns)], pathOf(command)).toEqual([0, []]);
    }
  });

  test('help of a command wraps at 80 columns if the terminal reports 0, and at 100 columns without a terminal', async () => {
    const { svc } = await machine();
    const env = { NO_COLOR: '1' };
    expect((await svc('webhook listen --help', { tty: true, columns: 100, env })).stdout).toBe(
      (await svc('webhook listen --help')).stdout,
    );
    const wide = (await svc('webhook listen --help', { tty: true, columns: 80, env })).stdout;
    expect((await svc('webhook listen --help', { tty: true, columns: 0, env: { NO_COLOR: '1' } })).stdout).toBe(wide);
  });

  test('help of a command has usage and examples, for groups too', async () => {
    const { svc } = await machine();
    for (const command of commands) {
      const { stdout } = await svc(`help ${pathOf(command)}`, { inProcess: true });
      expect(stdout).toMatch(/^Usage: svc /);
      expect(stdout, pathOf(command)).toMatch(/^Examples:\n {2}\S/m);
    }
  });

  test('help of a command has at most 60 lines without cutting a text, and --all has every text', async () => {
    const { svc } = await machine();
    const env = { NO_COLOR: '1' };
    const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
    for (const command of commands) {
      const { stdout } = await svc(`${pathOf(command)} --help`, { tty: true, columns: 80, env });
      expect(stdout.split('\n').length, pathOf(command)).toBeLessThanOrEqual(61);
      const all = inOneLine((await svc(`${pathOf(command)} --help --all`, { tty: true, columns: 80, env })).stdout);
      const page = inOneLine(stdout);
      for (const { summary } of command.flags) expect(all, pathOf(command)).toContain(inOneLine(summary));
      const shown = command.flags.filter(({ names }) => new RegExp(`^ {2}${names.join(', ')}( |$)`, 'm').test(stdout));
      for (const { summary } of shown) expect(page, pathOf(command)).toContain(inOneLine(summary));
      const groups = command.flags.map(({ group }) => group).filter((group) => group !== 'NATS:');
      for (const group of groups) expect(page, pathOf(command)).toContain(group.replace(':', ''));
    }
  });

  test('help of a command hides the flags for NATS, which svc help nats and --all show', async () => {
    const { svc } = await machine();
    const short = (await svc('webhook listen --help')).stdout;
    expect(short).not.toContain('--durable');
    expect(short).toContain('Flags for NATS: svc help nats. More: svc help webhook listen --all\n');
    for (const words of ['help webhook listen --all', 'webhook listen --help --all']) {
      const { stdout } = await svc(words);
      expect(stdout, words).toContain('  --durable <name>');
      expect(stdout).toContain('API calls:');
      expect(stdout).toContain('GET /-/healthy returns 200');
    }
  });

  test('help of a command that is too long hides whole groups of flags and names them, and --all shows them', async () => {
    const { svc } = await machine();
    const { stdout } = await svc('notification create --help', { tty: true, columns: 80 });
    expect(stdout).toContain('More flags (Listener, Address, TLS, Deliveries, Other attributes): svc help');
    expect(stdout).not.toContain('--exec-timeout');
    expect((await svc('help notification create --all')).stdout).toContain('--exec-timeout');
  });

  test('a command fails without the flags that its help marks as required, and names them', async () => {
    const { svc } = await machine();
    const marked = commands.flatMap(({ flags, words }) => {
      const required = flags.filter(({ summary }) => /; required(; repeatable)?$/.test(summary));
      return required.length > 0 ? [{ words: words.join(' '), names: required.map(({ names }) => names.at(-1)) }] : [];
    });
    expect(marked.map(({ words }) => words)).toContain('banner create');
    for (const { names, words } of marked) {
      const { code, stderr } = await svc(words, { inProcess: true });
      expect(code, words).toBe(2);
      for (const name of names) expect(stderr, words).toContain(name);
    }
  });

  test('help of a list names the columns that its table omits', async () => {
    const { svc } = await machine();
    const others = 'Other columns (--columns NAMES, or all): body, scheduled-publish-at, timezone\n';
    expect((await svc('banner list --help')).stdout).toContain(others);
    expect((await svc('help banner list --all')).stdout).toContain(others);
    expect((await svc('organization list --help')).stdout).not.toContain('Other columns');
  });

  test('help of a command has headings in bold on a terminal only', async () => {
    const { svc } = await machine();
    const bold = '\u001b[1mExamples:\u001b[22m';
    expect((await svc('banner list --help', { tty: true, inProcess: true })).stdout).toContain(bold);
    expect((await svc('banner list --help')).stdout).not.toContain('\u001b');
    expect((await svc('banner list --help', { tty: true, env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b');
  });

  test('svc help nats names each flag for NATS', async () => {
    const { stdout } = await (await machine()).svc('help nats');
    const flags = [...called.values()].flatMap(({ command }) =>
      command.options.filter((each) => each.helpGroupHeading === 'NATS:' && !each.hidden),
    );
    expect(flags.length).toBeGreaterThan(8);
    for (const { long } of flags) expect(stdout).toContain(long);
  });

  test('help of a command breaks a long example with a backslash, so that a shell still reads one command', async () => {
    const { stdout } = await (await machine()).svc('help webhook listen --all', { tty: true, columns: 80 });
    expect(stdout).toContain(
      '  svc webhook listen --token-env HOOK_TOKEN \\\n      --forward http://127.0.0.1:3000/hooks',
    );
  });

  test('NOUN help and NOUN help VERB show the help of a command, too', async () => {
    const { svc } = await machine();
    expect(await svc('banner help')).toMatchObject({ code: 0, stdout: (await svc('banner --help')).stdout });
    expect(await svc('module cache help')).toMatchObject({ stdout: (await svc('module cache --help')).stdout });
    expect(await svc('banner help list')).toMatchObject({ code: 0, stdout: (await svc('banner list --help')).stdout });
  });

  test.each([
    'help team list -o json',
    'help --json team list',
    'team list --help -o json',
    'team list --output=json -h',
  ])('svc %s prints the help as JSON', async (words) => {
    const { code, stdout } = await (await machine()).svc(words);
    const { flags, words: path } = JSON.parse(stdout);
    expect([code, path]).toEqual([0, ['team', 'list']]);
    expect(flags.map(({ names }: { names: string[] }) => names.at(-1))).toContain('--members');
  });

  test('help of the program, of a topic and the version are printed as JSON', async () => {
    const { svc } = await machine();
    const read = async (words: string) => JSON.parse((await svc(words)).stdout);
    expect(await read('help -o json')).toMatchObject({ words: [], commands: expect.any(Array) });
    expect(await read('help exit-codes --json')).toEqual({ title: 'Exit codes', blocks: expect.any(Array) });
    for (const words of ['version -o json', '--version --json', '-o json -V'])
      expect(await read(words)).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });

  test.each([
    [
      'help banner -o yaml',
      'Unexpected flag "-o" for "svc banner".\nHint: svc help accepts -o json, --all, --no-pager and --no-color.',
    ],
    ['banner --help=x', '--help does not accept a value.\nHint: Type --help alone.'],
    ['version --all', 'Did you mean "svc --version"?'],
  ])('svc %s says what to type instead', async (words, message) => {
    expect(await (await machine()).svc(words)).toFail(2, message);
  });

  test('help of an unknown command reports an unknown command', async () => {
    const { svc } = await machine();
    for (const words of ['help xyzzy', 'help banner xyzzy', 'xyzzy --help']) {
      expect(await svc(words)).toExit(2, 'Unknown command "xyzzy"');
    }
    expect((await svc('help exit-code')).stderr).toContain('Did you mean "exit-codes"?');
  });

  test('a noun without a verb is a usage error that prints the help of the noun on stderr', async () => {
    expect(await (await machine()).svc('banner')).toFail(2, 'Usage: svc banner');
  });
});

describe('a topic', () => {
  test.each(topics.map(({ name, summary }) => [name, summary]))(
    'svc help %s fits into 100 columns off a terminal',
    async (name, summary) => {
      const { code, stdout, stderr } = await (await machine()).svc(`help ${name}`);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout.startsWith(`${summary}\n\n`)).toBe(true);
      expect(tooLong(stdout, 100)).toEqual([]);
    },
  );

  test('the examples of a topic contain only commands and flags that exist', () => {
    const lines = topics.flatMap(({ topic }) =>
      topic.flatMap((block) => (typeof block === 'object' && 'lines' in block ? block.lines : [])),
    );
    const globals = tree.flags.flatMap(({ names }) => names);
    for (const line of lines.filter((each) => each.startsWith('svc '))) {
      const verb = verbOf(line);
      expect(verb, line).toBeDefined();
      const known = [...globals, ...verb!.options.flatMap(({ long, short }) => [long, short])];
      for (const [flag] of line.matchAll(/(?<= )--?[a-z][\w-]*/g)) expect(known, line).toContain(flag);
    }
  });

  test('the sentences of a topic name only commands that exist', () => {
    const known = [...commands.map(pathOf), 'alone'];
    const named = JSON.stringify(topics).matchAll(/svc ((?:help )?[a-z][a-z-]*(?: [a-z-]+)?)/g);
    const unknown = [...named].filter(([, words = '']) => {
      const [first = '', second = ''] = words.replace(/^help /, '').split(' ');
      return (
        !known.includes(first) && !known.includes(`${first} ${second}`) && !topics.some(({ name }) => name === first)
      );
    });
    expect(unknown.map(([words]) => words)).toEqual(['svc only reads', 'svc in scripts', 'svc never prompts']);
  });

  test('svc help flags lists every global flag with its help', async () => {
    const { stdout } = await (await machine()).svc('help flags');
    const text = stdout.replace(/\s+/g, ' ');
    for (const { names, summary } of tree.flags) {
      for (const name of names) expect(text).toContain(name);
      expect(text).toContain(summary.replace(/\s+/g, ' '));
    }
  });
});

function verbOf(line: string) {
  const commands = [...called.values()].map(({ command }) => command);
  const found = commands.filter((verb) => `${line} `.startsWith(`svc ${wordsOf(verb)} `));
  return found.at(-1);
}

describe('an alias', () => {
  test.each([
    ['banner ls --help', 'banner list --help'],
    ['banner rm --help', 'banner delete --help'],
    ['oauth-client remove --help', 'oauth-client delete --help'],
    ['notification get --help', 'notification show --help'],
    ['notification info --help', 'notification show --help'],
    ['banner new --help', 'banner create --help'],
    ['module cache ls --help', 'module cache list --help'],
    ['help banner ls', 'help banner list'],
    ['auth login --help', 'login --help'],
    ['auth logout --help', 'logout --help'],
    ['--profile x auth login --help', 'login --help'],
    ['auth --quiet login --help', 'login --help'],
    ['auth --json login --help', 'login --help --json'],
    ['help auth login', 'login --help'],
  ])('svc %s is svc %s', async (alias, words) => {
    const { svc } = await machine();
    const meant = await svc(words);
    expect(meant.code).toBe(0);
    expect(await svc(alias)).toEqual(meant);
  });

  test('an alias never hides a verb of that name, and is not listed', async () => {
    const { svc } = await machine();
    expect((await svc('config get --help')).stdout).toContain('Usage: svc config get ');
    expect((await svc('banner --help')).stdout).not.toMatch(/\b(ls|rm|new)\b/);
  });

  test('an error of an alias names the command that the alias stands for', async () => {
    const { svc } = await machine();
    expect((await svc('banner rm --xyzzy')).stderr).toContain('svc banner delete --help');
  });
});

describe('a verb that a noun does not have', () => {
  test.each([
    ['profile show', 'list'],
    ['banner edit', 'update'],
    ['team list-all', undefined],
    ['config delete', 'unset'],
    ['organization describe', 'list'],
    ['profile add', 'create'],
  ])('svc %s exits with 2 and suggests the nearest verb: %s', async (words, near) => {
    const error = new RegExp(`^Error: Unknown command "[\\w-]+" for "svc ${words.split(' ')[0]}"\\.\n`);
    const hint = near === undefined ? 'Hint: Choose from: list, show, ' : `Hint: Did you mean "${near}"?`;
    expect(await (await machine()).svc(words)).toExit(2, error, hint);
  });
});
