import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everyCommand, leavesOf } from '../../src/cli/reference/phrases.ts';
import { formats } from '../../src/cli/terminal/formats.ts';
import { exitCodes } from '../../src/cli/topics/exit-codes.ts';
import { topics } from '../../src/cli/topics/index.ts';
import { wholeTree } from '../support/tree.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const tree = await wholeTree();
const pagesForUsers = ['cli', 'completions', 'modules', 'network', 'signatures', 'trust'].map(
  (name) => `docs/${name}.md`,
);
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

describe('the reference', () => {
  test('the reference lists exactly the commands of the program, each with a link to its section', () => {
    const listed = rowsOf('docs/reference/README.md', 'Commands').map(([command]) => codesIn(command!)[0]);
    const declared = tree.commands.flatMap((noun) => leavesOf(noun).map(({ words }) => `svc ${words.join(' ')}`));
    expect(listed.toSorted()).toEqual(declared.toSorted());
  });

  test('the reference lists exactly the topics of the program', () => {
    const listed = rowsOf('docs/reference/README.md', 'Topics').map(([topic]) => codesIn(topic!)[0]);
    expect(listed).toEqual(Object.keys(topics).map((name) => `svc help ${name}`));
  });

  test('the reference lists exactly the formats of the program', () => {
    const listed = read('docs/reference/topic-output.md')
      .match(/^\| `\w+` \|/gm)!
      .flatMap(codesIn);
    expect(formats.filter((format) => !listed.includes(format))).toEqual([]);
  });

  test('the reference lists exactly the exit codes of the program, with the numbers and codes of its errors', () => {
    const listed = read('docs/reference/topic-exit-codes.md')
      .match(/^\| `\d.*?` \|/gm)!
      .flatMap(codesIn);
    expect(listed.map((term) => term.split(/ +/))).toEqual(
      exitCodes.map(({ code, exit }) => [String(exit), code].filter(Boolean)),
    );
  });
});

test('docs/cli.md has at most 8 KB', () => {
  expect(Buffer.byteLength(read('docs/cli.md'))).toBeLessThanOrEqual(8192);
});

test('each command and flag that the text of a page names exists', () => {
  const commands = new Map(everyCommand(tree).map((command) => [command.words.join(' '), command.flags]));
  commands.set('help', []);
  const globals = tree.flags.flatMap(({ names }) => names);
  const unknown = ['README.md', ...pagesForUsers, ...guides].flatMap((page) =>
    codesIn(read(page).replaceAll(/^```[\s\S]*?^```$/gm, ''))
      // The scripts type the hidden verb `complete`.
      .filter((code) => /^svc (?!complete\b)[a-z]/.test(code))
      .filter((code) => {
        const words = code.split(' ').slice(1);
        const flags = [3, 2, 1].map((count) => commands.get(words.slice(0, count).join(' '))).find(Boolean);
        const known = [...globals, ...(flags ?? []).flatMap(({ names }) => names)];
        return (
          flags === undefined || words.some((word) => /^--?[a-z]/.test(word) && !known.includes(word.split('=')[0]!))
        );
      })
      .map((code) => `${page}: ${code}`),
  );
  expect(unknown).toEqual([]);
});
