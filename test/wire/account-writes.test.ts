// covers: PATCH /account/update

import { describe, expect, test } from 'vitest';
import type { Service } from '../support/service.ts';
import { dataOf, expectErrorDocument, KINDS, type Resource } from './documents.ts';
import { get, patch, type Reply } from './http.ts';
import { service, serviceForAll, serviceForEach } from './served.ts';

const PEOPLE = ['site-admin', 'owner', 'user'] as const;
const SERVICES = ['team', 'organization'] as const;

async function details(kind: (typeof KINDS)[number] = 'user', at: Service = service): Promise<Resource> {
  return dataOf(await get(`${at.api}/account/details`, { token: at.tokens[kind] }));
}

/** PATCH /account/update with a users document of the caller; the attributes are JSON text. */
async function update(attributes: string, kind: (typeof KINDS)[number] = 'user', at: Service = service) {
  const { id } = await details(kind, at);
  const body = `{"data":{"id":${JSON.stringify(id)},"type":"users","attributes":${attributes}}}`;
  return patch(`${at.api}/account/update`, { token: at.tokens[kind], body });
}

function password(attributes: string, kind: (typeof KINDS)[number] = 'user', at: Service = service) {
  const body = `{"data":{"type":"users","attributes":${attributes}}}`;
  return patch(`${at.api}/account/password`, { token: at.tokens[kind], body });
}

/** The default error document on failure, with any 4xx. */
function expectFailure(reply: Reply): void {
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
  expect(reply.status, reply.text).toBeLessThan(500);
  expectErrorDocument(reply, reply.status);
}

describe('part 1, Account (PATCH /account/update)', () => {
  serviceForEach();

  // spec: P-121
  test.each(PEOPLE)('200, users document (%s token)', async (kind) => {
    expect(dataOf(await update('{"username":"someone-new"}', kind))).toMatchObject({
      type: 'users',
      attributes: { username: 'someone-new' },
    });
  });

  // spec: P-122, P-124
  test('username is applied, other attributes next to it are ignored: GET /account/details shows it', async () => {
    const before = (await details()).attributes;
    expect((await update('{"username":"someone-new","is-site-admin":true,"no-such-attribute":5}')).status).toBe(200);
    expect((await details()).attributes).toEqual({ ...before, username: 'someone-new' });
  });

  // spec: P-123
  test('email address is applied: GET /account/details shows it', async () => {
    expect(dataOf(await update('{"email":"someone.new@example.com"}')).attributes.email).toBe(
      'someone.new@example.com',
    );
    expect((await details()).attributes.email).toBe('someone.new@example.com');
  });

  // spec: P-124
  test.each([
    ...['"is-service-account":true', '"is-service-account":"perhaps"', '"is-site-admin":true', '"is-admin":true'],
    ...['"avatar-url":"https://example.com/me.png"', '"two-factor":{"enabled":true,"verified":true}'],
    ...['"permissions":{"can-create-organizations":true}', '"no-such-attribute":5'],
  ])('Other attributes are ignored: {%s} is 200 and changes nothing', async (attribute) => {
    const before = await details();
    const { username } = before.attributes;
    dataOf(await update(`{"username":${JSON.stringify(username)},${attribute}}`));
    expect(await details()).toEqual(before);
  });

  test('Other attributes are ignored: a password given here does not become the password', async () => {
    const { username } = (await details()).attributes;
    dataOf(await update(`{"username":${JSON.stringify(username)},"password":"Set-By-Update-1"}`));
    expectFailure(await password(`{"current_password":"Set-By-Update-1",${NEW}}`));
  });

  test('The user updated is the caller: the others stay as they were', async () => {
    const others = ['site-admin', 'owner', 'team', 'organization'] as const;
    const before = await Promise.all(others.map((kind) => details(kind)));
    expect((await update('{"username":"someone-new"}')).status).toBe(200);
    expect(await Promise.all(others.map((kind) => details(kind)))).toEqual(before);
  });

  // spec: P-244
  test.each(SERVICES)('A %s token acts as a synthetic service user: no person is changed by it', async (kind) => {
    const before = await Promise.all(PEOPLE.map((one) => details(one)));
    const reply = await update('{"username":"someone-new"}', kind);
    expect([200, 400, 401, 403, 404, 409, 422]).toContain(reply.status);
    expect(await Promise.all(PEOPLE.map((one) => details(one)))).toEqual(before);
  });
});

describe('part 1, Account (PATCH /account/update, failures)', () => {
  serviceForAll();

  // spec: P-130
  test.each([
    ['wrong types: attributes a string', '{"data":{"type":"users","attributes":"username"}}'],
    ['wrong types: username a number', '{"data":{"type":"users","attributes":{"username":5}}}'],
    ['wrong types: username an object', '{"data":{"type":"users","attributes":{"username":{}}}}'],
    ['wrong types: email a boolean', '{"data":{"type":"users","attributes":{"email":true}}}'],
    ['wrong types: email an array', '{"data":{"type":"users","attributes":{"email":[]}}}'],
  ])('422 %s', async (_title, body) => {
    const before = await details();
    expectErrorDocument(await patch(`${service.api}/account/update`, { token: service.tokens.user, body }), 422);
    expect(await details()).toEqual(before);
  });
});

const NEW = '"password":"Another-One-22","password_confirmation":"Another-One-22"';

describe('part 1, Account (PATCH /account/password)', () => {
  serviceForAll();

  // spec: P-130
  test.each(KINDS)(
    'A wrong current_password: the default error document, without a password (%s token)',
    async (kind) => {
      const before = await details(kind);
      const reply = await password(`{"current_password":"surely not the password",${NEW}}`, kind);
      expectFailure(reply);
      expect(reply.text).not.toMatch(/surely not the password|Another-One-22/);
      expect(await details(kind)).toEqual(before);
    },
  );

  // spec: P-126
  test.each([
    ['missing attributes: none', '{}'],
    ['missing attributes: current_password', `{${NEW}}`],
    ['missing attributes: password', '{"current_password":"x","password_confirmation":"Another-One-22"}'],
    ['missing attributes: password_confirmation', '{"current_password":"x","password":"Another-One-22"}'],
    ['underscore_case: current-password is not current_password', `{"current-password":"x",${NEW}}`],
    [
      'underscore_case: password-confirmation is not password_confirmation',
      `{"current_password":"x",${NEW.replace('d_c', 'd-c')}}`,
    ],
    ['wrong types: current_password a number', `{"current_password":5,${NEW}}`],
    ['wrong types: password a number', '{"current_password":"x","password":5,"password_confirmation":5}'],
    ['wrong types: password null', '{"current_password":"x","password":null,"password_confirmation":null}'],
    ['wrong types: attributes an array', '[]'],
  ])('422 %s', async (_title, attributes) => {
    expectErrorDocument(await password(attributes), 422);
  });
});
