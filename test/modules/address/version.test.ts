import semver from 'semver';
import { describe, expect, test } from 'vitest';
import { compareVersions, formatVersion, parseVersion } from '../../../src/modules/address/version.ts';
import fc, { forAll, runs } from '../../support/properties.ts';

const compare = (a: string, b: string) => Math.sign(compareVersions(parseVersion(a)!, parseVersion(b)!));

describe('a version is read and spelled canonically', () => {
  test.each([
    ['three segments stay', '1.2.3', '1.2.3'],
    ['a v is dropped', 'v1.2.3', '1.2.3'],
    ['one segment gets two zeros', '1', '1.0.0'],
    ['two segments get a zero', '1.2', '1.2.0'],
    ['four segments stay', '1.2.3.4', '1.2.3.4'],
    ['leading zeros are dropped', '01.02.03', '1.2.3'],
    ['a prerelease stays', '1.2.3-beta.1', '1.2.3-beta.1'],
    ['a prerelease without a dash gets one', '1.7rc2', '1.7.0-rc2'],
    ['a prerelease may start with a digit', '1.2.3-0.a', '1.2.3-0.a'],
    ['a tilde is part of a prerelease', '1.2.3~rc1', '1.2.3-~rc1'],
    ['metadata stays', '1.2.3+meta.5', '1.2.3+meta.5'],
    ['prerelease and metadata stay', 'v1.2-x.7+m-1', '1.2.0-x.7+m-1'],
    ['numbers beyond 2^53 keep every digit', '9007199254740993.0.0', '9007199254740993.0.0'],
  ])('a version is read and spelled canonically: %s', (_title, text, canonical) => {
    expect(formatVersion(parseVersion(text)!)).toBe(canonical);
  });

  test.each([
    ['an empty text', ''],
    ['a word', 'latest'],
    ['a v alone', 'v'],
    ['a capital V', 'V1.0.0'],
    ['a space before', ' 1.0.0'],
    ['a line break behind', '1.0.0\n'],
    ['an empty segment', '1..0'],
    ['a dot at the end', '1.0.'],
    ['a wildcard', '1.*'],
    ['a negative number', '-1.0.0'],
    ['empty metadata', '1.0.0+'],
    ['an empty part of a prerelease', '1.0.0-a..b'],
    ['a slash', '1.0.0/../2'],
    ['other digits', '１.0.0'],
    ['more than 256 characters', '1'.repeat(257)],
    ['a number beyond 63 bits, which the ecosystem cannot count', '9223372036854775808.0.0'],
  ])('rejects a text that is not a version: %s', (_title, text) => {
    expect(parseVersion(text)).toBeUndefined();
  });
});

describe('the order of versions', () => {
  test.each([
    ['1.2', '1.2.0', 0],
    ['v1.2.0', '1.2', 0],
    ['1.2.3.0', '1.2.3', 0],
    ['1.2.3+a', '1.2.3+b', 0],
    ['1.2.3.4', '1.2.3', 1],
    ['1.2.3', '1.2.3.4', -1],
    ['1.0.0.0-alpha', '1.0.0-beta', -1],
    ['9007199254740993.0.0', '9007199254740992.0.0', 1],
    ['1.0.0-99999999999999999999', '1.0.0-99999999999999999998', 1],
  ])('comparing version %s with %s gives %d', (a, b, order) => {
    expect(compare(a, b)).toBe(order);
  });

  const number = fc.oneof(fc.nat(3), fc.nat(2 ** 31)).map(String);
  const identifier = fc.oneof(number, fc.stringMatching(/^[a-c-]{1,2}$/));
  const prerelease = fc.array(identifier, { maxLength: 3 }).map((parts) => (parts.length ? `-${parts.join('.')}` : ''));
  const version = fc.tuple(number, number, number, prerelease).map(([a, b, c, pre]) => `${a}.${b}.${c}${pre}`);

  test('versions that semver can read are ordered as semver orders them', () => {
    forAll([version, version], runs(2000), (a, b) => {
      expect(compare(a, b)).toBe(semver.compare(a, b));
    });
    forAll([prerelease, prerelease], runs(2000), (a, b) => {
      expect(compare(`1.0.0${a}`, `1.0.0${b}`)).toBe(semver.compare(`1.0.0${a}`, `1.0.0${b}`));
    });
  });

  test('the order of versions is antisymmetric and transitive', () => {
    const loose = fc.stringMatching(/^v?[0-2](\.[0-2]){0,3}(-[a01](\.[ab01]){0,2})?$/);
    forAll([loose, loose, loose], runs(5000), (a, b, c) => {
      expect(compare(a, b) + compare(b, a)).toBe(0);
      if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
    });
  });
});

test('the canonical spelling of a version parses to the same version', () => {
  const text = fc.stringMatching(
    /^v?[0-9]{1,18}(\.[0-9]{1,3}){0,4}(-?[a-z~-][0-9a-z~-]{0,4}(\.[0-9a-z~-]{1,3}){0,2})?(\+[0-9a-z]{1,4})?$/,
  );
  forAll([text], runs(2000), (written) => {
    const version = parseVersion(written)!;
    const again = parseVersion(formatVersion(version))!;
    expect(compareVersions(version, again)).toBe(0);
    expect(formatVersion(again)).toBe(formatVersion(version));
  });
});

test('quickly rejects a hostile string of many characters', () => {
  expect(parseVersion(`1-${'a-'.repeat(1_000_000)}!`)).toBeUndefined();
  expect(parseVersion(`1-${'a-'.repeat(120)}!`)).toBeUndefined();
});
