import { describe, expect, test } from 'vitest';
import { deadUrl, startReceiver } from './receiver.ts';
import { sandboxPerTest } from './service.ts';

const token = 'sandbox-owner-token';
const service = sandboxPerTest();
const workspace = 'ws-R5hTn2KxPd8WqL4v';
const collection = `/workspaces/${workspace}/notification-configurations`;
const [max, nell, ivo] = ['user-E9kPx3GhUa7VsD2r', 'user-B5jLt8YcRo4MzF6w', 'user-K2dWn7QvSi1XhE9g'];
const usersOf = (ids: (string | undefined)[]) => ({ users: { data: ids.map((id) => ({ type: 'users', id })) } });

const create = (attributes: Record<string, unknown>, relationships?: unknown, type = 'notification-configurations') =>
  service.api('POST', collection, {
    token,
    body: { data: { type, attributes: { name: 'Hook', 'destination-type': 'generic', ...attributes }, relationships } },
  });
const patch = (id: string, attributes: unknown, relationships?: unknown) =>
  service.api('PATCH', `/notification-configurations/${id}`, {
    token,
    body: { data: { type: 'notification-configurations', attributes, relationships } },
  });
const show = async (id: string) =>
  (await service.api('GET', `/notification-configurations/${id}`, { token })).json.data;
const verify = (id: string) => service.api('POST', `/notification-configurations/${id}/actions/verify`, { token });
const all = async () => (await service.api('GET', collection, { token })).json.data;
const mails = async () => (await service.control('GET', '/outbox')).json.mails;

describe('POST create', () => {
  test('enabled, to a destination that answers 2xx: saved with the delivery response', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) =>
      response.writeHead(202, { 'X-Twice': ['a', 'b'], 'content-type': 'text/plain' }).end('fine');
    const { status, json } = await create({
      enabled: true,
      url: receiver.url,
      token: 'canary',
      triggers: ['run:completed', 'run:errored', 'run:completed'],
    });
    expect(status).toBe(201);
    const { id } = json.data;
    expect(json.data).toEqual({
      id: expect.stringMatching(/^nc-[A-Za-z0-9]{16}$/),
      type: 'notification-configurations',
      attributes: {
        enabled: true,
        name: 'Hook',
        url: receiver.url,
        'destination-type': 'generic',
        token: null,
        triggers: ['run:completed', 'run:errored'],
        'delivery-responses': [
          {
            url: receiver.url,
            body: 'fine',
            code: '202',
            headers: expect.objectContaining({ 'x-twice': ['a', 'b'], 'content-type': ['text/plain'] }),
            'sent-at': '2026-03-01 12:00:00 UTC',
            successful: true,
          },
        ],
        'created-at': '2026-03-01T12:00:00.000Z',
        'updated-at': '2026-03-01T12:00:00.000Z',
      },
      relationships: { subscribable: { data: { id: workspace, type: 'workspaces' } } },
      links: { self: `/api/v2/notification-configurations/${id}` },
    });
    expect(receiver.received).toHaveLength(1);
    expect(await show(id)).toEqual(json.data);
    expect(await all()).toEqual([json.data]);
  });

  test.each([500, 404, 302, 199 + 101])('enabled, answered with %i: 400, not saved', async (status) => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(status, { location: receiver.url }).end('no thanks');
    const answer = await create({ enabled: true, url: receiver.url });
    const { host } = new URL(receiver.url);
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        errors: [
          {
            status: '400',
            title: 'verification failed',
            detail: `The verification request to ${host} was answered with ${status}: no thanks`,
          },
        ],
      },
    ]);
    expect(receiver.received).toHaveLength(1);
    expect(await all()).toEqual([]);
  });

  test('enabled, with nobody there: 400, not saved', async () => {
    const { status, json } = await create({ enabled: true, url: await deadUrl() });
    expect([status, json.errors[0].detail]).toEqual([400, expect.stringContaining('did not answer (ECONNREFUSED)')]);
    expect(await all()).toEqual([]);
  });

  test('disabled, or nothing said of it: saved without a request', async () => {
    const receiver = await startReceiver();
    for (const enabled of [false, undefined]) {
      const { status, json } = await create({ enabled, url: receiver.url });
      expect([status, json.data.attributes.enabled, json.data.attributes['delivery-responses']]).toEqual([
        201,
        false,
        [],
      ]);
      expect(json.data.attributes.triggers).toEqual([]);
    }
    expect(receiver.received).toEqual([]);
  });

  test('to e-mail: saved without an answer, for users of the organization', async () => {
    const attributes = { 'destination-type': 'email', enabled: true, triggers: ['run:created'] };
    const { status, json } = await create(attributes, usersOf([max, nell]));
    expect(status).toBe(201);
    expect(json.data.attributes).toMatchObject({ enabled: true, url: null, 'delivery-responses': [] });
    expect(json.data.relationships.users).toEqual(
      usersOf([max, nell]).users && {
        data: [
          { id: max, type: 'users' },
          { id: nell, type: 'users' },
        ],
      },
    );
    expect((await mails()).map(({ to, subject }: { to: string[]; subject: string }) => [to, subject])).toEqual([
      [['max@acme.example', 'nell@acme.example'], 'Verification of Hook'],
    ]);
  });

  test('takes the type in the singular and answers it in the plural', async () => {
    const receiver = await startReceiver();
    const { status, json } = await create({ url: receiver.url }, undefined, 'notification-configuration');
    expect([status, json.data.type]).toEqual([201, 'notification-configurations']);
    expect((await create({ url: receiver.url }, undefined, 'notifications')).status).toBe(422);
  });

  test.each([
    ['name', { name: undefined }, "Name can't be blank"],
    ['name', { name: '' }, "Name can't be blank"],
    ['destination-type', { 'destination-type': 'pigeon' }, 'Destination type must be one of generic, email, slack'],
    ['destination-type', { 'destination-type': undefined }, "Destination type can't be blank"],
    ['enabled', { enabled: 'yes' }, 'Enabled must be of type boolean'],
    ['triggers', { triggers: 'run:created' }, 'Triggers must be of type array'],
    ['triggers/1', { triggers: ['run:created', 'run:done'] }, expect.stringContaining('must be one of run:created, ')],
    ['token', { token: 7 }, 'Token must be of type string'],
    ['url', { url: undefined }, "Url can't be blank"],
    ['url', { url: null }, "Url can't be blank when Destination type is generic"],
    ['url', { url: undefined, 'destination-type': 'slack' }, "Url can't be blank"],
    ['url', { url: 'ftp://a.example/' }, 'Url must be an http or https URL'],
    ['url', { 'destination-type': 'email' }, "Url can't be given when Destination type is email"],
  ])('refuses %s as in %j: 422, and no request', async (name, changes, detail) => {
    const receiver = await startReceiver();
    const { status, json } = await create({ enabled: true, url: receiver.url, ...changes });
    expect([status, json.errors]).toEqual([
      422,
      [{ status: '422', title: 'invalid attribute', detail, source: { pointer: `/data/attributes/${name}` } }],
    ]);
    expect([receiver.received, await all()]).toEqual([[], []]);
  });

  test.each([
    ['somebody only invited', [max, ivo], 1],
    ['a name', ['max'], 0],
    ['nobody', ['user-0'], 0],
  ])('refuses to mail %s: 422', async (_who, ids, at) => {
    const { status, json } = await create({ 'destination-type': 'email' }, usersOf(ids));
    expect([status, json.errors[0].source.pointer]).toEqual([422, `/data/relationships/users/data/${at}/id`]);
  });

  test('has users for e-mail only', async () => {
    const receiver = await startReceiver();
    for (const kind of ['generic', 'slack']) {
      const { status, json } = await create({ 'destination-type': kind, url: receiver.url }, usersOf([max]));
      expect([status, json.errors[0].source.pointer]).toEqual([422, '/data/relationships/users']);
    }
  });

  test('the 21st of a workspace is a 422 and sends no request; others have room', async () => {
    const receiver = await startReceiver();
    for (let nth = 1; nth <= 20; nth++) expect((await create({ url: receiver.url })).status).toBe(201);
    const { status, json } = await create({ url: receiver.url, enabled: true });
    expect([status, json.errors[0].detail, receiver.received]).toEqual([
      422,
      'A workspace can have at most 20 notification configurations',
      [],
    ]);
    expect(await all()).toHaveLength(20);
    await service.api('DELETE', `/notification-configurations/${(await all())[0].id}`, { token });
    expect((await create({ url: receiver.url })).status).toBe(201);
  });

  test('many at once do not get past the limit while their verifications wait', async () => {
    const receiver = await startReceiver();
    const waiting: (() => void)[] = [];
    receiver.answer = (response) => {
      waiting.push(() => response.end());
      if (waiting.length === 22) for (const go of waiting) go();
    };
    const answers = await Promise.all(Array.from({ length: 22 }, () => create({ url: receiver.url, enabled: true })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(201), 422, 422]);
    expect(await all()).toHaveLength(20);
  });
});

describe('PATCH update', () => {
  const made = async (attributes: Record<string, unknown>) => (await create(attributes)).json.data;

  test('that enables sends a verification request and stores its response', async () => {
    const receiver = await startReceiver();
    const { id } = await made({ url: receiver.url });
    service.advance(5);
    const { status, json } = await patch(id, { enabled: true });
    expect([status, json.data.attributes.enabled, receiver.received.length]).toEqual([200, true, 1]);
    expect(json.data.attributes).toMatchObject({
      'created-at': '2026-03-01T12:00:00.000Z',
      'updated-at': '2026-03-01T12:05:00.000Z',
      'delivery-responses': [{ code: '200', 'sent-at': '2026-03-01 12:05:00 UTC' }],
    });
  });

  test('that enables and fails leaves everything as it was: 400', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(500).end();
    const before = await made({ url: receiver.url });
    service.advance(5);
    const { status } = await patch(before.id, { enabled: true, name: 'New', triggers: ['run:created'] });
    expect([status, await show(before.id)]).toEqual([400, before]);
  });

  test('of an enabled one verifies it again, if only its name changes; the newest response is kept', async () => {
    const receiver = await startReceiver();
    const { id } = await made({ url: receiver.url, enabled: true });
    receiver.answer = (response) => response.end('again');
    const { json } = await patch(id, { name: 'New' });
    expect(json.data.attributes['delivery-responses']).toMatchObject([{ body: 'again' }]);
    receiver.answer = (response) => response.writeHead(500).end();
    expect((await patch(id, { name: 'Newer' })).status).toBe(400);
    expect((await show(id)).attributes.name).toBe('New');
    expect(receiver.received).toHaveLength(3);
    expect(JSON.parse(receiver.received[1]!.text).notifications[0].message).toBe('Verification of New');
  });

  test('that disables, or of a disabled one, sends none', async () => {
    const receiver = await startReceiver();
    const { id } = await made({ url: receiver.url, enabled: true });
    expect((await patch(id, { enabled: false })).json.data.attributes.enabled).toBe(false);
    expect((await patch(id, { name: 'New', url: await deadUrl() })).status).toBe(200);
    expect(receiver.received).toHaveLength(1);
  });

  test('changes what it names; null takes a token away, [] the triggers', async () => {
    const receiver = await startReceiver();
    const { id } = await made({ url: receiver.url, token: 'old', triggers: ['run:created'] });
    const row = () => service.sandbox.state.world.notifications.find((each) => each.id === id);
    await patch(id, { name: 'New' });
    expect(row()).toMatchObject({ name: 'New', token: 'old', triggers: ['run:created'] });
    await patch(id, { token: null, triggers: [] });
    expect(row()).toMatchObject({ name: 'New', token: null, triggers: [] });
  });

  test('does not change the kind of destination', async () => {
    const receiver = await startReceiver();
    const { id } = await made({ url: receiver.url });
    const { status, json } = await patch(id, { 'destination-type': 'email' });
    expect([status, json.data.attributes['destination-type']]).toEqual([200, 'generic']);
  });

  test('refuses what does not go with the kind of destination: 422', async () => {
    const receiver = await startReceiver();
    const mail = await made({ 'destination-type': 'email' });
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

  test('waits for the one before it, so that nothing is enabled unverified', async () => {
    const receiver = await startReceiver();
    const { id } = await made({ url: receiver.url });
    const bad = await deadUrl();
    let second: ReturnType<typeof patch> | undefined;
    receiver.answer = (response) => {
      second = patch(id, { url: bad });
      response.end();
    };
    expect((await patch(id, { enabled: true })).status).toBe(200);
    expect((await second!).status).toBe(400);
    expect((await show(id)).attributes).toMatchObject({ enabled: true, url: receiver.url });
  });
});

describe('POST verify', () => {
  test('stores the delivery response and changes nothing else', async () => {
    const receiver = await startReceiver();
    const before = (await create({ url: receiver.url })).json.data;
    service.advance(1);
    const { status, json } = await verify(before.id);
    expect(status).toBe(200);
    expect(json.data).toEqual({
      ...before,
      attributes: {
        ...before.attributes,
        'delivery-responses': [expect.objectContaining({ code: '200', body: 'ok', successful: true })],
      },
    });
    expect(await show(before.id)).toEqual(json.data);
  });

  test('that fails is a 400 and changes nothing', async () => {
    const receiver = await startReceiver();
    const before = (await create({ url: receiver.url, enabled: true })).json.data;
    receiver.answer = (response) => response.writeHead(503).end('later');
    const { status, json } = await verify(before.id);
    expect([status, json.errors[0].detail]).toEqual([400, expect.stringContaining('503: later')]);
    expect(await show(before.id)).toEqual(before);
  });

  test('of an e-mail configuration mails its users', async () => {
    const { id } = (await create({ 'destination-type': 'email' }, usersOf([max]))).json.data;
    expect((await verify(id)).status).toBe(200);
    expect(await mails()).toHaveLength(1);
  });
});

describe('a destination', () => {
  const impatient = sandboxPerTest({ destinationTimeoutMs: 150 });
  const attempt = (url: string) =>
    impatient.api('POST', collection, {
      token,
      body: {
        data: {
          type: 'notification-configurations',
          attributes: { name: 'x', 'destination-type': 'generic', enabled: true, url },
        },
      },
    });

  test('that says nothing is given up', async () => {
    const receiver = await startReceiver();
    receiver.answer = () => {};
    const { status, json } = await attempt(receiver.url);
    expect([status, json.errors[0].detail]).toEqual([
      400,
      `The verification request to ${new URL(receiver.url).host} failed: it did not answer within 0.15 s`,
    ]);
  });

  test('that says 200 and never ends has answered', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.write('beginning');
    const { status, json } = await attempt(receiver.url);
    expect([status, json.data.attributes['delivery-responses'][0].body]).toEqual([201, 'beginning']);
  });

  test('that hangs up has not answered', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.destroy();
    expect((await attempt(receiver.url)).status).toBe(400);
  });

  test('that says more than is kept is cut, in the middle of a letter if need be', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.end('é'.repeat(100_000));
    const { json } = await attempt(receiver.url);
    expect(json.data.attributes['delivery-responses'][0].body).toBe('é'.repeat(2048));
  });

  test('is not waited for when the sandbox stops', async () => {
    const receiver = await startReceiver();
    const asked = new Promise<void>((resolve) => {
      receiver.answer = () => resolve();
    });
    const waiting = attempt(receiver.url).catch(() => 'cut');
    await asked;
    await impatient.sandbox.close();
    expect(await waiting).toBe('cut');
  });
});
