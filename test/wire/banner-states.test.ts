import { beforeEach, describe, expect, test } from 'vitest';
import { created, dataOf, INTERNAL, MINUTE, PLAIN, SCHEDULED, type Single, shown } from './documents.ts';
import { patch, remove } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach({ fakeClock: true });
let banners: string;
let admin: string;
beforeEach(() => {
  banners = `${service.api}/admin/banners`;
  admin = service.tokens['site-admin'];
});

/** The banner, as a PATCH with its own title returns it. */
async function row(id: string, title: string) {
  const body = `{"data":{"id":"${id}","type":"admin-banners","attributes":{"title":"${title}"}}}`;
  return patch(`${banners}/${id}`, { token: admin, body });
}

describe('part 1, Site-wide banner (states)', () => {
  // spec: P-76, P-77
  test('POST with neither scheduled time creates an active banner, which stays active however much time passes', async () => {
    const banner = await created(service, PLAIN);
    expect(banner.attributes['deactivated-at'] ?? null).toBeNull();
    expect(await shown(service)).toEqual(['Maintenance']);
    service.advance(400 * 24 * 60 * MINUTE);
    expect(await shown(service)).toEqual(['Maintenance']);
  });

  // spec: P-78, P-108
  test('POST with neither scheduled time deactivates the active banner', async () => {
    await created(service, PLAIN);
    await created(service, PLAIN.replace('Maintenance', 'Newer'));
    expect(await shown(service)).toEqual(['Newer']);
  });

  test('a banner that POST deactivated does not return when the newer banner is deleted', async () => {
    await created(service, PLAIN);
    const newer = await created(service, INTERNAL);
    expect((await remove(`${banners}/${newer.id}`, { token: admin })).status).toBe(204);
    expect(await shown(service, admin)).toEqual([]);
  });

  // spec: P-79, P-80, P-81
  test('DELETE of an active banner sets deactivated-at to the current time and keeps the row', async () => {
    const { id } = await created(service, PLAIN);
    service.advance(5 * MINUTE);
    expect((await remove(`${banners}/${id}`, { token: admin })).status).toBe(204);
    expect(await shown(service)).toEqual([]);
    service.advance(7 * MINUTE);
    const reply = await row(id, 'Audited');
    expect(reply.status, 'the only documented 404 is "id unknown", and the row is kept').toBe(200);
    const at = Date.parse(reply.json<Single>().data.attributes['deactivated-at'] as string);
    expect(at).toBeGreaterThanOrEqual(Date.parse('2026-01-15T12:05:00Z'));
    expect(at).toBeLessThan(Date.parse('2026-01-15T12:06:00Z'));
    expect(await shown(service, admin)).toEqual([]);
  });

  test('a scheduled banner that is deleted before its publish time is never returned', async () => {
    const { id } = await created(service, SCHEDULED);
    expect((await remove(`${banners}/${id}`, { token: admin })).status).toBe(204);
    service.advance(90 * MINUTE);
    expect(await shown(service, admin)).toEqual([]);
  });

  // spec: P-82, P-83, P-84, P-104, P-105
  test('GET returns a scheduled banner only between its two times (evaluated at request time)', async () => {
    await created(service, SCHEDULED);
    const seen: number[][] = [];
    for (const step of [0, 59, 2, 58, 2]) {
      service.advance(step * MINUTE);
      seen.push([(await shown(service)).length, (await shown(service, admin)).length]);
    }
    expect(seen.flat()).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 0, 0]);
  });

  // spec: P-84
  test('PATCH of the schedule takes effect at once, because GET evaluates the schedule at request time', async () => {
    const { id } = await created(service, SCHEDULED);
    const body = `{"data":{"id":"${id}","type":"admin-banners","attributes":{"scheduled-publish-at":"2026-01-15T11:00:00Z"}}}`;
    dataOf(await patch(`${banners}/${id}`, { token: admin, body }));
    expect(await shown(service)).toEqual(['Planned']);
  });
});
