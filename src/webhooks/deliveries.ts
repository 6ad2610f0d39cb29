import { CancelledError, cancellation } from '../base/errors.ts';
import { counted } from '../base/text.ts';
import { verdicts } from './inspector/page/verdicts.mjs';
import type { DeliveryCounts } from './options.ts';

/** What else may be counted, and how a summary says it. */
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

/** Returns why a source was cancelled, and says so if it received nothing; undefined if something is to be summed up first. */
export function cancelledEmpty(counters: Counts, signal: AbortSignal): CancelledError | undefined {
  const names = [...Object.keys(verdicts), ...Object.keys(furtherCounts)] as (keyof Counts)[];
  if (!signal.aborted || names.some((name) => counters[name])) return undefined;
  const { exit } = cancellation(signal);
  return new CancelledError('Cancelled; no deliveries received.', exit);
}

/** The deliveries of a source in one sentence, in the words of its lines. */
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
