import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everyCommand, leavesOf } from '../../src/reference/facts.ts';
import { nounsOf } from '../../src/reference/phrases.ts';
import { formats } from '../../src/terminal/formats.ts';
import { exitCodes } from '../../src/topics/exit-codes.ts';
import { wholeTree } from '../support/tree.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const tree = await wholeTree();
const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);

/** The cells of each row of the tables in a section. */
const rowsOf = (page: string, section: string) => {
  const [, text = ''] = read(page).split(`\n## ${section}\n`);
  const rows = text.split('\n## ')[0]!.match(/^\|.*\|$/gm) ?? [];
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
};
const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

describe('docs/cli.md', () => {
  test('lists exactly the nouns and verbs of the program', () => {
    const listed = rowsOf('docs/cli.md', 'Commands').flatMap(([nouns, verbs]) =>
      (nouns === '' ? [''] : codesIn(nouns!)).flatMap((noun) =>
        codesIn(verbs!).map((verb) => `${noun} ${verb}`.trim()),
      ),
    );
    const declared = nounsOf(tree).flatMap((noun) => [
      ...new Set(leavesOf(noun).map(({ words }) => words.slice(0, 2).join(' '))),
    ]);
    expect(listed.toSorted()).toEqual(declared.toSorted());
  });

  test('lists exactly the formats of the program', () => {
    const listed = rowsOf('docs/cli.md', 'Output').map(([format]) => codesIn(format!)[0]);
    expect(listed.toSorted()).toEqual(formats.toSorted());
  });
});

test.each([
  ['docs/cli.md', 'Exit codes'],
  ['README.md', 'Output and exit codes'],
])('the exit codes of %s are those of the program', (page, section) => {
  const listed = rowsOf(page, section).map(([exit, code]) => [Number.parseInt(exit!, 10), codesIn(code!)[0] ?? '']);
  expect(listed).toEqual(exitCodes.map(({ code, exit }) => [exit, code]));
});

test('each command and flag that a page names in its text exists', () => {
  const commands = new Map(everyCommand(tree).map((command) => [command.words.join(' '), command]));
  const globals = tree.flags.flatMap(({ names }) => names);
  const unknown = ['README.md', 'docs/cli.md', 'docs/modules.md', ...guides].flatMap((page) =>
    codesIn(read(page).replaceAll(/^```[\s\S]*?^```$/gm, ''))
      // The scripts type the hidden verb `complete`.
      .filter((code) => /^svc (?!complete\b)[a-z]/.test(code))
      .filter((code) => {
        const words = code.split(' ').slice(1);
        const command = [3, 2, 1].map((count) => commands.get(words.slice(0, count).join(' '))).find(Boolean);
        const known = [...globals, ...(command?.flags.flatMap(({ names }) => names) ?? [])];
        return (
          command === undefined || words.some((word) => /^--?[a-z]/.test(word) && !known.includes(word.split('=')[0]!))
        );
      })
      .map((code) => `${page}: ${code}`),
  );
  expect(unknown).toEqual([]);
});
