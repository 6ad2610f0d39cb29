// covers: GET /organizations/:organization_name/oauth-clients
// covers: GET /oauth-clients/:id
// covers: POST /organizations/:organization_name/oauth-clients
// covers: PATCH /oauth-clients/:id
// covers: DELETE /oauth-clients/:id

import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ATTRIBUTES,
  connected,
  document,
  GITHUB,
  listed,
  ofOrganization,
  one,
  PROVIDERS,
  read,
  TOKEN_STRING,
} from './clients.ts';
import { dataOf, type Single } from './documents.ts';
import { get, patch, post, remove } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach({ fakeClock: true });
let token: string;
beforeEach(() => {
  token = service.tokens.owner;
});

/** The text of an SSH private key. */
const KEY = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
}).privateKey;

describe('part 1, oauth-clients (id prefix oc-)', () => {
  // spec: P-21
  test('created-at is the time of creation in ISO 8601', async () => {
    service.advance(5 * 60_000);
    const at = (await connected(service)).attributes['created-at'] as string;
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/);
    expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse('2026-01-15T12:05:00Z'));
    expect(Date.parse(at)).toBeLessThan(Date.parse('2026-01-15T12:06:00Z'));
  });

  // spec: P-20, P-22, P-23, P-25, P-26, P-28, P-29, P-30, P-31, P-179, P-183
  test('a client has an id with the prefix oc-, its URLs and texts, and null for unknown values', async () => {
    const { attributes, id, type } = await connected(service);
    expect({ id, type }).toEqual({ id: expect.stringMatching(/^oc-./), type: 'oauth-clients' });
    for (const name of ['callback-url', 'http-url', 'api-url'])
      expect(URL.canParse(String(attributes[name]))).toBe(true);
    for (const name of ['connect-path', 'service-provider', 'service-provider-display-name']) {
      expect(attributes[name]).toMatch(/./);
    }
    expect(attributes).toMatchObject({ name: null, key: null, 'rsa-public-key': null });
  });

  // spec: P-10, P-32
  test("the relationship organization has the name of the organization, the type 'organizations' and links.related", async () => {
    const { organization } = (await connected(service)).relationships;
    expect(organization!.data).toEqual({ id: service.organization, type: 'organizations' });
    expect(organization!.links.related).toBeTypeOf('string');
  });

  // spec: P-33
  test('the relationship oauth-tokens has an array and links.related', async () => {
    const tokens = (await connected(service)).relationships['oauth-tokens'];
    expect(Array.isArray(tokens!.data)).toBe(true);
    expect(tokens!.links.related).toBeTypeOf('string');
  });

  // spec: P-34
  test('the write-only attributes oauth-token-string, private-key and secret are never returned', async () => {
    const body = document({ ...ATTRIBUTES, 'service-provider': '"ado_server"', 'private-key': JSON.stringify(KEY) });
    const made = await post(ofOrganization(service), { token, body });
    expect(made.status, made.text).toBe(201);
    const { id } = made.json<Single>().data;
    const changed = await patch(one(service, id), { token, body: document({ secret: '"hush-hush-secret"' }) });
    expect(changed.status, changed.text).toBe(200);
    for (const reply of [
      made,
      changed,
      await get(one(service, id), { token }),
      await get(ofOrganization(service), { token }),
    ]) {
      for (const name of ['"oauth-token-string"', '"private-key"', '"secret"']) expect(reply.text).not.toContain(name);
      expect(reply.text).not.toContain(TOKEN_STRING);
      expect(reply.text).not.toContain('hush-hush-secret');
      expect(reply.text).not.toContain('PRIVATE KEY');
    }
  });
});

describe('part 1, OAuth clients (endpoints)', () => {
  // spec: P-12, P-169, P-179, P-184, P-185
  test('POST /organizations/:organization_name/oauth-clients responds with 201 and the document', async () => {
    expect(dataOf(await post(ofOrganization(service), { token, body: GITHUB }), 201).attributes).toMatchObject({
      'service-provider': 'github',
      'http-url': 'https://github.com',
      'api-url': 'https://api.github.com',
    });
  });

  // spec: P-167
  test('GET /oauth-clients/:id responds with 200 and the document', async () => {
    const made = await connected(service);
    expect(dataOf(await get(one(service, made.id), { token }))).toEqual(made);
  });

  // spec: P-165
  test('GET /organizations/:organization_name/oauth-clients responds with 200 and an array of clients', async () => {
    const before = (await listed(service)).length;
    const [first, second] = [await connected(service), await connected(service)];
    expect(first.id).not.toBe(second.id);
    const found = await listed(service);
    expect(found.length).toBe(before + 2);
    expect(found).toEqual(expect.arrayContaining([first, second]));
  });

  // spec: P-10
  test('an OAuth client of one organization is not in the list of another organization', async () => {
    const { id } = await connected(service);
    const url = `${service.api}/organizations/${service.unpaidOrganization}/oauth-clients`;
    const reply = await get(url, { token: service.tokens['site-admin'] });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json<{ data: { id: string }[] }>().data.map((each) => each.id)).not.toContain(id);
  });

  // spec: P-175
  test('DELETE /oauth-clients/:id responds with 204, and the client is then neither found nor listed', async () => {
    const [first, second] = [await connected(service), await connected(service)];
    const reply = await remove(one(service, first.id), { token });
    expect(reply.status, reply.text).toBe(204);
    expect(reply.bytes.length).toBe(0);
    expect((await get(one(service, first.id), { token })).status).toBe(404);
    const ids = (await listed(service)).map(({ id }) => id);
    expect(ids).not.toContain(first.id);
    expect(ids).toContain(second.id);
  });
});

describe('part 1, Create an OAuth client', () => {
  // spec: P-24, P-182, P-187
  test.each(PROVIDERS)('POST accepts the service-provider %s', async (provider) => {
    const attributes = { ...ATTRIBUTES, 'service-provider': `"${provider}"` };
    const key = provider === 'ado_server' ? { 'private-key': JSON.stringify(KEY) } : {};
    const made = await connected(service, document({ ...attributes, ...key }));
    expect(made.attributes['service-provider']).toBe(provider);
    expect(made.attributes['service-provider-display-name']).toBeTypeOf('string');
  });
});

describe('part 1, Update an OAuth client', () => {
  // spec: P-172, P-188, P-192, P-193, P-194
  test.each([
    ['service-provider', '"gitlab_hosted"'],
    ['name', '"Renamed"'],
    ['http-url', '"https://vcs.example.com"'],
    ['api-url', '"https://vcs.example.com/api/v4"'],
    ['key', '"client-key-1"'],
  ])('PATCH responds with 200 and changes only the given attribute (%s)', async (name, value) => {
    const before = await connected(service, document({ ...ATTRIBUTES, name: '"Our GitHub"' }));
    const after = dataOf(await patch(one(service, before.id), { token, body: document({ [name]: value }) })).attributes;
    expect(after[name]).toBe(JSON.parse(value));
    const kept = ['created-at', 'service-provider', 'name', 'http-url', 'api-url', 'key', 'rsa-public-key'];
    for (const other of kept.filter((field) => field !== name)) {
      expect(after[other], other).toEqual(before.attributes[other]);
    }
    expect((await read(service, before.id)).attributes).toEqual(after);
  });

  // spec: P-190
  test.each(PROVIDERS.filter((provider) => provider !== 'ado_server'))(
    'PATCH accepts the service-provider %s',
    async (provider) => {
      const { id } = await connected(service);
      expect(
        dataOf(await patch(one(service, id), { token, body: document({ 'service-provider': `"${provider}"` }) }))
          .attributes['service-provider'],
      ).toBe(provider);
    },
  );

  // spec: P-183, P-191
  test('PATCH with a null name clears the name', async () => {
    const { attributes, id } = await connected(service, document({ ...ATTRIBUTES, name: '"Our GitHub"' }));
    expect(attributes.name).toBe('Our GitHub');
    expect((await patch(one(service, id), { token, body: document({ name: 'null' }) })).status).toBe(200);
    expect((await read(service, id)).attributes.name).toBeNull();
  });

  // spec: P-195
  test('PATCH accepts a secret, and no returned attribute changes', async () => {
    const { id, attributes } = await connected(service);
    dataOf(await patch(one(service, id), { token, body: document({ secret: '"hush-hush-secret"' }) }));
    expect((await read(service, id)).attributes).toEqual(attributes);
  });
});
