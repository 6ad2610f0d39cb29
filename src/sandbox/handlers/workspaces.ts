import { workspaceNameSearch, workspaces } from '../../api/contract/platform/workspaces.ts';
import { platformPage } from '../pagination.ts';
import { orNotFound } from '../reply.ts';
import { served } from '../router.ts';
import type { WorkspaceRow } from '../rows/organizations.ts';
import type { State } from '../state.ts';

/** assumed: the lookups of public services (docs/protocol/lookups.md#workspaces). */
export const servedWorkspaces = served(workspaces, {
  list: (call) => {
    const { params, query, state } = call;
    const part = (query.get(workspaceNameSearch) ?? '').toLowerCase();
    const all = state.world.workspaces.filter(
      ({ name, organization }) => organization === params.organization_name && name.toLowerCase().includes(part),
    );
    return platformPage(call, all, (row) => resourceOf(row, state));
  },

  show: ({ params, state }) => {
    const row = state.world.workspaces.find(
      ({ name, organization }) => organization === params.organization_name && name === params.name,
    );
    return { data: resourceOf(orNotFound(row), state) };
  },

  byId: ({ params, state }) => ({ data: resourceOf(orNotFound(state.workspace(params.workspace_id)), state) }),
});

function resourceOf({ id, name, organization, run, vcs }: WorkspaceRow, { world }: State) {
  const client = world.oauthClients.find((row) => row.id === vcs?.oauthClient);
  const repository = vcs && { identifier: vcs.identifier, 'oauth-token-id': client?.tokens[0] ?? null };
  return {
    id,
    type: 'workspaces' as const,
    attributes: { name, 'execution-mode': 'remote', locked: false, 'vcs-repo': repository },
    relationships: {
      organization: { data: { id: organization, type: 'organizations' } },
      'current-run': { data: run && { id: run.id, type: 'runs' } },
    },
    links: { self: `/api/v2/organizations/${organization}/workspaces/${name}` },
  };
}
