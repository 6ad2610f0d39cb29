import type { Access } from '../contract/endpoint.ts';
import { notFound, unauthorized } from './refusal.ts';
import type { State } from './state.ts';
import type { TokenRow, UserRow } from './world.ts';

/** Who is calling: the token's own row and the user it acts as. */
export interface Caller {
  readonly token: TokenRow;
  readonly user: UserRow;
}

/** The caller behind an Authorization header; undefined without one, 401 for a token nobody has (part 1, Authentication). */
export function identify(authorization: string | undefined, state: State): Caller | undefined {
  if (authorization === undefined) return undefined;
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  const token = text === undefined ? undefined : state.token(text);
  const user = token === undefined ? undefined : state.user(token.user);
  if (token === undefined || user === undefined) throw unauthorized();
  return { token, user };
}

/** Whether a caller may see an organization's own resources. */
function belongsTo(caller: Caller, organization: string, state: State): boolean {
  const { resource, kind } = caller.token;
  if (kind === 'site-admin') return true;
  if (resource?.type === 'organizations') return resource.id === organization;
  if (resource?.type === 'teams') {
    return state.world.teams.some((team) => team.id === resource.id && team.organization === organization);
  }
  return state.members(organization).some((row) => row.user === caller.user.id && row.status === 'active');
}

/** Whether a caller has an organization owner's permissions; assumed: an organization token and a site administrator have them. */
function owns(caller: Caller, organization: string, state: State): boolean {
  const { resource, kind } = caller.token;
  if (kind === 'site-admin') return true;
  if (resource !== undefined) return resource.type === 'organizations' && resource.id === organization;
  return state.organization(organization)?.owners.includes(caller.user.id) ?? false;
}

/**
 * Lets a caller through to an endpoint: 401 without a token, 404 where the caller may not act (part 1, Errors).
 * Where the path names no organization, an organization or workspace access is checked by the handler, which knows the row.
 */
export function admit(
  access: Access,
  caller: Caller | undefined,
  params: Readonly<Record<string, string>>,
  state: State,
): void {
  if (access === 'anyone') return;
  if (caller === undefined) throw unauthorized();
  if (access === 'site-admin' && caller.token.kind !== 'site-admin') throw notFound();
  const organization = params.organization ?? params.organization_name;
  if (organization === undefined) return;
  if (state.organization(organization) === undefined) throw notFound();
  if (access === 'organization-member' && !belongsTo(caller, organization, state)) throw notFound();
  if (access === 'organization-owner' && !owns(caller, organization, state)) throw notFound();
}
