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

describe('part 1, Events (triggers)', () => {
  // spec: P-13, P-52, P-53, P-54, P-55, P-56, P-57, P-250, P-270
  test.each(TRIGGERS)(
    'a run that makes the transition of %s sends one HTTP POST to the destination',
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
  ])('a run that makes the transition of %s sends nothing for the trigger %s', async (happens, trigger) => {
    await subscribed(trigger);
    await service.run(happens, workspace);
    expect(seen()).toEqual([]);
  });

  // spec: P-251, P-260
  test('each new run sends a notification', async () => {
    await subscribed('run:created');
    await service.run('run:created', workspace);
    await service.run('run:created', workspace);
    expect(seen()).toEqual(['run:created', 'run:created']);
    const ids = receiver.requests.map((request) => request.json<Payload>().run_id);
    expect(new Set(ids).size).toBe(2);
  });

  // spec: P-37, P-252
  test('a configuration without triggers and a disabled configuration send nothing', async () => {
    await subscribed();
    await configured(service, generic(receiver.url, `"triggers":${JSON.stringify(TRIGGERS)}`), workspace);
    for (const trigger of TRIGGERS) await service.run(trigger, workspace);
    expect(receiver.requests).toEqual([]);
  });

  // spec: P-37
  test('a configuration that PATCH has disabled sends nothing', async () => {
    const id = await subscribed('run:created');
    expect((await update(service, id, '{"enabled":false}')).status).toBe(200);
    receiver.requests.length = 0;
    await service.run('run:created', workspace);
    expect(receiver.requests).toEqual([]);
  });

  test('a configuration sends by its new triggers after PATCH has changed them', async () => {
    const id = await subscribed('run:created');
    expect((await update(service, id, '{"triggers":["run:errored"]}')).status).toBe(200);
    receiver.requests.length = 0;
    await service.run('run:errored', workspace);
    expect(seen()).toEqual(['run:errored']);
  });

  test('a deleted configuration sends nothing', async () => {
    const id = await subscribed('run:created');
    expect((await remove(one(service, id), { token: service.tokens.owner })).status).toBe(204);
    await service.run('run:created', workspace);
    expect(receiver.requests).toEqual([]);
  });

  // spec: P-251
  test('a run of another workspace sends nothing', async () => {
    await subscribed('run:created');
    await service.run('run:created', service.workspaces[1]!.id);
    expect(receiver.requests).toEqual([]);
  });

  // spec: P-251
  test('each enabled configuration of the workspace sends a notification', async () => {
    const ids = [await subscribed('run:created'), await subscribed('run:created')];
    await service.run('run:created', workspace);
    const sent = receiver.requests.map((request) => request.json<Payload>().notification_configuration_id);
    expect([...sent].sort()).toEqual([...ids].sort());
  });
});

describe('part 1, Events (generic payload fields)', () => {
  // spec: P-52, P-256, P-257, P-258, P-259, P-260, P-261, P-262, P-263, P-264, P-265, P-266, P-267, P-271, P-272, P-273
  test('the notifications of one run have the same run fields, and each has the run status at its own time', async () => {
    const id = await subscribed('run:created', 'run:planning');
    await service.run('run:created', workspace, 'Nightly');
    service.advance(5 * 60_000);
    await service.run('run:planning', workspace);
    const bodies = receiver.requests.map((request) => request.json<Payload>());
    const people = expect.toSatisfy((name) => service.memberships.some(({ username }) => username === name));
    const at = (time: string) => expect.toSatisfy((text) => ISO.test(text) && Date.parse(text) === Date.parse(time));
    const update = (run_status: unknown, time: string) => [
      expect.objectContaining({ run_status, run_updated_at: at(time), run_updated_by: people }),
    ];
    const run = {
      payload_version: 1,
      notification_configuration_id: id,
      run_url: expect.toSatisfy((url) => URL.canParse(url)),
      run_id: expect.stringMatching(/./),
      run_message: 'Nightly',
      run_created_at: at('2026-01-15T12:00:00Z'),
      run_created_by: people,
      workspace_id: workspace,
      workspace_name: service.workspaces[0]!.name,
      organization_name: service.organization,
    };
    expect(bodies).toEqual([
      { ...run, notifications: update('pending', '2026-01-15T12:00:00Z') },
      { ...run, notifications: update(expect.stringMatching(/^(?!pending$)[a-z_]+$/), '2026-01-15T12:05:00Z') },
    ]);
    expect(bodies[1]!.run_id).toBe(bodies[0]!.run_id);
  });

  // spec: P-253
  test('a verification request names the workspace and the organization, and its run fields are null', async () => {
    const { id } = await configured(service, generic(receiver.url, '"enabled":true'), workspace);
    expect((await verify(service, id)).status).toBe(200);
    expect((await update(service, id, '{"name":"Renamed"}')).status).toBe(200);
    expect(receiver.requests.length, 'creating, verifying and updating cause one each').toBe(3);
    for (const request of receiver.requests) {
      const body = request.json<Payload>();
      expect(body).toMatchObject({
        payload_version: 1,
        notification_configuration_id: id,
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

  // spec: P-267, P-269
  test('notifications[].message is a readable reason that differs for each trigger', async () => {
    await subscribed(...TRIGGERS);
    for (const trigger of TRIGGERS) await service.run(trigger, workspace);
    const messages = receiver.requests.flatMap((request) =>
      request.json<Payload>().notifications.map((one) => one.message),
    );
    expect(messages).toHaveLength(TRIGGERS.length);
    expect(new Set(messages).size).toBe(TRIGGERS.length);
    for (const message of messages) expect(message).toMatch(/^[A-Z][a-z]+ [A-Z\w -]+$/);
  });
});

describe("part 1, Events (destination kind 'slack')", () => {
  // spec: P-254
  test("a 'slack' destination gets a message with attachments", async () => {
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
