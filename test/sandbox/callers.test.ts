import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const unauthorized = { errors: [{ status: '401', title: 'unauthorized' }] };

describe('the caller of a request', () => {
  test.each([
    ['site-admin', 'sol', false, 'users'],
    ['owner', 'olive', false, 'users'],
    ['user', 'uma', false, 'users'],
    ['team', 'api-team-platform', true, 'teams'],
    ['organization', 'api-org-acme', true, 'organizations'],
  ] as const)('the %s token belongs to %s', async (kind, username, service_, resource) => {
    const { status, json } = await service.api('GET', '/account/details', { token: service.sandbox.info.tokens[kind] });
    expect(status).toBe(200);
    expect(json.data.attributes).toMatchObject({ username, 'is-service-account': service_ });
    expect(json.data.relationships['authenticated-resource'].data.type).toBe(resource);
  });

  test('an unknown token gets 401 even if the endpoint requires no token', async () => {
    const { status, json } = await service.api('GET', '/admin/banners', { token: 'stranger' });
    expect([status, json]).toEqual([401, unauthorized]);
  });

  test('the registry ignores tokens', async () => {
    const response = await fetch(service.sandbox.info.registry, { headers: { authorization: 'Bearer stranger' } });
    expect(response.status).toBe(200);
  });
});

test('the info line describes the world of the sandbox as documented', () => {
  const { info, url, state } = service.sandbox;
  expect(info.api).toBe(`${url}/api/v2`);
  expect(info.registry).toBe(`${url}/v1/modules/`);
  expect(info.organization).toBe('acme');
  expect(info.workspaces.length).toBeGreaterThanOrEqual(2);
  const last = info.users.at(-1)!;
  expect(state.world.teams.some(({ users }) => users.includes(last.id))).toBe(false);
  expect(info.memberships.some(({ username }) => username === last.username)).toBe(true);
  const first = info.users.find(({ username }) => username === info.memberships[0]!.username)!;
  expect(state.world.teams.find(({ id }) => id === info.teams[0]!.id)!.users).not.toContain(first.id);
  expect(JSON.parse(JSON.stringify(state.world))).toEqual(state.world);
});
