// covers: GET /admin/banners
// covers: POST /admin/banners
// covers: PATCH /admin/banners/:id
// covers: DELETE /admin/banners/:id

import { beforeEach, describe, expect, test } from 'vitest';
import { type Collection, created, INTERNAL, MINUTE, PLAIN, SCHEDULED, type Single, shown } from './documents.ts';
import { get, mediaType, patch, post, remove } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach({ fakeClock: true });
let banners: string;
let admin: string;
beforeEach(() => {
  banners = `${service.api}/admin/banners`;
  admin = service.tokens['site-admin'];
});

describe('part 1, Conventions (admin banners)', () => {
  // spec: P-1, P-289
  test('{base_url} ends with the path prefix /api/v2 and every path is appended to it', async () => {
    expect(service.api.endsWith('/api/v2')).toBe(true);
    expect((await get(`${service.address}/api/v2/admin/banners`)).status).toBe(200);
    expect((await get(`${service.address}/admin/banners`, { token: admin })).status).toBe(404);
  });

  // spec: P-3
  test('Responses use media type application/vnd.api+json', async () => {
    const made = await post(banners, { token: admin, body: PLAIN });
    expect(mediaType(made)).toBe('application/vnd.api+json');
    expect(mediaType(await get(banners))).toBe('application/vnd.api+json');
    const id = made.json<Single>().data.id;
    const changed = await patch(`${banners}/${id}`, {
      token: admin,
      body: PLAIN.replace('{"data":{', `{"data":{"id":"${id}",`),
    });
    expect(changed.status, changed.text).toBe(200);
    expect(mediaType(changed)).toBe('application/vnd.api+json');
  });

  test('Resource documents have the form data{id, type, attributes, relationships, links}', async () => {
    const one = (await post(banners, { token: admin, body: PLAIN })).json<Single>();
    const many = (await get(banners)).json<Collection>();
    expect(Array.isArray(many.data)).toBe(true);
    for (const data of [one.data, ...many.data]) {
      expect(data.id).toBeTypeOf('string');
      expect(data.type).toBeTypeOf('string');
      expect(data.type).not.toBe('');
      expect(data.attributes).toBeTypeOf('object');
      expect(data.attributes).not.toBeNull();
      for (const key of Object.keys(data)) {
        expect(['id', 'type', 'attributes', 'relationships', 'links']).toContain(key);
      }
    }
    expect(many.data[0]!.type).toBe(one.data.type);
  });

  test('Attribute names are kebab-case', async () => {
    const { attributes } = await created(service, SCHEDULED);
    for (const name of Object.keys(attributes)) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });
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
  test('GET /admin/banners: 200, empty array if none active', async () => {
    const reply = await get(banners, { token: admin });
    expect(reply.status).toBe(200);
    expect(reply.json<Collection>().data).toEqual([]);
  });

  // spec: P-97
  test('GET /admin/banners: 200, collection of banners', async () => {
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
    const reply = await post(banners, { token: admin, body: PLAIN });
    expect(reply.status).toBe(201);
    expect(reply.json<Single>().data.attributes).toMatchObject({
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
    const reply = await patch(`${banners}/${id}`, {
      token: admin,
      body: `{"data":{"id":"${id}","type":"admin-banners","attributes":{"title":"Changed"}}}`,
    });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json<Single>().data).toMatchObject({ id, type, attributes: { title: 'Changed' } });
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
  // spec: P-104
  test('Rule 1: GET excludes banners whose scheduled-publish-at has not passed', async () => {
    await created(service, SCHEDULED);
    expect(await shown(service)).toEqual([]);
    expect(await shown(service, admin)).toEqual([]);
  });

  // spec: P-105
  test('Rule 1: GET excludes banners whose scheduled-expire-at has passed', async () => {
    await created(service, SCHEDULED);
    service.advance(121 * MINUTE);
    expect(await shown(service)).toEqual([]);
    expect(await shown(service, admin)).toEqual([]);
  });

  // spec: P-108
  test('Rule 3: Only one banner is active at a time (two banners without a schedule)', async () => {
    await created(service, PLAIN);
    await created(service, INTERNAL);
    expect(await shown(service, admin)).toEqual(['Internal']);
  });

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
    const reply = await patch(`${banners}/${before.id}`, {
      token: admin,
      body: `{"data":{"id":"${before.id}","type":"admin-banners","attributes":{"${name}":${literal}}}}`,
    });
    expect(reply.status, reply.text).toBe(200);
    const after = reply.json<Single>().data.attributes;
    const value: string = JSON.parse(literal);
    const meaning = (text: unknown) => (name === 'scheduled-expire-at' ? Date.parse(String(text)) : text);
    expect(meaning(after[name])).toBe(meaning(value));
    const fields = 'title body style audience scheduled-publish-at scheduled-expire-at timezone deactivated-at';
    for (const other of fields.split(' ').filter((field) => field !== name)) {
      expect(after[other], other).toEqual(before.attributes[other]);
    }
  });
});
