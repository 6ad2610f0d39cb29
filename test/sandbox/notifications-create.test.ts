import { describe, expect, test } from 'vitest';
import { configurations, ivo, max, nell, usersOf, workspace } from './configurations.ts';
import { deadUrl, startReceiver } from './receiver.ts';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const { all, create, mails, remove, show } = configurations(service);

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
            'sent-at': '2026-03-01T12:00:00.000Z',
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

  test('enabled, with nobody there: 400, not saved', async () => {
    const { status, json } = await create({ enabled: true, url: await deadUrl() });
    expect([status, json.errors[0].detail]).toEqual([400, expect.stringContaining('no response (ECONNREFUSED)')]);
    expect(await all()).toEqual([]);
  });

  test('to e-mail: saved without an answer, for users of the organization', async () => {
    const attributes = { 'destination-type': 'email', enabled: true, triggers: ['run:created'] };
    const { status, json } = await create(attributes, usersOf([max, nell]));
    expect(status).toBe(201);
    expect(json.data.attributes).toMatchObject({ enabled: true, url: null, 'delivery-responses': [] });
    expect(json.data.relationships.users).toEqual(usersOf([max, nell]).users);
    expect((await mails()).map(({ to, subject }: { to: string[]; subject: string }) => [to, subject])).toEqual([
      [['max@acme.example', 'nell@acme.example'], 'Verification of Hook'],
    ]);
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
  ])('rejects %s as in %j: 422, and no request', async (name, changes, detail) => {
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
  ])('does not mail %s: 422', async (_who, ids, at) => {
    const { status, json } = await create({ 'destination-type': 'email' }, usersOf(ids));
    expect([status, json.errors[0].source.pointer]).toEqual([422, `/data/relationships/users/data/${at}/id`]);
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
    expect((await remove((await all())[0].id)).status).toBe(204);
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
