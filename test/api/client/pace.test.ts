import { describe, expect, test } from 'vitest';
import { readHeaders } from '../../../src/api/client/headers.ts';
import { createPace } from '../../../src/api/client/pace.ts';
import fc, { runs } from '../../support/properties.ts';

/** Time that passes only when everything waits: the next thing happens at once. */
function virtualTime() {
  let now = 0;
  const waiting: { at: number; resolve: () => void }[] = [];
  const wait = (ms: number) => new Promise<void>((resolve) => void waiting.push({ at: now + ms, resolve }));
  const pass = async (until: Promise<unknown>) => {
    let isOver = false;
    const end = until.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise(setImmediate);
      waiting.sort((a, b) => a.at - b.at);
      const next = waiting.shift();
      if (next === undefined) continue;
      now = Math.max(now, next.at);
      next.resolve();
    }
    return end;
  };
  return { wait, pass, now: () => now };
}

interface Service {
  limit: number;
  /** The time of the first request within a window of a second. */
  startsAt: number;
  /** How long a request and its response are on their way, in milliseconds, for the nth request. */
  delay(nth: number): number;
  /** How many requests of another client each window has at its start. */
  others?: number;
}

/** Simulates requests of several workers to a server that counts in windows of a second. */
async function simulated(
  { delay, limit, others = 0, startsAt }: Service,
  { requests, workers }: Record<string, number>,
) {
  const { now, pass, wait } = virtualTime();
  const pace = createPace(now);
  const counts = new Map<number, number>();
  let sent = 0;
  let done = 0;
  let rejected = 0;
  const request = async () => {
    const turn = await pace.waitForTurn(wait);
    const nth = sent++;
    await wait(delay(nth) / 2);
    const at = now() + startsAt;
    const second = Math.floor(at / 1000);
    const count = (counts.get(second) ?? others) + 1;
    counts.set(second, count);
    const headers = readHeaders([
      ...['X-RateLimit-Limit', String(limit), 'X-RateLimit-Remaining', String(Math.max(0, limit - count))],
      ...['X-RateLimit-Reset', (second + 1 - at / 1000).toFixed(3)],
    ]);
    await wait(delay(nth) / 2);
    turn.answered(headers, count > limit ? 429 : 200);
    if (count > limit) rejected += 1;
    else done += 1;
  };
  const work = async () => {
    while (done < requests!) await request();
  };
  await pass(Promise.all(Array.from({ length: workers! }, work)));
  return { rejected, seconds: now() / 1000, windows: done / (limit - others) };
}

describe('the pace', () => {
  test('the pace keeps parallel requests close to the limit, whatever the delays are and whenever a window starts', async () => {
    const delays = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 20 });
    const property = fc.asyncProperty(
      fc.integer({ min: 10, max: 40 }),
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: 1, max: 10 }),
      delays,
      async (limit, startsAt, workers, some) => {
        const service = { limit, startsAt, delay: (nth: number) => some[nth % some.length]! };
        const { rejected, seconds, windows } = await simulated(service, { requests: 8 * limit, workers });
        // The first requests of a window are sent before a response announces the window.
        expect(rejected).toBeLessThanOrEqual(workers * (windows + 1));
        // One worker may be slower than the limit.
        const slowest = (8 * limit * Math.max(...some)) / workers / 1000;
        expect(seconds).toBeLessThanOrEqual(1.3 * Math.max(windows, slowest) + 1);
      },
    );
    await fc.assert(property, { numRuns: runs(100) });
  });

  test('the pace leaves room for another client of the same user', async () => {
    const service = { limit: 30, startsAt: 300, delay: () => 5, others: 12 };
    const { rejected, seconds } = await simulated(service, { requests: 180, workers: 8 });
    expect([rejected, seconds < 11.5]).toEqual([0, true]);
  });

  const answer = async (lines: Record<string, string>, status = 200) => {
    const waits: number[] = [];
    let now = 0;
    const wait = async (ms: number) => {
      waits.push(ms);
      now += ms;
    };
    const pace = createPace(() => now);
    (await pace.waitForTurn(wait)).answered(readHeaders(Object.entries(lines).flat()), status);
    await pace.waitForTurn(wait);
    return waits;
  };

  test.each<[string, Record<string, string>, number, number[]]>([
    [
      'waits for the reset when no request remains',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.5' },
      200,
      [510],
    ],
    ['waits after a 429 for the time in Retry-After', { 'retry-after': '2', 'x-ratelimit-reset': '0.5' }, 429, [2010]],
    ['waits for the reset after a 429 without Retry-After', { 'x-ratelimit-reset': '0.5' }, 429, [510]],
    ['leaves a 429 without any wait to the retries', {}, 429, []],
    ['ignores a limit that is not in force', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.0' }, 200, []],
    ['ignores values that are not numbers', { 'x-ratelimit-remaining': 'none', 'x-ratelimit-reset': 'soon' }, 200, []],
    ['ignores a point in time', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1700000000' }, 200, []],
    [
      'ignores a limit of no requests',
      { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.5' },
      200,
      [510],
    ],
    ['ignores a wait that is too long', { 'retry-after': '3600' }, 429, []],
  ])('the pace %s', async (_, lines, status, expected) => {
    expect(await answer(lines, status)).toEqual(expected);
  });

  test('the pace ignores a response if its request was sent before a rejected one', async () => {
    let now = 0;
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
      now += ms;
    };
    const pace = createPace(() => now);
    const [first, second] = [await pace.waitForTurn(wait), await pace.waitForTurn(wait)];
    second.answered(readHeaders(['retry-after', '2']), 429);
    first.answered(readHeaders(['x-ratelimit-remaining', '20', 'x-ratelimit-reset', '0.5']), 200);
    await pace.waitForTurn(wait);
    expect(waits).toEqual([2010]);
  });
});
