import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { commaSeparated, duration, oneOf, period, size, wholeNumber } from '../../src/cli/values.ts';

const failureOf = (parse: (text: string) => unknown, text: string): UsageError => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof UsageError) return error;
  }
  throw new Error(`"${text}" was accepted`);
};

describe('a duration', () => {
  test.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['1.5h', 5_400_000],
    ['1h30m', 5_400_000],
    ['2d', 172_800_000],
    ['1w', 604_800_000],
  ])('the duration %s is %i ms', (text, ms) => {
    expect(duration(text)).toBe(ms);
    expect(period(text)).toBe(ms);
  });

  test('a duration needs a unit, and the error suggests likely ones', () => {
    expect(failureOf(period, '2').message).toBe('must have a unit: 2h or 2m');
    expect(failureOf(duration, '30').message).toBe('must have a unit: 30s or 30m');
  });

  test.each([
    ['0s', 'must be longer than 0s, not "0s"'],
    ['0', 'must be longer than 0s, not "0"'],
    ['0.1ms', 'must be longer than 0s, not "0.1ms"'],
    ['-1h', 'must be longer than 0s, not "-1h"'],
    ['-2', 'must be longer than 0s, not "-2"'],
    ['soon', 'must be a duration such as 30s, 5m or 1h30m, not "soon"'],
    ['5 parsecs', 'must be a duration such as 30s, 5m or 1h30m, not "5 parsecs"'],
    ['', 'must be a duration such as 30s, 5m or 1h30m, not ""'],
    ['1.2.3h', 'must be a duration such as 30s, 5m or 1h30m, not "1.2.3h"'],
  ])('the duration "%s" is rejected with the reason', (text, words) => {
    expect(failureOf(duration, text).message).toBe(words);
    expect(failureOf(period, text).message).toBe(words);
  });

  test('a duration is limited to the longest time of a timer, and a period to ten years', () => {
    expect(failureOf(duration, '4w').message).toBe('must be at most 24 days, not "4w"');
    expect(period('4w')).toBe(28 * 86_400_000);
    expect(failureOf(period, '9999w').message).toBe('must be at most 10 years, not "9999w"');
    expect(failureOf(period, `${'9'.repeat(400)}h`).message).toContain('must be at most 10 years');
  });
});

describe('a whole number', () => {
  test.each([
    [wholeNumber(1, 100), 'x', 'must be 1 to 100, not "x"'],
    [wholeNumber(1, 100), '101', 'must be 1 to 100, not "101"'],
    [wholeNumber(1), '0', 'must be 1 or more, not "0"'],
    [wholeNumber(1), '1.5', 'must be a whole number, 1 or more, not "1.5"'],
    [wholeNumber(0), '-1', 'must be 0 or more, not "-1"'],
    [wholeNumber(1), '9999999999', 'must be 1 to 999999999, not "9999999999"'],
  ])('a whole number outside its range is rejected with the range (row %#)', (parse, text, message) => {
    expect(failureOf(parse, text).message).toBe(message);
  });
});

test('the errors for a size, a list and a choice say which values are valid', () => {
  expect(failureOf(size, 'big').message).toBe('must be a size such as 2GiB, 500MB or 4096 (bytes), not "big"');
  expect(failureOf(commaSeparated, 'id,,title').message).toBe('must be names separated by commas, not "id,,title"');
  expect(failureOf(oneOf(['table', 'json']), 'jsn')).toMatchObject({
    message: 'Invalid value "jsn". Choose from: table, json',
    hint: 'Did you mean "json"?',
  });
});
