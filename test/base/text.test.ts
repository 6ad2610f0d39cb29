import { expect, test } from 'vitest';
import { firstOf, grouped, joined, wrapMessage } from '../../src/base/text.ts';

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('joins names with commas and "and": %j', (names, text) => {
  expect(joined(names)).toBe(text);
});

test('a long list is cut to its first five names and the number of the others', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  expect([firstOf(names), firstOf([...names, 'f', 'g'])]).toEqual(['a, b, c, d, e', 'a, b, c, d, e and 2 more']);
  expect(firstOf([...names, 'f'], '; ')).toBe('a; b; c; d; e; and 1 more');
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
  [-12345, '-12,345'],
  [1234.5678, '1,234.5678'],
  [1e21, '1e+21'],
])('the number %d is shown with separators as %s', (value, text) => {
  expect(grouped(value)).toBe(text);
});

test('a message is broken between words, and its command to copy stays whole', () => {
  const command = 'svc webhook stream create --nats tls://nats.example.com --nats-creds-file admin.creds';
  const wrapped = wrapMessage(`No platform address was found in the settings. Run this command: ${command}`, 40);
  expect(wrapped.split('\n')).toEqual(['No platform address was found in the', 'settings. Run this command:', command]);
});

test.each<[title: string, word: string, columns: number]>([
  ['Latin letters', 'ab', 2],
  ['Chinese characters, which take two columns each', '漢字', 4],
  ['emoji of many code units', '👩‍👩‍👧‍👦', 2],
  ['letters with combining accents', 'e\u0301e\u0301', 2],
  ['characters beyond 16 bits', '𝒜𝒜', 2],
])('a message is wrapped by the columns of %s', (_, word, columns) => {
  const words = Array.from({ length: 12 }, () => word);
  const most = Math.floor((20 + 1) / (columns + 1));
  expect(wrapMessage(words.join(' '), 20).split('\n')[0]).toBe(words.slice(0, most).join(' '));
});

test('a message whose command is followed by prose is broken between words', () => {
  const wrapped = wrapMessage(
    'Set a token: svc notification update ID --generate-token. If it has one, look for a proxy.',
    40,
  );
  expect(wrapped.split('\n')).toEqual([
    'Set a token: svc notification update ID',
    '--generate-token. If it has one, look',
    'for a proxy.',
  ]);
});
