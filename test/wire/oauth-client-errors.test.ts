import { beforeAll, describe, expect, test } from 'vitest';
import { ATTRIBUTES, connected, document, GITHUB, listed, ofOrganization, one, read } from './clients.ts';
import { dataOf, expectErrorDocument } from './documents.ts';
import { get, patch, post, remove } from './http.ts';
import { service, serviceForAll } from './served.ts';

serviceForAll();
let token: string;
beforeAll(() => {
  token = service.tokens.owner;
});

const UNKNOWN = 'oc-0000000000000000';
const WRONG: [string, string][] = [
  ['service-provider', '"subversion"'],
  ['service-provider', '"GitHub"'],
  ['service-provider', '5'],
  ['service-provider', 'null'],
  ['name', '5'],
  ['name', '{}'],
  ['http-url', '5'],
  ['http-url', 'null'],
  ['http-url', '"javascript:alert(1)"'],
  ['api-url', 'true'],
  ['api-url', '[]'],
  ['api-url', '"javascript:alert(1)"'],
];

/** The attributes without one of them. */
const without = (name: string) => Object.fromEntries(Object.entries(ATTRIBUTES).filter(([key]) => key !== name));

describe('part 1, OAuth clients (404)', () => {
  // spec: P-166, P-170, P-177
  test('GET and POST: 404 organization not found', async () => {
    expectErrorDocument(await get(ofOrganization(service, 'no-such-organization'), { token }), 404);
    expectErrorDocument(await post(ofOrganization(service, 'no-such-organization'), { token, body: GITHUB }), 404);
  });

  // spec: P-168, P-173
  test('GET, PATCH and DELETE /oauth-clients/:id: 404 not found', async () => {
    expectErrorDocument(await get(one(service, UNKNOWN), { token }), 404);
    expectErrorDocument(await patch(one(service, UNKNOWN), { token, body: document({ name: '"New"' }) }), 404);
    expectErrorDocument(await remove(one(service, UNKNOWN), { token }), 404);
  });

  // spec: P-176
  test('DELETE: 404 for a client that has been deleted', async () => {
    const { id } = await connected(service);
    expect((await remove(one(service, id), { token })).status).toBe(204);
    expectErrorDocument(await remove(one(service, id), { token }), 404);
  });

  // spec: P-166, P-168
  test('GET: 404 user unauthorized, for the list and for one', async () => {
    const theirs = ofOrganization(service, service.unpaidOrganization);
    const data = dataOf(await post(theirs, { token: service.tokens['site-admin'], body: GITHUB }), 201);
    expectErrorDocument(await get(theirs, { token }), 404);
    expectErrorDocument(await get(one(service, data.id), { token }), 404);
  });

  // spec: P-170, P-178
  test('POST: 404 user unauthorized; nothing is made', async () => {
    const before = await listed(service);
    expectErrorDocument(await post(ofOrganization(service), { token: service.tokens.user, body: GITHUB }), 404);
    expect(await listed(service)).toEqual(before);
  });

  // spec: P-173, P-176
  test('PATCH and DELETE: 404 unauthorized; nothing changes', async () => {
    const made = await connected(service);
    const body = document({ name: '"New"' });
    expectErrorDocument(await patch(one(service, made.id), { token: service.tokens.user, body }), 404);
    expectErrorDocument(await remove(one(service, made.id), { token: service.tokens.user }), 404);
    expect(await read(service, made.id)).toEqual(made);
  });
});

describe('part 1, Create an OAuth client (422 malformed body)', () => {
  // spec: P-180, P-186, P-282
  test.each(Object.keys(ATTRIBUTES))('Properties without a default are required: %s', async (name) => {
    const before = await listed(service);
    expectErrorDocument(await post(ofOrganization(service), { token, body: document(without(name)) }), 422);
    expect(await listed(service)).toEqual(before);
  });

  // spec: P-180
  test('Properties without a default are required: data.type', async () => {
    const body = GITHUB.replace('"type":"oauth-clients",', '');
    expectErrorDocument(await post(ofOrganization(service), { token, body }), 422);
  });

  // spec: P-181
  test("data.type must be 'oauth-clients'", async () => {
    for (const type of ['"oauth-client"', '"organizations"', '5', 'null']) {
      const body = GITHUB.replace('"oauth-clients"', type);
      expectErrorDocument(await post(ofOrganization(service), { token, body }), 422);
    }
  });

  // spec: P-187
  test('private-key: required when service-provider is ado_server', async () => {
    const body = document({ ...ATTRIBUTES, 'service-provider': '"ado_server"' });
    expectErrorDocument(await post(ofOrganization(service), { token, body }), 422);
  });

  // spec: P-182
  test.each([...WRONG, ['oauth-token-string', '5'], ['oauth-token-string', 'null']] as [string, string][])(
    'Wrong types and invalid values: %s %s',
    async (name, value) => {
      const before = await listed(service);
      const body = document({ ...ATTRIBUTES, [name]: value });
      expectErrorDocument(await post(ofOrganization(service), { token, body }), 422);
      expect(await listed(service)).toEqual(before);
    },
  );
});

describe('part 1, Update an OAuth client (422 malformed body)', () => {
  let made: Awaited<ReturnType<typeof connected>>;
  beforeAll(async () => {
    made = await connected(service);
  });

  // spec: P-189
  test("data.type must be 'oauth-clients'", async () => {
    const body = '{"data":{"type":"organizations","attributes":{"name":"New"}}}';
    expectErrorDocument(await patch(one(service, made.id), { token, body }), 422);
    expect(await read(service, made.id)).toEqual(made);
  });

  // spec: P-190
  test.each([...WRONG, ['key', '5'], ['secret', '5']] as [string, string][])(
    'Wrong types and invalid values: %s %s',
    async (name, value) => {
      expectErrorDocument(await patch(one(service, made.id), { token, body: document({ [name]: value }) }), 422);
      expect(await read(service, made.id)).toEqual(made);
    },
  );
});
