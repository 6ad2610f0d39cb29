import { createHash } from 'node:crypto';
import { triggers, verificationTrigger } from '../api/contract/notification.ts';
import { CheckFailedError, TryLaterError } from '../base/errors.ts';
import { matchesGlob } from '../base/glob.ts';
import { counted } from '../base/text.ts';
import { type Delivery, isAccepted } from './delivery.ts';
import { factsOf } from './event.ts';
import { parseFilters } from './filter.ts';

/** The trigger that always ends a wait: a failed run will not reach the awaited event. So it is always requested. */
const failure = 'run:errored';

export interface Waiting {
  readonly events: readonly Delivery[];
  /** Number of deliveries with a wrong signature, which never end the wait. */
  readonly badSignatures: number;
  /** `errored` leads to exit code 8; null means that the wait continues. */
  readonly outcome: 'done' | 'errored' | null;
  readonly seen: ReadonlySet<string>;
  readonly whyNot?: 'not verified' | 'repeated' | 'not waited for' | undefined;
}

export const nothingYet: Waiting = { events: [], badSignatures: 0, outcome: null, seen: new Set() };

/**
 * Returns a function that updates the state of a wait (`svc webhook wait`) with a delivery. Only verified deliveries count, because a
 * stranger must not end or fail a job. A repeated event counts once. A failed run ends the wait, unless the failure was awaited.
 */
export function createWait(
  until: readonly string[],
  { count = 1, allowUnsigned = false }: { count?: number | undefined; allowUnsigned?: boolean | undefined } = {},
): (waiting: Waiting, delivery: Delivery) => Waiting {
  const matches = parseFilters(until);
  const otherFilters = parseFilters(until.filter((text) => !text.startsWith('trigger=')));
  return (waiting, delivery) => {
    if (waiting.outcome !== null) return waiting;
    if (!delivery.verified && !(allowUnsigned && isAccepted(delivery))) {
      const isBad = !isAccepted(delivery) && delivery.verdict !== 'refused';
      return { ...waiting, badSignatures: waiting.badSignatures + Number(isBad), whyNot: 'not verified' };
    }
    const key = eventKey(delivery);
    const isMatch = matches(delivery);
    // The awaited run failed: every filter matches except the filter for the trigger.
    const isFailure = !isMatch && factsOf(delivery.notification).triggers.includes(failure) && otherFilters(delivery);
    if (waiting.seen.has(key)) return { ...waiting, whyNot: 'repeated' };
    if (!isMatch && !isFailure) return { ...waiting, whyNot: 'not waited for' };
    const events = [...waiting.events, delivery];
    const outcome = isFailure ? 'errored' : events.length >= count ? 'done' : null;
    return { ...waiting, events, outcome: outcome, seen: new Set(waiting.seen).add(key), whyNot: undefined };
  };
}

/**
 * Ends a wait for `until`.
 * @throws {CheckFailedError} if the run failed instead; {TryLaterError} if too few events came; its hint depends on `expired`
 */
export function requireEvents({ badSignatures, events, outcome }: Waiting, until: readonly string[], expired: boolean) {
  if (outcome === 'done') return;
  const conditions = until.join(', ');
  if (outcome === 'errored') {
    const { run } = factsOf(events.at(-1)?.notification);
    throw new CheckFailedError(`The run ${run ? `${run} ` : ''}failed before ${conditions}.`);
  }
  const counts = [
    ...(events.length > 0 ? [counted(events.length, 'matching event')] : []),
    ...(badSignatures > 0 ? [counted(badSignatures, 'rejected delivery', 'rejected deliveries')] : []),
  ];
  const soFar = counts.length > 0 ? ` (${counts.join(', ')})` : '';
  const hint = expired ? 'Wait longer with --timeout.' : undefined;
  throw new TryLaterError(`Timed out before ${conditions}${soFar}.`, { retryable: true, hint });
}

/** Returns a key of an event, equal for its repetitions: services repeat deliveries, and attackers replay them. */
function eventKey({ body }: Delivery): string {
  return createHash('sha256').update(body).digest('base64');
}

/**
 * Returns the triggers that a configuration needs for a wait: known triggers that match the filters, unknown triggers as given, and
 * the failure of a run. All triggers if no filter names one.
 */
export function triggersFor(until: readonly string[]): string[] {
  const triggerPatterns = until
    .filter((text) => text.startsWith('trigger='))
    .map((text) => text.slice('trigger='.length));
  if (triggerPatterns.length === 0) return [...triggers];
  const matching = triggers.filter((trigger) => triggerPatterns.some((value) => matchesGlob(value, trigger)));
  const knownTriggers = [...triggers, verificationTrigger];
  const others = triggerPatterns.filter((value) => !knownTriggers.some((trigger) => matchesGlob(value, trigger)));
  // The star allows an unknown trigger that resembles a known one; it is not part of the name.
  const unknownTriggers = others
    .map((value) => value.replace(/(?<!\*)\*+$/, ''))
    .filter((value) => /^[^*?]+$/.test(value));
  return [...new Set([...matching, ...unknownTriggers, failure])];
}

/** Returns whether a filter of a wait names the verification, which is the first delivery of a configuration. */
export function wantsVerification(until: readonly string[]): boolean {
  return until.includes(`trigger=${verificationTrigger}`);
}
