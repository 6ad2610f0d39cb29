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
  test.each(PEOPLE)('PATCH responds with 200 and the users document (%s token)', async (kind) => {
    expect(dataOf(await update('{"username":"someone-new"}', kind))).toMatchObject({
      type: 'users',
      attributes: { username: 'someone-new' },
    });
  });

  // spec: P-122, P-124
  test('PATCH applies the username and ignores other attributes in the same body, as GET /account/details shows', async () => {
    const before = (await details()).attributes;
    expect((await update('{"username":"someone-new","is-site-admin":true,"no-such-attribute":5}')).status).toBe(200);
    expect((await details()).attributes).toEqual({ ...before, username: 'someone-new' });
  });

  // spec: P-123
  test('PATCH applies the email address, as GET /account/details shows', async () => {
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
  ])('PATCH with {%s} responds with 200 and ignores that attribute', async (attribute) => {
    const before = await details();
    const { username } = before.attributes;
    dataOf(await update(`{"username":${JSON.stringify(username)},${attribute}}`));
    expect(await details()).toEqual(before);
  });

  test('PATCH /account/update ignores a password, and the given text does not become the password', async () => {
    const { username } = (await details()).attributes;
    dataOf(await update(`{"username":${JSON.stringify(username)},"password":"Set-By-Update-1"}`));
    expectFailure(await password(`{"current_password":"Set-By-Update-1",${NEW}}`));
  });

  test('PATCH changes only the caller, and no other user', async () => {
    const others = ['site-admin', 'owner', 'team', 'organization'] as const;
    const before = await Promise.all(others.map((kind) => details(kind)));
    expect((await update('{"username":"someone-new"}')).status).toBe(200);
    expect(await Promise.all(others.map((kind) => details(kind)))).toEqual(before);
  });

  // spec: P-244
  test.each(SERVICES)(
    'an update with the %s token changes no person, because the token acts as a synthetic service user',
    async (kind) => {
      const before = await Promise.all(PEOPLE.map((one) => details(one)));
      const reply = await update('{"username":"someone-new"}', kind);
      expect([200, 400, 401, 403, 404, 409, 422]).toContain(reply.status);
      expect(await Promise.all(PEOPLE.map((one) => details(one)))).toEqual(before);
    },
  );
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
  ])('PATCH responds with 422 for %s', async (_title, body) => {
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
    'a wrong current_password gets the default error document, which contains no password (%s token)',
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
    ['missing attributes: all of them', '{}'],
    ['missing attributes: current_password', `{${NEW}}`],
    ['missing attributes: password', '{"current_password":"x","password_confirmation":"Another-One-22"}'],
    ['missing attributes: password_confirmation', '{"current_password":"x","password":"Another-One-22"}'],
    ['current-password in place of current_password', `{"current-password":"x",${NEW}}`],
    [
      'password-confirmation in place of password_confirmation',
      `{"current_password":"x",${NEW.replace('d_c', 'd-c')}}`,
    ],
    ['wrong types: current_password a number', `{"current_password":5,${NEW}}`],
    ['wrong types: password a number', '{"current_password":"x","password":5,"password_confirmation":5}'],
    ['wrong types: password null', '{"current_password":"x","password":null,"password_confirmation":null}'],
    ['wrong types: attributes an array', '[]'],
  ])('PATCH responds with 422 for %s', async (_title, attributes) => {
    expectErrorDocument(await password(attributes), 422);
  });
});
