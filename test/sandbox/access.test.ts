import { describe, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { send } from './service.ts';

const callers = ['nobody', 'site-admin', 'owner', 'user', 'team', 'organization'] as const;
const documentOf = (type: string, attributes: unknown) => JSON.stringify({ data: { type, attributes } });
const users = JSON.stringify({ data: [{ type: 'users', id: 'nell' }] });
const removed = JSON.stringify({ data: [{ type: 'users', id: 'uma' }] });
const memberships = JSON.stringify({ data: [{ type: 'organization-memberships', id: 'ou-P7sJh5TyQc9LdG2e' }] });
const removedMembership = JSON.stringify({ data: [{ type: 'organization-memberships', id: 'ou-D3wZm6RkHv8YnA4u' }] });
const client = documentOf('oauth-clients', {
  'service-provider': 'github',
  'http-url': 'https://github.com',
  'api-url': 'https://api.github.com',
  'oauth-token-string': 'token',
});
const configuration = JSON.stringify({
  data: {
    type: 'notification-configurations',
    attributes: { name: 'n', 'destination-type': 'email' },
    relationships: { users: { data: [] } },
  },
});
const threshold = documentOf('subscriptions', { 'rum-alert-threshold': 5 });
const pool = documentOf('agent-pools', { name: 'pool' });
const name = documentOf('users', { username: 'x' });
const [current_password, password] = ['sandbox-password', 'correct horse'];
const change = documentOf('users', { current_password, password, password_confirmation: password });
const hcp = '/account/hcp-organizations/2f6b1d84-7c3e-4a59-9d02-8e51c7a4b360';
const oc = 'oc-U7mQz4XtKb9RwE2j';
const team = 'team-V8nXk4JtQs2GyB6d';
const inTeam = `/teams/${team}/relationships`;
const [production, staging] = ['ws-R5hTn2KxPd8WqL4v', 'ws-M9cYb6GsJf3ZtE7u'];
const nc = (workspace: string) => `/notification-configurations/nc-${workspace}`;
const seeded = 'nc-0000000000000000';

/** Returns the status for each caller; each request that could change a sandbox gets a new one. */
async function statuses(method: string, path: string, body?: string) {
  const start = async () => {
    const sandbox = await startSandbox({ edition: 'hosted' });
    onTestFinished(() => sandbox.close());
    seed(sandbox);
    return sandbox;
  };
  const read = method === 'GET' ? await start() : undefined;
  return Promise.all(
    callers.map(async (caller) => {
      const { info } = read ?? (await start());
      const token = caller === 'nobody' ? {} : { token: info.tokens[caller] };
      return (await send(info.api + path, method, { ...token, body })).status;
    }),
  );
}

/** Adds an e-mail configuration to each workspace. */
function seed({ state }: Sandbox): void {
  for (const workspace of [production, staging]) {
    state.world.notifications.push({
      id: `nc-${workspace}`,
      workspace: workspace!,
      name: seeded,
      enabled: false,
      destinationType: 'email',
      url: null,
      token: null,
      triggers: [],
      users: [],
      deliveryResponses: [],
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
  }
}

// Statuses for: no token, site administrator, owner, plain user, team, organization.
describe('permissions by caller', () => {
  test.each([
    ['PATCH', '/account/update', name, [401, 200, 200, 200, 404, 404]],
    ['PATCH', '/account/password', change, [401, 200, 200, 200, 404, 404]],
    ['GET', hcp, undefined, [401, 404, 200, 200, 404, 404]],
    ['GET', '/account/hcp-organizations/x', undefined, [401, 404, 404, 404, 404, 404]],
    ['GET', '/feature-sets', undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/organizations/acme/feature-sets', undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/organizations/globex/feature-sets', undefined, [401, 200, 403, 403, 403, 403]],
    ['GET', '/organizations/none/feature-sets', undefined, [401, 404, 404, 404, 404, 404]],
    ['GET', '/subscriptions/sub-J5rGz7MxTb2QnV9c', undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/subscriptions/sub-Y8kCp4EsWf6HuD1l', undefined, [401, 200, 404, 404, 404, 404]],
    ['GET', '/subscriptions/sub-0', undefined, [401, 404, 404, 404, 404, 404]],
    ['PATCH', '/organizations/acme/subscription', threshold, [401, 200, 200, 404, 404, 200]],
    ['PATCH', '/organizations/globex/subscription', threshold, [401, 422, 404, 404, 404, 404]],
    ['PATCH', '/organizations/none/subscription', threshold, [401, 404, 404, 404, 404, 404]],
    ['GET', '/organizations/acme/agent-pools', undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/organizations/globex/agent-pools', undefined, [401, 200, 404, 404, 404, 404]],
    ['POST', '/organizations/acme/agent-pools', pool, [401, 200, 200, 404, 404, 200]],
    ['POST', '/organizations/globex/agent-pools', pool, [401, 200, 404, 404, 404, 404]],
    ['GET', '/organizations/acme/oauth-clients', undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/organizations/globex/oauth-clients', undefined, [401, 200, 404, 404, 404, 404]],
    ['POST', '/organizations/acme/oauth-clients', client, [401, 201, 201, 404, 404, 201]],
    ['POST', '/organizations/none/oauth-clients', client, [401, 404, 404, 404, 404, 404]],
    ['GET', `/oauth-clients/${oc}`, undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/oauth-clients/oc-0', undefined, [401, 404, 404, 404, 404, 404]],
    ['PATCH', `/oauth-clients/${oc}`, documentOf('oauth-clients', {}), [401, 200, 200, 404, 404, 200]],
    ['PATCH', '/oauth-clients/oc-0', 'not json', [401, 404, 404, 404, 404, 404]],
    ['DELETE', `/oauth-clients/${oc}`, undefined, [401, 204, 204, 404, 404, 204]],
    ['POST', `${inTeam}/users`, users, [401, 204, 204, 404, 404, 204]],
    ['DELETE', `${inTeam}/users`, removed, [401, 204, 204, 404, 404, 204]],
    ['POST', `${inTeam}/organization-memberships`, memberships, [401, 204, 204, 404, 404, 204]],
    ['DELETE', `${inTeam}/organization-memberships`, removedMembership, [401, 204, 204, 404, 404, 204]],
    ['POST', '/teams/team-0/relationships/users', users, [401, 404, 404, 404, 404, 404]],
    ['GET', `/workspaces/${production}/notification-configurations`, undefined, [401, 200, 200, 404, 404, 200]],
    ['GET', `/workspaces/${staging}/notification-configurations`, undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/workspaces/ws-0/notification-configurations', undefined, [401, 404, 404, 404, 404, 404]],
    ['POST', `/workspaces/${production}/notification-configurations`, configuration, [401, 201, 201, 404, 404, 201]],
    ['POST', `/workspaces/${production}/notification-configurations`, '{}', [401, 422, 422, 404, 404, 422]],
    ['POST', `/workspaces/${staging}/notification-configurations`, configuration, [401, 201, 201, 201, 201, 201]],
    ['GET', nc(production), undefined, [401, 200, 200, 404, 404, 200]],
    ['GET', nc(staging), undefined, [401, 200, 200, 200, 200, 200]],
    ['PATCH', nc(production), documentOf('notification-configurations', {}), [401, 200, 200, 404, 404, 200]],
    ['POST', `${nc(production)}/actions/verify`, undefined, [401, 200, 200, 404, 404, 200]],
    ['DELETE', nc(production), undefined, [401, 204, 204, 404, 404, 204]],
    ['DELETE', '/notification-configurations/nc-0', undefined, [401, 404, 404, 404, 404, 404]],
    ['GET', '/organizations/acme/workspaces/network-staging', undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/organizations/globex/workspaces/network-staging', undefined, [401, 404, 404, 404, 404, 404]],
    ['GET', '/organizations/acme/teams', undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/organizations/globex/teams', undefined, [401, 200, 404, 404, 404, 404]],
    ['GET', '/organizations', undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/organizations/acme', undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/organizations/globex', undefined, [401, 200, 404, 404, 404, 404]],
    ['GET', '/organizations/none', undefined, [401, 404, 404, 404, 404, 404]],
    ['GET', '/organizations/globex/workspaces', undefined, [401, 200, 404, 404, 404, 404]],
    ['GET', `/workspaces/${production}`, undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/workspaces/ws-0', undefined, [401, 404, 404, 404, 404, 404]],
    ['GET', `/teams/${team}`, undefined, [401, 200, 200, 200, 200, 200]],
    ['GET', '/teams/team-P9eKb5WxFn2SjH7c', undefined, [401, 200, 404, 404, 404, 404]],
  ])('%s %s responds with the right status to each kind of caller', async (method, path, body, expected) => {
    expect(await statuses(method, path, body)).toEqual(expected);
  });
});
