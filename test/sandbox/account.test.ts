import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const write = (path: string, attributes: unknown, token = 'sandbox-user-token') =>
  service.api('PATCH', `/account/${path}`, { token, body: { data: { type: 'users', attributes } } });

test('a new email address is applied at once, and the old one is free again', async () => {
  const { json } = await write('update', { email: 'new@acme.example' });
  expect(json.data.attributes).toMatchObject({ email: 'new@acme.example', 'unconfirmed-email': null });
  expect((await write('update', { email: 'uma@acme.example' }, 'sandbox-owner-token')).status).toBe(200);
});

test('a password is neither returned nor stored', async () => {
  const [current_password, password] = ['sandbox-password', 'correct horse'];
  const { status, json } = await write('password', { current_password, password, password_confirmation: password });
  expect([status, json.data.attributes.password]).toEqual([200, null]);
  expect(JSON.stringify(service.sandbox.state.world)).not.toContain(password);
});

describe('an HCP organization', () => {
  const hosted = sandboxPerTest({ edition: 'hosted' });

  test.each([
    ['sandbox-owner-token', true],
    ['sandbox-user-token', false],
  ])('an HCP organization says whether the caller administers it (%s)', async (token, isAdmin) => {
    const { id } = hosted.sandbox.state.world.hcpOrganizations[0]!;
    const { json } = await hosted.api('GET', `/account/hcp-organizations/${id}`, { token });
    const attributes = { name: 'acme', 'hcp-owner-email': 'olive@acme.example', 'is-hcp-admin': isAdmin };
    expect(json.data).toMatchObject({ id, attributes });
  });
});
