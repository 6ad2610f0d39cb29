import type { Context } from '../../cli/context.ts';
import { alsoKnown } from '../../cli/deletion.ts';
import { useOf } from '../../resources/oauth-client.ts';

/** A change to a client that affects its workspaces. */
export interface Change {
  id: string;
  verb: 'Delete' | 'Update';
  /** The effect on the workspaces, as the end of a sentence. */
  consequence: string;
}

type Asking = Pick<Context, 'ask' | 'dryRun' | 'output' | 'platform'>;

/** Prints the effect of a change on the workspaces of a client, and prompts for confirmation. Does nothing in a dry run. */
export async function consentTo(change: Change, { ask, dryRun, output, platform }: Asking): Promise<void> {
  if (dryRun) return;
  const { consequence, id, verb } = change;
  const { name, who } = await useOf(id, platform);
  if (who === undefined) output.note('No workspace uses this OAuth client.');
  else output.warn(`${who} ${consequence}`);
  await ask.consent(`${verb} OAuth client ${id}${alsoKnown(name)}?`);
}
