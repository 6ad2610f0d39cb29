// covers: GET /admin/customization-settings
// covers: PATCH /admin/customization-settings

import { describe, expect, test } from 'vitest';
import type { Service } from '../support/service.ts';
import { dataOf, expectErrorDocument, KINDS, NOT_ADMIN, type Resource } from './documents.ts';
import { get, patch } from './http.ts';
import { service, serviceForAll, serviceForEach } from './served.ts';

const URLS = ['internal-support-url', 'internal-documentation-url', 'internal-tutorials-url'] as const;
const SELF_HOSTED = [...URLS, 'avatar-sources'] as const;

const path = (at: Service) => `${at.api}/admin/customization-settings`;

async function settings(at: Service = service, token = at.tokens['site-admin']): Promise<Resource> {
  return dataOf(await get(path(at), { token }));
}

/** A settings document with these attributes, written as JSON text; id and type are those GET returns. */
async function change(attributes: string, at: Service = service, token: string | undefined = at.tokens['site-admin']) {
  const { id, type } = await settings(at);
  const body = `{"data":{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"attributes":${attributes}}}`;
  return patch(path(at), { token, body });
}

describe('part 1, Admin customization settings (GET)', () => {
  serviceForAll();

  // spec: P-112
  test.each(KINDS)(
    'GET responds with 200 and the settings document for any authenticated user (%s token)',
    async (kind) => {
      expect(Array.isArray(dataOf(await get(path(service), { token: service.tokens[kind] })))).toBe(false);
    },
  );

  // spec: P-71
  test('GET returns the same document to every caller (singleton)', async () => {
    const first = await settings();
    for (const kind of KINDS) expect(await settings(service, service.tokens[kind])).toEqual(first);
  });

  // spec: P-72
  test.each(SELF_HOSTED)('the attribute %s exists in the self-hosted edition', async (name) => {
    expect((await settings()).attributes).toHaveProperty(name);
  });
});

const ALL =
  '{"internal-support-url":"https://a.example.com/","internal-documentation-url":"https://b.example.com/","internal-tutorials-url":"https://c.example.com/"}';

describe('part 1, Admin customization settings (PATCH)', () => {
  serviceForEach();

  // spec: P-16, P-114
  test.each(URLS)(
    'PATCH with a partial document responds with 200 and changes only %s, for every caller',
    async (name) => {
      const before = dataOf(await change(ALL)).attributes;
      const after = dataOf(await change(`{"${name}":"https://d.example.com/"}`));
      expect(after.attributes).toEqual({ ...before, [name]: 'https://d.example.com/' });
      for (const kind of KINDS) expect(await settings(service, service.tokens[kind])).toEqual(after);
    },
  );
});

describe('part 1, Admin customization settings (PATCH, rejected)', () => {
  serviceForAll();

  // spec: P-115, P-246
  test.each(NOT_ADMIN)(
    'PATCH with the %s token responds with 404 and changes nothing, because only site administrators may change settings',
    async (kind) => {
      const before = await settings();
      const reply = await change('{"internal-support-url":"https://a.example.com/"}', service, service.tokens[kind]);
      expectErrorDocument(reply, 404);
      expect(await settings()).toEqual(before);
    },
  );

  // spec: P-116, P-283, P-284
  test.each(URLS)('an invalid URL scheme or a wrong type gets 422: %s', async (name) => {
    const before = await settings();
    for (const value of ['"javascript:alert(1)"', '"ftp://example.com/x"', '5', 'true', '[]', '{}']) {
      expectErrorDocument(await change(`{"${name}":${value}}`), 422);
    }
    expect(await settings()).toEqual(before);
  });

  test('a document with one valid and one invalid URL gets 422, and neither URL is applied', async () => {
    const before = await settings();
    expectErrorDocument(
      await change('{"internal-support-url":"https://a.example.com/","internal-tutorials-url":"javascript:alert(1)"}'),
      422,
    );
    expect(await settings()).toEqual(before);
  });
});

describe('part 1, Admin customization settings rule 2', () => {
  serviceForEach();

  // spec: P-74, P-119
  test.each(URLS.flatMap((name) => ['null', '""'].map((value) => [name, value])))(
    'setting %s to %s clears only this override and restores the default link',
    async (name, value) => {
      const fresh = (await settings()).attributes[name!];
      const others = dataOf(await change(ALL)).attributes;
      // The second time nothing is left to clear.
      for (const _ of [1, 2]) {
        const { attributes } = dataOf(await change(`{"${name}":${value}}`));
        expect(attributes).toEqual({ ...others, [name!]: fresh });
        expect((await settings()).attributes).toEqual(attributes);
      }
    },
  );
});

describe('part 1, Admin customization settings rule 1 (hosted edition)', () => {
  serviceForAll({ edition: 'hosted' });

  // spec: P-73, P-117
  test.each(SELF_HOSTED)('responses of the hosted edition do not have the attribute %s', async (name) => {
    expect((await settings()).attributes).not.toHaveProperty(name);
  });

  // spec: P-118
  test.each(URLS)('the hosted edition ignores %s in a request and does not validate it', async (name) => {
    const before = (await settings()).attributes;
    for (const value of ['https://a.example.com/', 'javascript:alert(1)']) {
      expect(dataOf(await change(`{"${name}":"${value}"}`)).attributes).toEqual(before);
    }
    expect((await settings()).attributes).toEqual(before);
  });

  test.each(NOT_ADMIN)(
    'PATCH with the %s token responds with 404 in the hosted edition too (site administrators only)',
    async (kind) => {
      expectErrorDocument(await change('{}', service, service.tokens[kind]), 404);
    },
  );
});
