import { columnsOf, type View } from '../terminal/view.ts';
import type { Context } from './context.ts';

/** The output of a deletion without a response body. */
export interface Deleted {
  id: string;
  deleted: true;
}

export const deletedView: View<Deleted> = {
  columns: columnsOf('id deleted'),
};

/** Asks before a deletion (default: no), except in a dry run. */
export async function confirmDeletion(what: string, { ask, dryRun }: Pick<Context, 'ask' | 'dryRun'>): Promise<void> {
  if (!dryRun) await ask.consent(`Delete ${what}?`);
}
