import { describe, expect, test } from 'vitest';
import { bannerPatch, bannerWith, sandboxPerTest, schedule } from './service.ts';

const admin = 'sandbox-site-admin-token';
const service = sandboxPerTest();

async function create(changes: Record<string, unknown> = {}) {
  const { status, json } = await service.api('POST', '/admin/banners', { token: admin, body: bannerWith(changes) });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.data;
}

async function titles(token?: string): Promise<string[]> {
  const { json } = await service.api('GET', '/admin/banners', token === undefined ? {} : { token });
  return json.data.map((banner: { attributes: { title: string } }) => banner.attributes.title);
}

const patch = (id: string, changes: Record<string, unknown>) =>
  service.api('PATCH', `/admin/banners/${id}`, { token: admin, body: bannerPatch(changes) });

test('an unscheduled banner is published at once, and unknown attributes are ignored', async () => {
  expect(await create({ message: 'ignored', 'published-at': '1999-01-01T00:00:00Z' })).toEqual({
    id: expect.stringMatching(/^ab-[A-Za-z0-9]{16}$/),
    type: 'admin-banners',
    attributes: {
      ...{ title: 'Maintenance', body: 'Tonight', style: 'info', audience: 'all_users' },
      ...{ 'scheduled-publish-at': null, 'scheduled-expire-at': null, timezone: null },
      ...{ 'published-at': '2026-03-01T12:00:00.000Z', 'deactivated-at': null },
    },
  });
});

describe('a scheduled banner', () => {
  test('a scheduled banner leaves the active banner active until its publish time and then replaces it', async () => {
    const now = await create({ title: 'Now' });
    const later = await create({ title: 'Later', ...schedule('13:00', '14:00') });
    expect(later.attributes['published-at']).toBeNull();
    service.advance(59);
    expect(await titles()).toEqual(['Now']);
    service.advance(1);
    expect(await titles()).toEqual(['Later']);
    expect((await patch(now.id, {})).json.data.attributes['deactivated-at']).toBe('2026-03-01T13:00:00.000Z');
  });

  test('an expired banner whose end is moved is published again and replaces the active banner', async () => {
    const { id } = await create({ title: 'Planned', ...schedule('13:00', '14:00') });
    service.advance(150);
    const now = await create({ title: 'Now', ...schedule('14:30', '20:00') });
    service.advance(10);
    const { json } = await patch(id, { 'scheduled-expire-at': '2026-03-01T18:00:00Z' });
    expect(json.data.attributes).toMatchObject({ 'published-at': '2026-03-01T14:40:00.000Z', 'deactivated-at': null });
    expect(await titles()).toEqual(['Planned']);
    expect((await patch(now.id, {})).json.data.attributes['deactivated-at']).toBe('2026-03-01T14:40:00.000Z');
  });

  test('a scheduled time with an offset is stored as the same moment in UTC', async () => {
    const { attributes } = await create({
      ...schedule('13:00', '14:00'),
      'scheduled-publish-at': '2026-03-01T14:00:00+01:00',
    });
    expect(attributes['scheduled-publish-at']).toBe('2026-03-01T13:00:00.000Z');
    expect(attributes['scheduled-expire-at']).toBe('2026-03-01T14:00:00Z');
  });
});
