import { affectedWorkspacesQuery, oauthClients } from '../../contract/platform/oauth-clients.ts';
import { RejectedError } from '../../errors.ts';
import { counted } from '../../text.ts';
import { phases, type Step, type Thing } from '../change.ts';
import { conflictOf } from '../conflict.ts';
import type { Planning } from '../kind.ts';
import { identityOfClient } from '../site.ts';
import { type LiveClients, readClients } from './oauth-client-compare.ts';

/** A client that must not exist. Only with its id, if the record has one. */
export async function clientDeletion(
  thing: Thing,
  id: string | undefined,
  planning: Planning,
  live: LiveClients,
): Promise<Step | undefined> {
  const { service } = planning;
  const named = ({ clients }: LiveClients) =>
    clients.filter(
      (client) => identityOfClient(client.attributes) === thing.name && (id === undefined || client.id === id),
    );
  const [only, ...others] = named(live);
  if (only === undefined) return undefined;
  if (others.length > 0)
    return conflictOf(
      thing,
      named(live).map((client) => client.id),
    );
  const warning = await cutLinks(only.id, planning);
  const compare = (now: LiveClients): Step | undefined => {
    const [found] = named(now);
    if (found === undefined) return undefined;
    return {
      action: 'delete',
      kind: 'oauth-client',
      workspace: null,
      name: thing.name,
      changes: [],
      warnings: warning,
      thing,
      id: found.id,
      secrets: [],
      phase: phases.deletedOauthClients,
      again: async () => compare(await readClients(planning, false)),
      send: () => service.call(oauthClients.remove, { id: found.id }).then(() => ({})),
    };
  };
  return compare(live);
}

/** The warning about repository links that a deletion cuts. */
async function cutLinks(id: string, { service }: Planning): Promise<string[]> {
  const reply = await service
    .call(oauthClients.show, { id, query: { [affectedWorkspacesQuery]: true } })
    .catch((error: unknown) => {
      if (error instanceof RejectedError) return undefined;
      throw error;
    });
  const count = reply?.data.attributes['affected-workspaces-count'];
  if (count === 0) return [];
  const who = typeof count === 'number' ? counted(count, 'workspace') : 'The workspaces that use it';
  return [`${who} will lose the repository link and must be linked again by hand.`];
}
