// covers: POST /workspaces/:workspace_id/notification-configurations
// covers: GET /workspaces/:workspace_id/notification-configurations
// covers: GET /notification-configurations/:id
// covers: DELETE /notification-configurations/:id

import { beforeEach, describe, expect, test } from 'vitest';
import { configured, create, document, generic, listed, ofWorkspace, one, read, TRIGGERS } from './configurations.ts';
import { dataOf, type Resource, type Single } from './documents.ts';
import { get, remove } from './http.ts';
import { receiver, receiverForEach, service, serviceForEach } from './served.ts';

serviceForEach({ fakeClock: true });
receiverForEach();
let token: string;
beforeEach(() => {
  token = service.tokens.owner;
});

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

describe('part 1, notification-configurations (id prefix nc-)', () => {
  // spec: P-35, P-36, P-38, P-43, P-44, P-51, P-229, P-231
  test('a configuration has an id with the prefix nc-, a type and links; enabled is false and triggers is [] by default', async () => {
    const { attributes, id, links, type } = await configured(service, generic(receiver.url));
    expect({ id, type, links }).toEqual({
      id: expect.stringMatching(/^nc-./),
      type: 'notification-configurations',
      links: { self: `/api/v2/notification-configurations/${id}` },
    });
    expect(attributes).toMatchObject({ name: 'Runs', url: receiver.url, 'destination-type': 'generic' });
    expect(attributes).toMatchObject({ enabled: false, triggers: [], 'delivery-responses': [] });
  });

  // spec: P-42, P-230
  test.each(['"s3cret-signing-key"', 'null'])(
    'the token is write-only, and responses show it as null (given %s)',
    async (value) => {
      const reply = await create(service, generic(receiver.url, `"token":${value}`));
      expect(reply.status, reply.text).toBe(201);
      const { attributes, id } = reply.json<Single>().data;
      expect(attributes.token).toBeNull();
      expect((await read(service, id)).attributes.token).toBeNull();
      const list = await get(ofWorkspace(service), { token });
      expect(reply.text + list.text).not.toContain('s3cret-signing-key');
    },
  );

  // spec: P-58
  test.each([...TRIGGERS.map((one) => [one]), TRIGGERS])('POST accepts the triggers %s', async (...some) => {
    const { attributes } = await configured(service, generic(receiver.url, `"triggers":${JSON.stringify(some)}`));
    expect([...(attributes.triggers as string[])].sort()).toEqual([...some].sort());
  });

  // spec: P-45, P-46
  test('created-at and updated-at of a new configuration are the time of its creation', async () => {
    service.advance(5 * 60_000);
    const { attributes } = await configured(service, generic(receiver.url));
    for (const name of ['created-at', 'updated-at']) {
      expect(attributes[name]).toMatch(ISO);
      const at = Date.parse(attributes[name] as string);
      expect(at).toBeGreaterThanOrEqual(Date.parse('2026-01-15T12:05:00Z'));
      expect(at).toBeLessThan(Date.parse('2026-01-15T12:06:00Z'));
    }
  });

  // spec: P-47
  test("the relationship subscribable has the id of the workspace and the type 'workspaces'", async () => {
    for (const workspace of service.workspaces) {
      const { relationships } = await configured(service, generic(receiver.url), workspace.id);
      expect(relationships.subscribable!.data).toEqual({ id: workspace.id, type: 'workspaces' });
    }
  });
});

describe('part 1, Notification configurations (endpoints)', () => {
  // spec: P-212, P-226
  test.each(['notification-configuration', 'notification-configurations'])(
    'POST accepts data.type %s, and the response has notification-configurations',
    async (type) => {
      const body = generic(receiver.url).replace('"notification-configurations"', `"${type}"`);
      expect((await configured(service, body)).type).toBe('notification-configurations');
    },
  );

  // spec: P-41
  test.each(['generic', 'slack'])('POST accepts the destination-type %s with a url', async (kind) => {
    const made = await configured(service, generic(receiver.url).replace('"generic"', `"${kind}"`));
    expect(made.attributes['destination-type']).toBe(kind);
    expect(made.attributes.url).toBe(receiver.url);
  });

  // spec: P-39
  test('POST accepts an HTTP and an HTTPS URL', async () => {
    for (const url of ['http://hooks.example.com/a', 'https://hooks.example.com/b?c=d']) {
      expect((await configured(service, generic(url))).attributes.url).toBe(url);
    }
  });

  // spec: P-216
  test('GET /workspaces/:workspace_id/notification-configurations responds with 200 and lists only configurations of this workspace', async () => {
    const [here, there] = service.workspaces.map(({ id }) => id);
    const body = generic(receiver.url);
    const own = [await configured(service, body, here), await configured(service, body, here)];
    const other = await configured(service, body, there);
    const list = async (id = '') => dataOf<Resource[]>(await get(ofWorkspace(service, id), { token }));
    expect(await list(here)).toEqual(expect.arrayContaining(own));
    expect([(await list(here)).length, await list(there)]).toEqual([2, [other]]);
  });

  // spec: P-217
  test('GET /notification-configurations/:notification-configuration-id responds with 200 and the document', async () => {
    const made = await configured(service, generic(receiver.url));
    expect(dataOf(await get(one(service, made.id), { token }))).toEqual(made);
  });

  // spec: P-224
  test('DELETE responds with 204, and the configuration is then neither found nor listed', async () => {
    const { id } = await configured(service, generic(receiver.url));
    const reply = await remove(one(service, id), { token });
    expect(reply.status, reply.text).toBe(204);
    expect(reply.bytes.length).toBe(0);
    expect((await get(one(service, id), { token })).status).toBe(404);
    expect(await listed(service)).not.toContain(id);
  });
});

describe('part 1, Limits (notification configurations)', () => {
  // spec: P-211, P-286
  test('a 21st configuration of a workspace is rejected, but accepted in another workspace or after a deletion', async () => {
    for (let nth = 0; nth < 20; nth += 1) await configured(service, generic(receiver.url));
    const before = await listed(service);
    expect(before.length).toBe(20);
    const reply = await create(service, generic(receiver.url, '"enabled":true'));
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
    expect(reply.status, reply.text).toBeLessThan(500);
    expect([await listed(service), receiver.requests]).toEqual([before, []]);
    await configured(service, generic(receiver.url), service.workspaces[1]!.id);
    expect((await remove(one(service, before[0]!), { token })).status).toBe(204);
    await configured(service, document(`{"destination-type":"slack","name":"New","url":"${receiver.url}"}`));
    expect((await listed(service)).length).toBe(20);
  });
});
