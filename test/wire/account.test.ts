// covers: GET /account/details

import { beforeEach, describe, expect, test } from 'vitest';
import { expectErrorDocument, KINDS, type Single } from './documents.ts';
import { get, mediaType } from './http.ts';
import { service, serviceForEach, serviceForTest } from './served.ts';

serviceForEach();
let details: string;
beforeEach(() => {
  details = `${service.api}/account/details`;
});

async function idOf(kind: (typeof KINDS)[number]): Promise<string> {
  const reply = await get(details, { token: service.tokens[kind] });
  expect(reply.status, reply.text).toBe(200);
  return reply.json<Single>().data.id;
}

describe('part 1, Account (GET /account/details)', () => {
  // spec: P-68, P-120
  test.each(KINDS)('200, users document of the caller (%s token)', async (kind) => {
    const reply = await get(details, { token: service.tokens[kind] });
    expect(reply.status, reply.text).toBe(200);
    expect(mediaType(reply)).toBe('application/vnd.api+json');
    const { data } = reply.json<Single>();
    expect(data.type).toBe('users');
    expect(data.id).toBeTypeOf('string');
    expect(data.id).not.toBe('');
  });

  // spec: P-120
  test('The document is that of the caller: the three people are three users', async () => {
    expect(new Set([await idOf('site-admin'), await idOf('owner'), await idOf('user')]).size).toBe(3);
  });

  // spec: P-129, P-244
  test.each(['team', 'organization'] as const)(
    'Team and organization tokens are associated with a synthetic service user (%s token)',
    async (kind) => {
      const people = [await idOf('site-admin'), await idOf('owner'), await idOf('user')];
      expect(people).not.toContain(await idOf(kind));
    },
  );

  test('Resource documents have the form data{id, type, attributes, relationships, links}', async () => {
    for (const kind of KINDS) {
      const { data } = (await get(details, { token: service.tokens[kind] })).json<Single>();
      for (const key of Object.keys(data)) {
        expect(['id', 'type', 'attributes', 'relationships', 'links']).toContain(key);
      }
      expect(data.attributes).toBeTypeOf('object');
      expect(data.attributes).not.toBeNull();
    }
  });

  test('Attribute names are kebab-case', async () => {
    for (const kind of KINDS) {
      const { data } = (await get(details, { token: service.tokens[kind] })).json<Single>();
      for (const name of Object.keys(data.attributes)) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
  });

  // spec: P-130
  test('The operation returns the default error document on failure', async () => {
    expectErrorDocument(await get(details), 401);
  });

  // spec: P-290
  test('It is not marked for one edition: the hosted edition has it as well', async () => {
    const hosted = await serviceForTest({ edition: 'hosted' });
    const reply = await get(`${hosted.api}/account/details`, { token: hosted.tokens.user });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json<Single>().data.type).toBe('users');
  });

  // spec: P-1
  test('Every path is appended to the prefix /api/v2: it does not exist without it', async () => {
    expect((await get(`${service.address}/account/details`, { token: service.tokens.user })).status).toBe(404);
  });
});
