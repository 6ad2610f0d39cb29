import { registryPrefix } from './locations.ts';
import type { State } from './state.ts';
import { tokensBy } from './tokens.ts';

/** The line that `svc sandbox start --json` prints: the addresses of the sandbox and its content. */
export type SandboxInfo = ReturnType<typeof infoOf>;

/** Returns the addresses of a sandbox, and the content of its first organization. */
export function infoOf(url: string, state: State) {
  const organization = state.world.organizations[0]?.name ?? '';
  const ours = <Row extends { organization: string }>(rows: Row[]) =>
    rows.filter((row) => row.organization === organization);
  const members = state.members(organization);
  const active = new Set(members.filter(({ status }) => status === 'active').map(({ user }) => user));
  const inTeams = new Set(ours(state.world.teams).flatMap(({ users }) => users));
  const users = state.world.users.filter(({ id }) => active.has(id));
  const names = new Map(state.world.users.map(({ id, username }) => [id, username]));
  return {
    address: url,
    api: `${url}/api/v2`,
    registry: `${url}${registryPrefix}/`,
    tokens: tokensBy((kind) => state.tokenOf(kind)),
    organization,
    workspaces: ours(state.world.workspaces).map(({ id, name }) => ({ id, name })),
    teams: ours(state.world.teams).map(({ id, name }) => ({ id, name })),
    users: users
      .toSorted((a, b) => Number(inTeams.has(b.id)) - Number(inTeams.has(a.id)))
      .map(({ id, username }) => ({ id, username })),
    memberships: members.map(({ id, user }) => ({ id, username: names.get(user) ?? '' })),
    subscription: ours(state.world.subscriptions)[0]?.id ?? '',
    hcpOrganization: state.world.hcpOrganizations[0]?.id ?? '',
  };
}
