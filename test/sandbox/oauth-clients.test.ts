import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const token = 'sandbox-owner-token';
const service = sandboxPerTest();
const collection = '/organizations/acme/oauth-clients';
const builtIn = '/oauth-clients/oc-U7mQz4XtKb9RwE2j';
const documentOf = (attributes: unknown) => ({ data: { type: 'oauth-clients', attributes } });
const gitlab = {
  'service-provider': 'gitlab_hosted',
  'http-url': 'https://gitlab.com',
  'api-url': 'https://gitlab.com/api/v4',
  'oauth-token-string': 'canary-token',
};
const create = (changes: Record<string, unknown> = {}) =>
  service.api('POST', collection, { token, body: documentOf({ ...gitlab, ...changes }) });
const patch = (path: string, attributes: unknown) =>
  service.api('PATCH', path, { token, body: documentOf(attributes) });

describe('POST', () => {
  test('answers 201 with the client, and nothing that was given in secret', async () => {
    const { status, json, text } = await create();
    expect(status).toBe(201);
    expect(json.data).toEqual({
      id: expect.stringMatching(/^oc-[A-Za-z0-9]{16}$/),
      type: 'oauth-clients',
      attributes: {
        'created-at': '2026-03-01T12:00:00.000Z',
        'updated-at': '2026-03-01T12:00:00.000Z',
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        'organization-scoped': true,
        'callback-url': expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/auth\/[0-9a-f-]{36}\/callback$/),
        'connect-path': expect.stringMatching(/^\/auth\/[0-9a-f-]{36}\?organization_id=acme$/),
        'service-provider': 'gitlab_hosted',
        'service-provider-display-name': 'GitLab.com',
        name: null,
        'http-url': 'https://gitlab.com',
        'api-url': 'https://gitlab.com/api/v4',
        key: null,
        'rsa-public-key': null,
      },
      relationships: {
        organization: {
          data: { id: 'acme', type: 'organizations' },
          links: { related: '/api/v2/organizations/acme' },
        },
        projects: { data: [] },
        'oauth-tokens': {
          data: [{ id: expect.stringMatching(/^ot-/), type: 'oauth-tokens' }],
          links: { related: `/api/v2/oauth-clients/${json.data.id}/oauth-tokens` },
        },
      },
      links: { self: `/api/v2/oauth-clients/${json.data.id}` },
    });
    expect(text + JSON.stringify(service.sandbox.state.world)).not.toContain('canary-token');
    expect((await service.api('GET', `/oauth-clients/${json.data.id}`, { token })).json).toEqual(json);
  });

  test('ado_server needs a private key', async () => {
    for (const key of [undefined, '']) {
      const { status, json } = await create({ 'service-provider': 'ado_server', 'private-key': key });
      expect([status, json.errors[0].source]).toEqual([422, { pointer: '/data/attributes/private-key' }]);
    }
    expect((await create({ 'service-provider': 'ado_server', 'private-key': 'canary-key' })).status).toBe(201);
    expect(JSON.stringify(service.sandbox.state.world)).not.toContain('canary-key');
  });

  test.each([
    ['service-provider', undefined],
    ['service-provider', 'sourceforge'],
    ['http-url', undefined],
    ['http-url', 'git.example.com'],
    ['api-url', undefined],
    ['api-url', 'ssh://git.example.com'],
    ['oauth-token-string', undefined],
    ['oauth-token-string', ''],
    ['name', 7],
  ])('rejects the %s %j: 422', async (name, value) => {
    const { status, json } = await create({ [name]: value });
    expect([status, json.errors]).toMatchObject([422, [{ source: { pointer: `/data/attributes/${name}` } }]]);
    expect(service.sandbox.state.world.oauthClients).toHaveLength(1);
  });
});

describe('PATCH', () => {
  test('changes what it names and nothing else', async () => {
    const before = (await service.api('GET', builtIn, { token })).json.data;
    const changes = { name: 'Ours', 'api-url': 'https://git.acme.example/api', key: 'k', secret: 'canary-secret' };
    const { status, json } = await patch(builtIn, changes);
    const { secret, ...shown } = { ...changes, 'updated-at': '2026-03-01T12:00:00.000Z' };
    expect(status).toBe(200);
    expect(json.data).toEqual({ ...before, attributes: { ...before.attributes, ...shown } });
    expect(JSON.stringify(service.sandbox.state.world)).not.toContain(secret);
    expect((await patch(builtIn, { name: null })).json.data.attributes.name).toBeNull();
  });
});

describe('DELETE', () => {
  test('unlinks the workspaces that use the client', async () => {
    const shown = await service.api('GET', `${builtIn}?show_affected_workspaces=true`, { token });
    expect(shown.json.data.attributes).toMatchObject({
      'affected-workspaces': ['network-production', 'network-staging'],
      'affected-workspaces-count': 2,
    });
    const workspace = '/organizations/acme/workspaces/network-production';
    expect((await service.api('GET', workspace, { token })).json.data.attributes['vcs-repo']).toEqual({
      identifier: 'acme/network',
      'oauth-token-id': 'ot-H6xVn3LcYt8ZpB1k',
    });
    const { status, text } = await service.api('DELETE', builtIn, { token });
    expect([status, text]).toEqual([204, '']);
    expect((await service.api('GET', workspace, { token })).json.data.attributes['vcs-repo']).toBeNull();
    expect((await service.api('DELETE', builtIn, { token })).status).toBe(404);
  });
});

test('the list is whole unless a page is asked for', async () => {
  for (let nth = 0; nth < 24; nth++) await create({ name: `c${nth}` });
  expect((await service.api('GET', collection, { token })).json.data).toHaveLength(25);
  const { json } = await service.api('GET', `${collection}?page[size]=10&page[number]=3`, { token });
  expect([json.data.length, json.meta.pagination['total-pages']]).toEqual([5, 3]);
});
