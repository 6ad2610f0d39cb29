import { beforeEach, describe, expect, test } from 'vitest';
import { created, dataOf, expectErrorDocument, MINUTE, PLAIN, SCHEDULED, shown } from './documents.ts';
import { patch, post, remove } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach({ fakeClock: true });
let banners: string;
let token: string;
beforeEach(() => {
  banners = `${service.api}/admin/banners`;
  token = service.tokens['site-admin'];
});

/** A banner document of these attributes, as JSON text. */
const document = (attributes: string) => `{"data":{"type":"admin-banners","attributes":${attributes}}}`;

const change = (id: string, attributes: string) => patch(`${banners}/${id}`, { token, body: document(attributes) });

/** The attributes in the response of a PATCH. */
async function changed(id: string, attributes: string): Promise<Record<string, unknown>> {
  return dataOf(await change(id, attributes)).attributes;
}

/** A banner that was shown from 13:00 to 14:00; it is 14:30. */
async function expired(): Promise<string> {
  const { id } = await created(service, SCHEDULED);
  service.advance(90 * MINUTE);
  expect(await shown(service)).toEqual(['Planned']);
  service.advance(60 * MINUTE);
  expect(await shown(service)).toEqual([]);
  return id;
}

const LATER = '{"scheduled-expire-at":"2026-01-15T16:00:00Z"}';

describe('part 1, Site-wide banner (expired banners)', () => {
  // spec: P-84
  test('GET does not return an expired banner, although it is not deactivated (scheduled-expire-at already passed)', async () => {
    const id = await expired();
    expect((await changed(id, '{"title":"Audited"}'))['deactivated-at']).toBeNull();
    expect(await shown(service)).toEqual([]);
  });

  // spec: P-84
  test('GET returns an expired banner again if scheduled-expire-at is moved to a later time, until that time', async () => {
    const id = await expired();
    expect((await changed(id, LATER))['deactivated-at']).toBeNull();
    expect(await shown(service)).toEqual(['Planned']);
    service.advance(89 * MINUTE);
    expect(await shown(service)).toEqual(['Planned']);
    service.advance(2 * MINUTE);
    expect(await shown(service)).toEqual([]);
  });

  test('GET returns an expired banner again if its schedule is cleared', async () => {
    const id = await expired();
    await changed(id, '{"scheduled-publish-at":null,"scheduled-expire-at":null,"timezone":null}');
    expect(await shown(service)).toEqual(['Planned']);
  });

  test('GET returns an expired banner with a new schedule only after its scheduled-publish-at has passed', async () => {
    const id = await expired();
    await changed(id, '{"scheduled-publish-at":"2026-01-15T15:00:00Z","scheduled-expire-at":"2026-01-15T16:00:00Z"}');
    expect(await shown(service)).toEqual([]);
    service.advance(31 * MINUTE);
    expect(await shown(service)).toEqual(['Planned']);
  });

  test('an expired banner that GET never returned can be published again', async () => {
    const { id } = await created(service, SCHEDULED);
    service.advance(150 * MINUTE);
    expect((await changed(id, LATER))['deactivated-at']).toBeNull();
    expect(await shown(service)).toEqual(['Planned']);
  });

  test('GET no longer returns a banner whose scheduled-expire-at is moved into the past, and returns it again after another change', async () => {
    const { id } = await created(service, SCHEDULED);
    service.advance(90 * MINUTE);
    const over = '{"scheduled-expire-at":"2026-01-15T13:15:00Z"}';
    expect((await changed(id, over))['deactivated-at']).toBeNull();
    expect(await shown(service)).toEqual([]);
    await changed(id, LATER);
    expect(await shown(service)).toEqual(['Planned']);
  });

  test('an expired banner that is published again deactivates the active banner (rule 3, only one banner is active at a time)', async () => {
    const id = await expired();
    const other = await created(
      service,
      SCHEDULED.replace('Planned', 'Maintenance').replace('T14:00:00Z', 'T18:00:00Z'),
    );
    expect(await shown(service)).toEqual(['Maintenance']);
    await changed(id, LATER);
    expect(await shown(service)).toEqual(['Planned']);
    expect((await changed(other.id, '{"body":"Over"}'))['deactivated-at']).toBeTypeOf('string');
  });

  test('a change of an expired banner that does not publish it again leaves the active banner active (rule 3)', async () => {
    const id = await expired();
    await created(service, PLAIN);
    await changed(id, '{"title":"Audited"}');
    await changed(id, '{"scheduled-expire-at":"2026-01-15T14:15:00Z"}');
    expect(await shown(service)).toEqual(['Maintenance']);
  });

  // spec: P-78
  test.each([0, 90, 150])(
    'POST with neither scheduled time permanently deactivates a banner that was scheduled %d minutes before',
    async (minutes) => {
      const { id } = await created(service, SCHEDULED);
      service.advance(minutes * MINUTE);
      await created(service, PLAIN);
      const at = Date.parse('2026-01-15T12:00:00Z') + minutes * MINUTE;
      expect((await changed(id, LATER))['deactivated-at']).toBe(new Date(at).toISOString());
      service.advance(90 * MINUTE);
      expect(await shown(service)).toEqual(['Maintenance']);
    },
  );

  // spec: P-108
  test('POST with both scheduled times leaves other banners active until the publish time of the new banner', async () => {
    await created(service, PLAIN);
    const early = await created(service, SCHEDULED);
    await created(service, SCHEDULED.replace('T13:00', 'T13:15').replace('Planned', 'Overlapping'));
    expect(await shown(service)).toEqual(['Maintenance']);
    expect((await changed(early.id, '{}'))['deactivated-at']).toBeNull();
    service.advance(65 * MINUTE);
    expect(await shown(service)).toEqual(['Planned']);
    service.advance(15 * MINUTE);
    expect(await shown(service)).toEqual(['Overlapping']);
  });

  test('POST of a banner that has already expired deactivates no other banner', async () => {
    await created(service, PLAIN);
    service.advance(180 * MINUTE);
    const { attributes } = await created(service, SCHEDULED);
    expect(attributes['deactivated-at']).toBeNull();
    expect(await shown(service)).toEqual(['Maintenance']);
  });
});

describe('part 1, Site-wide banner (DELETE)', () => {
  // spec: P-80
  test('DELETE of an expired banner responds with 204, and deactivated-at is the time of the DELETE and not of the expiry', async () => {
    const id = await expired();
    expect((await remove(`${banners}/${id}`, { token })).status).toBe(204);
    service.advance(5 * MINUTE);
    const at = Date.parse((await changed(id, '{"title":"Audited"}'))['deactivated-at'] as string);
    expect(at).toBeGreaterThanOrEqual(Date.parse('2026-01-15T14:30:00Z'));
    expect(at).toBeLessThan(Date.parse('2026-01-15T14:31:00Z'));
  });

  // spec: P-101
  test.each(['deleted', 'replaced'])(
    'PATCH and DELETE of a %s banner still find the banner, and 404 is only for an unknown id',
    async (how) => {
      const { id } = await created(service, PLAIN);
      if (how === 'deleted') await remove(`${banners}/${id}`, { token });
      else await created(service, PLAIN.replace('Maintenance', 'Newer'));
      const before = (await changed(id, '{}'))['deactivated-at'];
      expect(before).toBeTypeOf('string');
      service.advance(5 * MINUTE);
      const reply = await remove(`${banners}/${id}`, { token });
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect((await changed(id, '{"title":"Audited"}'))['deactivated-at']).toBe(before);
      for (const call of [change('ab-0000000000000000', '{}'), remove(`${banners}/ab-0000000000000000`, { token })]) {
        expectErrorDocument(await call, 404);
      }
    },
  );

  test('a new schedule does not make GET return a deactivated banner again', async () => {
    const id = await expired();
    expect((await remove(`${banners}/${id}`, { token })).status).toBe(204);
    await changed(id, LATER);
    expect(await shown(service, token)).toEqual([]);
  });
});

describe('part 1, Admin banners rule 4 (a schedule has both times or neither)', () => {
  const draft = (more: string) => PLAIN.replace('"audience"', `${more},"audience"`);
  const BOTH = '"scheduled-publish-at":"2026-01-15T13:00:00Z","scheduled-expire-at":"2026-01-15T14:00:00Z"';

  test('POST accepts both scheduled times without a timezone and returns them unchanged', async () => {
    const { attributes } = await created(service, draft(BOTH));
    expect(Date.parse(attributes['scheduled-publish-at'] as string)).toBe(Date.parse('2026-01-15T13:00:00Z'));
    expect(Date.parse(attributes['scheduled-expire-at'] as string)).toBe(Date.parse('2026-01-15T14:00:00Z'));
    expect(await shown(service)).toEqual([]);
    service.advance(90 * MINUTE);
    expect(await shown(service)).toEqual(['Maintenance']);
    service.advance(60 * MINUTE);
    expect(await shown(service)).toEqual([]);
  });

  test('PATCH accepts both scheduled times without a timezone', async () => {
    const { id } = await created(service, PLAIN);
    await changed(id, `{${BOTH}}`);
    expect(await shown(service)).toEqual([]);
    service.advance(90 * MINUTE);
    expect(await shown(service)).toEqual(['Maintenance']);
  });

  test.each([
    ['2030-01-01T00:00Z', '2030-01-01T00:00:00Z'],
    ['2030-01-01', '2030-01-01T00:00:00Z'],
    ['2030-01-01T02:00:00+0200', '2030-01-01T00:00:00Z'],
    ['2030-01-01T02:00:00+02', '2030-01-01T00:00:00Z'],
    ['2029-12-31T24:00Z', '2030-01-01T00:00:00Z'],
    ['2029-12-31T24:00:00+00:00', '2030-01-01T00:00:00Z'],
    ['20300101T000000Z', '2030-01-01T00:00:00Z'],
    ['2030-01-01T00:00:00,250Z', '2030-01-01T00:00:00.250Z'],
    ['2030-01-01T00:00', '2030-01-01T00:00:00Z'],
  ])('the ISO 8601 form %s means the time %s', async (form, time) => {
    const times = `"scheduled-publish-at":"2026-01-15T13:00:00Z","scheduled-expire-at":"${form}"`;
    const { attributes, id } = await created(service, draft(times));
    expect(Date.parse(attributes['scheduled-expire-at'] as string)).toBe(Date.parse(time));
    const after = await changed(id, `{"scheduled-expire-at":"${form}"}`);
    expect(Date.parse(after['scheduled-expire-at'] as string)).toBe(Date.parse(time));
  });

  test.each(['2030-02-30', '2030-01-01T24:01Z', '2030-01-01T25:00Z', '2030-13-01', '2030-01-01T00:00+99:00', '1', ''])(
    'the text %j is not an ISO 8601 time and gets 422',
    async (text) => {
      const times = `"scheduled-publish-at":"2026-01-15T13:00:00Z","scheduled-expire-at":"${text}"`;
      expectErrorDocument(await post(banners, { token, body: draft(times) }), 422);
    },
  );

  test('POST and PATCH accept a timezone without scheduled times, which is not a schedule', async () => {
    const { id } = await created(service, draft('"timezone":"Europe/Berlin"'));
    expect(await shown(service)).toEqual(['Maintenance']);
    await changed(id, '{"timezone":"Asia/Kolkata"}');
    expect(await shown(service)).toEqual(['Maintenance']);
  });

  test('PATCH can remove the timezone of a scheduled banner', async () => {
    const { id } = await created(service, SCHEDULED);
    await changed(id, '{"timezone":null}');
    service.advance(90 * MINUTE);
    expect(await shown(service)).toEqual(['Planned']);
  });

  // spec: P-111
  test.each(['"scheduled-publish-at":"2026-01-15T13:00:00Z"', '"scheduled-expire-at":"2026-01-15T14:00:00Z"'])(
    'a scheduled time without the other one gets 422, with and without a timezone: %s',
    async (time) => {
      const { id } = await created(service, PLAIN);
      for (const fields of [time, `${time},"timezone":"Etc/UTC"`]) {
        expectErrorDocument(await post(banners, { token, body: draft(fields) }), 422);
        expectErrorDocument(await change(id, `{${fields}}`), 422);
      }
      expect(await shown(service)).toEqual(['Maintenance']);
    },
  );

  test.each(['scheduled-publish-at', 'scheduled-expire-at'])(
    'PATCH that removes %s from a schedule gets 422 (all model validations apply)',
    async (name) => {
      const { id } = await created(service, SCHEDULED);
      expectErrorDocument(await change(id, `{"${name}":null}`), 422);
      service.advance(90 * MINUTE);
      expect(await shown(service)).toEqual(['Planned']);
    },
  );
});
