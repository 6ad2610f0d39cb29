import { columnsOf, type View } from '../base/view.ts';
import type { Context } from './context.ts';

/** The output of a deletion without a response body. */
export interface Deleted {
  /** The workspace that the deleted thing was selected by. */
  workspace?: string;
  id: string;
  deleted: true;
}

export const deletedView: View<Deleted> = {
  columns: columnsOf('id deleted'),
};
export const deletedInView: View<Deleted> = { columns: columnsOf('workspace:whole id deleted') };

/** Asks before a deletion, except in a dry run. `details` returns the name for a person, only if asked. */
export async function confirmDeletion(
  what: string,
  { ask, dryRun }: Pick<Context, 'ask' | 'dryRun'>,
  details: () => Promise<string> = async () => '',
): Promise<void> {
  if (!dryRun) await ask.consent(async () => `Delete ${what}${await details()}?`);
}

/** Returns the name and state of a thing as a suffix for its id: ` ("Maintenance", published now)`. */
export function alsoKnown(name: string | null | undefined, state?: string | null): string {
  const parts = [...(name ? [`"${name}"`] : []), ...(state ? [state] : [])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
