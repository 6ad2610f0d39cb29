import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noun as banner } from '../../src/commands/banner/index.ts';
import { hasPty, isInstalled, openPty, type Pty } from '../cli/reference/pty.ts';
import { program, programInShell, requireBuild } from '../support/executable.ts';
import { hostilePlatform, writeNames } from '../support/names.ts';

const folder = resolve('completions');
const pty = hasPty();

const svc = (words: string[], home: string, env: Record<string, string> = {}) =>
  execa(program[0], [...program.slice(1), 'completion', ...words], {
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    env: { HOME: home, PATH: process.env.PATH ?? '', ...env },
  });

/** A start-up file: a prompt to wait for, and a program that repeats its arguments. */
const rc = {
  bash: `PS1='REA''DY> '; bind 'set enable-bracketed-paste off'; bind 'set completion-query-items 0'
svc() { printf 'GOT'; printf '<%s>' "$@"; echo ' GO''T'; }`,
  zsh: `PS1='REA''DY> '; LISTMAX=999; setopt no_beep
svc() { printf 'GOT'; printf '<%s>' "$@"; echo ' GO''T' }`,
  fish: `function fish_prompt; printf 'REA'; printf 'DY> '; end; function fish_greeting; end
function svc; printf 'GOT'; printf '<%s>' $argv; echo ' GO''T'; end`,
};

/** The start command of each shell, and its start-up file. */
const start = {
  bash: { command: 'bash --noprofile --rcfile "$HOME/.bashrc" -i', file: '.bashrc' },
  zsh: { command: 'zsh -i', file: '.zshrc' },
  fish: { command: 'fish -i', file: '.config/fish/config.fish' },
};
type Shell = keyof typeof start;
const shells = Object.keys(start) as Shell[];

/** A folder with a program `svc`, for PATH. */
async function binFolder(home: string): Promise<string> {
  await mkdir(join(home, 'bin'));
  await writeFile(join(home, 'bin/svc'), `#!/bin/sh\nexec ${programInShell} "$@"\n`);
  await chmod(join(home, 'bin/svc'), 0o755);
  return join(home, 'bin');
}

/** Starts a shell with the completions of `svc completion install` and the line that it says to add. */
async function openShell(shell: Shell, home: string, address: string): Promise<Pty> {
  const { stdout } = await svc(['install', shell, '-o', 'json'], home);
  const { line } = JSON.parse(stdout) as { line: string | null };
  const file = join(home, start[shell].file);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, `${rc[shell]}\n${line ?? ''}\n`);
  writeNames(home, address);
  const PATH = `${await binFolder(home)}:${process.env.PATH}`;
  await mkdir(join(home, 'my modules'));
  for (const name of ['token.txt', 'my-notes.txt']) await writeFile(join(home, name), '');
  const opened = openPty(start[shell].command, { cwd: home, env: { HOME: home, PATH } });
  await opened.shows('READY> ');
  return opened;
}

beforeAll(() => {
  requireBuild();
});

describe.each(shells)('TAB in %s', (shell) => {
  describe.skipIf(!pty || !isInstalled(shell))('on a terminal', () => {
    let home: string;
    let terminal: Pty;
    let platform: Awaited<ReturnType<typeof hostilePlatform>>;

    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'svc-tab-'));
      platform = await hostilePlatform();
      terminal = await openShell(shell, home, platform.address);
    });
    afterAll(async () => {
      await platform?.close();
      await terminal?.close();
      // An ended shell may still write its history.
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    });

    // The pressed keys, and the arguments that the program receives.
    // trust: T-143
    test.each([
      ['a noun and a verb', 'svc ban\tcr\t', 'banner create'],
      ['nothing for what is not there', 'svc xyz\t', 'xyz'],
      ['a flag', 'svc banner create --tit\t x', 'banner create --title x'],
      ['a flag behind an argument', 'svc banner update an-id --tit\t x', 'banner update an-id --title x'],
      [
        'a verb behind the value of a flag',
        'svc --profile banner -o js\tmodu\tstats',
        '--profile banner -o json module stats',
      ],
      ['a value that is one of some', 'svc sandbox start --edition ho\t', 'sandbox start --edition hosted'],
      ['a value behind =', 'svc sandbox start --edition=ho\t', 'sandbox start --edition=hosted'],
      [
        'a value with a colon',
        'svc notification create --trigger run:comp\t',
        'notification create --trigger run:completed',
      ],
      [
        'a value with a colon behind =',
        'svc notification create --trigger=run:comp\t',
        'notification create --trigger=run:completed',
      ],
      ['a file', 'svc login --token-file to\t', 'login --token-file token.txt'],
      ['a file behind =', 'svc login --token-file=to\t', 'login --token-file=token.txt'],
      ['a file where an id may stand too', 'svc webhook verify to\t', 'webhook verify token.txt'],
      ['an id where a file may stand too', 'svc webhook verify last-\t', 'webhook verify last-rejected'],
      ['a folder, and no file', 'svc module download --dir my\t', 'module download --dir my modules'],
      ['no file where none belongs', 'svc banner delete to\t', 'banner delete to'],
      ['the command that help is about', 'svc help ban\tup\t', 'help banner update'],
      ['a profile', 'svc --profile wo-\t profile use wor\t', '--profile wo-2 profile use work'],
      ['a module call', 'svc module lock --upgrade=network.\t', 'module lock --upgrade=network.subnet'],
      [
        'the key and the value of a filter',
        'svc webhook list --filter verd\tref\t',
        'webhook list --filter verdict=refused',
      ],
      ['a word in the middle of a line', `svc ban --title x${'\x02'.repeat(10)}\t`, 'banner --title x'],
      ['a value between quotes', 'svc sandbox start --edition "ho\t', 'sandbox start --edition hosted'],
      ['a value between quotes behind =', 'svc sandbox start --edition="ho\t', 'sandbox start --edition=hosted'],
      ['the names of a platform', 'svc workspace show we\t-\t', 'workspace show web-2'],
      [
        'the names of a platform behind =',
        'svc notification list --workspace=web-\t',
        'notification list --workspace=web-2',
      ],
      ['a name with a blank', 'svc team show a\\ \t', 'team show a b'],
      ['a name with a blank between quotes', 'svc team show "a \t', 'team show a b'],
      ['a name that is a command as text', 'svc workspace show \\$\t', 'workspace show $(touch evaluated)'],
      ['a name in backticks as text', 'svc workspace show \\`\t', 'workspace show `touch evaluated`'],
      ['a name behind a semicolon as text', 'svc workspace show a\\;\t', 'workspace show a;touch evaluated'],
      ['a name with quotes as text', "svc workspace show \\'\t", "workspace show '; touch evaluated; '"],
      ['a pattern as text', 'svc workspace show \\*\t', 'workspace show *'],
      ['a hostile profile as text', 'svc profile use \\$\t', 'profile use $(touch evaluated)'],
      ['nothing that would be a flag', 'svc workspace show -- --y\t', 'workspace show -- --y'],
    ])('TAB completes %s', async (_, keys, words) => {
      terminal.press(`${keys}\r`);
      const shown = await terminal.shows(/GOT<.*?> GOT/);
      const [, got = ''] = /GOT<(.*?)> GOT/.exec(shown) ?? [];
      // Each shell decides whether to keep the slash of a folder.
      expect(got.replaceAll('><', ' ').replace(/\/$/, '')).toBe(words);
      expect(await readdir(home), 'a name in a file was evaluated').not.toContain('evaluated');
      await terminal.shows('READY> ');
    });

    test('TAB twice lists the completions, in zsh and fish with descriptions', async () => {
      terminal.press('svc banner \t');
      if (shell === 'bash') terminal.press('\t');
      const verbs = banner.verbs.map(({ words }) => words).sort();
      const list = shell === 'bash' ? new RegExp(verbs.join('\\s+')) : /Create a banner, now or on a schedule/;
      expect(await terminal.shows(list)).toMatch(list);
      terminal.press('\x15svc done\r');
      await terminal.shows('GOT<done> GOT');
      await terminal.shows('READY> ');
    });
  });
});

test.skipIf(!existsSync('/dev/full')).each(['> /dev/full', '>&-', '| true'])(
  'svc complete prints no error and exits with 0 if its output cannot be written (%s)',
  async (end) => {
    const line = `${programInShell} complete -- svc banner '' ${end}`;
    expect(await execa('sh', ['-c', line], { reject: false })).toMatchObject({ exitCode: 0, stderr: '' });
  },
);

describe('the completion script', () => {
  test.each([...shells, 'powershell'] as const)('svc completion %s prints the committed script', async (shell) => {
    const name = { bash: 'svc.bash', zsh: 'svc.zsh', fish: 'svc.fish', powershell: 'svc.ps1' }[shell];
    const { exitCode, stderr, stdout } = await svc([shell], tmpdir());
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout === (await readFile(join(folder, name), 'utf8'))).toBe(true);
  });

  describe.each([
    ['bash', ['--norc', '-c']],
    ['zsh', ['-f', '-c']],
    ['fish', ['--no-config', '-c']],
  ] as const)('for %s', (shell, options) => {
    test.skipIf(!isInstalled(shell))(
      'the completion script prints nothing when it is sourced once or twice',
      async () => {
        const file = join(folder, `svc.${shell}`);
        const { all, exitCode } = await execa(shell, [...options, `source ${file}; source ${file}`], {
          all: true,
          reject: false,
        });
        expect([exitCode, all]).toEqual([0, '']);
      },
    );
  });

  test.skipIf(!isInstalled('pwsh'))(
    'the PowerShell completion script runs in PowerShell and offers the right completions',
    async () => {
      const lines = ['svc ban', 'svc banner create --tit', 'svc -o js', 'svc sandbox start --edition=ho'];
      const ask = lines.map((line) => `(TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`);
      const { stdout } = await execa('pwsh', [
        '-NoProfile',
        '-Command',
        `. ${join(folder, 'svc.ps1')}; ${ask.join('; ')}`,
      ]);
      expect(stdout.split(/\r?\n/)).toEqual(['banner', '--title', 'json', '--edition=hosted']);
    },
  );
});
