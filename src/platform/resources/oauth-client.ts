import type { Call } from '../../api/contract/endpoint.ts';
import {
  affectedWorkspacesQuery,
  newOauthClient,
  type OauthClient,
  oauthClientPatch,
  oauthClients,
  providerWithPrivateKey,
} from '../../api/contract/platform/oauth-clients.ts';
import { relatedIds } from '../../api/contract/relationships.ts';
import { RejectedError, unlessFailed } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import { columnsOf, viewOf } from '../../base/view.ts';
import { type Listed, labelOf, plain, type Resource } from './resource.ts';

/** The connection of an organization to a provider, by name, or by provider and URL (docs/protocol/oauth-clients.md). */
export const oauthClient: Resource & Listed<OauthClient> = {
  kind: 'oauth-client',
  one: 'OAuth client',
  type: 'oauth-clients',
  ...oauthClients,
  shape: { ...oauthClientPatch.shape, ...newOauthClient.shape },
  permissions: ['can-update-oauth'],
  identity: ({ name, 'http-url': url, 'service-provider': provider }) => String(name || `${provider} ${url}`),
  identifiedBy: [['name'], ['service-provider', 'http-url']],
  // A client without a name is shown with the name of its provider (docs/protocol/oauth-clients.md#fields).
  label: ({ attributes }) =>
    attributes.name || (attributes['service-provider-display-name'] ?? attributes['service-provider']),
  detail: ({ attributes }) => attributes['service-provider'],
  prefix: 'oc-',
  // Only an update accepts `key` and `secret` (docs/protocol/oauth-clients.md#update).
  fields: {
    ...plain('name service-provider http-url api-url organization-scoped'),
    'oauth-token-string': { secret: true, only: 'create' },
    'private-key': { secret: true, only: 'create' },
    key: { only: 'update' },
    secret: { secret: true, only: 'update' },
    'agent-pool': { to: 'agent-pools', single: true },
    projects: { to: 'projects' },
  },
  inUseWarning: 'Workspaces that use it may lose the repository link.',
  async warnings(id, call) {
    const { who } = await useOf(id, call);
    return who === undefined ? [] : [`${who} will lose the repository link and must be relinked manually.`];
  },
  entryWarnings: ({ 'private-key': key, 'service-provider': provider }) =>
    key !== undefined && provider !== providerWithPrivateKey
      ? [`${provider} does not need a private key, sent as is.`]
      : [],
  missingPart: (entry) =>
    entry['oauth-token-string'] === undefined ? ', and oauth-token-string is required to create it' : undefined,
  comments({ attributes }) {
    const isAlone = attributes['service-provider'] !== providerWithPrivateKey;
    const names = isAlone ? 'oauth-token-string' : 'oauth-token-string and private-key';
    return [`Secrets are not readable. Creating this client requires ${names}.`];
  },
  view: viewOf(
    'name provider=service-provider token-id=oauth-tokens url=http-url id',
    columnsOf(
      'id service-provider',
      { name: 'name', of: (row) => labelOf(oauthClient, row) },
      'http-url',
      { name: 'oauth-tokens', of: (row) => relatedIds(row, 'oauth-tokens')?.join(', ') },
      'created-at api-url service-provider-display-name key callback-url connect-path rsa-public-key',
    ),
  ),
};

/**
 * Returns a client's name, and the workspaces that use it, for messages: `2 workspaces`, without a number if the
 * service does not show it. Undefined if no workspace uses it.
 */
export async function useOf(
  id: string,
  call: Call,
): Promise<{ name?: string | null | undefined; who?: string | undefined }> {
  const query = { [affectedWorkspacesQuery]: true };
  const isRejected = (error: unknown) => error instanceof RejectedError;
  const reply = await unlessFailed(call(oauthClients.show, { id, query }), isRejected);
  const count = reply?.data.attributes['affected-workspaces-count'] ?? undefined;
  const who = count === undefined ? 'The workspaces that use it' : counted(count, 'workspace');
  return { name: reply && oauthClient.label?.(reply.data), who: count === 0 ? undefined : who };
}
