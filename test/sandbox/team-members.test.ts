import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const token = 'sandbox-owner-token';
const service = sandboxPerTest();
const platform = 'team-V8nXk4JtQs2GyB6d';
const send = (method: string, team: string, relationship: string, ids: unknown[], type = relationship) =>
  service.api(method, `/teams/${team}/relationships/${relationship}`, {
    token,
    body: { data: ids.map((id) => ({ type, id })) },
  });
const addUsers = (...ids: unknown[]) => send('POST', platform, 'users', ids);
const members = (team = platform) => {
  const { teams, users } = service.sandbox.state.world;
  const ids = teams.find(({ id }) => id === team)!.users;
  const names = new Map(users.map(({ id, username }) => [id, username]));
  return ids.map((id) => names.get(id)!);
};

describe('users', () => {
  test('users may be added to a team by id, and a repeated user is added once', async () => {
    expect((await addUsers('user-B5jLt8YcRo4MzF6w', 'nell')).status).toBe(204);
    expect(members()).toEqual(['uma', 'nell']);
  });

  test('a user removed from a team stays in the other teams and in the organization', async () => {
    await send('POST', platform, 'users', ['max']);
    const { status, text } = await send('DELETE', platform, 'users', ['max']);
    expect([status, text, members(), members('team-C1pSw9HzLm5RkN3f')]).toEqual([204, '', ['uma'], ['max']]);
    expect(service.sandbox.state.members('acme').map(({ user }) => user)).toContain('user-E9kPx3GhUa7VsD2r');
  });
});

test('the last owner of an organization cannot be removed', async () => {
  const owners = 'team-G6yDq3UaXe7TvJ8b';
  const { status, json } = await send('DELETE', owners, 'users', ['olive']);
  expect([status, json.errors[0].status, members(owners)]).toEqual([403, '403', ['olive']]);
  expect((await send('POST', owners, 'users', ['nell'])).status).toBe(204);
  expect((await send('DELETE', owners, 'users', ['olive'])).status).toBe(204);
  expect((await send('POST', owners, 'users', ['max'])).status).toBe(404);
});

test('DELETE of team members requires the media type of every write, and without members it changes nothing', async () => {
  const path = `/teams/${platform}/relationships/users`;
  const headers = { 'content-type': 'application/json' };
  expect((await service.api('DELETE', path, { token, body: { data: [] }, headers })).status).toBe(415);
  expect([(await service.api('DELETE', path, { token, body: { data: [] } })).status, members()]).toEqual([
    204,
    ['uma'],
  ]);
});

test('ten thousand users are added to a team in ten requests', async () => {
  const { world } = service.sandbox.state;
  const names = Array.from({ length: 10_000 }, (_, at) => `user-name-${at}`);
  for (const username of names) {
    const id = `user-${username}`;
    world.users.push({ ...world.users[0]!, id, username, siteAdmin: false });
    world.memberships.push({ id: `ou-${username}`, user: id, organization: 'acme', status: 'active' });
  }
  for (let at = 0; at < names.length; at += 1000) {
    expect((await addUsers(...names.slice(at, at + 1000))).status).toBe(204);
  }
  expect(members()).toHaveLength(10_001);
});
