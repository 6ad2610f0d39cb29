import { randomInt } from 'node:crypto';
import type { MembershipRow, OrganizationRow, TokenKind, TokenRow, UserRow, World } from './world.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The world behind methods, for what more than one resource asks; the rows of one resource are its handlers' own business. */
export class State {
  readonly world: World;
  readonly #now: () => Date;

  constructor(world: World, now: () => Date) {
    this.world = world;
    this.#now = now;
  }

  now(): Date {
    return this.#now();
  }

  /** A fresh id: `ab-` gives `ab-` and sixteen letters and digits (part 1, Other resources). */
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

  members(organization: string): MembershipRow[] {
    return this.world.memberships.filter((row) => row.organization === organization);
  }
}
