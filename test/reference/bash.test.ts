import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bashScript } from '../../src/reference/bash.ts';
import { expectedOffers, type Offer } from './expected.ts';
import { wholeTree } from './tree.ts';

const script = resolve(import.meta.dirname, '../../completions/svc.bash');
const tree = await wholeTree();
const { commands, flags, values } = expectedOffers(tree);

/** The completions of bash for each line, without any program on PATH. */
function offered(lines: readonly string[]): string[][] {
  const program = `set -u; source ${script}; PATH=/nowhere
while IFS= read -r COMP_LINE; do COMP_POINT=\${#COMP_LINE}; _svc; echo "\${COMPREPLY[*]-}"; done`;
  const stdout = execFileSync('bash', ['--norc', '-c', program], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  const answers = stdout.split('\n').slice(0, -1);
  return answers.map((answer) => answer.split(' ').filter((word) => word !== ''));
}

/** Compares a whole table at once: a shell is started once for all of it. */
function expectOffers(table: readonly Offer[]): void {
  const answers = offered(table.map(([line]) => line));
  expect(table.map(([line], index) => [line, answers[index]])).toEqual(table);
}

describe('bash is offered', () => {
  test('the verbs of every noun', () => expectOffers(commands));

  test('the flags of every command, and the global ones', () => expectOffers(flags));

  test('the words of every value and argument that has known ones', () => {
    expect(values.length).toBeGreaterThan(5);
    expectOffers(values);
  });

  test('values behind = too, without what readline keeps', () => {
    expectOffers(
      values.filter(([line]) => / --\S+ $/.test(line)).map(([line, words]) => [line.replace(/ $/, '='), words]),
    );
  });
});

describe('bash understands', () => {
  test.each<Offer>([
    ['svc --json banner cr', ['create']],
    ['svc --profile banner banner cr', ['create']],
    ['svc -o json banner --output=yaml cr', ['create']],
    ['svc "banner" \'cr', ['create']],
    ['svc ban\\ner cr', ['create']],
    ['svc  banner\tcr', ['create']],
    ['svc -o j', ['json']],
    ['svc --output=j', ['json']],
    ['svc --output="j', ['--output=json']],
    ['svc banner create --title "svc module " --sty', ['--style']],
    ['svc banner create --title --style --sty', ['--style']],
    ['svc banner create -- --sty', []],
    ['svc banner delete x', []],
    ['svc help ban', ['banner']],
    ['svc help banner cr', ['create']],
    ['svc help banner --', []],
    ['svc no-such-thing ', []],
    ['svc banner create --title "$(touch /tmp/svc-was-here)" --sty', ['--style']],
  ])('%s', (line, words) => expectOffers([[line, words]]));

  test('words with a colon, of which readline replaces only the end', () => {
    const known = {
      name: 'trigger',
      optional: false,
      kind: 'text',
      known: ['run:created', 'run:completed'],
      closed: false,
    } as const;
    const flag = {
      names: ['--on'],
      value: known,
      summary: '',
      mandatory: false,
      repeatable: true,
      opposite: undefined,
    };
    const command = {
      words: ['go'],
      aliases: [],
      summary: '',
      arguments: [],
      flags: [flag],
      commands: [],
      explanation: undefined,
    };
    const small = bashScript({ ...command, name: 'svc', words: [], flags: [], commands: [command], topics: [] });
    const ask = (line: string, breaks = ' :=') => {
      const program = `${small}\nCOMP_WORDBREAKS=$2 COMP_LINE=$1 COMP_POINT=\${#1}; _svc; echo "\${COMPREPLY[*]}"`;
      return execFileSync('bash', ['--norc', '-c', program, 'bash', line, breaks], { encoding: 'utf8' }).trim();
    };
    expect(ask('svc go --on run:co')).toBe('completed');
    expect(ask('svc go --on=run:cr')).toBe('created');
    expect(ask('svc go --on "run:co')).toBe('run:completed');
    expect(ask('svc go --on run:co', ' ')).toBe('run:completed');
  });
});

test('the script is for bash 3.2 and evaluates nothing', () => {
  const code = bashScript(tree).replace(/^ *#.*$/gm, '');
  expect(code).not.toMatch(
    /\beval\b|`|\$\((?!\()|<\(|declare -A|local -A|mapfile|readarray|\$\{\w+(,,|\^\^)|;;&|;&|&>>|\[\[ -v/,
  );
  expect(code).not.toMatch(/_init_completion|_get_comp_words|__ltrim|compgen/);
});
