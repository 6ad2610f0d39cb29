import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assumptionsOf, assumptionsPage } from '../../support/assumptions.ts';

const root = resolve(import.meta.dirname, '../../..');

test('docs/assumptions.md is current', () => {
  const checkedIn = readFileSync(resolve(root, 'docs/assumptions.md'), 'utf8').split('\n');
  const wanted = assumptionsPage(root).split('\n');
  const line = wanted.findIndex((each, index) => each !== checkedIn[index]);
  expect(checkedIn[line], 'docs/assumptions.md is not what the sources say: run `npm run reference`').toBe(
    wanted[line],
  );
  expect(checkedIn.length).toBe(wanted.length);
});

describe('an assumption', () => {
  const cited = (...lines: string[]) => assumptionsOf('room/file.ts', [...lines, ''].join('\n'));

  test('an assumption has its text, the declaration below its comment and the page that it cites', () => {
    expect(
      cited('/** assumed: the longest title (docs/protocol/banners.md#assumed). */', 'const longest = 100;'),
    ).toEqual([
      { file: 'room/file.ts', name: 'longest', text: 'The longest title.', sources: ['protocol/banners.md#assumed'] },
    ]);
  });

  test('an assumption can span lines and ends at a tag', () => {
    const lines = [
      '/**',
      ' * A title. assumed: it is',
      ' * short.',
      ' * @throws when it is long',
      ' */',
      'type Title = string;',
    ];
    expect(cited(...lines)).toMatchObject([{ name: 'Title', text: 'It is short.' }]);
  });

  test('an assumption inside a function belongs to the function, and cites the page of its comment unless it cites a page itself', () => {
    const lines = [
      'function show() {',
      '  // See docs/cli.md#output. assumed: one; assumed: two',
      '  // (docs/cli.md#errors).',
      '  act();',
      '}',
    ];
    expect(cited(...lines)).toMatchObject([
      { name: 'show', text: 'One.', sources: ['cli.md#output', 'cli.md#errors'] },
      { name: 'show', text: 'Two.', sources: ['cli.md#errors'] },
    ]);
  });

  test('an assumption in the middle of a sentence has the whole sentence as its text', () => {
    expect(
      cited('/** See there. A name (assumed: as typed, docs/cli.md#output) is its id. It is long. */'),
    ).toMatchObject([{ text: 'A name (as typed) is its id. It is long.', sources: ['cli.md#output'] }]);
  });

  test('each assumption in src names its subject, not only a pronoun', () => {
    const texts = [...assumptionsPage(root).matchAll(/^\| \[.*? \| (.*) \| .* \|$/gm)].map(([, text]) => text!);
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => /^(these|those|this|all of (it|them))?( \w+)?\W*$/i.test(text))).toEqual([]);
  });

  test('an assumption inside a string is ignored', () => {
    expect(cited("const text = 'assumed: nothing';")).toEqual([]);
  });
});
