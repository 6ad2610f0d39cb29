import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { citedRows, testCitations } from './support/cited-tests.js';

const page = readFileSync(resolve(import.meta.dirname, '../docs/specification.md'), 'utf8');

/** The rows of all tables but that of what is not tested. */
const rows = citedRows(page.slice(0, page.indexOf('\n## What is not tested')));
const ids = rows.map(({ cells }) => cells[0]!);

describe('docs/specification.md', () => {
  test('has rows for both documents, numbered without a gap and each number once', () => {
    for (const document of ['P', 'R']) {
      const numbers = ids.filter((id) => id.startsWith(`${document}-`)).map((id) => Number(id.slice(2)));
      expect(numbers.length).toBeGreaterThan(50);
      expect(numbers.sort((first, second) => first - second)).toEqual(numbers.map((_, index) => index + 1));
    }
    expect(ids.filter((id) => !/^[PR]-\d+$/.test(id))).toEqual([]);
  });

  testCitations(rows);
});
