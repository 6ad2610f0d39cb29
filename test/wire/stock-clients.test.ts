import { describe, expect, test } from 'vitest';
import { type Collection, expectErrorDocument, type Resource, type Single } from './documents.ts';
import { get, send } from './http.ts';
import { service, serviceForEach, serviceForTest } from './served.ts';

serviceForEach({ fakeClock: true });

interface Linked extends Resource {
  relationships: Record<string, { data: unknown }>;
}

/** A request of an organization's owner, with an optional body as JSON text. */
const ask = (method: string, path: string, body?: string) =>
  send(method, `${service.api}${path}`, { token: service.tokens.owner, ...(body === undefined ? {} : { body }) });

async function answered(method: string, path: string, body?: string): Promise<Linked> {
  const reply = await ask(method, path, body);
  expect([200, 201], reply.text).toContain(reply.status);
  return reply.json<{ data: Linked }>().data;
}

// assumed: everything in this file. The documents do not show it; stock clients of the public service require it.
describe('assumed: discovery and ping', () => {
  test('the discovery document has tfe.v2, tfe.v2.1 and tfe.v2.2 with the URL of the platform', async () => {
    const reply = await get(`${service.address}/.well-known/terraform.json`);
    const document = reply.json();
    for (const name of ['tfe.v2', 'tfe.v2.1', 'tfe.v2.2']) expect(document[name]).toBe('/api/v2/');
  });

  test.each([
    ['self-hosted', 'Terraform Enterprise'],
    ['hosted', 'HCP Terraform'],
  ] as const)(
    'GET /ping responds with 204 without a token, with the API version and the name of the %s edition',
    async (edition, name) => {
      const other = await serviceForTest({ edition });
      const reply = await get(`${other.api}/ping`);
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(reply.headers['tfp-appname']).toBe(name);
      expect(reply.headers['tfp-api-version']).toMatch(/^2\.\d+$/);
    },
  );
});

describe('assumed: agent pools', () => {
  const pools = () => `/organizations/${service.organization}/agent-pools`;
  const create = (attributes: string, relationships = '{}') =>
    `{"data":{"type":"agent-pools","attributes":${attributes},"relationships":${relationships}}}`;

  test('GET, PATCH and DELETE /agent-pools/:id read, change and delete an agent pool', async () => {
    const { id } = await answered('POST', pools(), create('{"name":"alpha"}'));
    expect((await answered('GET', `/agent-pools/${id}`)).attributes).toMatchObject({
      name: 'alpha',
      'organization-scoped': true,
    });
    const changed = await answered(
      'PATCH',
      `/agent-pools/${id}`,
      create('{"name":"beta","organization-scoped":false}'),
    );
    expect(changed.attributes).toMatchObject({ name: 'beta', 'organization-scoped': false });
    expect(await answered('GET', `/agent-pools/${id}`)).toEqual(changed);
    expect((await ask('DELETE', `/agent-pools/${id}`)).status).toBe(204);
    expectErrorDocument(await ask('GET', `/agent-pools/${id}`), 404);
  });

  test('an agent pool stores its allowed and excluded workspaces and projects, and an empty list clears one of them', async () => {
    const [first, second] = service.workspaces.map(({ id }) => id);
    const given = {
      'allowed-workspaces': { data: [{ id: first, type: 'workspaces' }] },
      'allowed-projects': { data: [{ id: 'prj-1', type: 'projects' }] },
      'excluded-workspaces': { data: [{ id: second, type: 'workspaces' }] },
    };
    const { id } = await answered('POST', pools(), create('{"name":"alpha"}', JSON.stringify(given)));
    expect((await answered('GET', `/agent-pools/${id}`)).relationships).toMatchObject(given);
    const none = '{"data":{"type":"agent-pools","relationships":{"allowed-projects":{"data":[]}}}}';
    expect((await answered('PATCH', `/agent-pools/${id}`, none)).relationships).toMatchObject({
      ...given,
      'allowed-projects': { data: [] },
    });
    expectErrorDocument(
      await ask(
        'PATCH',
        `/agent-pools/${id}`,
        create('{}', '{"excluded-workspaces":{"data":[{"id":"ws-x","type":"workspaces"}]}}'),
      ),
      422,
    );
  });

  test('an agent pool cannot take the name of another pool (422), but can be sent its own name', async () => {
    await answered('POST', pools(), create('{"name":"alpha"}'));
    const { id } = await answered('POST', pools(), create('{"name":"beta"}'));
    expectErrorDocument(await ask('PATCH', `/agent-pools/${id}`, create('{"name":"alpha"}')), 422);
    expect((await ask('PATCH', `/agent-pools/${id}`, create('{"name":"beta"}'))).status).toBe(200);
  });

  test('a plain member can read an agent pool and cannot change it', async () => {
    const { id } = await answered('POST', pools(), create('{"name":"alpha"}'));
    const token = service.tokens.user;
    expect((await get(`${service.api}/agent-pools/${id}`, { token })).status).toBe(200);
    expectErrorDocument(await send('DELETE', `${service.api}/agent-pools/${id}`, { token }), 404);
    expectErrorDocument(await get(`${service.api}/agent-pools/${id}`), 401);
  });
});

describe('assumed: teams', () => {
  test('GET /teams/:id?include=organization-memberships has the relationship and the included documents', async () => {
    const { id } = service.teams[0]!;
    const reply = await ask('GET', `/teams/${id}?include=organization-memberships`);
    const { data, included } = reply.json<{ data: Linked; included: Linked[] }>();
    const linked = data.relationships['organization-memberships']!.data as { id: string; type: string }[];
    expect(linked.length).toBeGreaterThan(0);
    expect(included.map(({ id, type }) => ({ id, type }))).toEqual(linked);
    expect(included[0]).toMatchObject({ attributes: { status: 'active', email: expect.stringContaining('@') } });
    expect(included[0]!.relationships.user).toMatchObject({ data: { type: 'users' } });
  });

  test('GET /teams/:id/relationships/organization-memberships lists the same memberships', async () => {
    const { id } = service.teams[0]!;
    const { json } = await ask('GET', `/teams/${id}/relationships/organization-memberships`);
    const [{ id: membership }] = json<Collection>().data as [Resource];
    expect(service.memberships.map((each) => each.id)).toContain(membership);
    expectErrorDocument(await ask('GET', '/teams/team-x/relationships/organization-memberships'), 404);
  });

  test('GET /organization-memberships/:id?include=user includes the user of the membership', async () => {
    const { id, username } = service.memberships[0]!;
    const reply = await ask('GET', `/organization-memberships/${id}?include=user`);
    const { data, included } = reply.json<{ data: Linked; included: Linked[] }>();
    expect(data).toMatchObject({ id, type: 'organization-memberships', attributes: { status: 'active' } });
    expect(included).toMatchObject([{ type: 'users', attributes: { username, 'is-service-account': false } }]);
    expect(data.relationships.user!.data).toEqual({ id: included[0]!.id, type: 'users' });
    expect((await ask('GET', `/organization-memberships/${id}`)).json()).not.toHaveProperty('included');
    expectErrorDocument(await ask('GET', '/organization-memberships/ou-x'), 404);
  });
});

describe('assumed: the memberships of an organization', () => {
  const path = () => `/organizations/${service.organization}/organization-memberships`;
  const listed = async (query: string) => {
    const reply = await ask('GET', `${path()}${query}`);
    return reply.json<Collection & { included?: Linked[]; meta: unknown }>();
  };

  test('GET /organizations/:organization_name/organization-memberships lists all memberships in pages, with the number of active ones', async () => {
    const { data, meta } = await listed('');
    expect(data.map(({ id }) => id)).toEqual(service.memberships.map(({ id }) => id));
    expect(data.every(({ type }) => type === 'organization-memberships')).toBe(true);
    const total = service.memberships.length;
    expect(meta).toMatchObject({
      pagination: { 'current-page': 1, 'total-pages': 1, 'total-count': total },
      'status-counts': { total, active: total - 1, invited: 1 },
    });
    const page = await listed('?page%5Bnumber%5D=2&page%5Bsize%5D=1');
    expect(page.data.map(({ id }) => id)).toEqual([service.memberships[1]!.id]);
  });

  test('the list of memberships supports include=user, filter[email] with commas, filter[status] and q for names and addresses', async () => {
    const [first, second] = service.memberships;
    const { data, included } = await listed('?include=user&page%5Bsize%5D=2');
    expect(included).toMatchObject([first, second].map((each) => ({ attributes: { username: each!.username } })));
    const emails = data.map(({ attributes }) => String(attributes.email));
    const ids = async (query: string) => (await listed(query)).data.map(({ id }) => id);
    expect(await ids(`?filter%5Bemail%5D=${emails.map(encodeURIComponent).join(',')}`)).toEqual([
      first!.id,
      second!.id,
    ]);
    expect(await ids('?filter[status]=invited')).toHaveLength(1);
    expect(await ids(`?q=${first!.username.toUpperCase()}`)).toEqual([first!.id]);
    expect(await ids(`?q=${encodeURIComponent(emails[1]!)}`)).toEqual([second!.id]);
    expect(await ids('?q=zqxjkvwy')).toEqual([]);
  });

  test('GET of memberships responds with 404 for an organization of other users, and with 401 without a token', async () => {
    expectErrorDocument(await ask('GET', '/organizations/no-such-organization/organization-memberships'), 404);
    expectErrorDocument(await ask('GET', `/organizations/${service.unpaidOrganization}/organization-memberships`), 404);
    expectErrorDocument(await get(`${service.api}${path()}`), 401);
  });
});

describe('assumed: OAuth clients', () => {
  const clients = () => `/organizations/${service.organization}/oauth-clients`;
  const body = (attributes: object, relationships: object = {}) =>
    JSON.stringify({ data: { type: 'oauth-clients', attributes, relationships } });
  const github = {
    'service-provider': 'github',
    'http-url': 'https://github.com',
    'api-url': 'https://api.github.com',
    'oauth-token-string': 't',
  };

  test('organization-scoped is true by default and unchanged by PATCH, which changes updated-at and keeps uuid', async () => {
    expect((await answered('POST', clients(), body(github))).attributes['organization-scoped']).toBe(true);
    const made = await answered('POST', clients(), body({ ...github, 'organization-scoped': false }));
    expect(made.attributes).toMatchObject({ 'organization-scoped': false, uuid: expect.any(String) });
    expect(made.attributes['updated-at']).toBe(made.attributes['created-at']);
    service.advance(60_000);
    const changed = await answered('PATCH', `/oauth-clients/${made.id}`, body({ name: 'N' }));
    expect(changed.attributes).toMatchObject({ 'organization-scoped': false, uuid: made.attributes.uuid, name: 'N' });
    expect(Date.parse(String(changed.attributes['updated-at']))).toBe(
      Date.parse(String(made.attributes['updated-at'])) + 60_000,
    );
  });

  test('include=oauth_tokens includes the tokens of the client without secrets', async () => {
    const made = await answered('POST', clients(), body({ ...github, 'oauth-token-string': 'very-secret' }));
    for (const path of [clients(), `/oauth-clients/${made.id}`]) {
      const reply = await ask('GET', `${path}?include=oauth_tokens`);
      const ids = reply.json<{ included: Linked[] }>().included.map(({ id, type }) => ({ id, type }));
      expect(ids).toEqual(expect.arrayContaining(made.relationships['oauth-tokens']!.data as object[]));
      expect(reply.text).not.toContain('very-secret');
    }
    expect((await ask('GET', clients())).json()).not.toHaveProperty('included');
  });

  test('the agent pool of a client must exist, is stored, and is removed with the pool', async () => {
    const of = (id: string) => ({ 'agent-pool': { data: { id, type: 'agent-pools' } } });
    const unknown = await ask('POST', clients(), body(github, of('apool-x')));
    expectErrorDocument(unknown, 422);
    expect(unknown.text).toContain('the provided agent pool does not exist or you are not authorized to use it');
    const pools = `/organizations/${service.organization}/agent-pools`;
    const pool = await answered('POST', pools, '{"data":{"type":"agent-pools","attributes":{"name":"alpha"}}}');
    const made = await answered('POST', clients(), body(github, of(pool.id)));
    expect(made.relationships).toMatchObject(of(pool.id));
    await ask('DELETE', `/agent-pools/${pool.id}`);
    expect((await answered('GET', `/oauth-clients/${made.id}`)).relationships).not.toHaveProperty('agent-pool');
  });
});

describe('assumed: writes of public clients without data.type', () => {
  const types = ['', '"type":"",'];

  test.each(types)('PATCH /account/password accepts a body without data.type (given {%s})', async (type) => {
    const attributes = `{"current_password":"${service.password}","password":"another-password","password_confirmation":"another-password"}`;
    expect((await ask('PATCH', '/account/password', `{"data":{${type}"attributes":${attributes}}}`)).status).toBe(200);
  });

  test.each(types)(
    'PATCH /organizations/:organization_name/subscription accepts a body without data.type (given {%s})',
    async (type) => {
      const hosted = await serviceForTest({ edition: 'hosted' });
      const path = `${hosted.api}/organizations/${hosted.organization}/subscription`;
      const body = `{"data":{${type}"attributes":{"rum-alert-threshold":5}}}`;
      const reply = await send('PATCH', path, { token: hosted.tokens.owner, body });
      expect(reply.json<Single>().data.attributes['rum-alert-threshold']).toBe(5);
    },
  );

  test.each(types)(
    'PATCH /admin/customization-settings accepts a body without data.type (given {%s})',
    async (type) => {
      const path = `${service.api}/admin/customization-settings`;
      const token = service.tokens['site-admin'];
      const of = (given: string) =>
        send('PATCH', path, { token, body: `{"data":{${given}"attributes":{"footer":"F"}}}` });
      expect((await of(type)).json<Single>().data.attributes.footer).toBe('F');
      const wrong = await of('"type":"users",');
      expectErrorDocument(wrong, 422);
      expect(wrong.text).toContain('must be customization-settings"');
    },
  );

  test('PATCH /account/update without attributes responds with 200', async () => {
    expect((await ask('PATCH', '/account/update', '{"data":{"type":"users"}}')).status).toBe(200);
  });
});

describe('assumed: further fields that clients read', () => {
  test('a notification list has pages only if page parameters are given', async () => {
    const path = `/workspaces/${service.workspaces[0]!.id}/notification-configurations`;
    expect((await ask('GET', path)).json()).not.toHaveProperty('meta');
    expect((await ask('GET', `${path}?page%5Bsize%5D=5`)).json()).toHaveProperty('meta.pagination.total-count');
  });

  test('a user has the URL of an avatar', async () => {
    const { attributes } = await answered('GET', '/account/details');
    expect(URL.canParse(String(attributes['avatar-url']))).toBe(true);
  });
});
