import { beforeEach, describe, expect, test } from 'vitest';
import { configured, generic, one, TRIGGERS, update, verify } from './configurations.ts';
import { remove } from './http.ts';
import { receiver, receiverForEach, service, serviceForEach } from './served.ts';

interface Payload extends Record<string, unknown> {
  notifications: Record<string, unknown>[];
}

serviceForEach({ fakeClock: true });
receiverForEach();
let workspace: string;
beforeEach(() => {
  workspace = service.workspaces[0]!.id;
});

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** An enabled generic configuration with these triggers; its verification request is forgotten. */
async function subscribed(...triggers: string[]): Promise<string> {
  const { id } = await configured(
    service,
    generic(receiver.url, `"enabled":true,"triggers":${JSON.stringify(triggers)}`),
    workspace,
  );
  receiver.requests.length = 0;
  return id;
}

/** The triggers of the received notifications. */
const seen = () => receiver.requests.map((request) => request.json<Payload>().notifications[0]!.trigger);

/** The notifications of a new run in the first workspace. */
async function payload(): Promise<Payload> {
  await subscribed('run:created');
  await service.run('run:created', workspace);
  expect(receiver.requests.length).toBe(1);
  return receiver.requests[0]!.json<Payload>();
}

/** The notifications of a run that is created and, five minutes later, planned. */
async function twoOfOneRun(): Promise<[Payload, Payload]> {
  await subscribed('run:created', 'run:planning');
  await service.run('run:created', workspace, 'Nightly');
  service.advance(5 * 60_000);
  await service.run('run:planning', workspace);
  expect(receiver.requests.length).toBe(2);
  return receiver.requests.map((request) => request.json<Payload>()) as [Payload, Payload];
}

/** The names of the people of the organization. */
const usernames = () => service.memberships.map(({ username }) => username);

describe('part 1, Events (triggers)', () => {
  // spec: P-13, P-52, P-53, P-54, P-55, P-56, P-57, P-250, P-270
  test.each(TRIGGERS)(
    'A run that makes the transition of %s sends one HTTP POST to the destination',
    async (trigger) => {
      await subscribed(trigger);
      await service.run(trigger, workspace);
      expect(receiver.requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/hook']]);
      expect(seen()).toEqual([trigger]);
    },
  );

  // spec: P-252
  test.each([
    ['run:created', 'run:errored'],
    ['run:errored', 'run:completed'],
    ['run:completed', 'run:errored'],
    ['run:created', 'run:applying'],
  ])('Only transitions matching one of the triggers: a run that goes to %s is not a %s', async (happens, trigger) => {
    await subscribed(trigger);
    await service.run(happens, workspace);
    expect(seen()).toEqual([]);
  });

  // spec: P-251, P-260
  test('Whenever: every run sends again', async () => {
    await subscribed('run:created');
    await service.run('run:created', workspace);
    await service.run('run:created', workspace);
    expect(seen()).toEqual(['run:created', 'run:created']);
    const ids = receiver.requests.map((request) => request.json<Payload>().run_id);
    expect(new Set(ids).size).toBe(2);
  });

  // spec: P-252
  test.each(TRIGGERS)('A configuration without triggers sends nothing (%s)', async (trigger) => {
    await subscribed();
    await service.run(trigger, workspace);
    expect(receiver.requests).toEqual([]);
  });

  // spec: P-37
  test.each(TRIGGERS)('Disabled configurations send nothing (%s)', async (trigger) => {
    await configured(service, generic(receiver.url, `"triggers":${JSON.stringify(TRIGGERS)}`), workspace);
    await service.run(trigger, workspace);
    expect(receiver.requests).toEqual([]);
  });

  // spec: P-37
  test('Disabled configurations send nothing: one that has been disabled by PATCH', async () => {
    const id = await subscribed('run:created');
    expect((await update(service, id, '{"enabled":false}')).status).toBe(200);
    receiver.requests.length = 0;
    await service.run('run:created', workspace);
    expect(receiver.requests).toEqual([]);
  });

  test('A configuration whose triggers have been changed by PATCH sends by the new ones', async () => {
    const id = await subscribed('run:created');
    expect((await update(service, id, '{"triggers":["run:errored"]}')).status).toBe(200);
    receiver.requests.length = 0;
    await service.run('run:errored', workspace);
    expect(seen()).toEqual(['run:errored']);
  });

  test('A configuration that has been deleted sends nothing', async () => {
    const id = await subscribed('run:created');
    expect((await remove(one(service, id), { token: service.tokens.owner })).status).toBe(204);
    await service.run('run:created', workspace);
    expect(receiver.requests).toEqual([]);
  });

  // spec: P-251
  test('A run of the workspace: a run of another workspace sends nothing', async () => {
    await subscribed('run:created');
    await service.run('run:created', service.workspaces[1]!.id);
    expect(receiver.requests).toEqual([]);
  });

  // spec: P-251
  test('Every enabled configuration of the workspace sends its own', async () => {
    const ids = [await subscribed('run:created'), await subscribed('run:created')];
    await service.run('run:created', workspace);
    const sent = receiver.requests.map((request) => request.json<Payload>().notification_configuration_id);
    expect([...sent].sort()).toEqual([...ids].sort());
  });
});

describe('part 1, Events (generic payload fields)', () => {
  // spec: P-256, P-257
  test('payload_version: number, always 1', async () => {
    expect((await payload()).payload_version).toBe(1);
  });

  // spec: P-257
  test('payload_version and notification_configuration_id are those of a verification request too', async () => {
    const { id } = await configured(service, generic(receiver.url, '"enabled":true'), workspace);
    expect((await verify(service, id)).status).toBe(200);
    expect(receiver.requests.length).toBe(2);
    for (const request of receiver.requests) {
      expect(request.json<Payload>()).toMatchObject({ payload_version: 1, notification_configuration_id: id });
    }
  });

  // spec: P-253
  test('A verification request names the workspace and the organization; what has no run is null', async () => {
    const { id } = await configured(service, generic(receiver.url, '"enabled":true'), workspace);
    expect((await verify(service, id)).status).toBe(200);
    expect((await update(service, id, '{"name":"Renamed"}')).status).toBe(200);
    expect(receiver.requests.length, 'creating, verifying and updating cause one each').toBe(3);
    for (const request of receiver.requests) {
      const body = request.json<Payload>();
      expect(body).toMatchObject({
        workspace_id: workspace,
        workspace_name: service.workspaces[0]!.name,
        organization_name: service.organization,
        run_url: null,
        run_id: null,
        run_message: null,
        run_created_at: null,
        run_created_by: null,
      });
      expect(body.notifications).toEqual([
        expect.objectContaining({ run_status: null, run_updated_at: null, run_updated_by: null }),
      ]);
    }
  });

  // spec: P-258
  test('notification_configuration_id: id of the configuration', async () => {
    const id = await subscribed('run:created');
    await service.run('run:created', workspace);
    expect(receiver.requests[0]!.json<Payload>().notification_configuration_id).toBe(id);
  });

  // spec: P-259
  test('run_url: URL of the run page', async () => {
    const { run_url } = await payload();
    expect(run_url).toBeTypeOf('string');
    expect(URL.canParse(run_url as string)).toBe(true);
  });

  // spec: P-260
  test('run_id: string, the same in every notification of a run', async () => {
    const [created, planning] = await twoOfOneRun();
    expect(created.run_id).toMatch(/./);
    expect(planning.run_id).toBe(created.run_id);
  });

  // spec: P-261
  test('run_message: reason the run was queued', async () => {
    for (const { run_message } of await twoOfOneRun()) expect(run_message).toBe('Nightly');
  });

  // spec: P-262
  test('run_created_at: timestamp of run creation', async () => {
    for (const { run_created_at } of await twoOfOneRun()) {
      expect(run_created_at).toMatch(ISO);
      expect(Date.parse(run_created_at as string)).toBe(Date.parse('2026-01-15T12:00:00Z'));
    }
  });

  // spec: P-263
  test('run_created_by: username of the creator', async () => {
    for (const { run_created_by } of await twoOfOneRun()) expect(usernames()).toContain(run_created_by);
  });

  // spec: P-264, P-265, P-266
  test('workspace_id, workspace_name and organization_name: those of the run', async () => {
    expect(await payload()).toMatchObject({
      workspace_id: workspace,
      workspace_name: service.workspaces[0]!.name,
      organization_name: service.organization,
    });
  });

  // spec: P-267
  test('notifications: array of object, currently always one element', async () => {
    await subscribed(...TRIGGERS);
    for (const trigger of TRIGGERS) await service.run(trigger, workspace);
    expect(receiver.requests.length).toBeGreaterThanOrEqual(TRIGGERS.length);
    for (const request of receiver.requests) expect(request.json<Payload>().notifications.length).toBe(1);
  });

  // spec: P-269
  test('notifications[].message: human-readable reason, another for each trigger', async () => {
    await subscribed(...TRIGGERS);
    for (const trigger of TRIGGERS) await service.run(trigger, workspace);
    const messages = receiver.requests.map((request) => request.json<Payload>().notifications[0]!.message);
    expect(new Set(messages).size).toBe(TRIGGERS.length);
    for (const message of messages) expect(message).toMatch(/^[A-Z][a-z]+ [A-Z\w -]+$/);
  });

  // spec: P-271
  test('notifications[].run_status: run status at the time', async () => {
    const [created, planning] = await twoOfOneRun();
    expect(created.notifications[0]!.run_status).toBe('pending');
    expect(planning.notifications[0]!.run_status).toMatch(/^(?!pending$)[a-z_]+$/);
  });

  // spec: P-272
  test('notifications[].run_updated_at: timestamp of the run update', async () => {
    const times = (await twoOfOneRun()).map(({ notifications }) => notifications[0]!.run_updated_at as string);
    for (const time of times) expect(time).toMatch(ISO);
    const updates = ['2026-01-15T12:00:00Z', '2026-01-15T12:05:00Z'];
    expect(times.map((time) => Date.parse(time))).toEqual(updates.map((time) => Date.parse(time)));
  });

  // spec: P-273
  test('notifications[].run_updated_by: username who caused the update', async () => {
    for (const { notifications } of await twoOfOneRun()) {
      expect(usernames()).toContain(notifications[0]!.run_updated_by);
    }
  });

  // spec: P-52
  test('notifications[].run_status: run created enters the pending state', async () => {
    expect((await payload()).notifications[0]!.run_status).toBe('pending');
  });
});

describe("part 1, Events (destination kind 'slack')", () => {
  // spec: P-254
  test("'slack': posted as a message with attachments", async () => {
    const body = generic(receiver.url, '"enabled":true,"triggers":["run:created"]').replace('"generic"', '"slack"');
    await configured(service, body, workspace);
    receiver.requests.length = 0;
    await service.run('run:created', workspace);
    expect(receiver.requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/hook']]);
    const { text, attachments } = receiver.requests[0]!.json<{
      text: string;
      attachments: Record<string, unknown>[];
    }>();
    expect(text).toMatch(/./);
    expect(attachments.length).toBeGreaterThan(0);
    for (const attachment of attachments) {
      for (const part of [attachment.fallback, attachment.text]) expect(part).toMatch(/./);
    }
  });
});
