import { organizationMemberships } from '../contract/platform/organization-memberships.ts';
import { workspaces } from '../contract/platform/workspaces.ts';
import { all, type Service } from './service.ts';

/** Names and ids of one sort, in the order of the service. */
export interface Directory {
  names: string[];
  idOf(name: string): string | undefined;
  nameOf(id: string): string | undefined;
}

/** Lists that several kinds need, read at most once. */
export interface Lookups {
  workspaces(): Promise<Directory>;
  /** The members of the organization, by username. */
  users(): Promise<Directory>;
}

export function createLookups(service: Service, organization: string): Lookups {
  let workspacesRead: Promise<Directory> | undefined;
  let usersRead: Promise<Directory> | undefined;

  async function readWorkspaces(): Promise<Directory> {
    const rows = await all(service.list(workspaces.list, { organization_name: organization }));
    return directory(rows.map(({ attributes, id }) => [attributes.name ?? id, id]));
  }

  /** `include=user` adds the users to each page (docs/protocol/lookups.md#organization-memberships). */
  async function readUsers(): Promise<Directory> {
    const users: [string, string][] = [];
    for (let page: number | undefined = 1; page !== undefined; ) {
      const query = { include: 'user', 'page[number]': page, 'page[size]': 100 };
      const reply = await service.call(organizationMemberships.ofOrganization, {
        organization_name: organization,
        query,
      });
      const { included = [], meta } = reply as {
        included?: IncludedUser[];
        meta?: { pagination?: Record<string, unknown> };
      };
      for (const { attributes, id } of included) if (attributes?.username) users.push([attributes.username, id]);
      const next: number = Number(meta?.pagination?.['next-page'] ?? 0);
      page = next > page ? next : undefined;
    }
    return directory(users);
  }

  return {
    workspaces() {
      workspacesRead ??= readWorkspaces();
      return workspacesRead;
    },
    users() {
      usersRead ??= readUsers();
      return usersRead;
    },
  };
}

interface IncludedUser {
  id: string;
  attributes?: { username?: string | null };
}

function directory(pairs: readonly (readonly [name: string, id: string])[]): Directory {
  const ids = new Map(pairs);
  const names = new Map(pairs.map(([name, id]) => [id, name]));
  return { names: pairs.map(([name]) => name), idOf: (name) => ids.get(name), nameOf: (id) => names.get(id) };
}
