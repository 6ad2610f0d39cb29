import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const uma = 'sandbox-user-token';
const service = sandboxPerTest();
const users = (attributes: unknown) => ({ data: { type: 'users', attributes } });
const update = (attributes: unknown, token = uma) =>
  service.api('PATCH', '/account/update', { token, body: users(attributes) });
const change = (attributes: unknown, token = uma) =>
  service.api('PATCH', '/account/password', { token, body: users(attributes) });
const details = async () => (await service.api('GET', '/account/details', { token: uma })).json.data.attributes;

describe('PATCH /account/update', () => {
  test('applies a new email address at once, and the old one is free again', async () => {
    const { json } = await update({ email: 'new@acme.example' });
    expect(json.data.attributes).toMatchObject({ email: 'new@acme.example', 'unconfirmed-email': null });
    expect(await details()).toMatchObject({ email: 'new@acme.example', 'unconfirmed-email': null });
    expect((await update({ email: 'uma@acme.example' }, 'sandbox-owner-token')).status).toBe(200);
  });

  test.each([
    ['username', '', "Username can't be blank"],
    ['username', 7, 'Username must be of type string'],
    ['username', null, 'Username must be of type string'],
    ['username', 'olive', 'Username has already been taken'],
    ['email', 'nobody', 'Email must be a valid email'],
    ['email', 'olive@acme.example', 'Email has already been taken'],
  ])('rejects the %s %j: 422', async (name, value, detail) => {
    const { status, json } = await update({ [name]: value });
    expect([status, json]).toEqual([
      422,
      {
        errors: [
          { status: '422', title: 'invalid attribute', detail, source: { pointer: `/data/attributes/${name}` } },
        ],
      },
    ]);
  });

  test('of another type than users is a 422', async () => {
    const body = { data: { type: 'user', attributes: {} } };
    expect((await service.api('PATCH', '/account/update', { token: uma, body })).status).toBe(422);
  });

  test('needs a token of a person', async () => {
    expect((await service.api('PATCH', '/account/update', { body: users({}) })).status).toBe(401);
    for (const token of ['sandbox-team-token', 'sandbox-organization-token']) {
      expect((await update({ username: 'x' }, token)).status).toBe(404);
    }
  });
});

describe('PATCH /account/password', () => {
  const next = 'correct horse';

  test('changes the password; the next change needs the new one', async () => {
    const first = { current_password: 'sandbox-password', password: next, password_confirmation: next };
    const { status, json } = await change(first);
    expect([status, json.data.type, json.data.attributes.password]).toEqual([200, 'users', null]);
    expect((await change(first)).status).toBe(422);
    expect((await change({ ...first, current_password: next })).status).toBe(200);
    expect(JSON.stringify(service.sandbox.state.world)).not.toContain(next);
  });

  test.each([
    [{ current_password: 'wrong' }, 'current_password', 'Current password is incorrect'],
    [{ current_password: undefined }, 'current_password', "Current password can't be blank"],
    [{ password_confirmation: `${next}r` }, 'password_confirmation', "Password confirmation doesn't match Password"],
    [
      { password: 'nine char', password_confirmation: 'nine char' },
      'password',
      'Password is too short (minimum is 10 characters)',
    ],
    [{ password: 10 }, 'password', 'Password must be of type string'],
  ])('with %j is a 422 that points at the attribute', async (changes, name, detail) => {
    const right = { current_password: 'sandbox-password', password: next, password_confirmation: next };
    const { status, json } = await change({ ...right, ...changes });
    expect([status, json.errors]).toEqual([
      422,
      [{ status: '422', title: 'invalid attribute', detail, source: { pointer: `/data/attributes/${name}` } }],
    ]);
    expect((await change(right)).status).toBe(200);
  });

  test('needs a token of a person', async () => {
    const right = { current_password: 'sandbox-password', password: next, password_confirmation: next };
    expect((await service.api('PATCH', '/account/password', { body: users(right) })).status).toBe(401);
    expect((await change(right, 'sandbox-team-token')).status).toBe(404);
  });
});

describe('GET /account/hcp-organizations/:id', () => {
  const hosted = sandboxPerTest({ edition: 'hosted' });
  const path = () => `/account/hcp-organizations/${hosted.sandbox.state.world.hcpOrganizations[0]!.id}`;

  test.each([
    ['sandbox-owner-token', true],
    ['sandbox-user-token', false],
  ])('answers those who belong to it (%s)', async (token, isAdmin) => {
    const { status, json } = await hosted.api('GET', path(), { token });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      id: hosted.sandbox.state.world.hcpOrganizations[0]!.id,
      attributes: { name: 'acme', 'hcp-owner-email': 'olive@acme.example', 'is-hcp-admin': isAdmin },
    });
  });

  test('is a 404 for all others, and for an unknown id', async () => {
    for (const token of ['sandbox-site-admin-token', 'sandbox-team-token', 'sandbox-organization-token']) {
      expect((await hosted.api('GET', path(), { token })).status).toBe(404);
    }
    expect((await hosted.api('GET', '/account/hcp-organizations/x', { token: uma })).status).toBe(404);
    expect((await hosted.api('GET', path())).status).toBe(401);
  });
});
