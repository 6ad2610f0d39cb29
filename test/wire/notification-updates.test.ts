// covers: PATCH /notification-configurations/:id

import { describe, expect, test } from 'vitest';
import { type Configuration, configured, generic, one, read, update } from './configurations.ts';
import { dataOf, type Single } from './documents.ts';
import { patch } from './http.ts';
import { receiver, receiverForEach, service, serviceForEach } from './served.ts';

serviceForEach({ fakeClock: true });
receiverForEach();

const made = (): Promise<Configuration> =>
  configured(service, generic(receiver.url, '"token":"s3cret","triggers":["run:created","run:errored"]'));

describe('part 1, Notification configurations (PATCH)', () => {
  // spec: P-218
  test('200, document, also with the id in the body; relationships, links and other configurations stay', async () => {
    const [before, other] = [await made(), await made()];
    const body = `{"data":{"id":"${before.id}","type":"notification-configurations","attributes":{"name":"New"}}}`;
    const data = dataOf<Configuration>(await patch(one(service, before.id), { token: service.tokens.owner, body }));
    const { id, links, relationships, type } = before;
    expect(data).toMatchObject({ id, links, relationships, type });
    expect([await read(service, id), await read(service, other.id)]).toEqual([data, other]);
  });

  test('repeated triggers become one', async () => {
    const after = dataOf(await update(service, (await made()).id, '{"triggers":["run:errored","run:errored"]}'));
    expect(after.attributes.triggers).toEqual(['run:errored']);
  });

  // spec: P-236
  test.each([
    ['name', '"New"'],
    ['enabled', 'true'],
    ['triggers', '["run:completed"]'],
    ['triggers', '[]'],
    ['url', '"https://hooks.example.com/other"'],
    ['token', '"other"'],
    ['token', 'null'],
  ])('Rule 2: the same attributes with every default being the previous value (%s %s)', async (name, value) => {
    const before = await made();
    const after = dataOf(await update(service, before.id, `{"${name}":${value}}`)).attributes;
    expect(after[name]).toEqual(name === 'token' ? null : JSON.parse(value));
    const kept = ['enabled', 'name', 'url', 'destination-type', 'token', 'triggers', 'created-at'];
    for (const other of kept.filter((field) => field !== name)) {
      expect(after[other], other).toEqual(before.attributes[other]);
    }
  });

  // spec: P-237
  test('Rule 2: it has no destination-type attribute: the destination type stays what it was', async () => {
    const { id } = await made();
    const reply = await update(service, id, '{"destination-type":"slack"}');
    expect([200, 422]).toContain(reply.status);
    expect((await read(service, id)).attributes['destination-type']).toBe('generic');
  });

  // spec: P-226
  test('data.type is accepted in both spellings', async () => {
    const { id } = await made();
    for (const type of ['notification-configuration', 'notification-configurations']) {
      const body = `{"data":{"type":"${type}","attributes":{"name":"${type}"}}}`;
      expect(dataOf(await patch(one(service, id), { token: service.tokens.owner, body })).attributes.name).toBe(type);
    }
  });

  // spec: P-46
  test('updated-at is the time of the update, created-at stays', async () => {
    const before = await made();
    service.advance(10 * 60_000);
    const { attributes } = (await update(service, before.id, '{"name":"New"}')).json<Single>().data;
    expect(attributes['created-at']).toBe(before.attributes['created-at']);
    const at = Date.parse(attributes['updated-at'] as string);
    expect(at).toBeGreaterThanOrEqual(Date.parse('2026-01-15T12:10:00Z'));
    expect(at).toBeLessThan(Date.parse('2026-01-15T12:11:00Z'));
  });
});
