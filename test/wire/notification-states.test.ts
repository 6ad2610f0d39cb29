// covers: POST /notification-configurations/:id/actions/verify

import { describe, expect, test } from 'vitest';
import { configured, create, deliveries, generic, listed, read, update, verify } from './configurations.ts';
import { dataOf, expectErrorDocument } from './documents.ts';
import { startReceiver } from './receiver.ts';
import { receiver, receiverForEach, service, serviceForEach } from './served.ts';

serviceForEach();
receiverForEach();

const on = () => generic(receiver.url, '"enabled":true');
const off = () => generic(receiver.url);
const slack = (body: string) => body.replace('"generic"', '"slack"');

/** The ways a verification fails: a response other than 2xx, or no response. */
const FAILURES: [string, () => void][] = [
  ...[302, 304, 400, 401, 404, 410, 500, 503].map((status): [string, () => void] => [
    `an answer of ${status}`,
    () => receiver.answer(status, {}, status === 304 ? '' : 'no'),
  ]),
  ['no response', () => receiver.silence()],
];

describe('part 1, Notification configuration (states: POST create)', () => {
  // spec: P-85, P-92
  test.each([200, 201, 202, 204, 299])(
    'POST with enabled true saves an enabled configuration and the response if the verification returns 2xx (%d)',
    async (status) => {
      receiver.answer(status);
      const made = await configured(service, on());
      expect(deliveries(made).map(({ code }) => code)).toEqual([String(status)]);
      expect(await read(service, made.id)).toMatchObject({ attributes: { ...made.attributes, enabled: true } });
    },
  );

  // spec: P-234, P-253, P-254
  test.each([on, () => slack(on())])(
    'a verification is one HTTP POST to the url, also for a slack destination',
    async (body) => {
      await configured(service, body());
      expect(receiver.requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/hook']]);
    },
  );

  // spec: P-86, P-91, P-213, P-235, P-277
  test.each(FAILURES)(
    'POST with enabled true responds with 400 and saves nothing if the verification gets %s',
    async (_title, fail) => {
      const before = await listed(service);
      fail();
      for (const body of [on(), slack(on())]) expectErrorDocument(await create(service, body), 400);
      expect(receiver.requests.length).toBeGreaterThan(1);
      expect(await listed(service)).toEqual(before);
    },
  );

  // spec: P-86
  test('POST with enabled true responds with 400 and saves nothing if no server listens at the url', async () => {
    const before = await listed(service);
    await receiver.close();
    expectErrorDocument(await create(service, on()), 400);
    expect(await listed(service)).toEqual(before);
  });

  // spec: P-87
  test.each(['"enabled":false', ''])(
    'POST with enabled false or omitted saves a disabled configuration without a verification request (%j)',
    async (enabled) => {
      receiver.answer(500);
      const made = await configured(service, generic(receiver.url, enabled));
      expect(made.attributes.enabled).toBe(false);
      expect(deliveries(made)).toEqual([]);
      expect(receiver.requests).toEqual([]);
    },
  );
});

describe('part 1, Notification configuration (states: PATCH update)', () => {
  test('PATCH to enabled true enables the configuration and stores the response if the verification succeeds', async () => {
    const { id } = await configured(service, off());
    receiver.answer(200, {}, 'welcome');
    expect(dataOf(await update(service, id, '{"enabled":true}')).attributes.enabled).toBe(true);
    expect(receiver.requests.length).toBe(1);
    expect(deliveries(await read(service, id)).map(({ body }) => body)).toEqual(['welcome']);
  });

  // spec: P-88, P-91, P-219
  test.each(FAILURES)(
    'PATCH to enabled true responds with 400 and changes nothing if the verification gets %s',
    async (_title, fail) => {
      const before = await configured(service, off());
      fail();
      expectErrorDocument(await update(service, before.id, '{"enabled":true,"name":"New"}'), 400);
      const { attributes } = await read(service, before.id);
      expect(attributes).toMatchObject({ enabled: false, name: 'Runs', 'updated-at': before.attributes['updated-at'] });
    },
  );

  // spec: P-88
  test('PATCH of an enabled configuration without enabled in the body responds with 400 and changes nothing if the verification fails', async () => {
    const { id } = await configured(service, on());
    receiver.answer(500);
    expectErrorDocument(await update(service, id, '{"name":"New"}'), 400);
    expect((await read(service, id)).attributes).toMatchObject({ enabled: true, name: 'Runs' });
  });

  // spec: P-234, P-253
  test('PATCH with a new url sends the verification request to the new url', async () => {
    const { id } = await configured(service, on());
    const other = await startReceiver();
    try {
      const data = dataOf(await update(service, id, `{"url":"${other.url}"}`));
      expect(other.requests.length).toBe(1);
      expect(deliveries(data)[0]!.url).toBe(other.url);
    } finally {
      await other.close();
    }
  });

  // spec: P-235
  test('PATCH with a new url whose verification fails responds with 400 and keeps the old url', async () => {
    const { id } = await configured(service, on());
    const other = await startReceiver();
    other.answer(500);
    expectErrorDocument(await update(service, id, `{"url":"${other.url}"}`), 400);
    await other.close();
    expect((await read(service, id)).attributes.url).toBe(receiver.url);
  });

  test('PATCH to enabled false responds with 200 whatever the destination would respond', async () => {
    const { id } = await configured(service, on());
    receiver.answer(500);
    dataOf(await update(service, id, '{"enabled":false}'));
    expect((await read(service, id)).attributes.enabled).toBe(false);
  });
});

describe('part 1, Notification configuration (states: POST verify)', () => {
  // spec: P-89, P-222, P-253
  test.each([true, false])(
    'POST verify sends one request, responds with 200 and stores the response, and changes nothing else (enabled %s)',
    async (enabled) => {
      const before = await configured(service, generic(receiver.url, `"enabled":${enabled}`));
      receiver.requests.length = 0;
      receiver.answer(202, {}, 'seen');
      const data = dataOf(await verify(service, before.id));
      expect(receiver.requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/hook']]);
      expect(deliveries(data)).toMatchObject([{ body: 'seen', code: '202', successful: true }]);
      const { 'delivery-responses': _, 'updated-at': _time, ...kept } = before.attributes;
      expect(data).toMatchObject({ id: before.id, attributes: kept });
      expect((await read(service, before.id)).attributes).toEqual(data.attributes);
    },
  );

  // spec: P-90, P-223, P-277
  test.each(FAILURES)(
    'POST verify responds with 400 and changes nothing if the verification gets %s',
    async (_title, fail) => {
      const { id } = await configured(service, on());
      fail();
      expectErrorDocument(await verify(service, id), 400);
      expect((await read(service, id)).attributes).toMatchObject({ enabled: true, name: 'Runs', url: receiver.url });
    },
  );
});
