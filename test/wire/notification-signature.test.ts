import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { configured, generic, TRIGGERS, update, verify } from './configurations.ts';
import type { Received } from './receiver.ts';
import { receiver, receiverForEach, service, serviceForEach } from './served.ts';

serviceForEach();
receiverForEach();
let workspace: string;
beforeEach(() => {
  workspace = service.workspaces[0]!.id;
});

const HEADER = 'x-svc-notification-signature';
const KEY = 's3cret signing key';

/** The hexadecimal HMAC of the raw request body, digest SHA-512, keyed with the token. */
const signature = (request: Received, key: string) => createHmac('sha512', key).update(request.raw).digest('hex');

/** An enabled configuration with that token as JSON text; returns its id. */
async function signed(token: string, triggers: readonly string[] = ['run:created']): Promise<string> {
  const more = `"enabled":true,"token":${token},"triggers":${JSON.stringify(triggers)}`;
  return (await configured(service, generic(receiver.url, more), workspace)).id;
}

/** The only request of a new run. */
async function notified(): Promise<Received> {
  receiver.requests.length = 0;
  await service.run('run:created', workspace);
  expect(receiver.requests.length).toBe(1);
  return receiver.requests[0]!;
}

describe('part 1, Events (signature)', () => {
  // spec: P-249, P-274, P-275
  test.each(TRIGGERS)('each notification to a generic destination is signed (%s)', async (trigger) => {
    await signed(`"${KEY}"`, [trigger]);
    receiver.requests.length = 0;
    await service.run(trigger, workspace);
    expect(receiver.requests.length).toBe(1);
    for (const request of receiver.requests) expect(request.headers[HEADER]).toBe(signature(request, KEY));
  });

  test('the verification requests of a generic destination are signed', async () => {
    const id = await signed(`"${KEY}"`);
    expect((await update(service, id, '{"name":"New"}')).status).toBe(200);
    expect((await verify(service, id)).status).toBe(200);
    expect(receiver.requests.length).toBe(3);
    for (const request of receiver.requests) expect(request.headers[HEADER]).toBe(signature(request, KEY));
  });

  // spec: P-230, P-274
  test.each(['', '"token":null,'])(
    'a notification of a configuration without a token is not signed (given {%s})',
    async (token) => {
      await configured(service, generic(receiver.url, `${token}"enabled":true,"triggers":["run:created"]`), workspace);
      expect((await notified()).headers).not.toHaveProperty(HEADER);
    },
  );

  test('a notification never contains the token', async () => {
    await signed(`"${KEY}"`);
    const request = await notified();
    expect(request.raw.toString('utf8')).not.toContain(KEY);
    expect(JSON.stringify(request.headers)).not.toContain(KEY);
  });
});

describe('part 1, Events (signature after PATCH)', () => {
  // spec: P-236
  test('PATCH without a token keeps the token', async () => {
    const id = await signed(`"${KEY}"`);
    expect((await update(service, id, '{"name":"New"}')).status).toBe(200);
    const request = await notified();
    expect(request.headers[HEADER]).toBe(signature(request, KEY));
  });

  // spec: P-236
  test('notifications are signed with the new token after PATCH with another token', async () => {
    const id = await signed(`"${KEY}"`);
    expect((await update(service, id, '{"token":"the other key"}')).status).toBe(200);
    const request = await notified();
    expect(request.headers[HEADER]).toBe(signature(request, 'the other key'));
  });

  test('notifications are not signed after PATCH with a null token', async () => {
    const id = await signed(`"${KEY}"`);
    expect((await update(service, id, '{"token":null}')).status).toBe(200);
    expect((await notified()).headers).not.toHaveProperty(HEADER);
  });

  test('a rejected PATCH does not change the token', async () => {
    const id = await signed(`"${KEY}"`);
    receiver.answer(500);
    expect((await update(service, id, '{"token":"the other key"}')).status).toBe(400);
    receiver.answer(200);
    const request = await notified();
    expect(request.headers[HEADER]).toBe(signature(request, KEY));
  });
});
