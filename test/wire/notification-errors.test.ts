import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Configuration,
  configured,
  create,
  document,
  generic,
  listed,
  ofWorkspace,
  one,
  read,
  UNKNOWN,
  update,
} from './configurations.ts';
import { expectErrorDocument } from './documents.ts';
import { get, patch, post, remove } from './http.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { service, serviceForAll } from './served.ts';

serviceForAll();
let receiver: Receiver;
let token: string;
beforeAll(async () => {
  receiver = await startReceiver();
  token = service.tokens.owner;
});
afterAll(() => receiver.close());

const RENAMED = document('{"name":"New"}');
const WRONG: [string, string][] = [
  ['enabled', '"true"'],
  ['enabled', '1'],
  ['name', '5'],
  ['name', 'null'],
  ['token', '5'],
  ['token', '{}'],
  ['triggers', '"run:created"'],
  ['triggers', '{}'],
  ['triggers', '[5]'],
  ['triggers', '["run:finished"]'],
  ['triggers', '["run:created","created"]'],
  ['url', '5'],
  ['url', '"not a url"'],
  ['url', '"ftp://hooks.example.com/"'],
  ['url', '"javascript:alert(1)"'],
];

/** A create body with one more attribute, or with another value of one of its own. */
function having(name: string, value: string): string {
  const attributes: Record<string, string> = {
    'destination-type': '"generic"',
    name: '"Runs"',
    url: `"${receiver.url}"`,
    enabled: 'true',
    [name]: value,
  };
  return document(
    `{${Object.entries(attributes)
      .map(([key, text]) => `"${key}":${text}`)
      .join()}}`,
  );
}

async function expectRejected(body: string): Promise<void> {
  const before = await listed(service);
  expectErrorDocument(await create(service, body), 422);
  expect(await listed(service)).toEqual(before);
  expect(receiver.requests).toEqual([]);
}

describe('part 1, Notification configurations (POST with a malformed body)', () => {
  // spec: P-227, P-232
  test.each(['destination-type', 'name', 'url'])('POST without %s gets 422, because it is required', async (name) => {
    const attributes = { 'destination-type': 'generic', name: 'Runs', url: receiver.url, enabled: true };
    await expectRejected(document(JSON.stringify({ ...attributes, [name]: undefined })));
  });

  // spec: P-40, P-232
  test('POST of a slack destination without a url gets 422', () =>
    expectRejected(document('{"destination-type":"slack","name":"Runs","enabled":true}')));

  // spec: P-227
  test('POST without data.type gets 422', () =>
    expectRejected(generic(receiver.url).replace('"type":"notification-configurations",', '')));

  test('POST without attributes gets 422', () => expectRejected('{"data":{"type":"notification-configurations"}}'));

  test.each(['"workspaces"', '5', 'null'])('POST with data.type %s gets 422', (type) =>
    expectRejected(generic(receiver.url).replace('"notification-configurations"', type)),
  );

  // spec: P-41, P-228
  test.each(['"pager"', '"Generic"', '5', 'null'])(
    "POST with the destination-type %s gets 422, because only 'generic', 'email' and 'slack' are allowed",
    (kind) => expectRejected(having('destination-type', kind)),
  );

  // spec: P-39
  test.each(WRONG)('POST with the invalid value %s: %s gets 422', (name, value) => expectRejected(having(name, value)));
});

describe('part 1, Notification configurations (PATCH with a malformed body)', () => {
  let made: Configuration;
  beforeAll(async () => {
    made = await configured(service, generic(receiver.url));
  });

  // spec: P-221
  test.each(WRONG)('PATCH with the invalid value %s: %s gets 422', async (name, value) => {
    expectErrorDocument(await update(service, made.id, `{"${name}":${value}}`), 422);
    expect(await read(service, made.id)).toEqual(made);
    expect(receiver.requests).toEqual([]);
  });

  test('PATCH with data.type workspaces gets 422', async () => {
    const body = RENAMED.replace('notification-configurations', 'workspaces');
    expectErrorDocument(await patch(one(service, made.id), { token, body }), 422);
    expect(await read(service, made.id)).toEqual(made);
  });
});

describe('part 1, Notification configurations (404)', () => {
  // spec: P-214
  test('POST and GET respond with 404 for an unknown workspace', async () => {
    const url = ofWorkspace(service, 'ws-0000000000000000');
    expectErrorDocument(await post(url, { token, body: generic(receiver.url, '"enabled":true') }), 404);
    expectErrorDocument(await get(url, { token }), 404);
    expect(receiver.requests).toEqual([]);
  });

  // spec: P-220, P-225
  test('GET, PATCH, DELETE and verify respond with 404 for an unknown configuration', async () => {
    expectErrorDocument(await get(one(service, UNKNOWN), { token }), 404);
    expectErrorDocument(await patch(one(service, UNKNOWN), { token, body: RENAMED }), 404);
    expectErrorDocument(await remove(one(service, UNKNOWN), { token }), 404);
    expectErrorDocument(await post(`${one(service, UNKNOWN)}/actions/verify`, { token }), 404);
  });

  // spec: P-225
  test('DELETE, PATCH and verify respond with 404 for a deleted configuration', async () => {
    const { id } = await configured(service, generic(receiver.url));
    expect((await remove(one(service, id), { token })).status).toBe(204);
    expectErrorDocument(await remove(one(service, id), { token }), 404);
    expectErrorDocument(await patch(one(service, id), { token, body: RENAMED }), 404);
    expectErrorDocument(await post(`${one(service, id)}/actions/verify`, { token }), 404);
    expect(receiver.requests).toEqual([]);
  });
});

describe('part 1, Notification configurations (all operations require admin access to the workspace)', () => {
  // spec: P-210, P-214
  test('POST and GET of the workspace respond with 404 for an unauthorized user, and nothing is created or sent', async () => {
    const before = await listed(service);
    const body = generic(receiver.url, '"enabled":true');
    expectErrorDocument(await post(ofWorkspace(service), { token: service.tokens.user, body }), 404);
    expectErrorDocument(await get(ofWorkspace(service), { token: service.tokens.user }), 404);
    expect(await listed(service)).toEqual(before);
    expect(receiver.requests).toEqual([]);
  });

  // spec: P-210, P-220, P-248
  test('GET, PATCH, DELETE and verify respond with 404 for an unauthorized user, and nothing is changed or sent', async () => {
    const made = await configured(service, generic(receiver.url));
    const { user } = service.tokens;
    const url = one(service, made.id);
    expectErrorDocument(await get(url, { token: user }), 404);
    expectErrorDocument(await patch(url, { token: user, body: RENAMED }), 404);
    expectErrorDocument(await remove(url, { token: user }), 404);
    expectErrorDocument(await post(`${url}/actions/verify`, { token: user }), 404);
    expect(await read(service, made.id)).toEqual(made);
    expect(receiver.requests).toEqual([]);
  });
});
