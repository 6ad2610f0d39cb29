import { columnsOf, type View } from '../base/view.ts';
import type { Context } from './context.ts';

/** The output of a deletion without a response body. */
export interface Deleted {
  /** Of one that was selected by its workspace. */
  workspace?: string;
  id: string;
  deleted: true;
}

export const deletedView: View<Deleted> = {
  columns: columnsOf('id deleted'),
};
export const deletedInView: View<Deleted> = { columns: columnsOf('workspace:whole id deleted') };

/** Asks before a deletion (default: no), except in a dry run. `details` finds what a person calls it, if there is a question. */
export async function confirmDeletion(
  what: string,
  { ask, dryRun }: Pick<Context, 'ask' | 'dryRun'>,
  details: () => Promise<string> = async () => '',
): Promise<void> {
  if (!dryRun) await ask.consent(async () => `Delete ${what}${await details()}?`);
}

/** What a person knows about a thing, to be read after its id: ` ("Maintenance", published now)`. */
export function alsoKnown(name: string | null | undefined, state?: string | null): string {
  const parts = [...(name ? [`"${name}"`] : []), ...(state ? [state] : [])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
