import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const admin = 'sandbox-site-admin-token';
const path = '/admin/customization-settings';
const fresh = {
  'support-email-address': 'support@svc.example',
  'support-url-address': null,
  'login-help': null,
  footer: null,
  error: null,
  'new-user': null,
  'internal-support-url': null,
  'internal-documentation-url': null,
  'internal-tutorials-url': null,
  'avatar-sources': [{ source: 'gravatar', enabled: true }],
};
const write = (attributes: unknown) => ({ data: { type: 'customization-settings', attributes } });

describe('in the self-hosted edition', () => {
  const service = sandboxPerTest();
  const update = (attributes: unknown) => service.api('PATCH', path, { token: admin, body: write(attributes) });

  test.each([null, ''])('an update to %j clears an override, and unknown attributes are ignored', async (nothing) => {
    const urls = {
      'internal-support-url': 'mailto:help@acme.example',
      'internal-documentation-url': 'http://b.example:8080',
      'internal-tutorials-url': 'https://c.example/x?y#z',
      'support-url-address': 'https://d.example/',
      'support-email-address': 'help@acme.example',
      footer: '<b>us</b>',
    };
    expect((await update({ ...urls, unknown: 1 })).json.data.attributes).toMatchObject(urls);
    const cleared = await update(Object.fromEntries(Object.keys(urls).map((name) => [name, nothing])));
    expect([cleared.status, cleared.json.data.attributes]).toEqual([200, fresh]);
  });

  test('the list of avatar sources is replaced as a whole, and a response always has all of it', async () => {
    const off = [{ source: 'gravatar', enabled: false }];
    expect((await update({ 'avatar-sources': [] })).json.data.attributes['avatar-sources']).toEqual(off);
    const on = await update({ 'avatar-sources': [{ source: 'gravatar', enabled: true }] });
    expect(on.json.data.attributes['avatar-sources']).toEqual([{ source: 'gravatar', enabled: true }]);
    expect((await update({ 'avatar-sources': off })).json.data.attributes['avatar-sources']).toEqual(off);
    expect((await update({ footer: 'x' })).json.data.attributes['avatar-sources']).toEqual(off);
  });
});

describe('in the hosted edition', () => {
  const service = sandboxPerTest({ edition: 'hosted' });
  const hosted = { 'support-email-address': 'support@svc.example', 'support-url-address': null };

  test('the hosted edition ignores overrides in a write, even invalid ones, and applies the other attributes', async () => {
    const body = write({
      'internal-support-url': 'ftp://x',
      'avatar-sources': 7,
      footer: [],
      'support-url-address': 'https://a.example',
    });
    const { status, json } = await service.api('PATCH', path, { token: admin, body });
    expect([status, json.data.attributes]).toEqual([200, { ...hosted, 'support-url-address': 'https://a.example' }]);
    expect(service.sandbox.state.world.customization.texts).toEqual({ 'support-url-address': 'https://a.example' });
    const wrong = write({ 'support-url-address': 'ftp://x' });
    expect((await service.api('PATCH', path, { token: admin, body: wrong })).status).toBe(422);
  });
});
