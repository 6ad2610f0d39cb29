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

test('secrets of an OAuth client are not stored', async () => {
  const { json } = await create({ 'service-provider': 'ado_server', 'private-key': 'canary-key' });
  expect((await patch(`/oauth-clients/${json.data.id}`, { secret: 'canary-secret' })).status).toBe(200);
  expect(JSON.stringify(service.sandbox.state.world)).not.toContain('canary');
});

test('an OAuth client has a callback URL and one token', async () => {
  const { data } = (await create()).json;
  expect(data.attributes).toMatchObject({
    'callback-url': expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/auth\/[0-9a-f-]{36}\/callback$/),
    'connect-path': expect.stringMatching(/^\/auth\/[0-9a-f-]{36}\?organization_id=acme$/),
    'service-provider-display-name': 'GitLab.com',
  });
  expect(data.relationships).toMatchObject({
    organization: { links: { related: '/api/v2/organizations/acme' } },
    projects: { data: [] },
    'oauth-tokens': {
      data: [{ id: expect.stringMatching(/^ot-/), type: 'oauth-tokens' }],
      links: { related: `/api/v2/oauth-clients/${data.id}/oauth-tokens` },
    },
  });
  expect(data.links).toEqual({ self: `/api/v2/oauth-clients/${data.id}` });
});

describe('DELETE of an OAuth client', () => {
  // spec: P-197
  test('DELETE of an OAuth client unlinks the workspaces that use it', async () => {
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

  // spec: P-292
  test('the workspaces of a deleted OAuth client stay without a repository after the same client is created again', async () => {
    await service.api('DELETE', builtIn, { token });
    await create({ name: 'again' });
    const workspaces = await service.api('GET', '/organizations/acme/workspaces', { token });
    const repositories = workspaces.json.data.map((row: { attributes: object }) =>
      Reflect.get(row.attributes, 'vcs-repo'),
    );
    expect(new Set(repositories)).toEqual(new Set([null]));
  });
});

test('the list of OAuth clients is complete unless a page is requested', async () => {
  for (let nth = 0; nth < 24; nth++) await create({ name: `c${nth}` });
  expect((await service.api('GET', collection, { token })).json.data).toHaveLength(25);
  const { json } = await service.api('GET', `${collection}?page[size]=10&page[number]=3`, { token });
  expect([json.data.length, json.meta.pagination['total-pages']]).toEqual([5, 3]);
});
