import { expect, test } from 'vitest';
import { matches, selected } from '../../src/site/patterns.ts';
import fc, { runs } from '../support/properties.ts';

const piece = fc.constantFrom('a', 'b', '-', '.', '*', '?');
const pattern = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const name = fc.array(fc.constantFrom('a', 'b', '-', '.'), { maxLength: 10 }).map((pieces) => pieces.join(''));

test.each([
  ['network-*', 'network-production', true],
  ['network-*', 'network-', true],
  ['network-*', 'my-network-x', false],
  ['net?ork', 'network', true],
  ['net?ork', 'netork', false],
  ['*', '', true],
  ['a.c', 'abc', false],
  ['Web', 'web', false],
])('%s against %s: %s', (text, against, expected) => {
  expect(matches(text, against)).toBe(expected);
});

test('a pattern matches what the same regular expression matches', () => {
  fc.assert(
    fc.property(pattern, name, (text, against) => {
      const source = text.replace(/[-.]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.');
      expect(matches(text, against)).toBe(new RegExp(`^${source}$`).test(against));
    }),
    { numRuns: runs(2_000) },
  );
});

test('a name without wildcards matches only itself', () => {
  fc.assert(
    fc.property(name, name, (one, other) => void expect(matches(one, other)).toBe(one === other)),
    { numRuns: runs(500) },
  );
});

test('many wildcards do not take long', () => {
  expect(matches(`${'*a'.repeat(200)}b`, 'a'.repeat(2_000))).toBe(false);
});

test('exceptions are removed, and the order of the names stays', () => {
  expect(selected(['c', 'a1', 'b', 'a2'], ['a*', 'c'], ['*2'])).toEqual(['c', 'a1']);
});
