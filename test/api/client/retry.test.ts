import { describe, expect, test } from 'vitest';
import { type Attempt, type Decision, decide, type Outcome } from '../../../src/api/client/retry.ts';
import fc, { forAll, runs } from '../../support/properties.ts';

const now = new Date('2026-01-15T12:00:00Z');
const fault = (sent: boolean): Outcome => ({ kind: 'fault', sent });
const answer = (status: number, retryAfter?: string, rateLimitReset?: string): Outcome => ({
  kind: 'answer',
  status,
  retryAfter,
  rateLimitReset,
});
const dated = (retryAfter: string, date: string): Outcome => ({ kind: 'answer', status: 503, retryAfter, date });
const again = (afterMs: number): Decision => ({ retry: true, afterMs, of: expect.any(Number) as number });
const stop: Decision = { retry: false };
const mayBeDone: Decision = { retry: false, mayBeDone: true };
const tooLong = (tooLongMs: number): Decision => ({ retry: false, tooLongMs });

/** The longest random wait. */
const decided = (outcome: Outcome, attempt: Partial<Attempt> = {}) =>
  decide(outcome, { method: 'GET', made: 1, elapsedMs: 0, attemptMs: 30_000, ...attempt }, now, () => 1);

describe('the waits between attempts', () => {
  const waits = (outcome: Outcome, retries?: number): number[] => {
    const found: number[] = [];
    for (let made = 1; ; made++) {
      const decision = decided(outcome, { made, retries });
      if (!decision.retry) return found;
      found.push(decision.afterMs);
    }
  };
  // spec
  test.each<[title: string, outcome: Outcome, retries: number | undefined, expected: number[]]>([
    ['500: from 0.5 s, four attempts', answer(500), undefined, [500, 1000, 2000]],
    ['502: from 0.5 s, four attempts', answer(502), undefined, [500, 1000, 2000]],
    ['504: from 0.5 s, four attempts', answer(504), undefined, [500, 1000, 2000]],
    ['a fault before sending: from 0.5 s, four attempts', fault(false), undefined, [500, 1000, 2000]],
    ['a fault after sending: from 0.5 s, four attempts', fault(true), undefined, [500, 1000, 2000]],
    ['503: from 2 s up to 30 s, six attempts', answer(503), undefined, [2000, 4000, 8000, 16000, 30000]],
    ['429: from 1 s, six attempts', answer(429), undefined, [1000, 2000, 4000, 8000, 16000]],
    ['500 with --retries 7: the cap is 8 s', answer(500), 7, [500, 1000, 2000, 4000, 8000, 8000, 8000]],
    ['503 with --retries 2: three attempts', answer(503), 2, [2000, 4000]],
    ['500 with --retries 0: one attempt', answer(500), 0, []],
    ['429 with --retries 0: one attempt', answer(429, '1'), 0, []],
    ['a fault with --retries 0: one attempt', fault(false), 0, []],
  ])('the waits double up to a maximum and end with the last attempt: %s', (_title, outcome, retries, expected) => {
    expect(waits(outcome, retries)).toEqual(expected);
  });

  // trust: T-52
  test('a wait is random between a tenth and the whole step', () => {
    const at = (chance: number) =>
      decide(answer(503), { method: 'GET', made: 3, elapsedMs: 0, attemptMs: 30_000 }, now, () => chance);
    expect([at(0), at(0.25), at(0.999999)]).toEqual([again(800), again(2600), again(8000)]);
  });
});

test.each<[outcome: Outcome, retries: number | undefined, of: number]>([
  [answer(500), undefined, 4],
  [answer(503), undefined, 6],
  [answer(503), 2, 3],
  [fault(false), undefined, 4],
])('a decision to retry has the number of allowed attempts (%o, --retries %s)', (outcome, retries, of) => {
  expect(decided(outcome, { retries })).toMatchObject({ retry: true, of });
});

describe('a status that a retry would not change ends the attempts', () => {
  // spec: R-90
  // trust: T-53
  test.each([400, 401, 403, 404, 405, 407, 409, 410, 415, 422])('status %i ends the attempts', (status) => {
    expect(decided(answer(status))).toEqual(stop);
    expect(decided(answer(status, '1'))).toEqual(stop);
  });
});

test('a read with status 408 is retried like a read without a connection, and a write is not', () => {
  expect(decided(answer(408))).toEqual({ retry: true, afterMs: 500, of: 4 });
  expect(decided(answer(408), { method: 'POST' })).toEqual(mayBeDone);
});

describe('a requested wait that has already ended', () => {
  // trust: T-51
  test.each<[title: string, outcome: Outcome, made: number, expected: Decision]>([
    ['429 with Retry-After of zero', answer(429, '0'), 1, again(1000)],
    ['the fourth 429 with Retry-After of zero', answer(429, '0'), 4, again(8000)],
    ['503 with a date that is past', answer(503, 'Thu, 15 Jan 2026 11:00:00 GMT'), 2, again(4000)],
    ['a rate limit that resets in no time', answer(429, undefined, '0.0'), 1, again(1000)],
    ['a rate limit that resets before the step ends', answer(429, undefined, '0.25'), 1, again(1000)],
  ])(
    'a requested wait that has already ended is replaced by the step of the schedule: %s',
    (_title, outcome, made, expected) => {
      expect(decided(outcome, { made })).toEqual(expected);
    },
  );
});

describe('a date in Retry-After', () => {
  test.each([
    ['a server whose clock is an hour behind', 'Thu, 15 Jan 2026 11:00:09 GMT', 'Thu, 15 Jan 2026 11:00:00 GMT', 9000],
    ['a server whose clock is an hour ahead', 'Thu, 15 Jan 2026 13:00:09 GMT', 'Thu, 15 Jan 2026 13:00:00 GMT', 9000],
    ['a server with an invalid date', 'Thu, 15 Jan 2026 12:00:09 GMT', 'yesterday', 9000],
  ])('a date in Retry-After counts from the Date of the response: %s', (_title, retryAfter, date, expected) => {
    expect(decided(dated(retryAfter, date))).toEqual(again(expected));
  });
});

describe('a wait that the server requests', () => {
  test.each<[title: string, outcome: Outcome, expected: Decision]>([
    ['429 with Retry-After in seconds', answer(429, '7'), again(7000)],
    ['503 with Retry-After in seconds', answer(503, '7'), again(7000)],
    ['the longest wait, one minute', answer(429, '60'), again(60_000)],
    ['429 with an HTTP date ahead', answer(429, 'Thu, 15 Jan 2026 12:00:09 GMT'), again(9000)],
    ['503 with an HTTP date ahead', answer(503, 'Thu, 15 Jan 2026 12:00:09 GMT'), again(9000)],
    ['429 with x-ratelimit-reset in fractions of a second', answer(429, undefined, '1.25'), again(1250)],
    ['429 with fractions of a millisecond, rounded up', answer(429, undefined, '1.0004'), again(1001)],
    ['Retry-After before x-ratelimit-reset', answer(429, '3', '9'), again(3000)],
    ['x-ratelimit-reset where Retry-After is garbage', answer(429, 'soon', '9'), again(9000)],
  ])('a wait that the server requests is exact, without randomness: %s', (_title, outcome, expected) => {
    expect(decided(outcome)).toEqual(expected);
  });
});

describe('an invalid requested wait', () => {
  test.each<[title: string, outcome: Outcome, expected: Decision]>([
    ['a word', answer(429, 'soon'), again(1000)],
    ['an empty value', answer(503, ''), again(2000)],
    ['a negative number', answer(503, '-5'), again(2000)],
    ['a number with an exponent', answer(429, '1e3'), again(1000)],
    ['a hexadecimal number', answer(429, '0x10'), again(1000)],
    ['several values', answer(429, '1, 2'), again(1000)],
    ['an ISO date', answer(429, '2026-01-15T12:00:09Z'), again(1000)],
    ['a date of no month', answer(429, 'Thu, 15 Foo 2026 12:00:09 GMT'), again(1000)],
    ['a date in another zone', answer(429, 'Thu, 15 Jan 2026 12:00:09 CET'), again(1000)],
    ['a rate limit that resets "later"', answer(429, undefined, 'later'), again(1000)],
    ['x-ratelimit-reset on a 503', answer(503, undefined, '9'), again(2000)],
    ['Retry-After on a 500', answer(500, '9'), again(500)],
  ])('an invalid wait is ignored, and the schedule applies: %s', (_title, outcome, expected) => {
    expect(decided(outcome)).toEqual(expected);
  });
});

describe('a requested wait of more than one minute', () => {
  // trust: T-51
  test.each<[title: string, outcome: Outcome, attempt: Partial<Attempt>, expected: Decision]>([
    ['Retry-After of 61 seconds', answer(429, '61'), {}, tooLong(61_000)],
    ['503 with Retry-After of an hour', answer(503, '3600'), {}, tooLong(3_600_000)],
    ['an HTTP date two minutes ahead', answer(429, 'Thu, 15 Jan 2026 12:02:00 GMT'), {}, tooLong(120_000)],
    ['x-ratelimit-reset of 60.5 seconds', answer(429, undefined, '60.5'), {}, tooLong(60_500)],
    ['a wait no timer could hold', answer(429, '4000000'), {}, tooLong(4_000_000_000)],
    ['a wait of 61 seconds if no attempt is left', answer(429, '61'), { retries: 0 }, tooLong(61_000)],
    ['a wait of 61 seconds for a write', answer(429, '61'), { method: 'POST' }, tooLong(61_000)],
    ['a wait beyond the two minutes of all attempts', answer(429, '30'), { elapsedMs: 90_001 }, tooLong(30_000)],
  ])(
    'a requested wait of more than one minute ends the attempts and is reported: %s',
    (_title, outcome, attempt, expected) => {
      expect(decided(outcome, attempt)).toEqual(expected);
    },
  );
});

describe('the time of all attempts', () => {
  // trust: T-51
  test.each<[title: string, outcome: Outcome, elapsedMs: number, expected: Decision]>([
    ['a wait that ends at two minutes is kept', answer(500), 119_500, again(500)],
    ['a wait that would end later is not begun', answer(500), 119_501, stop],
    ['a requested wait that ends at two minutes is kept', answer(429, '20'), 100_000, again(20_000)],
  ])('all attempts together take two minutes at most: %s', (_title, outcome, elapsedMs, expected) => {
    expect(decided(outcome, { elapsedMs })).toEqual(expected);
  });

  test('all attempts together take as long as --timeout if that is longer than two minutes', () => {
    const longer = { attemptMs: 300_000 };
    expect(decided(fault(true), { ...longer, elapsedMs: 299_500 })).toEqual(again(500));
    expect(decided(fault(true), { ...longer, elapsedMs: 299_501 })).toEqual(stop);
    expect(decided(fault(true), { attemptMs: 1000, elapsedMs: 119_500 })).toEqual(again(500));
  });
});

describe('a failure that a retry cannot fix', () => {
  // trust: T-53
  test('a permanent failure is not retried', () => {
    expect(decided({ kind: 'fault', sent: false, lasting: true })).toEqual(stop);
  });

  test('a hanging discovery is retried once', () => {
    const hangs: Outcome = { kind: 'fault', sent: true, timedOut: true };
    const discovery = { patience: 'discovery', retries: 9 } as const;
    expect(decided(hangs, { ...discovery, made: 1 })).toEqual(again(500));
    expect(decided(hangs, { ...discovery, made: 2 })).toEqual(stop);
    expect(decided(fault(true), { ...discovery, made: 2 })).toEqual(again(1000));
  });
});

describe('a write is sent again only if the server cannot have executed it', () => {
  const writes = ['POST', 'PATCH', 'DELETE', 'PUT'];
  // trust: T-54
  test.each<[title: string, outcome: Outcome, expected: Decision]>([
    ['429: again', answer(429), again(1000)],
    ['429 with Retry-After: again', answer(429, '2'), again(2000)],
    ['503 with Retry-After: again', answer(503, '2'), again(2000)],
    ['nothing was sent: again', fault(false), again(500)],
    ['503 without Retry-After: never', answer(503), mayBeDone],
    ['503 with a Retry-After that says nothing: never', answer(503, 'soon'), mayBeDone],
    ['500: never', answer(500), mayBeDone],
    ['502 with Retry-After: never', answer(502, '2'), mayBeDone],
    ['the connection broke after sending: never', fault(true), stop],
  ])('a write is sent again only if the server cannot have executed it: %s', (_title, outcome, expected) => {
    for (const method of writes) expect(decided(outcome, { method })).toEqual(expected);
  });
});

// trust: T-51
test('no server can exceed the limits of a wait or the number of attempts', () => {
  const header = fc.option(
    fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((d) => d.toUTCString()),
    ),
    { nil: undefined },
  );
  const outcome: fc.Arbitrary<Outcome> = fc.oneof(
    fc.record({ kind: fc.constant('fault' as const), sent: fc.boolean() }),
    fc.record({
      kind: fc.constant('answer' as const),
      status: fc.oneof(fc.constantFrom(429, 503), fc.integer({ min: 400, max: 599 })),
      retryAfter: header,
      rateLimitReset: header,
    }),
  );
  const attempt = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE'),
    made: fc.integer({ min: 1, max: 2000 }),
    elapsedMs: fc.double({ min: 0, max: 300_000, noNaN: true }),
    retries: fc.option(fc.nat(3000), { nil: undefined }),
    attemptMs: fc.integer({ min: 1, max: 120_000 }),
  });
  forAll(
    [outcome, attempt, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })],
    runs(2000),
    (what, state, chance) => {
      const decision = decide(what, state, now, () => chance);
      if (!decision.retry) {
        if (decision.tooLongMs !== undefined) expect(decision.tooLongMs).toBeGreaterThanOrEqual(0);
        return;
      }
      expect(Number.isInteger(decision.afterMs)).toBe(true);
      expect(decision.afterMs).toBeGreaterThanOrEqual(0);
      expect(decision.afterMs).toBeLessThanOrEqual(60_000);
      expect(state.elapsedMs + decision.afterMs).toBeLessThanOrEqual(120_000);
      expect(state.made).toBeLessThan(state.retries === undefined ? 6 : state.retries + 1);
    },
  );
});
