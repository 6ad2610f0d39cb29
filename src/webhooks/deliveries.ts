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

/** Returns the counts of a source in one sentence. */
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
