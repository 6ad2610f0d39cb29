import { randomInt } from 'node:crypto';
import type { OrganizationRow, WorkspaceRow } from './rows/organizations.ts';
import type { MembershipRow, TokenKind, TokenRow, UserRow } from './rows/people.ts';
import type { World } from './world.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Methods for the lookups that several resources need. Handlers access the rows of their own resource directly. */
export class State {
  constructor(
    readonly world: World,
    readonly now: () => Date,
  ) {}

  /** Returns a new id: a prefix such as `ab-` and sixteen letters and digits (docs/protocol/lookups.md#names). */
  newId(prefix: string): string {
    return prefix + Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
  }

  token(text: string): TokenRow | undefined {
    return this.world.tokens.find((row) => row.token === text);
  }

  tokenOf(kind: TokenKind): string {
    return this.world.tokens.find((row) => row.kind === kind)?.token ?? '';
  }

  user(id: string): UserRow | undefined {
    return this.world.users.find((row) => row.id === id);
  }

  organization(name: string): OrganizationRow | undefined {
    return this.world.organizations.find((row) => row.name === name);
  }

  workspace(id: string): WorkspaceRow | undefined {
    return this.world.workspaces.find((row) => row.id === id);
  }

  members(organization: string): MembershipRow[] {
    return this.world.memberships.filter((row) => row.organization === organization);
  }

  /** Returns whether a user has accepted the invitation to an organization. */
  isMember(user: string, organization: string): boolean {
    return this.members(organization).some((row) => row.user === user && row.status === 'active');
  }

  /** Returns the members of an organization's team `owners` who have accepted the invitation. */
  owners(organization: string): UserRow[] {
    const team = this.world.teams.find((row) => row.organization === organization && row.name === 'owners');
    return (team?.users ?? []).flatMap((id) => (this.isMember(id, organization) ? (this.user(id) ?? []) : []));
  }
}
