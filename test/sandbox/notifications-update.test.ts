import { describe, expect, test } from 'vitest';
import { configurations, ivo, max, nell, usersOf } from './configurations.ts';
import { deadUrl, startReceiver } from './receiver.ts';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const { create, patch, show } = configurations(service);

describe('PATCH update', () => {
  const made = async (attributes: Record<string, unknown>) => (await create(attributes)).json.data;

  test('PATCH update gets 422 for an attribute that does not fit the destination type', async () => {
    const receiver = await startReceiver();
    const mail = (await create({ 'destination-type': 'email' }, usersOf([max]))).json.data;
    const hook = await made({ url: receiver.url });
    for (const [id, attributes, relationships, pointer] of [
      [mail.id, { url: receiver.url }, undefined, '/data/attributes/url'],
      [hook.id, { url: null }, undefined, '/data/attributes/url'],
      [hook.id, {}, usersOf([max]), '/data/relationships/users'],
      [mail.id, {}, usersOf([ivo]), '/data/relationships/users/data/0/id'],
      [hook.id, { triggers: ['x'] }, undefined, '/data/attributes/triggers/0'],
      [hook.id, { name: null }, undefined, '/data/attributes/name'],
    ] as const) {
      const { status, json } = await patch(id, attributes, relationships);
      expect([status, json.errors[0].source.pointer]).toEqual([422, pointer]);
    }
    expect((await patch(mail.id, {}, usersOf([nell]))).json.data.relationships.users.data).toEqual([
      { id: nell, type: 'users' },
    ]);
    expect((await patch('nc-0', {})).status).toBe(404);
  });

  test('PATCH update waits for the update before it, because a changed URL must not be enabled without verification', async () => {
    const receiver = await startReceiver();
    const { id } = await made({ url: receiver.url });
    const bad = await deadUrl();
    let second: ReturnType<typeof patch> | undefined;
    receiver.answer = async (response) => {
      const other = patch(id, { url: bad });
      second = other;
      const meanwhile = async () => {
        for (let nth = 0; nth < 5; nth++) await show(id);
      };
      await Promise.race([other, meanwhile()]);
      response.end();
    };
    expect((await patch(id, { enabled: true })).status).toBe(200);
    expect((await second!).status).toBe(400);
    expect((await show(id)).attributes).toMatchObject({ enabled: true, url: receiver.url });
  });
});
