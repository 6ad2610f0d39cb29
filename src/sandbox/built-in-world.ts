import { builtInFeatureSets, contractPlan, freePlan, publicPlans, standardPlan } from './built-in-plans.ts';
import type { UserRow } from './rows/people.ts';
import type { Tokens } from './tokens.ts';
import { type World, world } from './world.ts';

export const builtInPassword = 'sandbox-password';

function person(id: string, username: string, siteAdmin = false): UserRow {
  const email = `${username}@acme.example`;
  return { id, username, email, passwordHash: null, siteAdmin, service: false };
}

function service(id: string, username: string): UserRow {
  return { ...person(id, username), email: `${username}@service.invalid`, service: true };
}

const sol = person('user-Qw8ZrT3mYb6KcJ1x', 'sol', true);
const olive = person('user-H4vNs9LdXe2RpG7k', 'olive');
const uma = person('user-T6bMq1WzCf8JyA5n', 'uma');
const max = person('user-E9kPx3GhUa7VsD2r', 'max');
const nell = person('user-B5jLt8YcRo4MzF6w', 'nell');
const ivo = person('user-K2dWn7QvSi1XhE9g', 'ivo');
const teamService = service('user-S3gYf5NuMt9BvK8q', 'api-team-platform');
const organizationService = service('user-Z7cRj2PwLx4DaH6m', 'api-org-acme');

const acme = 'acme';
const globex = 'globex';
const platform = 'team-V8nXk4JtQs2GyB6d';
const github = 'oc-U7mQz4XtKb9RwE2j';
const start = '2025-06-02T09:30:00.000Z';

/**
 * Returns the initial world of a sandbox: `acme`, on a paid plan that counts resources, and `globex` on a free one. `olive` owns acme, `sol`
 * owns globex. `nell` is in acme but in no team, `max` is not in the first team, and `ivo` is only invited. The team `platform`
 * (`uma`) administers the second workspace. Both workspaces are linked to the one OAuth client. assumed: everything
 * in this world (docs/protocol/sandbox.md#built-in-world). Ids have a prefix and sixteen letters and digits (docs/protocol/lookups.md#names).
 */
export function builtInWorld(tokens: Tokens): World {
  return world.parse({
    tokens: tokenRows(tokens),
    ...people,
    ...organizations,
    featureSets: [...builtInFeatureSets],
    customization: { texts: {}, enabledAvatarSources: ['gravatar'] },
    hcpOrganizations: [
      {
        id: '2f6b1d84-7c3e-4a59-9d02-8e51c7a4b360',
        name: acme,
        ownerEmail: olive.email,
        admins: [olive.id],
        members: [olive.id, uma.id],
        connectedPlans: [standardPlan],
      },
    ],
  });
}

function tokenRows(tokens: Tokens): World['tokens'] {
  const { organization, owner, team, user } = tokens;
  return [
    { kind: 'site-admin', token: tokens['site-admin'], user: sol.id },
    { kind: 'owner', token: owner, user: olive.id },
    { kind: 'user', token: user, user: uma.id },
    { kind: 'team', token: team, user: teamService.id, resource: { type: 'teams', id: platform } },
    {
      kind: 'organization',
      token: organization,
      user: organizationService.id,
      resource: { type: 'organizations', id: acme },
    },
  ];
}

const people: Pick<World, 'users' | 'teams' | 'memberships'> = {
  users: [sol, olive, uma, max, nell, ivo, teamService, organizationService],
  teams: [
    { id: platform, name: 'platform', organization: acme, users: [uma.id] },
    { id: 'team-C1pSw9HzLm5RkN3f', name: 'network', organization: acme, users: [max.id] },
    { id: 'team-G6yDq3UaXe7TvJ8b', name: 'owners', organization: acme, users: [olive.id] },
    { id: 'team-P9eKb5WxFn2SjH7c', name: 'owners', organization: globex, users: [sol.id] },
  ],
  memberships: [
    { id: 'ou-X4fKr8VnBz1MwS6t', user: max.id, organization: acme, status: 'active' },
    { id: 'ou-P7sJh5TyQc9LdG2e', user: nell.id, organization: acme, status: 'active' },
    { id: 'ou-D3wZm6RkHv8YnA4u', user: uma.id, organization: acme, status: 'active' },
    { id: 'ou-N8tBg2XpFs5CqE7j', user: olive.id, organization: acme, status: 'active' },
    { id: 'ou-L1vUe9WdKy6ShR3a', user: ivo.id, organization: acme, status: 'invited' },
    { id: 'ou-T5hQc3JzVr8FxM1b', user: sol.id, organization: globex, status: 'active' },
  ],
};

const organizations: Pick<World, 'organizations' | 'workspaces' | 'projects' | 'subscriptions' | 'oauthClients'> = {
  organizations: [
    {
      name: acme,
      featureSet: standardPlan,
      eligibleFeatureSets: [...publicPlans, contractPlan],
      billableResources: 120,
    },
    { name: globex, featureSet: freePlan, eligibleFeatureSets: [...publicPlans], billableResources: 12 },
  ],
  workspaces: [
    {
      id: 'ws-R5hTn2KxPd8WqL4v',
      name: 'network-production',
      organization: acme,
      adminTeams: [],
      vcs: { oauthClient: github, identifier: 'acme/network' },
      run: null,
    },
    {
      id: 'ws-M9cYb6GsJf3ZtE7u',
      name: 'network-staging',
      organization: acme,
      adminTeams: [platform],
      vcs: { oauthClient: github, identifier: 'acme/network' },
      run: null,
    },
  ],
  projects: [
    { id: 'prj-F7tKm3WqYx9ZcN5b', name: 'Default Project', organization: acme },
    { id: 'prj-S2vHd8RpLj6GaQ4e', name: 'Default Project', organization: globex },
  ],
  subscriptions: [
    { id: 'sub-J5rGz7MxTb2QnV9c', organization: acme, startAt: start, rumAlertThreshold: null, rumAlertSentAt: null },
    { id: 'sub-Y8kCp4EsWf6HuD1l', organization: globex, startAt: start, rumAlertThreshold: null, rumAlertSentAt: null },
  ],
  oauthClients: [
    {
      id: github,
      organization: acme,
      uuid: '7b0c5f2e-94a1-4c66-8f3d-2d1e90ab57c4',
      serviceProvider: 'github',
      name: null,
      httpUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
      key: null,
      tokens: ['ot-H6xVn3LcYt8ZpB1k'],
      organizationScoped: true,
      agentPool: null,
      projects: [],
      createdAt: start,
      updatedAt: null,
    },
  ],
};
