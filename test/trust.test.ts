import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { citedRows, testCitations } from './support/cited-tests.js';

const page = readFileSync(resolve(import.meta.dirname, '../docs/trust-tests.md'), 'utf8');

describe('docs/trust-tests.md', () => {
  const rows = citedRows(page);

  test('says each threat once', () => {
    expect(rows.length).toBeGreaterThan(50);
    const threats = rows.map(({ cells }) => cells[0]);
    expect(threats.filter((threat, index) => threats.indexOf(threat) !== index)).toEqual([]);
  });

  testCitations(rows);
});

test('docs/trust.md is one page of promises for users, under the headings of the tests', () => {
  const promises = readFileSync(resolve(import.meta.dirname, '../docs/trust.md'), 'utf8');
  const headings = (text: string) => text.match(/^## .*$/gm);
  expect(headings(promises)).toEqual(headings(page));
  expect(promises.length).toBeLessThan(6000);
  expect(promises).not.toContain('.test.ts');
});

describe('a page with citations', () => {
  const head = '| What can happen | What `svc` does | Tests |\n|---|---|---|\n';

  test('gives a row without a test as one that names none', () => {
    expect(citedRows(`${head}| a | b | |\n`)).toEqual([{ cells: ['a', 'b'], citations: [] }]);
  });

  test.each(['| a |', '| a | | |', '| a | b | words |', '| a | b | [x](x.test.ts) `y` |', '| a | b | | d |'])(
    'with the row %s is rejected',
    (row) => {
      expect(() => citedRows(`${head}${row}\n`)).toThrow(/^Not a /);
    },
  );
});
