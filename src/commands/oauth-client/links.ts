import type { Context } from '../../cli/context.ts';
import { affectedWorkspacesQuery, oauthClients } from '../../contract/platform/oauth-clients.ts';
import { RejectedError } from '../../errors.ts';
import { counted } from '../../text.ts';

/** A change to a client that its workspaces will feel. */
export interface Change {
  id: string;
  question: string;
  /** What becomes of the workspaces, as the end of a sentence. */
  consequence: string;
}

type Asking = Pick<Context, 'ask' | 'dryRun' | 'output' | 'platform'>;

/** Says what becomes of the workspaces that use a client and asks whether that is wanted; nothing where nothing is sent. */
export async function consentTo(change: Change, { ask, dryRun, output, platform }: Asking): Promise<void> {
  if (dryRun) return;
  const count = await countOfUsers(change.id, platform);
  const who = count === undefined ? 'The workspaces that use it' : counted(count, 'workspace');
  if (count === 0) output.note('No workspace is linked to a repository with it.');
  else output.warn(`${who} ${change.consequence}`);
  await ask.consent(change.question);
}

/** Undefined where the server does not tell; one that refuses the question has refused nothing else yet. */
async function countOfUsers(id: string, platform: Context['platform']): Promise<number | undefined> {
  const query = { [affectedWorkspacesQuery]: true };
  const reply = await platform(oauthClients.show, { id, query }).catch((error: unknown) => {
    if (error instanceof RejectedError) return undefined;
    throw error;
  });
  return reply?.data.attributes['affected-workspaces-count'] ?? undefined;
}
