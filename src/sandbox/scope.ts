import type { WorkspaceRow } from './rows/organizations.ts';
import type { World } from './world.ts';

/** The organization of a request, and the workspace if the request is about one. */
export interface Scope {
  organization: string;
  workspace?: WorkspaceRow | undefined;
}

type Find = (id: string, world: World) => Scope | undefined;

const workspaceScope = (id: string, world: World): Scope | undefined => {
  const workspace = world.workspaces.find((row) => row.id === id);
  return workspace && { organization: workspace.organization, workspace };
};

/** Finds the organization of a path by its first two segments, a collection and an id. */
const collections: Readonly<Record<string, Find>> = {
  organizations: (name, { organizations }) =>
    organizations.some((row) => row.name === name) ? { organization: name } : undefined,
  workspaces: workspaceScope,
  teams: (id, { teams }) => teams.find((row) => row.id === id),
  'organization-memberships': (id, { memberships }) => memberships.find((row) => row.id === id),
  subscriptions: (id, { subscriptions }) => subscriptions.find((row) => row.id === id),
  'agent-pools': (id, { agentPools }) => agentPools.find((row) => row.id === id),
  'oauth-clients': (id, { oauthClients }) => oauthClients.find((row) => row.id === id),
  'notification-configurations': (id, world) => {
    const configuration = world.notifications.find((row) => row.id === id);
    return configuration && workspaceScope(configuration.workspace, world);
  },
};

/** The scope of a request; undefined if it does not exist. `path` is the endpoint's, with its placeholders. */
export function scopeOf(path: string, params: Readonly<Record<string, string>>, world: World): Scope | undefined {
  const [collection = '', placeholder = ''] = path.split('/').slice(1);
  const find = Object.hasOwn(collections, collection) ? collections[collection] : undefined;
  return find?.(params[placeholder.slice(1)] ?? '', world);
}
