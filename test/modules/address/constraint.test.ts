import { describe, expect, test } from 'vitest';
import { NotFoundError, SvcError, UsageError } from '../../../src/base/errors.ts';
import { chooseVersion } from '../../../src/modules/address/choose.ts';
import { parseConstraint, satisfies } from '../../../src/modules/address/constraint.ts';
import { parseVersion } from '../../../src/modules/address/version.ts';
import fc, { anyText, forAll, runs } from '../../support/properties.ts';
import { thrown } from '../../support/thrown.ts';

const holds = (version: string, constraint: string) => satisfies(parseVersion(version)!, parseConstraint(constraint));

describe('a version meets a constraint', () => {
  test.each([
    ['missing numbers count as zero', '1.2.0', '= 1.2', true],
    ['a v before the version or the constraint is ignored', 'v1.2.3', 'v1.2.3', true],
    ['white space is ignored', '1.2.3', '  >=1.0 ,<  2  ', true],
    ['~> allows any last number', '1.9.7', '~> 1.2', true],
    ['~> excludes the next first number', '2.0.0', '~> 1.2', false],
    ['~> with three numbers fixes the first two', '1.2.9', '~> 1.2.3', true],
    ['~> with four numbers requires four', '1.2.3', '~> 1.2.3.0', false],
    ['numbers beyond 2^53 are distinguished', '9007199254740993.0.0', '> 9007199254740992.0.0', true],
    ['a prerelease does not meet a plain constraint', '1.3.0-beta', '>= 1.2', false],
    ['a prerelease meets a prerelease of its base', '1.2.0-beta', '>= 1.2.0-alpha', true],
    ['= without a build allows any build', '1.2.3+a', '= 1.2.3', true],
    ['= with a build allows that build', '1.2.3+a', '= 1.2.3+a', true],
    ['= with a build excludes another build', '1.2.3+b', '1.2.3+a', false],
    ['= with a build excludes the version without a build', '1.2.3', '= 1.2.3+a', false],
    ['other operators ignore a build', '1.2.3+a', '>= 1.2.3+b', true],
    ['!= excludes every build', '1.2.3+a', '!= 1.2.3+b', false],
  ])('a version meets a constraint: %s', (_title, version, constraint, expected) => {
    expect(holds(version, constraint)).toBe(expected);
  });
});

describe('a constraint is rejected with its reason', () => {
  test.each([
    ['an empty text', '', 'a version is missing'],
    ['an operator alone', '>=', 'a version is missing'],
    ['a comma at the end', '>= 1.0,', '"" in ">= 1.0," is not a version constraint: a version is missing'],
    ['a caret', '^1.2', 'the operator ^ is not supported; use ~>'],
    ['a tilde', '~1.2', 'the operator ~ is not supported; use ~>'],
    ['a turned operator', '=> 1.2', 'unknown operator =>; the operators are = != > >= < <= ~>'],
    ['a doubled operator', '== 1.2', 'unknown operator =='],
    ['a missing comma', '>= 1.0 < 2.0', 'comparisons are separated by commas'],
    ['an or', '1.0 || 2.0', '"or" is not supported'],
    ['a wildcard', '1.x', 'wildcards are not supported'],
    ['a star', '~> 1.*', 'wildcards are not supported'],
    ['a star alone', '*', 'unknown operator *'],
    ['a word', '~> newest', '"newest" is not a version'],
    ['a later part', '>= 1.0, < two', '"< two" in ">= 1.0, < two" is not a version constraint: "two" is not a version'],
    ['a control character', '1.0\u0000', 'is not a version'],
    ['a blank of another script', '>=\u00a01.0', 'it contains white space other than plain spaces'],
  ])('a constraint is rejected with its reason: %s', (_title, text, reason) => {
    const error = thrown(() => parseConstraint(text));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain(reason);
    expect(error.hint).toContain('"~> 1.2"');
  });

  test('parsing random text gives a constraint or an SvcError', () => {
    const near = fc.stringMatching(/^[0-9.,<>=!~ vx*^|a-]{0,20}$/);
    forAll([fc.oneof(anyText(), near)], runs(2000), (text) => {
      try {
        expect(parseConstraint(text).terms.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(SvcError);
      }
    });
  });
});

describe('the choice of a version', () => {
  const listed = ['1.0.0', '1.10.0', '1.9.0', '2.0.0-beta1', '2.0.0-beta2'];
  test('skips invalid version strings and returns them as ignored', () => {
    expect(chooseVersion(['nightly', '1.0.0', ''])).toEqual({ version: '1.0.0', ignored: ['nightly', ''] });
  });

  test.each([
    ['an empty list', [], undefined, 'a/b/c has no versions.', undefined],
    ['only invalid strings', ['nightly'], undefined, 'a/b/c has no versions. The registry listed "nightly"', undefined],
    ['only prereleases', ['1.0.0-a', '1.0.0-b'], undefined, 'prereleases; the newest is 1.0.0-b.', '@1.0.0-b'],
    ['only prereleases, under a range', ['1.0.0-a'], '>= 0.1', 'has no release, only prereleases', '@1.0.0-a'],
    ['only prereleases, under that range', ['1.0.0-a'], '>= 1.0.0-a', 'has no release, only prereleases', '@1.0.0-a'],
    [
      'only prereleases, of which another one is requested',
      ['1.0.0-a'],
      '1.0.0-b',
      'has no release, only prereleases',
      '@1.0.0-a',
    ],
    [
      'a list in which no version meets the constraint',
      listed,
      '> 3',
      'matches "> 3". The newest available version is 1.10.0',
      'svc module versions',
    ],
    [
      'a range that only a prerelease meets',
      listed,
      '>= 2.0.0-alpha',
      'The newest available version is 1.10.0; the prerelease 2.0.0-beta2 also exists.',
      'Request a prerelease exactly: add @2.0.0-beta2',
    ],
    [
      'a list that has only prereleases of the release',
      listed,
      '2.0.0',
      'the prerelease 2.0.0-beta2 also exists.',
      '@2.0.0-beta2',
    ],
    [
      'a list without the exact version',
      listed,
      '1.5.0',
      'The newest available version is 1.10.0.',
      'svc module versions',
    ],
  ])('no version is chosen from %s', (_title, available, constraint, message, hint) => {
    const asked = constraint === undefined ? undefined : parseConstraint(constraint);
    const error = thrown(() => chooseVersion(available, asked, { module: 'a/b/c' }));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error.message).toContain(message);
    expect(error.hint).toEqual(hint && expect.stringContaining(hint));
  });
});

/** The rules again, from docs/protocol/modules.md#constraints, over structures instead of text. */
interface Model {
  numbers: number[];
  pre: string;
}
type ModelTerm = [operator: string, bound: Model];

const padded = ({ numbers }: Model, length: number) => [...numbers, 0, 0, 0, 0].slice(0, Math.max(length, 3));
const base = (model: Model) => padded(model, 4).reduce((sum, number) => sum * 10 + number, 0);
/** Returns a number for each version: its base, then its prerelease by letter, a release last. */
const rank = (model: Model) => base(model) * 10 + (['a', 'b', 'c'].indexOf(model.pre) + 1 || 9);

function modelMeets(version: Model, [operator, bound]: ModelTerm): boolean {
  const ordered: Record<string, boolean> = {
    '': rank(version) === rank(bound),
    '=': rank(version) === rank(bound),
    '!=': rank(version) !== rank(bound),
    '>': rank(version) > rank(bound),
    '>=': rank(version) >= rank(bound),
    '<': rank(version) < rank(bound),
    '<=': rank(version) <= rank(bound),
    '~>': rank(version) >= rank(bound),
  };
  if (['', '=', '!='].includes(operator)) return ordered[operator]!;
  if (version.pre && !bound.pre) return false;
  if (version.pre && bound.pre && base(version) !== base(bound)) return false;
  if (operator !== '~>') return ordered[operator]!;
  if (bound.pre && !version.pre) return false;
  const [has, wants] = [padded(version, version.numbers.length), padded(bound, bound.numbers.length)];
  if (has.length < wants.length) return false;
  for (let i = 0; i < bound.numbers.length - 1; i++) if (has[i] !== wants[i]) return false;
  return ordered[operator]!;
}

describe('the parser and the choice compared with a second implementation in the test', () => {
  const model = fc.record({
    numbers: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
    pre: fc.constantFrom('', '', 'a', 'b', 'c'),
  });
  const terms = fc.array(fc.tuple(fc.constantFrom('', '=', '!=', '>', '>=', '<', '<=', '~>'), model), {
    minLength: 1,
    maxLength: 3,
  });
  const write = ({ numbers, pre }: Model) => numbers.join('.') + (pre && `-${pre}`);
  const writeAll = (list: ModelTerm[]) => list.map(([operator, bound]) => `${operator} ${write(bound)}`).join(', ');

  test('a version meets a constraint exactly if the second implementation says so', () => {
    forAll([model, terms], runs(20_000), (version, list) => {
      expect(holds(write(version), writeAll(list))).toBe(list.every((term) => modelMeets(version, term)));
    });
  });

  test('the chosen version is the highest of the second implementation, or both choose none', () => {
    forAll([fc.array(model, { maxLength: 8 }), terms], runs(5000), (available, list) => {
      const exact = list.filter(([operator]) => operator === '' || operator === '=').map(([, bound]) => rank(bound));
      const fit = available
        .filter((version) => !version.pre || exact.includes(rank(version)))
        .filter((version) => list.every((term) => modelMeets(version, term)));
      const best = fit.find((version) => fit.every((other) => rank(other) <= rank(version)));
      const choose = () => chooseVersion(available.map(write), parseConstraint(writeAll(list)));
      if (best) expect(choose()).toEqual({ version: write(best), ignored: [] });
      else expect(thrown(choose)).toBeInstanceOf(NotFoundError);
    });
  });
});
