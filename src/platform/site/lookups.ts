import { agentPools } from '../../api/contract/platform/agent-pools.ts';
import { organizationMemberships } from '../../api/contract/platform/organization-memberships.ts';
import { teams } from '../../api/contract/platform/teams.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { relatedId } from '../../api/contract/relationships.ts';
import { didYouMean } from '../../base/nearest.ts';
import { all, type Service } from './service.ts';

/** The names and ids of one type, in the order of the service. */
export interface Directory {
  names: string[];
  /** Accepts a name or an id, like `nameOf`. */
  idOf(text: string): string | undefined;
  nameOf(text: string): string | undefined;
  /** The ids of the users who have not accepted their invitation. */
  invited?: ReadonlySet<string>;
}

/** Returns lists that several kinds need. Each list is read at most once; agent pools are read each time, because an apply may create some. */
export function createLookups(service: Service, organization: string) {
  const readDirectory = async (endpoint: typeof workspaces.list | typeof agentPools.list | typeof teams.list) => {
    const rows = await all(service.list(endpoint, { organization_name: organization }));
    return directory(rows.map(({ attributes, id }) => [attributes.name ?? id, id]));
  };
  const readOnce = (reading: () => Promise<Directory>) => {
    let directoryRead: Promise<Directory> | undefined;
    return () => {
      directoryRead ??= reading();
      return directoryRead;
    };
  };
  return {
    workspaces: readOnce(() => readDirectory(workspaces.list)),
    teams: readOnce(() => readDirectory(teams.list)),
    users: readOnce(() => usersOf(service, organization)),
    'agent-pools': () => readDirectory(agentPools.list),
  };
}

export type Lookups = ReturnType<typeof createLookups>;

/** Returns the users of an organization by name; with `q`, those that match a search. `include=user` adds them to each page (docs/protocol/lookups.md#organization-memberships). */
export async function usersOf({ list }: Pick<Service, 'list'>, organization: string, q?: string): Promise<Directory> {
  const users = new Map<string, string>();
  const invited = new Set<string>();
  type User = { id: string; attributes?: { username?: string | null } | null };
  const onPage = (page: unknown) => {
    const { included } = page as { included?: User[] | null };
    for (const { attributes, id } of included ?? []) if (attributes?.username) users.set(attributes.username, id);
  };
  const input = { organization_name: organization, query: { q, include: 'user' } };
  for (const row of await all(list(organizationMemberships.ofOrganization, input, { onPage })))
    if (row.attributes.status === 'invited') invited.add(relatedId(row, 'user') ?? '');
  return { ...directory([...users], `${organization}/`), invited };
}

export function noneNamed(what: string, name: string, known: readonly string[], organization: string): string {
  const hint = didYouMean(name, known);
  return `no ${what} ${name} in ${organization}, or you can't see it with this token.${hint ? ` ${hint}` : ''}`;
}

/** Returns the mistake for an unknown name or id. @param added the names that documents declare */
export function nameMistake(what: string, text: string, known: Directory, organization: string, added: string[] = []) {
  const id = known.idOf(text) ?? (added.includes(text) || /^user-/.test(text) ? text : undefined);
  if (id === undefined) return noneNamed(what, text, [...known.names, ...added], organization);
  return known.invited?.has(id) ? `${what} ${text} has not accepted the invitation to ${organization}.` : undefined;
}

/**
 * Creates a directory.
 * @param prefix an optional text before a name
 */
function directory(pairs: readonly (readonly [name: string, id: string])[], prefix = ''): Directory {
  const ids = new Map(pairs);
  const names = new Map(pairs.map(([name, id]) => [id, name]));
  const idOf = (text: string) => {
    const name = text.startsWith(prefix) ? text.slice(prefix.length) : text;
    return ids.get(name) ?? (names.has(name) ? name : undefined);
  };
  return { names: pairs.map(([name]) => name), idOf, nameOf: (text) => names.get(idOf(text) ?? '') };
}
