import { describe, expect, test } from 'vitest';
import { expectErrorDocument, KINDS, PLAIN } from './documents.ts';
import { get, send } from './http.ts';
import { service, serviceForAll } from './served.ts';

serviceForAll();

const GUARDED = [
  ['GET', '/account/details', undefined],
  ['POST', '/admin/banners', PLAIN],
  ['PATCH', '/admin/banners/ab-0000000000000000', '{"data":{"type":"admin-banners","attributes":{"title":"T"}}}'],
  ['DELETE', '/admin/banners/ab-0000000000000000', undefined],
] as const;

const sent = (body: string | undefined, headers: Record<string, string> = {}) =>
  body === undefined ? { headers } : { body, headers };

describe('part 1, Authentication', () => {
  // spec: P-240, P-243
  test.each(KINDS)(
    'a request with the header "Authorization: Bearer <API_TOKEN>" is authenticated (%s token)',
    async (kind) => {
      const headers = { authorization: `Bearer ${service.tokens[kind]}` };
      expect((await get(`${service.api}/account/details`, { headers })).status).toBe(200);
    },
  );

  // spec: P-240
  test.each(GUARDED)(
    '%s %s responds with 401 for another authentication scheme or an unknown token',
    async (method, path, body) => {
      const token = service.tokens['site-admin'];
      const others = [`Bearer ${token}x`, 'Bearer no-such-token', 'Bearer', 'Bearer '];
      for (const authorization of [`Basic ${token}`, `Token ${token}`, token, ...others]) {
        expectErrorDocument(await send(method, service.api + path, sent(body, { authorization })), 401);
      }
    },
  );

  // spec: P-241
  test('GET /admin/banners is open to a request without a token', async () => {
    expect((await get(`${service.api}/admin/banners`)).status).toBe(200);
  });
});
