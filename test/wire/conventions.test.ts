import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { configured, generic } from './configurations.ts';
import { expectErrorDocument, PLAIN, type Resource } from './documents.ts';
import { get, mediaType, post, send } from './http.ts';

type Edition = 'self-hosted' | 'hosted';
type Token = keyof Service['tokens'];

let services: Record<Edition, Service>;
let values: Record<string, string>;
beforeAll(async () => {
  const [own, hosted] = await Promise.all([startService(), startService({ edition: 'hosted' })]);
  services = { 'self-hosted': own, hosted };
  const { organization, tokens, workspaces } = own;
  const { id } = await configured(own, generic('https://hooks.example.com/a'));
  await post(`${own.api}/admin/banners`, { token: tokens['site-admin'], body: PLAIN });
  await post(`${own.api}/organizations/${organization}/agent-pools`, {
    token: tokens.owner,
    body: '{"data":{"type":"agent-pools","attributes":{"name":"alpha"}}}',
  });
  const clients = await get(`${own.api}/organizations/${organization}/oauth-clients`, { token: tokens.owner });
  values = {
    organization,
    workspace: workspaces[0]!.id,
    team: own.teams[0]!.id,
    hcp: hosted.hcpOrganization,
    subscription: hosted.subscription,
    client: clients.json<{ data: Resource[] }>().data[0]!.id,
    configuration: id,
  };
});
afterAll(() => Promise.all(Object.values(services).map((service) => service.close())));

const READS: [Edition, string, Token][] = [
  ['self-hosted', '/admin/banners', 'site-admin'],
  ['self-hosted', '/admin/customization-settings', 'site-admin'],
  ['self-hosted', '/account/details', 'user'],
  ['hosted', '/account/hcp-organizations/{hcp}', 'owner'],
  ['hosted', '/feature-sets', 'user'],
  ['hosted', '/organizations/{organization}/feature-sets', 'owner'],
  ['hosted', '/subscriptions/{subscription}', 'owner'],
  ['self-hosted', '/organizations/{organization}/agent-pools', 'owner'],
  ['self-hosted', '/organizations/{organization}/oauth-clients', 'owner'],
  ['self-hosted', '/oauth-clients/{client}', 'owner'],
  ['self-hosted', '/workspaces/{workspace}/notification-configurations', 'owner'],
  ['self-hosted', '/notification-configurations/{configuration}', 'owner'],
];

const WRITES: [Edition, string, string][] = [
  ['self-hosted', 'POST', '/admin/banners'],
  ['self-hosted', 'PATCH', '/admin/banners/ab-0000000000000000'],
  ['self-hosted', 'DELETE', '/admin/banners/ab-0000000000000000'],
  ['self-hosted', 'PATCH', '/admin/customization-settings'],
  ['self-hosted', 'PATCH', '/account/update'],
  ['self-hosted', 'PATCH', '/account/password'],
  ['hosted', 'PATCH', '/organizations/{organization}/subscription'],
  ['self-hosted', 'POST', '/organizations/{organization}/agent-pools'],
  ['self-hosted', 'POST', '/organizations/{organization}/oauth-clients'],
  ['self-hosted', 'PATCH', '/oauth-clients/{client}'],
  ['self-hosted', 'DELETE', '/oauth-clients/{client}'],
  ['self-hosted', 'POST', '/teams/{team}/relationships/users'],
  ['self-hosted', 'POST', '/teams/{team}/relationships/organization-memberships'],
  ['self-hosted', 'DELETE', '/teams/{team}/relationships/users'],
  ['self-hosted', 'DELETE', '/teams/{team}/relationships/organization-memberships'],
  ['self-hosted', 'POST', '/workspaces/{workspace}/notification-configurations'],
  ['self-hosted', 'PATCH', '/notification-configurations/{configuration}'],
  ['self-hosted', 'POST', '/notification-configurations/{configuration}/actions/verify'],
  ['self-hosted', 'DELETE', '/notification-configurations/{configuration}'],
];

const at = (edition: Edition, path: string) =>
  services[edition].api + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);

async function read(edition: Edition, path: string, token: Token) {
  const reply = await get(at(edition, path), { token: services[edition].tokens[token] });
  expect(reply.status, reply.text).toBe(200);
  return reply;
}

/** The resources of the response, at least one. */
async function resources(...asked: (typeof READS)[number]): Promise<Resource[]> {
  const { data } = (await read(...asked)).json<{ data: Resource | Resource[] }>();
  const found = [data].flat();
  expect(found.length).toBeGreaterThan(0);
  return found;
}

describe('part 1, Conventions', () => {
  // spec: P-2
  test('Requests use media type application/vnd.api+json', async () => {
    const headers = { 'content-type': 'application/vnd.api+json' };
    const url = at('self-hosted', '/organizations/{organization}/agent-pools');
    const body = '{"data":{"type":"agent-pools","attributes":{"name":"bravo"}}}';
    const reply = await post(url, { token: services['self-hosted'].tokens.owner, body, headers });
    expect(reply.status, reply.text).toBe(200);
  });

  // spec: P-3
  test.each(READS)('Responses use media type application/vnd.api+json: %s GET %s', async (...asked) => {
    expect(mediaType(await read(...asked))).toBe('application/vnd.api+json');
  });

  test.each(READS)(
    'Resource documents have the form data{id, type, attributes, relationships, links}: %s GET %s',
    async (...asked) => {
      for (const one of await resources(...asked)) {
        expect(one.id).toBeTypeOf('string');
        expect(one.type).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(one.attributes).toBeTypeOf('object');
        for (const key of Object.keys(one)) {
          expect(['id', 'type', 'attributes', 'relationships', 'links']).toContain(key);
        }
      }
    },
  );

  // spec: P-4
  test.each([
    ['self-hosted', '/oauth-clients/{client}', 'owner'],
    ['self-hosted', '/notification-configurations/{configuration}', 'owner'],
  ] as typeof READS)(
    'Resource documents have id, type, attributes, relationships and links: %s GET %s',
    async (...asked) => {
      for (const one of await resources(...asked)) {
        expect(Object.keys(one).sort()).toEqual(['attributes', 'id', 'links', 'relationships', 'type']);
      }
    },
  );

  // spec: P-5
  test.each(READS)('Attribute names are kebab-case: %s GET %s', async (...asked) => {
    for (const { attributes } of await resources(...asked)) {
      for (const name of Object.keys(attributes)) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
  });
});

describe('part 1, Endpoints', () => {
  const guarded = READS.filter(([, path]) => path !== '/admin/banners').map(([edition, path]) => [
    edition,
    'GET',
    path,
  ]);

  // spec: P-94, P-241
  test.each([...guarded, ...WRITES] as [Edition, string, string][])(
    'All endpoints require authentication: %s %s %s without a token is 401',
    async (edition, method, path) => {
      const body = method === 'GET' ? {} : { body: '{"data":{}}' };
      expectErrorDocument(await send(method, at(edition, path), body), 401);
    },
  );
});
