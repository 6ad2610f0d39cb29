import { beforeEach, describe, expect, test } from 'vitest';
import { created, expectErrorDocument, INTERNAL, KINDS, NOT_ADMIN, PLAIN, shown } from './documents.ts';
import { get, patch, post, remove } from './http.ts';
import { service, serviceForEach, serviceForTest } from './served.ts';

serviceForEach();
let banners: string;
beforeEach(() => {
  banners = `${service.api}/admin/banners`;
});

const CHANGE = '{"data":{"type":"admin-banners","attributes":{"title":"Changed"}}}';
const UNKNOWN = 'ab-0000000000000000';

describe('part 1, Admin banners (who sees what)', () => {
  // spec: P-96, P-106, P-242
  test('unauthenticated callers get only banners whose audience is all_users', async () => {
    await created(service, INTERNAL);
    expect(await shown(service)).toEqual([]);
  });

  // spec: P-107
  test.each(KINDS)('authenticated callers get the active banner of either audience (%s token)', async (kind) => {
    await created(service, INTERNAL);
    expect(await shown(service, service.tokens[kind])).toEqual(['Internal']);
    await created(service, PLAIN);
    expect(await shown(service, service.tokens[kind])).toEqual(['Maintenance']);
  });

  // spec: P-106
  test('a caller with an unknown token gets no authenticated_only banner', async () => {
    await created(service, INTERNAL);
    const reply = await get(banners, { token: 'no-such-token' });
    expect([200, 401]).toContain(reply.status);
    expect(reply.text).not.toContain('For members');
  });

  // spec: P-291
  test('GET responds with the default error for an unknown token (401) and in the hosted edition, which has no banners (404)', async () => {
    expectErrorDocument(await get(banners, { token: 'no-such-token' }), 401);
    const hosted = await serviceForTest({ edition: 'hosted' });
    expectErrorDocument(await get(`${hosted.api}/admin/banners`), 404);
  });

  test('a PATCH of the audience changes who gets the banner', async () => {
    const { id } = await created(service, PLAIN);
    const body = `{"data":{"id":"${id}","type":"admin-banners","attributes":{"audience":"authenticated_only"}}}`;
    expect((await patch(`${banners}/${id}`, { token: service.tokens['site-admin'], body })).status).toBe(200);
    expect(await shown(service)).toEqual([]);
    expect(await shown(service, service.tokens.user)).toEqual(['Maintenance']);
  });
});

describe('part 1, Authentication rule 4 (admin banner writes require a site administrator)', () => {
  // spec: P-15, P-245, P-281
  test.each(NOT_ADMIN)(
    'POST, PATCH and DELETE with the %s token respond with 404 (caller not authorized to act on it)',
    async (kind) => {
      const { id } = await created(service, PLAIN);
      const token = service.tokens[kind];
      expectErrorDocument(await post(banners, { token, body: INTERNAL }), 404);
      expectErrorDocument(await patch(`${banners}/${id}`, { token, body: CHANGE }), 404);
      expectErrorDocument(await remove(`${banners}/${id}`, { token }), 404);
      expect(await shown(service, service.tokens['site-admin'])).toEqual(['Maintenance']);
    },
  );

  // spec: P-99
  test('POST, PATCH and DELETE without a token respond with 401 and change nothing', async () => {
    const { id } = await created(service, PLAIN);
    expectErrorDocument(await post(banners, { body: INTERNAL }), 401);
    expectErrorDocument(await patch(`${banners}/${id}`, { body: CHANGE }), 401);
    expectErrorDocument(await remove(`${banners}/${id}`), 401);
    expect(await shown(service, service.tokens['site-admin'])).toEqual(['Maintenance']);
  });
});

describe('part 1, Admin banners (unknown id)', () => {
  // spec: P-101
  test('PATCH /admin/banners/{id} responds with 404 for an unknown id', async () => {
    const token = service.tokens['site-admin'];
    const body = `{"data":{"id":"${UNKNOWN}","type":"admin-banners","attributes":{"title":"Changed"}}}`;
    expectErrorDocument(await patch(`${banners}/${UNKNOWN}`, { token, body }), 404);
    const invalid = `{"data":{"id":"${UNKNOWN}","type":"admin-banners","attributes":{"title":5}}}`;
    expectErrorDocument(await patch(`${banners}/${UNKNOWN}`, { token, body: invalid }), 404);
  });

  // spec: P-103
  test('DELETE /admin/banners/{id} responds with 404 for an unknown id', async () => {
    expectErrorDocument(await remove(`${banners}/${UNKNOWN}`, { token: service.tokens['site-admin'] }), 404);
  });
});
