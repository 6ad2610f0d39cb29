import { describe, expect, test } from 'vitest';
import { configured, type Delivery, deliveries, generic, read, update, verify } from './configurations.ts';
import { receiver, receiverForEach, service, serviceForEach } from './served.ts';

serviceForEach({ fakeClock: true });
receiverForEach();

/** The one delivery response of a configuration that is created enabled. */
async function delivered(): Promise<Delivery> {
  const stored = deliveries(await configured(service, generic(receiver.url, '"enabled":true')));
  expect(stored.length).toBe(1);
  return stored[0]!;
}

describe('part 1, Delivery response fields', () => {
  // spec: P-59, P-60, P-64
  test('a stored response has url, body, code, headers, sent-at and successful', async () => {
    receiver.answer(200, {}, 'thank you: grüße');
    const sent = { url: receiver.url, body: 'thank you: grüße', code: '200', successful: true };
    expect(await delivered()).toEqual({ ...sent, headers: expect.any(Object), 'sent-at': expect.any(String) });
  });

  // spec: P-60
  test('the body of an empty response is stored as an empty string', async () => {
    receiver.answer(204);
    expect((await delivered()).body).toBe('');
  });

  // spec: P-61
  test.each([200, 201, 204])('the code of a response is stored as a string (%d)', async (status) => {
    receiver.answer(status);
    expect((await delivered()).code).toBe(String(status));
  });

  // spec: P-62
  test('the headers of a response are stored with lower-case names and arrays of strings', async () => {
    receiver.answer(200, { 'X-Answer': 'one', 'Content-Type': 'text/plain', 'Set-Cookie': ['a=1', 'b=2'] }, 'ok');
    const { headers } = await delivered();
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(headers['x-answer']).toEqual(['one']);
    expect(headers['content-type']).toEqual(['text/plain']);
    for (const [name, values] of Object.entries(headers)) {
      expect(name).toBe(name.toLowerCase());
      expect(Array.isArray(values)).toBe(true);
      for (const value of values) expect(value).toBeTypeOf('string');
    }
  });

  // spec: P-63
  test('sent-at is the time of sending in UTC, in ISO 8601', async () => {
    service.advance(5 * 60_000);
    const sent = (await delivered())['sent-at'];
    expect(sent).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/);
    expect(Date.parse(sent)).toBeGreaterThanOrEqual(Date.parse('2026-01-15T12:05:00Z'));
    expect(Date.parse(sent)).toBeLessThan(Date.parse('2026-01-15T12:06:00Z'));
  });
});

describe('part 1, Notification configurations rule 3', () => {
  // spec: P-44, P-238, P-239
  test('POST verify stores the response and replaces the earlier one', async () => {
    const { id } = await configured(service, generic(receiver.url, '"enabled":true'));
    for (const body of ['first', 'second', 'third']) {
      receiver.answer(200, {}, body);
      expect((await verify(service, id)).status).toBe(200);
      expect(deliveries(await read(service, id)).map((delivery) => delivery.body)).toEqual([body]);
    }
  });

  // spec: P-238
  test('PATCH stores the response and replaces the earlier one', async () => {
    const { id } = await configured(service, generic(receiver.url, '"enabled":true'));
    receiver.answer(202, {}, 'updated');
    expect((await update(service, id, '{"name":"New"}')).status).toBe(200);
    expect(deliveries(await read(service, id)).map(({ body, code }) => [body, code])).toEqual([['updated', '202']]);
  });
});
