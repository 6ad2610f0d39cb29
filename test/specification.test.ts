import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { idsOf, marksBelow, marksIn, pagesWithTests, withTests } from '../docs/marks.mjs';

const root = resolve(import.meta.dirname, '..');
const pages = pagesWithTests.map((path) => ({ path, page: readFileSync(resolve(root, path), 'utf8') }));
const marks = marksBelow(root);
const ids = pages.flatMap(({ page }) => idsOf(page));

describe('the statements and promises', () => {
  test.each(['P', 'R', 'T'])('%s are numbered without a gap, each number once', (kind) => {
    const numbers = ids.filter((id) => id.startsWith(`${kind}-`)).map((id) => Number(id.slice(2)));
    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers.sort((first, second) => first - second)).toEqual(numbers.map((_, index) => index + 1));
  });

  test('each statement and promise has a test that is marked for it', () => {
    expect(ids.filter((id) => !marks.some((mark) => mark.id === id))).toEqual([]);
  });

  test.each(pages)('$path has no column of tests, which the site adds from the marks', ({ page }) => {
    expect(page).not.toContain('](../test/');
    const lines = page.split('\n');
    const shown = withTests(page, marks).split('\n');
    expect(shown.filter((line, index) => !line.startsWith(lines[index]!))).toEqual([]);
    const rows = shown.filter((line) => /^\| [PRT]-/.test(line));
    expect(rows.filter((line) => !line.includes('](../test/'))).toEqual([]);
  });

  test('the site shows the tests of a statement beside the statement, grouped by file, and beside no other', () => {
    const page = '| | Statement |\n|---|---|\n| P-1 | One `a\\|b`. |\n| P-2 | Two. |\n';
    const found = [
      { id: 'P-1', file: 'wire/a.test.ts', title: 'is | one' },
      { id: 'P-1', file: 'wire/a.test.ts', title: 'is two' },
      { id: 'P-1', file: 'commands/b.test.ts', title: 'is three' },
    ];
    const tests =
      '[a](../test/wire/a.test.ts) `is \\| one`, `is two`<br>[commands/b](../test/commands/b.test.ts) `is three`';
    expect(withTests(page, found)).toBe(
      `| | Statement | Tests |\n|---|---|---|\n| P-1 | One \`a\\|b\`. | ${tests} |\n| P-2 | Two. |  |\n`,
    );
  });
});

describe('a mark of a test', () => {
  const marked = (...lines: string[]) =>
    marksIn('a.test.ts', lines.join('\n')).map(({ id, title }) => `${id} ${title}`);

  test('a mark names only statements and promises that exist', () => {
    expect(marks.filter(({ id }) => !ids.includes(id)).map(({ file, id }) => `${file}: ${id}`)).toEqual([]);
  });

  test('a mark stands before a test or a row of its table, and no test has the same mark twice', () => {
    const titles = marks.map(({ id, file, title }) => `${file}: ${id} ${title}`);
    expect(marks.filter(({ title }) => title === undefined).map(({ id, file }) => `${file}: ${id}`)).toEqual([]);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test('a mark belongs to the next test, also with other comments in between', () => {
    const lines = [
      ...['// spec: P-1, R-2', '// trust: T-3', "test.runIf(ready)('one', () => {});", "test('two', () => {});"],
    ];
    expect(marked(...lines)).toEqual(['P-1 one', 'R-2 one', 'T-3 one']);
  });

  test('a mark before a row has the values of the row in its title', () => {
    const rows = ['  // spec: P-1', "  ['run:created', 200],", '  // spec: P-2', "  ['a' + 'b', 404],"];
    const titles = ['P-1 run:created is 200', 'P-2 %s is 404'];
    expect(marked('test.each([', ...rows, "])('%s is %i', () => {});")).toEqual(titles);
  });

  test("a mark adds the group of its test if another group has a test with the same title, or a title that the group's name begins", () => {
    const group = (name: string, title: string) => [
      `describe('${name}', () => {`,
      '// spec: P-1',
      `test('${title}', f);`,
      '});',
    ];
    const groups = [...group('a', 'is'), ...group('b', 'is'), ...group('c', 'is not'), ...group('part 1', 'is new')];
    expect(marked(...groups)).toEqual(['P-1 a › is', 'P-1 b › is', 'P-1 c › is not', 'P-1 is new']);
  });

  test.each(['const text = 1;', 'test.skip("one", () => {});', 'describe("one", () => {});', ''])(
    'a mark before %j belongs to no test',
    (line) => {
      expect(marked('// spec: P-1', line)).toEqual(['P-1 undefined']);
    },
  );
});
