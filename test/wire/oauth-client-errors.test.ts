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
  test('GET and POST respond with 404 for an unknown organization', async () => {
    expectErrorDocument(await get(ofOrganization(service, 'no-such-organization'), { token }), 404);
    expectErrorDocument(await post(ofOrganization(service, 'no-such-organization'), { token, body: GITHUB }), 404);
  });

  // spec: P-168, P-173
  test('GET, PATCH and DELETE /oauth-clients/:id respond with 404 for an unknown client', async () => {
    expectErrorDocument(await get(one(service, UNKNOWN), { token }), 404);
    expectErrorDocument(await patch(one(service, UNKNOWN), { token, body: document({ name: '"New"' }) }), 404);
    expectErrorDocument(await remove(one(service, UNKNOWN), { token }), 404);
  });

  // spec: P-176
  test('DELETE responds with 404 for a deleted client', async () => {
    const { id } = await connected(service);
    expect((await remove(one(service, id), { token })).status).toBe(204);
    expectErrorDocument(await remove(one(service, id), { token }), 404);
  });

  // spec: P-166, P-168
  test('GET of the list and of one client responds with 404 for an unauthorized user', async () => {
    const theirs = ofOrganization(service, service.unpaidOrganization);
    const data = dataOf(await post(theirs, { token: service.tokens['site-admin'], body: GITHUB }), 201);
    expectErrorDocument(await get(theirs, { token }), 404);
    expectErrorDocument(await get(one(service, data.id), { token }), 404);
  });

  // spec: P-170, P-178
  test('POST responds with 404 for an unauthorized user, and nothing is created', async () => {
    const before = await listed(service);
    expectErrorDocument(await post(ofOrganization(service), { token: service.tokens.user, body: GITHUB }), 404);
    expect(await listed(service)).toEqual(before);
  });

  // spec: P-173, P-176
  test('PATCH and DELETE respond with 404 for an unauthorized user, and nothing is changed', async () => {
    const made = await connected(service);
    const body = document({ name: '"New"' });
    expectErrorDocument(await patch(one(service, made.id), { token: service.tokens.user, body }), 404);
    expectErrorDocument(await remove(one(service, made.id), { token: service.tokens.user }), 404);
    expect(await read(service, made.id)).toEqual(made);
  });
});

describe('part 1, Create an OAuth client (malformed body)', () => {
  // spec: P-180, P-186, P-282
  test.each(Object.keys(ATTRIBUTES))('POST without %s gets 422, because it is required', async (name) => {
    const before = await listed(service);
    expectErrorDocument(await post(ofOrganization(service), { token, body: document(without(name)) }), 422);
    expect(await listed(service)).toEqual(before);
  });

  // spec: P-180
  test('POST without data.type gets 422', async () => {
    const body = GITHUB.replace('"type":"oauth-clients",', '');
    expectErrorDocument(await post(ofOrganization(service), { token, body }), 422);
  });

  // spec: P-181
  test("POST with a data.type other than 'oauth-clients' gets 422", async () => {
    for (const type of ['"oauth-client"', '"organizations"', '5', 'null']) {
      const body = GITHUB.replace('"oauth-clients"', type);
      expectErrorDocument(await post(ofOrganization(service), { token, body }), 422);
    }
  });

  // spec: P-187
  test('POST for ado_server without a private-key gets 422', async () => {
    const body = document({ ...ATTRIBUTES, 'service-provider': '"ado_server"' });
    expectErrorDocument(await post(ofOrganization(service), { token, body }), 422);
  });

  // spec: P-182
  test.each([...WRONG, ['oauth-token-string', '5'], ['oauth-token-string', 'null']] as [string, string][])(
    'POST with the invalid value %s: %s gets 422',
    async (name, value) => {
      const before = await listed(service);
      const body = document({ ...ATTRIBUTES, [name]: value });
      expectErrorDocument(await post(ofOrganization(service), { token, body }), 422);
      expect(await listed(service)).toEqual(before);
    },
  );
});

describe('part 1, Update an OAuth client (malformed body)', () => {
  let made: Awaited<ReturnType<typeof connected>>;
  beforeAll(async () => {
    made = await connected(service);
  });

  // spec: P-189
  test("PATCH with a data.type other than 'oauth-clients' gets 422", async () => {
    const body = '{"data":{"type":"organizations","attributes":{"name":"New"}}}';
    expectErrorDocument(await patch(one(service, made.id), { token, body }), 422);
    expect(await read(service, made.id)).toEqual(made);
  });

  // spec: P-190
  test.each([...WRONG, ['key', '5'], ['secret', '5']] as [string, string][])(
    'PATCH with the invalid value %s: %s gets 422',
    async (name, value) => {
      expectErrorDocument(await patch(one(service, made.id), { token, body: document({ [name]: value }) }), 422);
      expect(await read(service, made.id)).toEqual(made);
    },
  );
});
