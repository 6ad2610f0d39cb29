// covers: GET /admin/banners
// covers: POST /admin/banners
// covers: PATCH /admin/banners/:id
// covers: DELETE /admin/banners/:id

import { beforeEach, describe, expect, test } from 'vitest';
import { created, dataOf, MINUTE, PLAIN, SCHEDULED, shown } from './documents.ts';
import { get, patch, remove } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach({ fakeClock: true });
let banners: string;
let admin: string;
beforeEach(() => {
  banners = `${service.api}/admin/banners`;
  admin = service.tokens['site-admin'];
});

describe('part 1, Other resources (admin banners)', () => {
  // spec: P-69, P-70
  test('a banner has an id of the form ab-<16 characters>, both scheduled times and deactivated-at', async () => {
    const { attributes, id } = await created(service, SCHEDULED);
    expect([id, (await created(service, PLAIN)).id].filter((each) => !/^ab-[^\s/]{16}$/.test(each))).toEqual([]);
    const times = [attributes['scheduled-publish-at'], attributes['scheduled-expire-at']] as string[];
    expect(times.map((time) => Date.parse(time))).toEqual([
      Date.parse('2026-01-15T13:00:00Z'),
      Date.parse('2026-01-15T14:00:00Z'),
    ]);
    expect(attributes).toMatchObject({ timezone: 'Etc/UTC', 'deactivated-at': null });
  });
});

describe('part 1, Admin banners (endpoints)', () => {
  // spec: P-15, P-97, P-98
  test('POST /admin/banners responds with 201 and the banner document, and GET with 200 and a collection of banners', async () => {
    expect(await shown(service)).toEqual([]);
    const banner = await created(service, PLAIN);
    expect(banner.attributes).toMatchObject(JSON.parse(PLAIN).data.attributes);
    expect(dataOf(await get(banners))).toEqual([banner]);
  });

  test.each(['info', 'warning', 'critical'])('POST /admin/banners accepts the style %s', async (style) => {
    const made = await created(service, PLAIN.replace('"warning"', `"${style}"`));
    expect(made.attributes.style).toBe(style);
  });

  // spec: P-100
  test('PATCH /admin/banners/{id} accepts a partial document and responds with 200 and the banner document', async () => {
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
  test('DELETE /admin/banners/{id} responds with 204 and an empty body', async () => {
    const { id } = await created(service, PLAIN);
    const reply = await remove(`${banners}/${id}`, { token: admin });
    expect(reply.status).toBe(204);
    expect(reply.bytes.length).toBe(0);
  });
});

describe('part 1, Admin banners (rules)', () => {
  test('at most one banner is active after PATCH moves a schedule into another one (rule 3)', async () => {
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
  ])('PATCH changes only the fields that are present in the body (rule 4, %s)', async (name, literal) => {
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
