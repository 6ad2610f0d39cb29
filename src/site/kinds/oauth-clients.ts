import { providerWithPrivateKey } from '../../contract/platform/oauth-clients.ts';
import { oauthClient, useOf } from '../../resources/oauth-client.ts';
import { phases } from '../change.ts';
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

  async warnings(id, { service }) {
    const { who } = await useOf(id, service.call);
    return who === undefined ? [] : [`${who} will lose the repository link and must be linked again by hand.`];
  },

  lacks: (value) =>
    value['oauth-token-string'] === undefined ? ', and oauth-token-string is required to create it' : undefined,

  comments({ attributes }) {
    const isAlone = attributes['service-provider'] !== providerWithPrivateKey;
    const names = isAlone ? 'oauth-token-string' : 'oauth-token-string and private-key';
    return [`Secrets are not readable. Creating this client requires ${names}.`];
  },
});
