import { describe, expect, test } from 'vitest';
import { bannerWith, sandboxPerTest } from './service.ts';

const token = 'sandbox-site-admin-token';
const service = sandboxPerTest();
const post = (body: unknown, headers: Record<string, string> = {}) =>
  service.api('POST', '/admin/banners', { token, body, headers });

describe('the body of a write', () => {
  test.each(['application/json', 'text/plain', ''])('a body sent as %j gets 415', async (type) => {
    expect((await post(bannerWith(), { 'content-type': type })).status).toBe(415);
  });

  test('the body of a write may have its media type in capitals and with parameters', async () => {
    expect((await post(bannerWith(), { 'content-type': 'Application/VND.API+JSON; charset=utf-8' })).status).toBe(201);
  });

  test('a body in an unsupported encoding gets 415', async () => {
    expect((await post(bannerWith(), { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  test('a body that is not UTF-8 gets 422', async () => {
    const response = await fetch(`${service.sandbox.info.api}/admin/banners`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
    });
    expect(response.status).toBe(422);
  });

  test('an unknown attribute that is nested ten thousand levels deep is ignored', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const text = JSON.stringify(bannerWith()).replace('"title"', `"extra":${deep},"title"`);
    expect((await post(text)).status).toBe(201);
  });

  test('a body of more than 1 MiB gets 413, with and without a Content-Length', async () => {
    const large = JSON.stringify(bannerWith({ body: 'x'.repeat(1024 * 1024) }));
    expect((await post(large)).status).toBe(413);
    const response = await fetch(`${service.sandbox.info.api}/admin/banners`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect((await post(bannerWith())).status).toBe(201);
  });

  test('a body with several mistakes gets one error for each, pointers included', async () => {
    const { status, json } = await post({
      data: {
        type: 'banners',
        attributes: { title: 'x'.repeat(101), style: 'loud', audience: 7, 'scheduled-publish-at': 'soon' },
      },
    });
    expect(status).toBe(422);
    const title = 'invalid attribute';
    const error = (detail: string, pointer: string) => ({ status: '422', title, detail, source: { pointer } });
    expect(json.errors).toEqual([
      error('Type must be admin-banners', '/data/type'),
      error('Title is too long (maximum is 100 characters)', '/data/attributes/title'),
      error("Body can't be blank", '/data/attributes/body'),
      error('Style must be one of info, warning, critical', '/data/attributes/style'),
      error('Audience must be one of all_users, authenticated_only', '/data/attributes/audience'),
      error('Scheduled publish at must be an ISO 8601 timestamp', '/data/attributes/scheduled-publish-at'),
    ]);
  });
});
