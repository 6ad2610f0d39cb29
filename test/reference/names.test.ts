import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Offer } from './expected.ts';
import { namesOffered, wordsOffered, writeNames } from './listed.ts';
import { isInstalled } from './pty.ts';

const folder = resolve(import.meta.dirname, '../../completions');

/** How a shell prints what it offers for each line of its input; no program is to be found. */
const shells = {
  bash: {
    options: ['--norc', '-c'],
    program: `set -u; COMP_WORDBREAKS=' '; source ${folder}/svc.bash; PATH=/nowhere
while IFS= read -r COMP_LINE; do COMP_POINT=\${#COMP_LINE}; _svc; echo "\${COMPREPLY[*]-}"; done`,
  },
  fish: {
    options: ['--no-config', '-c'],
    program: `source ${folder}/svc.fish; set -x PATH /nowhere
while read -l line; echo (complete -C "$line" | string replace -r '\\t.*' ''); end`,
  },
};

describe.each(Object.entries(shells))('%s offers', (shell, { options, program }) => {
  /** What is offered in a folder with names in its files, and the files that are there in the end. */
  function offered(table: readonly Offer[], env: Record<string, string> = {}) {
    const home = mkdtempSync(join(tmpdir(), 'svc-names-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    writeNames(home);
    const input = `${table.map(([line]) => line).join('\n')}\n`;
    const clean = { PATH: process.env.PATH ?? '', HOME: home, ...env };
    const stdout = execFileSync(shell, [...options, program], { input, encoding: 'utf8', cwd: home, env: clean });
    const answers = stdout.split('\n').map((answer) => answer.split(' ').filter((word) => word !== ''));
    return { offers: table.map(([line], index) => [line, answers[index]!.sort()]), files: readdirSync(home) };
  }
  const sorted = (table: readonly Offer[]) => table.map(([line, words]) => [line, [...words].sort()]);

  test.skipIf(!isInstalled(shell))('profiles and module calls by name, and evaluates no name', () => {
    const { files, offers } = offered(namesOffered);
    expect(offers).toEqual(sorted(namesOffered));
    expect(files).not.toContain('evaluated');
  });

  test.skipIf(!isInstalled(shell))('flags behind an alias, topics of help, and filters', () => {
    expect(offered(wordsOffered).offers).toEqual(sorted(wordsOffered));
  });

  test.skipIf(!isInstalled(shell))('no profile where the config file is elsewhere', () => {
    const line = 'svc profile use ';
    expect(offered([[line, []]], { SVC_CONFIG_DIR: '/nowhere' }).offers).toEqual([[line, []]]);
    expect(offered([[line, []]], { XDG_CONFIG_HOME: '/nowhere' }).offers).toEqual([[line, []]]);
  });
});
