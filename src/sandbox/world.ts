import type { Banner } from '../contract/platform/banners.ts';
import type { Downloads } from './downloads.ts';

/** assumed: sixteen letters and digits behind a prefix, as the specification says of banners (facts, throughout). */
export interface UserRow {
  id: string;
  username: string;
  email: string;
  siteAdmin: boolean;
  /** The synthetic user behind a team or organization token (part 1, Account). */
  service: boolean;
}

export type TokenKind = 'site-admin' | 'owner' | 'user' | 'team' | 'organization';

/** Who a bearer token speaks for; `user` is an id. */
export interface TokenRow {
  kind: TokenKind;
  token: string;
  user: string;
  /** The team or organization itself, for their tokens. */
  resource?: { type: 'teams' | 'organizations'; id: string };
}

export interface OrganizationRow {
  name: string;
  owners: string[];
}

interface WorkspaceRow {
  id: string;
  name: string;
  organization: string;
}

interface TeamRow {
  id: string;
  name: string;
  organization: string;
  users: string[];
}

export interface MembershipRow {
  id: string;
  user: string;
  organization: string;
  status: 'active' | 'invited';
}

interface SubscriptionRow {
  id: string;
  organization: string;
  paid: boolean;
}

export interface BannerRow {
  id: string;
  attributes: Banner['attributes'];
  /** When the row was last written: nothing takes effect earlier than that. */
  since: string;
}

/** Everything the sandbox remembers, as one plain object that JSON can carry. */
export interface World {
  tokens: TokenRow[];
  users: UserRow[];
  organizations: OrganizationRow[];
  workspaces: WorkspaceRow[];
  teams: TeamRow[];
  memberships: MembershipRow[];
  subscriptions: SubscriptionRow[];
  banners: BannerRow[];
  downloads: Downloads;
}

function person(id: string, username: string, siteAdmin = false): UserRow {
  return { id, username, email: `${username}@acme.example`, siteAdmin, service: false };
}

function service(id: string, username: string): UserRow {
  return { id, username, email: `${username}@service.invalid`, siteAdmin: false, service: true };
}

const sol = person('user-Qw8ZrT3mYb6KcJ1x', 'sol', true);
const olive = person('user-H4vNs9LdXe2RpG7k', 'olive');
const uma = person('user-T6bMq1WzCf8JyA5n', 'uma');
const max = person('user-E9kPx3GhUa7VsD2r', 'max');
const nell = person('user-B5jLt8YcRo4MzF6w', 'nell');
const ivo = person('user-K2dWn7QvSi1XhE9g', 'ivo');
const teamService = service('user-S3gYf5NuMt9BvK8q', 'api-team-platform');
const organizationService = service('user-Z7cRj2PwLx4DaH6m', 'api-org-acme');

const platform = 'team-V8nXk4JtQs2GyB6d';

/**
 * The world a fresh sandbox starts with: a paid organization `acme` and an unpaid one `globex`. `nell` belongs to acme and to no
 * team, `max` is not in the first team, `ivo` is only invited. assumed: everything in it; the documents describe no data.
 */
export function builtInWorld(): World {
  const organization = 'acme';
  return structuredClone({
    tokens: [
      { kind: 'site-admin', token: 'sandbox-site-admin-token', user: sol.id },
      { kind: 'owner', token: 'sandbox-owner-token', user: olive.id },
      { kind: 'user', token: 'sandbox-user-token', user: uma.id },
      { kind: 'team', token: 'sandbox-team-token', user: teamService.id, resource: { type: 'teams', id: platform } },
      {
        kind: 'organization',
        token: 'sandbox-organization-token',
        user: organizationService.id,
        resource: { type: 'organizations', id: organization },
      },
    ],
    users: [sol, olive, uma, max, nell, ivo, teamService, organizationService],
    organizations: [
      { name: organization, owners: [olive.id] },
      { name: 'globex', owners: [sol.id] },
    ],
    workspaces: [
      { id: 'ws-R5hTn2KxPd8WqL4v', name: 'network-production', organization },
      { id: 'ws-M9cYb6GsJf3ZtE7u', name: 'network-staging', organization },
    ],
    teams: [
      { id: platform, name: 'platform', organization, users: [uma.id] },
      { id: 'team-C1pSw9HzLm5RkN3f', name: 'network', organization, users: [max.id] },
      { id: 'team-G6yDq3UaXe7TvJ8b', name: 'owners', organization, users: [olive.id] },
    ],
    memberships: [
      { id: 'ou-X4fKr8VnBz1MwS6t', user: max.id, organization, status: 'active' },
      { id: 'ou-P7sJh5TyQc9LdG2e', user: nell.id, organization, status: 'active' },
      { id: 'ou-D3wZm6RkHv8YnA4u', user: uma.id, organization, status: 'active' },
      { id: 'ou-N8tBg2XpFs5CqE7j', user: olive.id, organization, status: 'active' },
      { id: 'ou-L1vUe9WdKy6ShR3a', user: ivo.id, organization, status: 'invited' },
    ],
    subscriptions: [
      { id: 'sub-J5rGz7MxTb2QnV9c', organization, paid: true },
      { id: 'sub-Y8kCp4EsWf6HuD1l', organization: 'globex', paid: false },
    ],
    banners: [],
    downloads: {},
  } satisfies World);
}
