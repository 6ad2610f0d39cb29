import { createHash } from 'node:crypto';
import { triggers, verificationTrigger } from '../api/contract/notification.ts';
import { CheckFailedError, TryLaterError } from '../base/errors.ts';
import { matchesGlob } from '../base/glob.ts';
import { counted } from '../base/text.ts';
import { type Delivery, isAccepted } from './delivery.ts';
import { factsOf } from './event.ts';
import { parseFilters } from './filter.ts';

/** The trigger that ends a wait even where it was not asked for, so it is always requested: the run will not come to what was. */
const failed = 'run:errored';

export interface WaitFor {
  /** Filters as of `--filter`: `trigger=run:completed`. */
  until: readonly string[];
  /** Different events that fit. 1. */
  count?: number | undefined;
  /** Accepts unsigned deliveries too, with --allow-unsigned. */
  allowUnsigned?: boolean | undefined;
}

/** The state of a wait. */
export interface Waiting {
  /** Different events that fitted, in order. */
  readonly events: readonly Delivery[];
  /** Deliveries with a wrong signature; they never end the wait. */
  readonly badSignatures: number;
  /** `errored` is exit code 8; null waits on. */
  readonly outcome: 'done' | 'errored' | null;
  readonly seen: ReadonlySet<string>;
  /** Why the last delivery is not one of the events. */
  readonly whyNot?: 'not verified' | 'repeated' | 'not waited for' | undefined;
}

export const nothingYet: Waiting = { events: [], badSignatures: 0, outcome: null, seen: new Set() };

/**
 * The state of a wait (`svc webhook wait`) after one more delivery. Only verified ones count, so that a stranger can neither end nor fail
 * a job; a repeated event counts once; a failed run ends the wait unless that was awaited.
 */
export function createWait({
  until,
  count = 1,
  allowUnsigned = false,
}: WaitFor): (waiting: Waiting, delivery: Delivery) => Waiting {
  const fits = parseFilters(until);
  const others = parseFilters(until.filter((text) => !text.startsWith('trigger=')));
  return (waiting, delivery) => {
    if (waiting.outcome !== null) return waiting;
    if (!delivery.verified && !(allowUnsigned && isAccepted(delivery))) {
      const isBad = !isAccepted(delivery) && delivery.verdict !== 'refused';
      return { ...waiting, badSignatures: waiting.badSignatures + Number(isBad), whyNot: 'not verified' };
    }
    const key = eventKey(delivery);
    const asked = fits(delivery);
    // A failed run among those that are waited for: the filters but for the trigger's fit.
    const over = !asked && factsOf(delivery.notification).triggers.includes(failed) && others(delivery);
    if (waiting.seen.has(key)) return { ...waiting, whyNot: 'repeated' };
    if (!asked && !over) return { ...waiting, whyNot: 'not waited for' };
    const events = [...waiting.events, delivery];
    const done = over ? 'errored' : events.length >= count ? 'done' : null;
    return { ...waiting, events, outcome: done, seen: new Set(waiting.seen).add(key), whyNot: undefined };
  };
}

/**
 * Ends a wait for `until`.
 * @throws {CheckFailedError} if the run failed instead; {TryLaterError} if too few events came, with a hint if the time has `expired`
 */
export function requireEvents({ badSignatures, events, outcome }: Waiting, until: readonly string[], expired: boolean) {
  if (outcome === 'done') return;
  const wanted = until.join(', ');
  if (outcome === 'errored') {
    const { run } = factsOf(events.at(-1)?.notification);
    throw new CheckFailedError(`The run ${run ? `${run} ` : ''}failed before ${wanted}.`);
  }
  const came = [
    ...(events.length > 0 ? [counted(events.length, 'matching event')] : []),
    ...(badSignatures > 0 ? [counted(badSignatures, 'rejected delivery', 'rejected deliveries')] : []),
  ];
  const soFar = came.length > 0 ? ` (${came.join(', ')})` : '';
  const hint = expired ? 'Wait longer with --timeout.' : undefined;
  throw new TryLaterError(`Timed out before ${wanted}${soFar}.`, { retryable: true, hint });
}

/** The same for every delivery of one event: services repeat deliveries without a timely answer, and attackers replay them. */
function eventKey({ body }: Delivery): string {
  return createHash('sha256').update(body).digest('base64');
}

/**
 * The triggers that a configuration needs for a wait: those that its filters fit, unknown ones as they are named, and the
 * failure of a run; all of them where no trigger is named.
 */
export function triggersFor(until: readonly string[]): string[] {
  const wanted = until.filter((text) => text.startsWith('trigger=')).map((text) => text.slice('trigger='.length));
  if (wanted.length === 0) return [...triggers];
  const fitting = triggers.filter((trigger) => wanted.some((value) => matchesGlob(value, trigger)));
  const known = [...triggers, verificationTrigger];
  const others = wanted.filter((value) => !known.some((trigger) => matchesGlob(value, trigger)));
  // A star allows an unknown trigger that resembles a known one.
  const named = others.map((value) => value.replace(/(?<!\*)\*+$/, '')).filter((value) => /^[^*?]+$/.test(value));
  return [...new Set([...fitting, ...named, failed])];
}

/** Whether a wait asks for the verification itself, which comes before everything else. */
export function wantsVerification(until: readonly string[]): boolean {
  return until.includes(`trigger=${verificationTrigger}`);
}
