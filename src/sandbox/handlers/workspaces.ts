import type { workspaces } from '../../contract/platform/workspaces.ts';
import type { Handlers } from '../call.ts';
import { found } from '../refusal.ts';

/** assumed: the public service's look-up by name; the documents have none. */
export const workspaceHandlers: Handlers<typeof workspaces> = {
  show: ({ state, params }) => {
    const { id, name, organization, vcs } = found(
      state.world.workspaces.find((row) => row.organization === params.organization_name && row.name === params.name),
    );
    const client = state.world.oauthClients.find((row) => row.id === vcs?.oauthClient);
    const repository = vcs && { identifier: vcs.identifier, 'oauth-token-id': client?.tokens[0] ?? null };
    return {
      data: {
        id,
        type: 'workspaces' as const,
        attributes: { name, 'vcs-repo': repository },
        relationships: { organization: { data: { id: organization, type: 'organizations' } } },
        links: { self: `/api/v2/organizations/${organization}/workspaces/${name}` },
      },
    };
  },
};
