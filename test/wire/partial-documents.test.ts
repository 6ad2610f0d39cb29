import { describe, expect, test } from 'vitest';
import { connected, one, read } from './clients.ts';
import {
  created,
  dataOf,
  expectErrorDocument,
  PLAIN,
  type Resource,
  SCHEDULED,
  type Single,
  shown,
} from './documents.ts';
import { get, patch } from './http.ts';
import { service, serviceForEach, serviceForTest } from './served.ts';

serviceForEach({ fakeClock: true });

/** A document that names no attribute: without the member, and with an empty one. */
const EMPTY = [
  ['no attributes member', ''],
  ['attributes {}', ',"attributes":{}'],
] as const;

async function resource(path: string, token: string): Promise<Resource> {
  return dataOf(await get(`${service.api}${path}`, { token }));
}

describe('part 1: a PATCH that names no attribute changes nothing', () => {
  // spec: P-188
  test.each(EMPTY)('OAuth clients: "Every attribute defaults to its previous value" (%s)', async (_title, member) => {
    const before = await connected(service);
    const body = `{"data":{"type":"oauth-clients"${member}}}`;
    expect(dataOf(await patch(one(service, before.id), { token: service.tokens.owner, body }))).toEqual(before);
    expect(await read(service, before.id)).toEqual(before);
  });

  // spec: P-100, P-109
  test.each(EMPTY)('Admin banners: "PATCH changes only fields present in the body" (%s)', async (_title, member) => {
    for (const document of [SCHEDULED, PLAIN]) {
      const before = await created(service, document);
      const body = `{"data":{"id":"${before.id}","type":"${before.type}"${member}}}`;
      expect(
        dataOf(
          await patch(`${service.api}/admin/banners/${before.id}`, {
            token: service.tokens['site-admin'],
            body,
          }),
        ),
      ).toEqual(before);
    }
    expect(await shown(service)).toEqual(['Maintenance']);
  });

  // spec: P-114
  test.each(EMPTY)('Admin customization settings: "partial settings document" (%s)', async (_title, member) => {
    const path = '/admin/customization-settings';
    const token = service.tokens['site-admin'];
    const { type } = await resource(path, token);
    const changed = `{"data":{"type":"${type}","attributes":{"internal-support-url":"https://help.example.com/"}}}`;
    expect((await patch(`${service.api}${path}`, { token, body: changed })).status).toBe(200);
    const before = await resource(path, token);
    expect(
      dataOf(await patch(`${service.api}${path}`, { token, body: `{"data":{"type":"${type}"${member}}}` })),
    ).toEqual(before);
    expect(await resource(path, token)).toEqual(before);
  });

  test.each(EMPTY)('Admin customization settings: the hosted edition as well (%s)', async (_title, member) => {
    const hosted = await serviceForTest({ edition: 'hosted' });
    const url = `${hosted.api}/admin/customization-settings`;
    const token = hosted.tokens['site-admin'];
    const before = (await get(url, { token })).json<Single>().data;
    expect(dataOf(await patch(url, { token, body: `{"data":{"type":"${before.type}"${member}}}` }))).toEqual(before);
  });

  // spec: P-121
  test.each(EMPTY)(
    'PATCH /account/update: "only username and email address are applied", neither is in it (%s)',
    async (_title, member) => {
      const token = service.tokens.user;
      const before = await resource('/account/details', token);
      expect(
        dataOf(await patch(`${service.api}/account/update`, { token, body: `{"data":{"type":"users"${member}}}` })),
      ).toEqual(before);
      expect(await resource('/account/details', token)).toEqual(before);
    },
  );
});

describe('part 1, Errors: 422 "wrong types", for the member itself', () => {
  test.each(['null', '[]', '5', '"title"'])('attributes %s', async (attributes) => {
    const admin = service.tokens['site-admin'];
    const client = await connected(service);
    const banner = await created(service, PLAIN);
    for (const [path, type, token] of [
      [`/oauth-clients/${client.id}`, 'oauth-clients', service.tokens.owner],
      [`/admin/banners/${banner.id}`, 'admin-banners', admin],
      ['/admin/customization-settings', 'customization-settings', admin],
      ['/account/update', 'users', service.tokens.user],
    ] as const) {
      const body = `{"data":{"type":"${type}","attributes":${attributes}}}`;
      expectErrorDocument(await patch(`${service.api}${path}`, { token, body }), 422);
    }
  });
});
