import { expect, test } from 'vitest';
import { machine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const type = 'application/vnd.api+json';

/** A machine whose platform responds to every request with one resource. */
async function at(data: object, status = 200) {
  const server = await tinyServer((_, response) => sendJson(response, { data }, { status, type }));
  const me = await machine({ SVC_ADDRESS: server.url, SVC_ORGANIZATION: 'acme', SVC_TOKEN: 'a-token' });
  return { svc: me.svc, seen: server.seen };
}

const client = {
  id: 'oc-1',
  type: 'oauth-clients',
  attributes: { 'service-provider': 'github', name: null, 'http-url': 'https://github.com', key: null },
  relationships: {
    organization: { data: { id: 'acme', type: 'organizations' }, links: { related: '/api/v2/organizations/acme' } },
    'oauth-tokens': { data: [], links: { related: '/api/v2/oauth-clients/oc-1/oauth-tokens' } },
  },
};

// spec: P-2, P-240
test('requests have the media type application/vnd.api+json, a path below /api/v2 and the token as Bearer', async () => {
  const { svc, seen } = await at({ id: 'apool-1', type: 'agent-pools', attributes: { name: 'alpha' } });
  expect(await svc('agent-pool create --name alpha')).toMatchObject({ code: 0 });
  expect(seen.filter(({ method }) => method !== 'GET')).toMatchObject([
    {
      method: 'POST',
      path: '/api/v2/organizations/acme/agent-pools',
      headers: { 'content-type': type, authorization: 'Bearer a-token' },
    },
  ]);
});

// spec: P-33
test('an OAuth client may have no oauth-tokens', async () => {
  const { svc } = await at(client);
  const { code, stdout } = await svc('oauth-client show oc-1 --json');
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { relationships: { 'oauth-tokens': { data: [] } } }]);
});

const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));

test.each<[line: string, attributes: object]>([
  [
    'banner create --title a --body b --scheduled-publish-at 2098-01-01T00:00Z --scheduled-expire-at 2099-01-01T00:00Z',
    nulls('title', 'body', 'style', 'audience', 'timezone', 'published-at'),
  ],
  ['banner update ab-1 --title a', nulls('title', 'body', 'style', 'audience', 'timezone', 'published-at')],
  ['customization update --footer a', { 'avatar-sources': [nulls('source', 'enabled')], ...nulls('footer', 'error') }],
  ['account update --username uma', nulls('email', 'unconfirmed-email', 'is-service-account', 'is-admin')],
  ['notification update nc-1 --name a', nulls('name', 'enabled', 'triggers', 'delivery-responses')],
  ['account hcp-organization hcp-1', nulls('name', 'hcp-owner-email', 'is-hcp-admin')],
  ['subscription update --rum-alert-threshold 5', { 'rum-alert-threshold': 5, ...nulls('is-active', 'start-at') }],
  ['agent-pool create --name alpha', nulls('name', 'organization-scoped', 'agent-count', 'created-at')],
  ['organization show acme', nulls('name', 'email', 'plan-identifier')],
  ['workspace show ws-1', nulls('name', 'execution-mode', 'locked', 'vcs-repo')],
  ['team show team-1', nulls('name', 'users-count', 'visibility')],
])(
  'a resource with a type and null fields that the documents do not show is accepted: %s',
  async (line, attributes) => {
    const type = line.startsWith('account update') ? 'users' : 'things';
    const { svc } = await at({ id: 'id-1', type, attributes, relationships: null, links: null });
    for (const format of ['', ' -o json', ' -o table']) {
      expect(await svc(`${line}${format}`)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/id-1|avatar-sources/),
      });
    }
  },
);

test.each([
  'feature-set list',
  'agent-pool list',
  'banner list',
  'banner show id-1',
  'team list',
  'workspace list',
  'organization list',
])('a list with a resource type that the documents do not show is accepted: %s', async (line) => {
  const row = { id: 'id-1', type: 'things', attributes: {}, relationships: null, links: null };
  const server = await tinyServer((_, response) =>
    sendJson(response, { data: [row], links: null, meta: null }, { type }),
  );
  const me = await machine({ SVC_ADDRESS: server.url, SVC_ORGANIZATION: 'acme', SVC_TOKEN: 'a-token' });
  expect(await me.svc(line)).toMatchObject({ code: 0, stdout: expect.stringContaining('id-1') });
});
