import { describe, expect, test } from 'vitest';
import { type Collection, dataOf, expectErrorDocument, KINDS, type Resource, type Single } from './documents.ts';
import { get, send } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach();

const reach = (path: string, token = service.tokens.user) => get(`${service.api}${path}`, { token });

async function listed(path: string, token?: string): Promise<Resource[]> {
  return dataOf<Resource[]>(await reach(path, token));
}

async function shown(path: string, token?: string): Promise<Resource> {
  return dataOf(await reach(path, token));
}

const namesOf = (rows: Resource[]) => rows.map(({ attributes }) => attributes.name);

// assumed: everything in this file. The documents do not show these operations; the public service has them.
describe('assumed: organizations', () => {
  test('GET /organizations lists the organizations that the caller belongs to', async () => {
    const mine = await listed('/organizations');
    expect(mine).toMatchObject([
      { id: service.organization, type: 'organizations', attributes: { name: service.organization } },
    ]);
    const all = namesOf(await listed('/organizations', service.tokens['site-admin']));
    expect(all).toEqual(expect.arrayContaining([service.organization, service.unpaidOrganization]));
  });

  test('GET /organizations?q= finds organizations by a part of the name, in any case', async () => {
    expect(namesOf(await listed(`/organizations?q=${service.organization.slice(1).toUpperCase()}`))).toEqual([
      service.organization,
    ]);
    expect(await listed('/organizations?q=zqxjkvwy')).toEqual([]);
  });

  test('GET /organizations/:organization_name responds with 200 and the organizations document', async () => {
    const { id, type, attributes } = await shown(`/organizations/${service.organization}`);
    expect({ id, type }).toEqual({ id: service.organization, type: 'organizations' });
    expect(attributes.name).toBe(service.organization);
  });

  test('GET responds with 404 for a missing organization and for one that the caller does not belong to', async () => {
    expectErrorDocument(await reach('/organizations/no-such-organization'), 404);
    expectErrorDocument(await reach(`/organizations/${service.unpaidOrganization}`), 404);
  });
});

describe('assumed: workspaces', () => {
  test('GET /organizations/:organization_name/workspaces lists the workspaces, and search[name] finds them by a part of the name', async () => {
    const path = `/organizations/${service.organization}/workspaces`;
    const all = await listed(path);
    expect(all.map(({ id, type }) => ({ id, type }))).toEqual(
      service.workspaces.map(({ id }) => ({ id, type: 'workspaces' })),
    );
    const { name } = service.workspaces[0]!;
    expect(namesOf(await listed(`${path}?search%5Bname%5D=${name.slice(2).toUpperCase()}`))).toEqual([name]);
    expect(await listed(`${path}?search[name]=zqxjkvwy`)).toEqual([]);
  });

  // spec: P-8
  test('a workspace of one organization is not in the list of another organization', async () => {
    const [own, other] = [service.organization, service.unpaidOrganization].map(
      (name) => `/organizations/${name}/workspaces`,
    );
    const mine = namesOf(await listed(own!, service.tokens['site-admin']));
    expect(mine).toEqual(service.workspaces.map(({ name }) => name));
    expect(namesOf(await listed(other!, service.tokens['site-admin'])).filter((name) => mine.includes(name))).toEqual(
      [],
    );
  });

  test('GET returns the same workspace document by id and by name', async () => {
    const { id, name } = service.workspaces[1]!;
    const byId = await shown(`/workspaces/${id}`);
    expect(byId).toMatchObject({ id, type: 'workspaces', attributes: { name } });
    expect(byId).toHaveProperty('relationships.organization.data', { id: service.organization, type: 'organizations' });
    expect(await shown(`/organizations/${service.organization}/workspaces/${name}`)).toEqual(byId);
  });

  test('GET responds with 404 for a missing workspace and for the workspaces of another organization', async () => {
    expectErrorDocument(await reach('/workspaces/ws-0000000000000000'), 404);
    for (const name of ['network', 'Network-staging', '']) {
      expectErrorDocument(await reach(`/organizations/${service.organization}/workspaces/${name}`), 404);
    }
    expectErrorDocument(await reach(`/organizations/${service.unpaidOrganization}/workspaces`), 404);
  });
});

describe('assumed: teams', () => {
  const userIds = (team: Resource) =>
    (team as unknown as { relationships: { users: { data: { id: string; type: string }[] } } }).relationships.users
      .data;

  test('GET /teams/:team_id responds with 200 and a teams document with the relationships organization and users', async () => {
    const { id, name } = service.teams[0]!;
    const team = await shown(`/teams/${id}`);
    expect(team).toMatchObject({ id, type: 'teams', attributes: { name, 'users-count': 1 } });
    expect(team).toHaveProperty('relationships.organization.data', { id: service.organization, type: 'organizations' });
    expect(userIds(team)).toEqual([{ id: expect.stringMatching(/^user-/), type: 'users' }]);
    expect((await reach(`/teams/${id}`)).json()).not.toHaveProperty('included');
  });

  test('GET /teams/:team_id?include=users includes each member as a users document without an e-mail address', async () => {
    const { id } = service.teams[0]!;
    const { username, id: user } = service.users.at(-1)!;
    await send('POST', `${service.api}/teams/${id}/relationships/users`, {
      token: service.tokens.owner,
      body: `{"data":[{"type":"users","id":"${username}"}]}`,
    });
    const reply = (await reach(`/teams/${id}?include=users`)).json<Single & { included: Resource[] }>();
    expect(reply.included.map(({ id, type }) => ({ id, type }))).toEqual(expect.arrayContaining(userIds(reply.data)));
    expect(reply.included).toHaveLength(2);
    const added = reply.included.find((each) => each.id === user)!;
    expect(added.attributes.username).toBe(username);
    expect(added.attributes).not.toHaveProperty('email');
  });

  test('GET /organizations/:organization_name/teams?include=users includes each member of the teams once', async () => {
    const reply = await reach(`/organizations/${service.organization}/teams?include=users`);
    const { data, included } = reply.json<Collection & { included: Resource[] }>();
    const ids = included.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids)).toEqual(new Set(data.flatMap((team) => userIds(team).map(({ id }) => id))));
  });

  test('GET /organizations/:organization_name/teams accepts exact names in filter[names], and in q a part of a name in any case', async () => {
    const by = async (query: string) => namesOf(await listed(`/organizations/${service.organization}/teams?${query}`));
    const [first, second] = await by('');
    expect(await by(`filter%5Bnames%5D=${second},${first},none`)).toEqual([first, second]);
    expect(await by('filter[names]=own')).toEqual([]);
    expect(await by('q=OWN')).toEqual(['owners']);
  });

  // spec: P-11
  test('GET responds with 404 for a missing team and for a team of another organization', async () => {
    expectErrorDocument(await reach('/teams/team-0000000000000000'), 404);
    const others = await listed(`/organizations/${service.unpaidOrganization}/teams`, service.tokens['site-admin']);
    expectErrorDocument(await reach(`/teams/${others[0]!.id}`), 404);
  });
});

test.each(['/organizations', '/organizations/acme', '/organizations/acme/workspaces', '/organizations/acme/teams'])(
  'assumed: GET %s responds with 200 for each kind of token of the organization, and with 401 without a token',
  async (path) => {
    for (const kind of KINDS) expect((await reach(path, service.tokens[kind])).status).toBe(200);
    expectErrorDocument(await get(`${service.api}${path}`), 401);
  },
);
