import { RejectedError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import {
  affectedWorkspacesQuery,
  oauthClients,
  providerWithPrivateKey,
} from '../../contract/platform/oauth-clients.ts';
import { oauthClient } from '../../resources/oauth-client.ts';
import { phases } from '../change.ts';
import type { Planning } from '../kind.ts';
import { listKind } from '../list-kind.ts';
import { oauthClientEntry } from '../schema.ts';

/** The OAuth clients of an organization. */
export const oauthClientKind = listKind({
  name: 'oauth-clients',
  resource: oauthClient,
  phases: { write: phases.oauthClients, delete: phases.deletedOauthClients },
  inUse: 'Workspaces that use it may lose the repository link.',
  schema: oauthClientEntry,
  unreadable: { 'private-key': { env: 'X' }, 'oauth-token-string': { env: 'X' } },
  warnings: cutLinks,

  lacks: (value) =>
    value['oauth-token-string'] === undefined ? ', and oauth-token-string is required to create it' : undefined,

  comments({ attributes }) {
    const isAlone = attributes['service-provider'] !== providerWithPrivateKey;
    const names = isAlone ? 'oauth-token-string' : 'oauth-token-string and private-key';
    return [`Secrets are not readable. Creating this client requires ${names}.`];
  },
});

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
