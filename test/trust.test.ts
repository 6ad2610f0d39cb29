import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync(resolve(import.meta.dirname, '../docs/trust-tests.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\|(?! \|)(?!---)/.test(line));
const cells = rows.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));

test('each row of docs/trust-tests.md has a number, a threat and the response of svc', () => {
  const isWhole = (row: string[]) => /^T-\d+$/.test(row[1]!) && row.length === 5 && row[2] !== '' && row[3] !== '';
  expect(rows.filter((_, index) => !isWhole(cells[index]!))).toEqual([]);
});

test('docs/trust-tests.md lists each threat once', () => {
  expect(rows.length).toBeGreaterThan(50);
  const threats = cells.map(([, , threat]) => threat);
  expect(threats.filter((threat, index) => threats.indexOf(threat) !== index)).toEqual([]);
});
