export type Outcome =
  | {
      kind: 'answer';
      status: number;
      /** The headers with a time, as sent. */
      date?: string | undefined;
      retryAfter?: string | undefined;
      rateLimitReset?: string | undefined;
    }
  | { kind: 'fault'; sent: boolean; lasting?: boolean; timedOut?: boolean };

/** The next action. `of` is the number of attempts; `tooLongMs` is a requested wait above the limit; `mayBeDone` marks a write that may have been carried out. */
export type Decision =
  | { retry: true; afterMs: number; of: number }
  | { retry: false; tooLongMs?: number; mayBeDone?: boolean };

export interface Attempt {
  method: string;
  /** The attempts so far, this one included. */
  made: number;
  /** Since the first attempt began. */
  elapsedMs: number;
  attemptMs: number;
  /** The kind of request, whose time limits apply. */
  patience?: 'discovery' | undefined;
  /** The most retries, if the user set them. */
  retries?: number | undefined;
}

// docs/network.md#retries
const schedules = {
  failed: { baseMs: 500, capMs: 8_000, attempts: 4 },
  shedding: { baseMs: 2_000, capMs: 30_000, attempts: 6 },
  rateLimited: { baseMs: 1_000, capMs: 30_000, attempts: 6 },
};
type Schedule = (typeof schedules)['failed'];
/** The fixed part of a wait; the rest is random, to spread the retries of many clients. */
const shortestShare = 0.1;
/** The most attempts at discovery when the host does not respond. */
const hangingDiscoveryAttempts = 2;
const longestAskedMs = 60_000;
/** The time after which no attempt and no wait starts; the limit of a single attempt extends it. */
const shortestTotalMs = 120_000;

/** Returns whether to retry, and when. Pure: time and chance are arguments. */
export function decide(outcome: Outcome, attempt: Attempt, now: Date, random: () => number): Decision {
  const schedule = scheduleFor(outcome);
  if (!schedule) return { retry: false };
  const totalMs = Math.max(shortestTotalMs, attempt.attemptMs);
  const requestedMs = outcome.kind === 'answer' ? requestedWaitMs(outcome, now) : undefined;
  if (!mayRepeat(attempt.method, outcome, requestedMs))
    return { retry: false, ...(outcome.kind === 'answer' && { mayBeDone: true }) };
  if (requestedMs !== undefined && (requestedMs > longestAskedMs || attempt.elapsedMs + requestedMs > totalMs)) {
    return { retry: false, tooLongMs: requestedMs };
  }
  const of = attemptsOf(outcome, attempt, schedule);
  if (attempt.made >= of) return { retry: false };
  const stepMs = Math.min(schedule.capMs, schedule.baseMs * 2 ** (attempt.made - 1));
  const drawnMs = Math.round((shortestShare + (1 - shortestShare) * random()) * stepMs);
  const afterMs = Math.max(requestedMs ?? 0, drawnMs);
  return attempt.elapsedMs + afterMs > totalMs ? { retry: false } : { retry: true, afterMs, of };
}

function scheduleFor(outcome: Outcome): Schedule | undefined {
  if (outcome.kind === 'fault') return schedules.failed;
  if (outcome.status === 429) return schedules.rateLimited;
  if (outcome.status === 503) return schedules.shedding;
  return outcome.status >= 500 || outcome.status === 408 ? schedules.failed : undefined;
}

function attemptsOf(outcome: Outcome, { patience, retries }: Attempt, schedule: Schedule): number {
  const attempts = retries === undefined ? schedule.attempts : retries + 1;
  const hangs = patience === 'discovery' && outcome.kind === 'fault' && outcome.timedOut;
  return hangs ? Math.min(attempts, hangingDiscoveryAttempts) : attempts;
}

/** Returns whether a method only reads. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns whether a request may be repeated: a write only if the server cannot have carried it out. */
function mayRepeat(method: string, outcome: Outcome, requestedMs: number | undefined): boolean {
  if (outcome.kind === 'fault' && outcome.lasting) return false;
  if (isRead(method)) return true;
  if (outcome.kind === 'fault') return !outcome.sent;
  return outcome.status === 429 || (outcome.status === 503 && requestedMs !== undefined);
}

/** Returns the wait of Retry-After, in seconds or as an HTTP date; for a 429 without it, that of `x-ratelimit-reset`. Ignores other values. */
function requestedWaitMs(outcome: Extract<Outcome, { kind: 'answer' }>, now: Date): number | undefined {
  const { date, status, retryAfter, rateLimitReset } = outcome;
  if (status !== 429 && status !== 503) return undefined;
  const at = timeOf(retryAfter);
  // Both dates come from the server's clock, which may differ from ours.
  if (at !== undefined) return Math.max(0, at - (timeOf(date) ?? now.getTime()));
  return msOf(retryAfter) ?? (status === 429 ? msOf(rateLimitReset) : undefined);
}

function msOf(seconds: string | undefined): number | undefined {
  return seconds !== undefined && /^\d{1,9}(\.\d+)?$/.test(seconds) ? Math.ceil(Number(seconds) * 1000) : undefined;
}

function timeOf(date: string | undefined): number | undefined {
  const isDate = date !== undefined && /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(date);
  return (isDate && Date.parse(date)) || undefined;
}
