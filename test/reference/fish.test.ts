import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectedOffers, type Offer } from './expected.ts';
import { isInstalled } from './pty.ts';
import { wholeTree } from './tree.ts';

const script = resolve(import.meta.dirname, '../../completions/svc.fish');
const tree = await wholeTree();
const { commands, flags, values } = expectedOffers(tree);

/** The completions of fish for each line, with descriptions, in a folder with one file. */
function offered(lines: readonly string[]): string[][][] {
  const home = mkdtempSync(join(tmpdir(), 'svc-fish-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, 'a-file.txt'), '');
  const program = `source ${script}; set -x PATH /nowhere; while read -l line; complete -C "$line"; echo end; end`;
  const stdout = execFileSync('fish', ['--no-config', '-c', program], {
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
    cwd: home,
    env: { ...process.env, HOME: home },
  });
  const answers = stdout.split(/^end\n/m).slice(0, -1);
  return answers.map((answer) =>
    answer
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t')),
  );
}

function expectOffers(table: readonly Offer[]): void {
  const answers = offered(table.map(([line]) => line));
  // A flag with an optional value is offered with and without its =.
  const words = (all: readonly string[]) => [...new Set(all.map((word) => word.replace(/=$/, '')))].sort();
  const found = table.map(([line], index) => [line, words((answers[index] ?? []).map(([word = '']) => word))]);
  expect(found).toEqual(table.map(([line, wanted]) => [line, words(wanted)]));
}

describe.skipIf(!isInstalled('fish'))('fish offers', () => {
  test('the verbs of every noun', () => expectOffers(commands));

  test('the flags of every command, and the global ones', () => expectOffers(flags));

  test('the words of every value and argument that has known ones', () => expectOffers(values));

  test('what each verb is for', () => {
    const [answers] = offered(['svc banner ']);
    expect(answers).toContainEqual(['create', 'Create a banner, now or on a schedule']);
  });

  test.each<Offer>([
    ['svc --json banner cr', ['create']],
    ['svc --profile banner banner cr', ['create']],
    ['svc -o json banner --output=yaml cr', ['create']],
    ['svc -o j', ['json']],
    ['svc banner create -- --sty', []],
    ['svc banner delete a', []],
    ['svc login --token-file a', ['a-file.txt']],
    ['svc help banner cr', ['create']],
    ['svc help banner --', []],
    ['svc no-such-thing ', []],
  ])('%s', (line, words) => expectOffers([[line, words]]));
});
