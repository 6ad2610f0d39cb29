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

/** The deliveries of a source in one sentence, in the words of its lines. */
export function summary(counters: DeliveryCounts & Partial<Record<keyof typeof furtherCounts, number>>): string {
  const ofVerdicts = Object.entries(verdicts).map(([verdict, { words }]) => [verdict, words] as const);
  const parts = [...ofVerdicts, ...Object.entries(furtherCounts)].flatMap(([name, words]) => {
    const count = counters[name as keyof typeof counters] ?? 0;
    return count > 0 || name === 'verified' ? [`${count} ${words}`] : [];
  });
  const { malformed, mismatch, missing, unsigned, verified } = counters;
  const all = verified + unsigned + missing + malformed + mismatch;
  return `${counted(all, 'delivery', 'deliveries')}: ${parts.join(', ')}.`;
}
