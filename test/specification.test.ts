import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { marksBelow, marksIn, statementsOf, withTests } from '../docs/marks.mjs';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(root, 'docs/specification.md'), 'utf8');
const ids = statementsOf(page);
const marks = marksBelow(root);

describe('docs/specification.md', () => {
  test('has rows for both documents, numbered without a gap and each number once', () => {
    for (const document of ['P', 'R']) {
      const numbers = ids.filter((id) => id.startsWith(`${document}-`)).map((id) => Number(id.slice(2)));
      expect(numbers.length).toBeGreaterThan(50);
      expect(numbers.sort((first, second) => first - second)).toEqual(numbers.map((_, index) => index + 1));
    }
  });

  test('has no row without a test that is marked for it', () => {
    expect(ids.filter((id) => !marks.some((mark) => mark.id === id))).toEqual([]);
  });

  test('names the tests that are marked', () => {
    const [lines, wanted] = [page.split('\n'), withTests(page, marks).split('\n')];
    const stale = wanted.filter((line, index) => line !== lines[index]);
    expect(stale, 'docs/specification.md is not what the marks say: run `npm run reference`').toEqual([]);
  });
});

describe('a mark of a test', () => {
  const marked = (...lines: string[]) =>
    marksIn('a.test.ts', lines.join('\n')).map(({ id, title }) => `${id} ${title}`);

  test('names statements of the specification', () => {
    expect(marks.filter(({ id }) => !ids.includes(id)).map(({ file, id }) => `${file}: ${id}`)).toEqual([]);
  });

  test('stands before a test or a row of its table, and once', () => {
    const titles = marks.map(({ id, file, title }) => `${file}: ${id} ${title}`);
    expect(marks.filter(({ title }) => title === undefined).map(({ id, file }) => `${file}: ${id}`)).toEqual([]);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test('belongs to the next test, whatever comments are between', () => {
    const lines = ['// spec: P-1, R-2', '// Because.', "test.runIf(ready)('one', () => {});", "test('two', () => {});"];
    expect(marked(...lines)).toEqual(['P-1 one', 'R-2 one']);
  });

  test('before a row has the values of the row in its title', () => {
    const rows = ['  // spec: P-1', "  ['run:created', 200],", '  // spec: P-2', "  ['a' + 'b', 404],"];
    const titles = ['P-1 run:created is 200', 'P-2 %s is 404'];
    expect(marked('test.each([', ...rows, "])('%s is %i', () => {});")).toEqual(titles);
  });

  test('has the group of its test if the test of another group has the same title', () => {
    const group = (name: string) => [`describe('${name}', () => {`, '// spec: P-1', "test('is', () => {});", '});'];
    expect(marked(...group('a'), ...group('b'))).toEqual(['P-1 a › is', 'P-1 b › is']);
  });

  test.each(['const text = 1;', 'test.skip("one", () => {});', 'describe("one", () => {});', ''])(
    'before %j has no test',
    (line) => {
      expect(marked('// spec: P-1', line)).toEqual(['P-1 undefined']);
    },
  );
});
