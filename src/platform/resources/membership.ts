import type { Query } from '../../api/contract/endpoint.ts';
import type { User } from '../../api/contract/platform/account.ts';
import {
  type Membership,
  membershipEmailFilter,
  organizationMemberships,
} from '../../api/contract/platform/organization-memberships.ts';
import { CheckFailedError, NotFoundError, type SvcError } from '../../base/errors.ts';
import { joined } from '../../base/text.ts';
import type { Listed } from './resource.ts';

const memberships = organizationMemberships.ofOrganization;

/** A user's membership in an organization, by e-mail address, also before the invitation is accepted (docs/protocol/teams.md#e-mail-addresses). */
export const membership: Omit<Listed<Membership>, 'view'> = {
  one: 'membership',
  list: memberships,
  prefix: 'ou-',
  label: ({ attributes }) => attributes.email,
};

/** A user of an organization, by name, in the responses for memberships. */
export const user: Omit<Listed<User>, 'view'> = {
  one: 'user',
  list: memberships,
  prefix: 'user-',
  label: ({ attributes }) => attributes.username,
};

/** Addresses in one request. */
const batch = 50;

/** Returns the ids of the memberships with these e-mail addresses, and the errors of the other addresses. @param list reads the memberships of the organization */
export async function membershipIds(
  emails: readonly string[],
  organization: string,
  list: (endpoint: typeof memberships, input: { organization_name: string; query: Query }) => AsyncIterable<Membership>,
) {
  const found = new Map(emails.map((email) => [email.toLowerCase(), new Set<string>()]));
  for (let at = 0; at < emails.length; at += batch) {
    const query = { [membershipEmailFilter]: emails.slice(at, at + batch).join(',') };
    // A service without the filter returns all memberships.
    for await (const { attributes, id } of list(memberships, { organization_name: organization, query }))
      found.get(attributes.email?.toLowerCase() ?? '')?.add(id);
  }
  const ids = new Map<string, string>();
  const failures = new Map<string, SvcError>();
  for (const email of emails) {
    const [id, ...others] = found.get(email.toLowerCase()) ?? [];
    if (id === undefined)
      failures.set(
        email,
        new NotFoundError(
          `No membership of ${organization} has this e-mail address, or you can't see it with this token.`,
        ),
      );
    else if (others.length > 0)
      failures.set(
        email,
        new CheckFailedError(`Several memberships have this e-mail address: ${joined([id, ...others])}.`),
      );
    else ids.set(email, id);
  }
  return { ids, failures };
}
