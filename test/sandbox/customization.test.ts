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
  const show = async () => (await service.api('GET', path, { token: admin })).json.data.attributes;
  const update = (attributes: unknown, token = admin) => service.api('PATCH', path, { token, body: write(attributes) });

  test('a write changes what it names and ignores what nobody knows', async () => {
    const { status, json } = await update({ footer: '<b>us</b>', unknown: 1 });
    expect(status).toBe(200);
    expect(json.data.attributes).toEqual({ ...fresh, footer: '<b>us</b>' });
    await update({ 'internal-support-url': 'mailto:help@acme.example' });
    expect(await show()).toEqual({
      ...fresh,
      footer: '<b>us</b>',
      'internal-support-url': 'mailto:help@acme.example',
    });
  });

  test.each([null, ''])('%j clears an override', async (nothing) => {
    const urls = {
      'internal-support-url': 'https://a.example/x?y#z',
      'internal-documentation-url': 'http://b.example:8080',
      'internal-tutorials-url': 'https://c.example/',
      'support-url-address': 'https://d.example/',
      'support-email-address': 'help@acme.example',
    };
    expect((await update(urls)).json.data.attributes).toMatchObject(urls);
    const cleared = await update(Object.fromEntries(Object.keys(urls).map((name) => [name, nothing])));
    expect([cleared.status, cleared.json.data.attributes]).toEqual([200, fresh]);
  });

  test.each([
    ['internal-support-url', 'ftp://a.example/'],
    ['internal-support-url', 'mailto:'],
    ['internal-documentation-url', 'mailto:help@acme.example'],
    ['internal-documentation-url', 'javascript:alert(1)'],
    ['internal-tutorials-url', 'a.example/tutorials'],
    ['internal-tutorials-url', 'https://'],
    ['internal-tutorials-url', 'https://a b.example'],
    ['internal-tutorials-url', 'https:a.example'],
    ['internal-tutorials-url', 5],
    ['support-url-address', 'file:///etc/passwd'],
    ['support-email-address', 'nobody'],
    ['footer', true],
    ['avatar-sources', 'gravatar'],
  ])('%s rejects %j with a 422 that points at it, and nothing is changed', async (name, value) => {
    const { status, json } = await update({ 'login-help': 'new', [name]: value });
    expect(status).toBe(422);
    expect(json.errors).toMatchObject([
      { status: '422', title: 'invalid attribute', source: { pointer: `/data/attributes/${name}` } },
    ]);
    expect(await show()).toEqual(fresh);
  });

  test('the list of avatar sources is replaced whole, and always answered whole', async () => {
    const off = [{ source: 'gravatar', enabled: false }];
    expect((await update({ 'avatar-sources': [] })).json.data.attributes['avatar-sources']).toEqual(off);
    const on = await update({ 'avatar-sources': [{ source: 'gravatar', enabled: true }] });
    expect(on.json.data.attributes['avatar-sources']).toEqual([{ source: 'gravatar', enabled: true }]);
    expect((await update({ 'avatar-sources': off })).json.data.attributes['avatar-sources']).toEqual(off);
    expect((await update({ footer: 'x' })).json.data.attributes['avatar-sources']).toEqual(off);
  });

  test('an unknown source is a 422', async () => {
    const { status, json } = await update({ 'avatar-sources': [{ source: 'initials', enabled: true }] });
    expect([status, json.errors[0].source]).toEqual([422, { pointer: '/data/attributes/avatar-sources/0/source' }]);
  });
});

describe('in the hosted edition', () => {
  const service = sandboxPerTest({ edition: 'hosted' });
  const hosted = { 'support-email-address': 'support@svc.example', 'support-url-address': null };

  test('they are ignored when written, however wrong they are', async () => {
    const body = write({
      'internal-support-url': 'ftp://x',
      'avatar-sources': 7,
      footer: [],
      'support-url-address': 'https://a.example',
    });
    const { status, json } = await service.api('PATCH', path, { token: admin, body });
    expect([status, json.data.attributes]).toEqual([200, { ...hosted, 'support-url-address': 'https://a.example' }]);
    expect(service.sandbox.state.world.customization.texts).toEqual({ 'support-url-address': 'https://a.example' });
  });

  test('the others are still looked at', async () => {
    const body = write({ 'support-url-address': 'ftp://x' });
    expect((await service.api('PATCH', path, { token: admin, body })).status).toBe(422);
  });
});
