import { describe, expect, test } from 'vitest';
import { duration, period } from '../../src/cli/values.ts';
import { UsageError } from '../../src/errors.ts';

const failureOf = (parse: (text: string) => number, text: string): UsageError => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof UsageError) return error;
  }
  throw new Error(`"${text}" was taken`);
};

describe('a duration', () => {
  test.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['1.5h', 5_400_000],
    ['1h30m', 5_400_000],
    ['2d', 172_800_000],
    ['1w', 604_800_000],
  ])('%s is %i ms', (text, ms) => {
    expect(duration(text)).toBe(ms);
    expect(period(text)).toBe(ms);
  });

  test('needs a unit, and the error offers likely ones', () => {
    expect(failureOf(period, '2').message).toBe('"2" has no unit: 2h or 2m?');
    expect(failureOf(duration, '30').message).toBe('"30" has no unit: 30s or 30m?');
  });

  test.each([
    ['0s', '"0s" is no time at all.'],
    ['0', '"0" is no time at all.'],
    ['0.1ms', '"0.1ms" is no time at all.'],
    ['-1h', '"-1h" lies in the past; a duration is counted forward.'],
    ['-2', '"-2" lies in the past; a duration is counted forward.'],
    ['soon', '"soon" is not a duration.'],
    ['5 parsecs', '"5 parsecs" is not a duration.'],
    ['', '"" is not a duration.'],
    ['1.2.3h', '"1.2.3h" is not a duration.'],
  ])('"%s" is refused in words that fit', (text, words) => {
    expect(failureOf(duration, text).message).toBe(words);
    expect(failureOf(period, text).message).toBe(words);
  });

  test('of a wait is at most what a timer can hold, on the calendar ten years', () => {
    expect(failureOf(duration, '4w').message).toBe('"4w" is too long: 24 days at most.');
    expect(period('4w')).toBe(28 * 86_400_000);
    expect(failureOf(period, '9999w').message).toBe('"9999w" is too long: 10 years at most.');
    expect(failureOf(period, `${'9'.repeat(400)}h`).message).toContain('is too long');
  });
});
