import type { WorkspaceRow } from './rows/organizations.ts';
import type { World } from './world.ts';

/** The organization of a request, and the workspace if the request is about one. */
export interface Scope {
  organization: string;
  workspace?: WorkspaceRow | undefined;
}

/** Returns the scope of a request; undefined if it does not exist. `path` is the endpoint's, with its placeholders. */
export function scopeOf(path: string, params: Readonly<Record<string, string>>, world: World): Scope | undefined {
  const [collection, placeholder = ''] = path.split('/').slice(1);
  const id = params[placeholder.slice(1)] ?? '';
  if (collection === 'organizations')
    return world.organizations.some(({ name }) => name === id) ? { organization: id } : undefined;
  const owned = Object.values(world)
    .flatMap((rows): object[] => (Array.isArray(rows) ? rows : []))
    .find((row): row is { organization?: string; workspace?: string } => 'id' in row && row.id === id);
  const workspace = world.workspaces.find((row) => row.id === (owned?.workspace ?? id));
  if (workspace) return { organization: workspace.organization, workspace };
  return owned?.organization === undefined ? undefined : { organization: owned.organization };
}
