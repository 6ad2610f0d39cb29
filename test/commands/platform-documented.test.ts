import { expect, test } from 'vitest';
import { machine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const type = 'application/vnd.api+json';

/** A machine at a platform that answers everything with one resource. */
async function at(data: object, status = 200) {
  const server = await tinyServer((_, response) => sendJson(response, { data }, { status, type }));
  const me = await machine({ SVC_ADDRESS: server.url, SVC_ORGANIZATION: 'acme', SVC_TOKEN: 'a-token' });
  return { svc: me.svc, seen: server.seen };
}

const client = {
  id: 'oc-1',
  type: 'oauth-clients',
  attributes: {
    'created-at': '2026-01-15T12:00:00.000Z',
    'callback-url': 'https://svc.example.com/auth/1/callback',
    'connect-path': '/auth/1',
    'service-provider': 'github',
    'service-provider-display-name': 'GitHub',
    name: null,
    'http-url': 'https://github.com',
    'api-url': 'https://api.github.com',
    key: null,
    'rsa-public-key': null,
  },
  relationships: {
    organization: { data: { id: 'acme', type: 'organizations' }, links: { related: '/api/v2/organizations/acme' } },
    'oauth-tokens': { data: [], links: { related: '/api/v2/oauth-clients/oc-1/oauth-tokens' } },
  },
};

test('documents are sent as application/vnd.api+json, below /api/v2, with the token as Bearer', async () => {
  const { svc, seen } = await at({ id: 'apool-1', type: 'agent-pools', attributes: { name: 'alpha' } });
  expect(await svc('agent-pool create --name alpha')).toMatchObject({ code: 0 });
  expect(seen).toMatchObject([
    {
      method: 'POST',
      path: '/api/v2/organizations/acme/agent-pools',
      headers: { 'content-type': type, authorization: 'Bearer a-token' },
    },
  ]);
});

test('an OAuth client may have no oauth-tokens', async () => {
  const { svc } = await at(client);
  const { code, stdout } = await svc('oauth-client show oc-1 --json');
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { relationships: { 'oauth-tokens': { data: [] } } }]);
});
