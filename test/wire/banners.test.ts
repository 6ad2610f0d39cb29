// covers: GET /admin/banners
// covers: POST /admin/banners
// covers: PATCH /admin/banners/:id
// covers: DELETE /admin/banners/:id

import { beforeEach, describe, expect, test } from 'vitest';
import { type Collection, created, dataOf, MINUTE, PLAIN, SCHEDULED, shown } from './documents.ts';
import { get, patch, post, remove } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach({ fakeClock: true });
let banners: string;
let admin: string;
beforeEach(() => {
  banners = `${service.api}/admin/banners`;
  admin = service.tokens['site-admin'];
});

describe('part 1, Other resources (admin banners)', () => {
  // spec: P-69
  test('admin banners: id of the form ab-<16 characters>', async () => {
    expect((await created(service, PLAIN)).id).toMatch(/^ab-[^\s/]{16}$/);
    expect((await created(service, SCHEDULED)).id).toMatch(/^ab-[^\s/]{16}$/);
  });

  // spec: P-70
  test('Time fields named scheduled-publish-at, scheduled-expire-at and deactivated-at exist', async () => {
    const { attributes } = await created(service, SCHEDULED);
    expect(attributes).toHaveProperty('scheduled-publish-at');
    expect(attributes).toHaveProperty('scheduled-expire-at');
    expect(attributes).toHaveProperty('deactivated-at');
    expect(Date.parse(attributes['scheduled-publish-at'] as string)).toBe(Date.parse('2026-01-15T13:00:00Z'));
    expect(Date.parse(attributes['scheduled-expire-at'] as string)).toBe(Date.parse('2026-01-15T14:00:00Z'));
    expect(attributes.timezone).toBe('Etc/UTC');
    expect(attributes['deactivated-at']).toBeNull();
  });
});

describe('part 1, Admin banners (endpoints)', () => {
  // spec: P-97
  test('GET /admin/banners: 200, collection of banners', async () => {
    expect(await shown(service)).toEqual([]);
    const banner = await created(service, PLAIN);
    const reply = await get(banners);
    expect(reply.status).toBe(200);
    expect(reply.json<Collection>().data.map((one) => one.id)).toEqual([banner.id]);
    expect(reply.json<Collection>().data[0]!.attributes).toMatchObject({
      title: 'Maintenance',
      body: 'Saturday night',
      style: 'warning',
      audience: 'all_users',
    });
  });

  // spec: P-15, P-98
  test('POST /admin/banners: banner document, 201, banner document', async () => {
    expect(dataOf(await post(banners, { token: admin, body: PLAIN }), 201).attributes).toMatchObject({
      title: 'Maintenance',
      body: 'Saturday night',
      style: 'warning',
      audience: 'all_users',
    });
  });

  test.each(['info', 'warning', 'critical'])('POST /admin/banners takes the style %s', async (style) => {
    const made = await created(service, PLAIN.replace('"warning"', `"${style}"`));
    expect(made.attributes.style).toBe(style);
  });

  // spec: P-100
  test('PATCH /admin/banners/{id}: partial banner document, 200, banner document', async () => {
    const { id, type } = await created(service, PLAIN);
    expect(
      dataOf(
        await patch(`${banners}/${id}`, {
          token: admin,
          body: `{"data":{"id":"${id}","type":"admin-banners","attributes":{"title":"Changed"}}}`,
        }),
      ),
    ).toMatchObject({ id, type, attributes: { title: 'Changed' } });
    expect(await shown(service)).toEqual(['Changed']);
  });

  // spec: P-102
  test('DELETE /admin/banners/{id}: 204, empty', async () => {
    const { id } = await created(service, PLAIN);
    const reply = await remove(`${banners}/${id}`, { token: admin });
    expect(reply.status).toBe(204);
    expect(reply.bytes.length).toBe(0);
  });
});

describe('part 1, Admin banners (rules)', () => {
  // spec: P-108
  test('Rule 3: Only one banner is active at a time (an immediate one and a scheduled one whose time comes)', async () => {
    await created(service, PLAIN);
    await created(service, SCHEDULED);
    service.advance(90 * MINUTE);
    expect((await shown(service, admin)).length).toBe(1);
  });

  // spec: P-108
  test('Rule 3: Only one banner is active at a time (two schedules that overlap)', async () => {
    await created(service, SCHEDULED);
    await created(service, SCHEDULED.replace('T13:00', 'T13:15').replace('Planned', 'Overlapping'));
    service.advance(90 * MINUTE);
    expect((await shown(service, admin)).length).toBe(1);
  });

  test('Rule 3: Only one banner is active at a time (PATCH moves a schedule over another)', async () => {
    await created(service, SCHEDULED);
    const later = await created(service, SCHEDULED.replace('T13:00', 'T15:00').replace('T14:00', 'T16:00'));
    await patch(`${banners}/${later.id}`, {
      token: admin,
      body: `{"data":{"id":"${later.id}","type":"admin-banners","attributes":{"scheduled-publish-at":"2026-01-15T13:00:00Z"}}}`,
    });
    service.advance(90 * MINUTE);
    expect((await shown(service, admin)).length).toBeLessThanOrEqual(1);
  });

  // spec: P-109
  test.each([
    ['title', '"Other"'],
    ['body', '"Other text"'],
    ['style', '"info"'],
    ['audience', '"authenticated_only"'],
    ['scheduled-expire-at', '"2026-01-15T14:30:00.000Z"'],
    ['timezone', '"Europe/Berlin"'],
  ])('Rule 4: PATCH changes only fields present in the body (%s)', async (name, literal) => {
    const before = await created(service, SCHEDULED);
    const after = dataOf(
      await patch(`${banners}/${before.id}`, {
        token: admin,
        body: `{"data":{"id":"${before.id}","type":"admin-banners","attributes":{"${name}":${literal}}}}`,
      }),
    ).attributes;
    const value: string = JSON.parse(literal);
    const meaning = (text: unknown) => (name === 'scheduled-expire-at' ? Date.parse(String(text)) : text);
    expect(meaning(after[name])).toBe(meaning(value));
    const fields = 'title body style audience scheduled-publish-at scheduled-expire-at timezone deactivated-at';
    for (const other of fields.split(' ').filter((field) => field !== name)) {
      expect(after[other], other).toEqual(before.attributes[other]);
    }
  });
});
