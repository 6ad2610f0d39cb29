import type { Step } from './change.ts';
import type { Planning } from './kind.ts';

/** The deletions of a plan: none without --prune, which the plan then mentions. */
export function pruned(deletions: Step[], { prune, spared }: Planning): Step[] {
  if (prune) return deletions;
  spared(deletions.length);
  return [];
}
