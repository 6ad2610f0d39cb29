import { RejectedError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { affectedWorkspacesQuery, oauthClients } from '../../contract/platform/oauth-clients.ts';

/** A change to a client that affects its workspaces. */
export interface Change {
  id: string;
  question: string;
  /** The effect on the workspaces, as the end of a sentence. */
  consequence: string;
}

type Asking = Pick<Context, 'ask' | 'dryRun' | 'output' | 'platform'>;

/** Prints the effect of a change on the workspaces of a client, and prompts for confirmation. Does nothing in a dry run. */
export async function consentTo(change: Change, { ask, dryRun, output, platform }: Asking): Promise<void> {
  if (dryRun) return;
  const count = await countOfUsers(change.id, platform);
  const who = count === undefined ? 'The workspaces that use it' : counted(count, 'workspace');
  if (count === 0) output.note('No workspace uses this OAuth client.');
  else output.warn(`${who} ${change.consequence}`);
  await ask.consent(change.question);
}

/** The number of workspaces that use a client; undefined if the service does not send it, or rejects the query. */
async function countOfUsers(id: string, platform: Context['platform']): Promise<number | undefined> {
  const query = { [affectedWorkspacesQuery]: true };
  const reply = await platform(oauthClients.show, { id, query }).catch((error: unknown) => {
    if (error instanceof RejectedError) return undefined;
    throw error;
  });
  return reply?.data.attributes['affected-workspaces-count'] ?? undefined;
}
