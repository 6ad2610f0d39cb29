import { describe, expect, test } from 'vitest';
import { filterByGlob, matchesGlob } from '../../src/base/glob.ts';
import fc, { forAll, runs } from '../support/properties.ts';

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
  ['[a-c]', 'b', false],
  ['[a-c]', '[a-c]', true],
  ['?', '😀', true],
])('the pattern %s matches %s: %s', (text, against, expected) => {
  expect(matchesGlob(text, against)).toBe(expected);
});

test('a pattern matches the same names as the equivalent regular expression', () => {
  forAll([pattern, name], runs(2_000), (text, against) => {
    const source = text.replace(/[-.]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.');
    expect(matchesGlob(text, against)).toBe(new RegExp(`^${source}$`).test(against));
  });
});

test('a name without wildcards matches only itself', () => {
  forAll([name, name], runs(500), (one, other) => void expect(matchesGlob(one, other)).toBe(one === other));
});

// trust: T-89
test('many wildcards do not take long', () => {
  expect(matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(2_000))).toBe(false);
});

test('excluded names are removed, and the order of the names stays', () => {
  expect(filterByGlob(['c', 'a1', 'b', 'a2'], ['a*', 'c'], ['*2'])).toEqual(['c', 'a1']);
});

describe('a pattern with classes', () => {
  test.each([
    ['*', 'anything', true],
    ['*', '', true],
    ['a*b*c', 'axxbxxc', true],
    ['a*b*c', 'axxbxx', false],
    ['?', 'é', true],
    ['?', '😀', true],
    ['?', '', false],
    ['[a-c]x', 'bx', true],
    ['[a-c]x', 'dx', false],
    ['[^a-c]x', 'dx', true],
    ['[abc-]', '-', true],
    ['[a', '[a', true],
    ['(a|b)', 'a', false],
  ])('the pattern %j with classes matches %j: %s', (pattern, name, expected) => {
    expect(matchesGlob(pattern, name, { classes: true })).toBe(expected);
  });

  test('a pattern with many stars is matched quickly against a name that it does not match', () => {
    expect(matchesGlob(`${'*a'.repeat(120)}b`, 'a'.repeat(255), { classes: true })).toBe(false);
  });
});
