import { CancelledError, cancellation } from '../base/errors.ts';
import { counted } from '../base/text.ts';
import { verdicts } from './inspector/page/verdicts.mjs';
import type { DeliveryCounts } from './options.ts';

/** Optional counts, with their names in a summary. */
const furtherCounts = {
  broken: 'incomplete or not HTTP',
  unseen: 'not shown',
  unrecorded: 'not recorded',
  redelivered: 'delivered again',
  foreign: 'ignored as foreign',
  dead: 'dead-lettered',
  deleted: 'deleted unread at most',
} as const;

type Counts = DeliveryCounts & Partial<Record<keyof typeof furtherCounts, number>>;

/** Throws for a run without deliveries. @throws {CancelledError} for a source that was cancelled before it received anything */
export function throwIfEmpty(counters: Counts, signal: AbortSignal): void {
  const names = [...Object.keys(verdicts), ...Object.keys(furtherCounts)] as (keyof Counts)[];
  if (!signal.aborted || names.some((name) => counters[name])) return;
  const { exit } = cancellation(signal);
  throw new CancelledError('Cancelled; no deliveries received.', exit);
}

/** Returns the counts of a source in one sentence. */
export function summary(counters: Counts): string {
  const ofVerdicts = Object.entries(verdicts).map(([verdict, { words }]) => [verdict, words] as const);
  const parts = [...ofVerdicts, ...Object.entries(furtherCounts)].flatMap(([name, words]) => {
    const count = counters[name as keyof typeof counters] ?? 0;
    return count > 0 || name === 'verified' ? [`${count} ${words}`] : [];
  });
  const { malformed, mismatch, missing, unsigned, verified } = counters;
  const all = verified + unsigned + missing + malformed + mismatch;
  return `${counted(all, 'delivery', 'deliveries')}: ${parts.join(', ')}.`;
}
