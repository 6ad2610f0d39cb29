import type { Access } from '../api/contract/access.ts';
import type { Endpoint } from '../api/contract/endpoint.ts';
import { forbidden, notFound, rowWithId, unauthorized } from './reply.ts';
import type { WorkspaceRow } from './rows/organizations.ts';
import type { TokenRow, UserRow } from './rows/people.ts';
import type { State } from './state.ts';
import type { World } from './world.ts';

/** The token of a request and the user that it acts as. */
export interface Caller {
  readonly token: TokenRow;
  readonly user: UserRow;
}

/** Returns the caller that an Authorization header names; undefined without one. @throws {Rejection} 401 (docs/protocol/conventions.md#authentication) */
export function identify(authorization: string | undefined, state: State): Caller | undefined {
  if (authorization === undefined) return undefined;
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  const token = text === undefined ? undefined : state.token(text);
  const user = token === undefined ? undefined : state.user(token.user);
  // assumed: an unknown token is 401, also for the open list of banners (docs/protocol/conventions.md#error-objects).
  if (token === undefined || user === undefined) throw unauthorized();
  return { token, user };
}

/** Returns whether a caller may see an organization's own resources. */
export function seesOrganization({ token, user }: Caller, organization: string, state: State): boolean {
  const { resource, kind } = token;
  if (kind === 'site-admin') return true;
  if (resource?.type === 'organizations') return resource.id === organization;
  if (resource?.type === 'teams') {
    return state.world.teams.some((team) => team.id === resource.id && team.organization === organization);
  }
  return state.isMember(user.id, organization);
}

/** Returns whether a caller acts as an owner. assumed: organization tokens and site administrators act as owners (docs/protocol/conventions.md#callers). */
export function actsAsOwner({ token, user }: Caller, organization: string, state: State): boolean {
  const { resource, kind } = token;
  if (kind === 'site-admin') return true;
  if (resource !== undefined) return resource.type === 'organizations' && resource.id === organization;
  return state.owners(organization).some(({ id }) => id === user.id);
}

/** Returns whether a caller has admin access to a workspace: as an owner of its organization, or through a team with admin access. */
function hasAdminAccess(caller: Caller, { organization, workspace }: Scope, state: State): boolean {
  if (actsAsOwner(caller, organization, state)) return true;
  if (workspace === undefined || !seesOrganization(caller, organization, state)) return false;
  const teams = state.world.teams.filter(({ id }) => workspace.adminTeams.includes(id));
  const { resource } = caller.token;
  return teams.some(({ id, users }) => (resource === undefined ? users.includes(caller.user.id) : id === resource.id));
}

/** Checks the access of a caller. @throws {Rejection} 401, 404 or the endpoint's status (docs/protocol/conventions.md#access) */
export function requireAccess(
  { access, path, forbidden: status }: Endpoint,
  caller: Caller | undefined,
  params: Readonly<Record<string, string>>,
  state: State,
): void {
  if (access === 'anyone') return;
  if (caller === undefined) throw unauthorized();
  if (access === 'authenticated') return;
  // The handler of HCP organizations checks the membership itself.
  if (access === 'user' || access === 'hcp-organization-member') {
    if (caller.user.service) throw notFound();
    return;
  }
  const scope = scopeOf(path, params, state.world);
  if (scope === undefined && access !== 'site-admin') throw notFound();
  if (!isAllowed(access, caller, scope, state)) throw status === 403 ? forbidden() : notFound();
  // Banners have no scope that checks the id. A 404 is the only documented error of a banner, so check its id before the body.
  if (path === '/admin/banners/:id') rowWithId(state.world.banners, params.id ?? '');
}

function isAllowed(access: Access, caller: Caller, scope: Scope | undefined, state: State): boolean {
  if (access === 'site-admin' || scope === undefined) return caller.token.kind === 'site-admin';
  if (access === 'organization-member') return seesOrganization(caller, scope.organization, state);
  if (access === 'organization-owner') return actsAsOwner(caller, scope.organization, state);
  return hasAdminAccess(caller, scope, state);
}

/** The organization of a request, and the workspace if the request is about one. */
interface Scope {
  organization: string;
  workspace?: WorkspaceRow | undefined;
}

/** Returns the scope of a request; undefined if it does not exist. `path` is the endpoint's, with its placeholders. */
function scopeOf(path: string, params: Readonly<Record<string, string>>, world: World): Scope | undefined {
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
