import { expect, test } from 'vitest';
import { platformPage } from '../../src/sandbox/pagination.ts';

const all = Array.from({ length: 45 }, (_, at) => at + 1);
const page = (query: string, rows: readonly number[] = all, whole = false) =>
  platformPage({ query: new URLSearchParams(query), url: 'http://h', path: '/api/v2/things' }, rows, Number, { whole });
const numbers = ({ meta }: ReturnType<typeof page>) => Object.values(meta.pagination);
const at = (number: number, size: number, before = '') =>
  `http://h/api/v2/things?${before}page%5Bnumber%5D=${number}&page%5Bsize%5D=${size}`;

test('a first page has twenty rows, and links and numbers that lead to the other pages', () => {
  const { data, links, meta } = page('');
  expect(data).toEqual(all.slice(0, 20));
  expect(meta.pagination).toEqual({
    'current-page': 1,
    'page-size': 20,
    'prev-page': null,
    'next-page': 2,
    'total-pages': 3,
    'total-count': 45,
  });
  expect(links).toEqual({ self: at(1, 20), first: at(1, 20), prev: null, next: at(2, 20), last: at(3, 20) });
});

// current, size, prev, next, pages, count
test.each([
  ['page[number]=3', all, [41, 45], [3, 20, 2, null, 3, 45]],
  ['page[number]=2&page[size]=10', all, [11, 20], [2, 10, 1, 3, 5, 45]],
  ['page[size]=1000', all, [1, 45], [1, 100, null, null, 1, 45]],
  ['page[number]=999', all, [], [999, 20, null, null, 3, 45]],
  ['page[number]=0&page[size]=x', all, [1, 20], [1, 20, null, 2, 3, 45]],
  ['page[number]=-1&page[size]=1e2', all, [1, 20], [1, 20, null, 2, 3, 45]],
  ['', [], [], [1, 20, null, null, 1, 0]],
])('the query %j of %j returns the right page', (query, rows, ends, expected) => {
  const answer = page(query, rows);
  expect([answer.data[0], answer.data.at(-1)].filter((row) => row !== undefined)).toEqual(ends);
  expect(numbers(answer)).toEqual(expected);
});

test('a short list is one page unless a page is requested', () => {
  expect(page('', all, true).data).toEqual(all);
  expect(numbers(page('', all, true))).toEqual([1, 45, null, null, 1, 45]);
  expect(numbers(page('', [], true))).toEqual([1, 1, null, null, 1, 0]);
  expect(page('page[size]=5', all, true).data).toEqual([1, 2, 3, 4, 5]);
});

test('the links of a page contain the rest of the query', () => {
  expect(page('q=a%20b&page[size]=40').links.next).toBe(
    at(2, 40, 'q=a+b&').replace(/(.*\?q=a\+b)&(.*)/, '$1&page%5Bsize%5D=40&page%5Bnumber%5D=2'),
  );
});
