import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { configured, generic } from './configurations.ts';
import { created, dataOf, expectErrorDocument, PLAIN, type Resource } from './documents.ts';
import { get, post, send } from './http.ts';

type Edition = 'self-hosted' | 'hosted';
type Token = keyof Service['tokens'];
type Call = [edition: Edition, method: string, path: string];

let services: Record<Edition, Service>;
let values: Record<string, string>;
beforeAll(async () => {
  const [own, hosted] = await Promise.all([startService(), startService({ edition: 'hosted' })]);
  services = { 'self-hosted': own, hosted };
  const { organization, tokens, workspaces } = own;
  const { id } = await configured(own, generic('https://hooks.example.com/a'));
  const banner = await created(own, PLAIN);
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
    banner: banner.id,
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

const WRITES: Call[] = [
  ['self-hosted', 'POST', '/admin/banners'],
  ['self-hosted', 'PATCH', '/admin/banners/{banner}'],
  ['self-hosted', 'DELETE', '/admin/banners/{banner}'],
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

const read = (edition: Edition, path: string, token: Token) =>
  get(at(edition, path), { token: services[edition].tokens[token] });

/** The resources of the response, at least one. */
async function resources(...asked: (typeof READS)[number]): Promise<Resource[]> {
  const found = [dataOf<Resource | Resource[]>(await read(...asked))].flat();
  expect(found.length).toBeGreaterThan(0);
  return found;
}

describe('part 1, Conventions', () => {
  // spec: P-2
  test('a request with the media type application/vnd.api+json is accepted', async () => {
    const headers = { 'content-type': 'application/vnd.api+json' };
    const url = at('self-hosted', '/organizations/{organization}/agent-pools');
    const body = '{"data":{"type":"agent-pools","attributes":{"name":"bravo"}}}';
    dataOf(await post(url, { token: services['self-hosted'].tokens.owner, body, headers }));
  });

  // spec: P-3, P-5
  test.each(READS)(
    'the response has the media type application/vnd.api+json, and its names are in kebab-case: %s GET %s',
    async (...asked) => {
      for (const one of await resources(...asked)) {
        expect(one.id).toBeTypeOf('string');
        for (const name of [one.type, ...Object.keys(one.attributes)]) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
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
    'a resource document has id, type, attributes, relationships and links: %s GET %s',
    async (...asked) => {
      for (const one of await resources(...asked)) {
        expect(Object.keys(one).sort()).toEqual(['attributes', 'id', 'links', 'relationships', 'type']);
      }
    },
  );
});

describe('part 1, Endpoints', () => {
  const all = [...READS.map(([edition, path]): Call => [edition, 'GET', path]), ...WRITES];
  const guarded = all.filter(([, method, path]) => method !== 'GET' || path !== '/admin/banners');

  // spec: P-94, P-113, P-115, P-132, P-134, P-146, P-241, P-278
  test.each(guarded)('an endpoint responds with 401 without a valid token: %s %s %s', async (edition, method, path) => {
    const body = method === 'GET' ? {} : { body: '{"data":{}}' };
    expectErrorDocument(await send(method, at(edition, path), body), 401);
    const headers = { authorization: 'Bearer no-such-token' };
    expectErrorDocument(await send(method, at(edition, path), { ...body, headers }), 401);
  });

  // spec: P-6, P-7, P-128, P-137, P-290
  test.each(all)(
    'an endpoint that the document marks exists only in its edition, and any other endpoint in both: %s %s %s',
    async (edition, method, path) => {
      const isMarked = edition === 'hosted' || path.startsWith('/admin/banners');
      const other = edition === 'hosted' ? 'self-hosted' : 'hosted';
      expectErrorDocument(await send(method, at(other, path)), isMarked ? 404 : 401);
    },
  );
});

describe('part 1, Errors (malformed body)', () => {
  const written = WRITES.filter(
    ([, method, path]) => path.includes('/teams/') || !/DELETE|verify$/.test(method + path),
  );
  const bodies = ['', '{"data":', 'hello', '[]', 'null', '"data"', '{}', '{"data":null}'];

  // spec: P-65, P-99, P-110, P-130, P-148, P-171, P-174, P-215, P-221
  test.each(written)('a malformed body gets 422 and changes nothing: %s %s %s', async (edition, method, path) => {
    const state = () =>
      Promise.all(READS.filter(([of]) => of === edition).map(async (one) => (await read(...one)).text));
    const before = await state();
    const isMembership = path.includes('/relationships/');
    const more = isMembership ? ['{"data":{"type":"users","id":"x"}}', '{"data":["x"]}'] : ['{"data":[]}'];
    for (const body of [...bodies, ...more]) {
      const token = services[edition].tokens['site-admin'];
      expectErrorDocument(await send(method, at(edition, path), { token, body }), 422);
    }
    expect(await state()).toEqual(before);
  });
});
