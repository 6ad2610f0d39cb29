import { beforeEach, describe, expect, test } from 'vitest';
import { configured, create, document, listed, one, read, TRIGGERS, update, verify } from './configurations.ts';
import { dataOf, expectErrorDocument, type Single } from './documents.ts';
import { get, patch } from './http.ts';
import { receiver, receiverForEach, service, serviceForEach } from './served.ts';

serviceForEach();
receiverForEach();
let workspace: string;
beforeEach(() => {
  workspace = service.workspaces[0]!.id;
});

const users = (...ids: string[]) => `{"users":{"data":[${ids.map((id) => `{"type":"users","id":"${id}"}`).join()}]}}`;

/** A create body for e-mail to these users, and more attributes as JSON text. */
const email = (ids: string[], more = '"enabled":true,"triggers":["run:created"]') =>
  document(`{"destination-type":"email","name":"Mail",${more}}`, users(...ids));

/** The e-mails that go out while something happens. */
async function mails(happens: () => Promise<unknown>) {
  const before = (await service.outbox()).length;
  await happens();
  return (await service.outbox()).slice(before);
}

const first = () => service.users[0]!.id;
const last = () => service.users.at(-1)!.id;

describe("part 1, notification-configurations (destination-type 'email')", () => {
  // spec: P-40, P-93
  test('POST responds with 201 without a url, which only generic and slack destinations have', async () => {
    const made = await configured(service, email([first()]));
    expect(made.attributes).toMatchObject({ 'destination-type': 'email', name: 'Mail', enabled: true });
  });

  // spec: P-48
  test("the relationship users is an array with ids and the type 'users'", async () => {
    const made = await configured(service, email([first(), last()]));
    const { data } = made.relationships.users!;
    expect(data).toHaveLength(2);
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: first(), type: 'users' }),
        expect.objectContaining({ id: last(), type: 'users' }),
      ]),
    );
    expect((await read(service, made.id)).relationships.users!.data).toEqual(data);
  });

  // spec: P-49
  test.each(['generic', 'slack'])(
    "a %s destination with the relationship users gets 422, because only 'email' destinations have users",
    async (type) => {
      const before = await listed(service);
      const attributes = `{"destination-type":"${type}","name":"Runs","url":"${receiver.url}"}`;
      expectErrorDocument(await create(service, document(attributes, users(first()))), 422);
      expect(await listed(service)).toEqual(before);
    },
  );

  // spec: P-50
  test('a user who does not exist or does not belong to the organization gets 422', async () => {
    const details = await get(`${service.api}/account/details`, { token: service.tokens['site-admin'] });
    const stranger = details.json<Single>().data;
    expect(service.memberships.map(({ username }) => username)).not.toContain(stranger.attributes.username);
    const before = await listed(service);
    for (const id of [stranger.id, 'user-0000000000000000']) {
      expectErrorDocument(await create(service, email([id])), 422);
      expectErrorDocument(await create(service, email([first(), id])), 422);
    }
    expect(await listed(service)).toEqual(before);
  });

  // spec: P-233
  test('missing users and users of a wrong type get 422', async () => {
    const before = await listed(service);
    const wrong = ['5', '"users"', '{"data":5}', '{"data":[{"type":"users"}]}', '{"data":[{"type":"users","id":5}]}'];
    for (const relationships of [undefined, ...wrong.map((value) => `{"users":${value}}`)]) {
      const body = document('{"destination-type":"email","name":"Mail"}', relationships);
      expectErrorDocument(await create(service, body), 422);
    }
    expect(await listed(service)).toEqual(before);
  });
});

describe("part 1, States (destination-type 'email' is verified manually)", () => {
  // spec: P-93
  test('PATCH to enabled and POST verify respond with 200 without an HTTP response of a destination', async () => {
    const { id } = await configured(service, email([first()], '"enabled":false'));
    dataOf(await update(service, id, '{"enabled":true}'));
    dataOf(await verify(service, id));
    expect((await read(service, id)).attributes.enabled).toBe(true);
  });

  // spec: P-236
  test('PATCH without users keeps the users, and with users it replaces them', async () => {
    const { id, relationships } = await configured(service, email([first(), last()]));
    expect((await update(service, id, '{"name":"New"}')).status).toBe(200);
    const after = await read(service, id);
    expect(after.attributes.name).toBe('New');
    expect(after.relationships.users!.data).toEqual(relationships.users!.data);
    const body = document('{}', users(last()));
    expect((await patch(one(service, id), { token: service.tokens.owner, body })).status).toBe(200);
    expect((await read(service, id)).relationships.users!.data).toEqual([expect.objectContaining({ id: last() })]);
  });
});

describe("part 1, Events (destination kind 'email')", () => {
  // spec: P-255
  test.each(TRIGGERS)(
    'a run that makes the transition of %s sends an e-mail to the selected users',
    async (trigger) => {
      await configured(service, email([first()], `"enabled":true,"triggers":["${trigger}"]`), workspace);
      expect((await mails(() => service.run(trigger, workspace))).length).toBe(1);
    },
  );

  // spec: P-255
  test('an e-mail is sent to the selected users of the organization and to no other user', async () => {
    const to = async (id: string) => {
      const made = await configured(service, email([id]), workspace);
      const sent = await mails(() => service.run('run:created', workspace));
      expect((await update(service, made.id, '{"enabled":false}')).status).toBe(200);
      expect(sent.length).toBe(1);
      return sent[0]!.to;
    };
    const [address, other] = [await to(first()), await to(last())];
    expect(address).not.toBe(other);
    expect(await to(first())).toBe(address);
  });

  // spec: P-37
  test('a disabled configuration sends no e-mail', async () => {
    await configured(service, email([first()], `"enabled":false,"triggers":${JSON.stringify(TRIGGERS)}`), workspace);
    expect(await mails(() => service.run('run:created', workspace))).toEqual([]);
  });
});
