import { describe, expect, test } from 'vitest';
import type { Service } from '../support/service.ts';
import { connected, one } from './clients.ts';
import { created, dataOf, expectErrorDocument, PLAIN, type Resource, SCHEDULED } from './documents.ts';
import { get, patch } from './http.ts';
import { service, serviceForEach, serviceForTest } from './served.ts';

serviceForEach({ fakeClock: true });

/** A path, the token that writes to it, and its current document. */
type Written = [path: string, token: string, before: Resource];

describe('part 1, PATCH of a document that names no attribute', () => {
  const banner = async (body: string): Promise<Written> => {
    const before = await created(service, body);
    return [`${service.api}/admin/banners/${before.id}`, service.tokens['site-admin'], before];
  };
  const found = async (path: string, token: string): Promise<Written> => [
    path,
    token,
    dataOf(await get(path, { token })),
  ];
  const settings = async (at: Service, attributes: string) => {
    const [path, token] = [`${at.api}/admin/customization-settings`, at.tokens['site-admin']];
    dataOf(await patch(path, { token, body: `{"data":{"type":"customization-settings","attributes":${attributes}}}` }));
    return found(path, token);
  };

  test.each<[title: string, prepare: () => Promise<Written>]>([
    // spec: P-188
    [
      'OAuth clients: "Every attribute defaults to its previous value"',
      async () => found(one(service, (await connected(service)).id), service.tokens.owner),
    ],
    // spec: P-100, P-109
    ['Admin banners: "PATCH changes only fields present in the body"', () => banner(SCHEDULED)],
    ['Admin banners without a schedule', () => banner(PLAIN)],
    // spec: P-114
    [
      'Admin customization settings: "partial settings document"',
      () => settings(service, '{"internal-support-url":"https://help.example.com/"}'),
    ],
    [
      'Admin customization settings in the hosted edition',
      async () => settings(await serviceForTest({ edition: 'hosted' }), '{"footer":"F"}'),
    ],
    // spec: P-121
    [
      'PATCH /account/update with neither username nor email address',
      async () => {
        const [path, token, before] = await found(`${service.api}/account/details`, service.tokens.user);
        return [path.replace('details', 'update'), token, before];
      },
    ],
  ])('a PATCH that names no attribute changes nothing: %s', async (_title, prepare) => {
    const [path, token, before] = await prepare();
    // The second shows that the first changed nothing.
    for (const member of ['', ',"attributes":{}', '']) {
      const body = `{"data":{"id":"${before.id}","type":"${before.type}"${member}}}`;
      expect(dataOf(await patch(path, { token, body }))).toEqual(before);
    }
  });
});

describe('part 1, Errors (wrong type of the member "attributes")', () => {
  test.each(['null', '[]', '5', '"title"'])('PATCH responds with 422 if attributes is %s', async (attributes) => {
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
