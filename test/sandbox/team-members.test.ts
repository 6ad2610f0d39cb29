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
const ivo = 'ou-L1vUe9WdKy6ShR3a';

describe('users', () => {
  test('may be named by their ids, and twice', async () => {
    expect((await addUsers('user-B5jLt8YcRo4MzF6w', 'nell')).status).toBe(204);
    expect(members()).toEqual(['uma', 'nell']);
  });

  test.each([
    ['nobody', 'nobody does not exist'],
    ['sol', 'sol does not belong to the organization acme'],
    ['ivo', 'ivo has not accepted the invitation to the organization acme'],
    ['uma', 'uma is already a member of the team'],
  ])('%s is rejected, with the place, and the whole batch with it', async (name, detail) => {
    const { status, json } = await addUsers('nell', name, 'max');
    expect([status, json.errors, members()]).toEqual([
      422,
      [{ status: '422', title: 'invalid attribute', detail, source: { pointer: '/data/1/id' } }],
      ['uma'],
    ]);
  });

  test('that cannot be added are all named', async () => {
    const { json } = await addUsers('nobody', 'nell', 'ivo');
    expect(json.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)).toEqual([
      '/data/0/id',
      '/data/2/id',
    ]);
  });

  test('are removed from this team only', async () => {
    await send('POST', platform, 'users', ['max']);
    const { status, text } = await send('DELETE', platform, 'users', ['max']);
    expect([status, text, members(), members('team-C1pSw9HzLm5RkN3f')]).toEqual([204, '', ['uma'], ['max']]);
    expect(service.sandbox.state.members('acme').map(({ user }) => user)).toContain('user-E9kPx3GhUa7VsD2r');
  });

  test('who are not in the team cannot be removed, nor those with them', async () => {
    const { status, json } = await send('DELETE', platform, 'users', ['uma', 'max']);
    expect([status, json.errors[0].detail, members()]).toEqual([422, 'max is not a member of the team', ['uma']]);
  });
});

describe('organization memberships', () => {
  test('need no more than an invitation', async () => {
    expect((await send('POST', platform, 'organization-memberships', [ivo])).status).toBe(204);
    expect(members()).toEqual(['uma', 'ivo']);
    expect((await send('DELETE', platform, 'organization-memberships', [ivo])).status).toBe(204);
    expect(members()).toEqual(['uma']);
  });

  test('of another organization, and unknown ones, are rejected with all of the batch', async () => {
    const ids = ['ou-P7sJh5TyQc9LdG2e', 'ou-T5hQc3JzVr8FxM1b', 'ou-0'];
    const { status, json } = await send('POST', platform, 'organization-memberships', ids);
    expect([status, json.errors.map(({ detail }: { detail: string }) => detail), members()]).toEqual([
      422,
      ['ou-T5hQc3JzVr8FxM1b', 'ou-0'].map((id) => `${id} is not a membership of the organization acme`),
      ['uma'],
    ]);
  });
});

describe('a body', () => {
  test.each([
    ['{"data":{"type":"users","id":"nell"}}', '/data'],
    ['{"data":[{"id":"nell"}]}', '/data/0/type'],
    ['{"data":[{"type":"users"}]}', '/data/0/id'],
    ['{"data":[{"type":"users","id":""}]}', '/data/0/id'],
    ['{"data":[{"type":"users","id":5}]}', '/data/0/id'],
    ['{"data":[{"type":"organization-memberships","id":"x"}]}', '/data/0/type'],
    ['{}', '/data'],
  ])('%s is a 422', async (body, pointer) => {
    for (const method of ['POST', 'DELETE']) {
      const { status, json } = await service.api(method, `/teams/${platform}/relationships/users`, { token, body });
      expect([status, json.errors[0].source]).toEqual([422, { pointer }]);
    }
  });

  test('of DELETE has the media type of every write', async () => {
    const headers = { 'content-type': 'application/json' };
    const path = `/teams/${platform}/relationships/users`;
    const { status } = await service.api('DELETE', path, { token, body: { data: [] }, headers });
    expect(status).toBe(415);
  });

  test('with nobody in it changes nothing', async () => {
    expect([(await addUsers()).status, members()]).toEqual([204, ['uma']]);
  });
});

test('an organization keeps its last owner', async () => {
  const owners = 'team-G6yDq3UaXe7TvJ8b';
  const { status, json } = await send('DELETE', owners, 'users', ['olive']);
  expect([status, json.errors[0].status, members(owners)]).toEqual([403, '403', ['olive']]);
  expect((await send('POST', owners, 'users', ['nell'])).status).toBe(204);
  expect((await send('DELETE', owners, 'users', ['olive'])).status).toBe(204);
  expect((await send('POST', owners, 'users', ['max'])).status).toBe(404);
});

test('ten thousand names are added in ten batches', async () => {
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
