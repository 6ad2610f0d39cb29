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
  test('PATCH responds with 200 and the document, and keeps relationships, links and other configurations', async () => {
    const [before, other] = [await made(), await made()];
    const body = `{"data":{"id":"${before.id}","type":"notification-configurations","attributes":{"name":"New"}}}`;
    const data = dataOf<Configuration>(await patch(one(service, before.id), { token: service.tokens.owner, body }));
    const { id, links, relationships, type } = before;
    expect(data).toMatchObject({ id, links, relationships, type });
    expect([await read(service, id), await read(service, other.id)]).toEqual([data, other]);
  });

  test('a repeated trigger is stored once', async () => {
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
  ])('PATCH changes only the given attribute (rule 2, %s %s)', async (name, value) => {
    const before = await made();
    const after = dataOf(await update(service, before.id, `{"${name}":${value}}`)).attributes;
    expect(after[name]).toEqual(name === 'token' ? null : JSON.parse(value));
    const kept = ['enabled', 'name', 'url', 'destination-type', 'token', 'triggers', 'created-at'];
    for (const other of kept.filter((field) => field !== name)) {
      expect(after[other], other).toEqual(before.attributes[other]);
    }
  });

  // spec: P-237
  test('PATCH cannot change the destination type (rule 2)', async () => {
    const { id } = await made();
    const reply = await update(service, id, '{"destination-type":"slack"}');
    expect([200, 422]).toContain(reply.status);
    expect((await read(service, id)).attributes['destination-type']).toBe('generic');
  });

  // spec: P-226
  test('PATCH accepts data.type in both spellings', async () => {
    const { id } = await made();
    for (const type of ['notification-configuration', 'notification-configurations']) {
      const body = `{"data":{"type":"${type}","attributes":{"name":"${type}"}}}`;
      expect(dataOf(await patch(one(service, id), { token: service.tokens.owner, body })).attributes.name).toBe(type);
    }
  });

  // spec: P-46
  test('PATCH sets updated-at to the time of the update and keeps created-at', async () => {
    const before = await made();
    service.advance(10 * 60_000);
    const { attributes } = (await update(service, before.id, '{"name":"New"}')).json<Single>().data;
    expect(attributes['created-at']).toBe(before.attributes['created-at']);
    const at = Date.parse(attributes['updated-at'] as string);
    expect(at).toBeGreaterThanOrEqual(Date.parse('2026-01-15T12:10:00Z'));
    expect(at).toBeLessThan(Date.parse('2026-01-15T12:11:00Z'));
  });
});
