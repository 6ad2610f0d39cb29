import { randomInt } from 'node:crypto';
import type { MailRow } from './rows/notifications.ts';
import type { OrganizationRow, SubscriptionRow, WorkspaceRow } from './rows/organizations.ts';
import type { MembershipRow, TokenKind, TokenRow, UserRow } from './rows/people.ts';
import type { World } from './world.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The most mails to store; older ones are deleted to keep the state small. */
const storedMails = 1000;

/** The world with lookups that several resources need. Handlers access the rows of their own resource directly. */
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

  subscription(organization: string): SubscriptionRow | undefined {
    return this.world.subscriptions.find((row) => row.organization === organization);
  }

  /** Stores a mail in the outbox instead of sending it. Returns undefined for a mail without receivers. */
  sendMail(mail: Pick<MailRow, 'to' | 'subject' | 'body'>): MailRow | undefined {
    if (mail.to.length === 0) return undefined;
    const row = { id: this.newId('mail-'), at: this.now().toISOString(), ...mail };
    const { outbox } = this.world;
    outbox.push(row);
    outbox.splice(0, Math.max(0, outbox.length - storedMails));
    return row;
  }

  addressesOf(users: readonly string[]): string[] {
    return users.flatMap((id) => this.user(id)?.email ?? []);
  }

  /** Returns the members of an organization's team `owners` who have accepted the invitation. */
  owners(organization: string): UserRow[] {
    const team = this.world.teams.find((row) => row.organization === organization && row.name === 'owners');
    return (team?.users ?? []).flatMap((id) => (this.isMember(id, organization) ? (this.user(id) ?? []) : []));
  }
}
