import { RejectedError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { alsoKnown } from '../../cli/deletion.ts';
import { affectedWorkspacesQuery, type OauthClient, oauthClients } from '../../contract/platform/oauth-clients.ts';
import { oauthClient as resource } from '../../resources/oauth-client.ts';

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
  const client = await clientWithCount(id, platform);
  const count = client?.attributes['affected-workspaces-count'] ?? undefined;
  const who = count === undefined ? 'The workspaces that use it' : counted(count, 'workspace');
  if (count === 0) output.note('No workspace uses this OAuth client.');
  else output.warn(`${who} ${consequence}`);
  await ask.consent(`${verb} OAuth client ${id}${alsoKnown(client && resource.label(client))}?`);
}

/** A client, with the number of workspaces that use it if the service sends that; undefined if it rejects the query. */
async function clientWithCount(id: string, platform: Context['platform']): Promise<OauthClient | undefined> {
  const query = { [affectedWorkspacesQuery]: true };
  const reply = await platform(oauthClients.show, { id, query }).catch((error: unknown) => {
    if (error instanceof RejectedError) return undefined;
    throw error;
  });
  return reply?.data;
}
