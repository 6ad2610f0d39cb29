import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const day = 24 * 60;

async function summary(module: string) {
  const response = await fetch(`${service.sandbox.url}/v2/modules/${module}/downloads/summary`);
  const json = JSON.parse(await response.text());
  return { status: response.status, type: response.headers.get('content-type'), json };
}

describe('the latest version of each provider', () => {
  test('is a list of modules with its envelope', async () => {
    const { status, json } = await service.registry('acme/network');
    expect(status).toBe(200);
    expect(json.meta).toEqual({ limit: 15, current_offset: 0 });
    expect(json.modules.map(({ id }: { id: string }) => id)).toEqual([
      'acme/network/cloud/1.2.0',
      'acme/network/onprem/0.2.0',
    ]);
    expect(json.modules[0]).not.toHaveProperty('root');
  });

  test('comes in pages', async () => {
    const { json } = await service.registry('acme/network?limit=1&offset=1');
    expect(json.meta).toEqual({
      limit: 1,
      current_offset: 1,
      prev_offset: 0,
      prev_url: '/v1/modules/acme/network?limit=1',
    });
    expect((await service.registry('acme/network?limit=1')).json.meta.next_url).toBe(
      '/v1/modules/acme/network?limit=1&offset=1',
    );
    expect((await service.registry('acme/network?limit=x')).status).toBe(400);
  });

  test('of a name nobody published under is a 404', async () => {
    const { status, json } = await service.registry('acme/nothing');
    expect([status, json]).toEqual([404, { errors: ['Not Found'] }]);
  });
});

describe('the latest download', () => {
  test('is a 302 to the download endpoint of the latest version, relative to the host', async () => {
    const { status, headers, text } = await service.registry('acme/network/cloud/download');
    expect([status, headers.get('location'), text]).toEqual([302, '/v1/modules/acme/network/cloud/1.2.0/download', '']);
    expect(headers.get('x-svc-get')).toBeNull();
    const followed = await fetch(`${service.sandbox.info.registry}acme/network/cloud/download`);
    expect([followed.status, followed.url]).toEqual([
      204,
      `${service.sandbox.url}/v1/modules/acme/network/cloud/1.2.0/download`,
    ]);
  });

  test('of what does not exist is a 404', async () => {
    expect((await service.registry('acme/network/none/download')).status).toBe(404);
  });
});

describe('the downloads summary', () => {
  test('is a resource document with four counts, plain JSON like all of the registry', async () => {
    expect(await summary('acme/label/null')).toEqual({
      status: 200,
      type: 'application/json',
      json: {
        data: {
          type: 'module-downloads-summary',
          id: 'acme/label/null',
          attributes: { week: 0, month: 0, year: 0, total: 310 + 4120 + 9875 },
        },
      },
    });
  });

  test('counts what is downloaded, of every version, and nothing else', async () => {
    await service.registry('acme/label/null/1.1.0/download');
    await fetch(`${service.sandbox.info.registry}acme/label/null/1.1.0/download`, { method: 'HEAD' });
    await service.registry('acme/label/null/0.9.0/download');
    await service.registry('acme/label/null/download');
    await service.registry('acme/label/null/1.1.0/archive.tar.gz').catch(() => undefined);
    await service.registry('acme/label/null/9.9.9/download');
    await service.registry('acme/queue/null/0.3.1/download');
    expect((await summary('acme/label/null')).json.data.attributes).toEqual({
      week: 2,
      month: 2,
      year: 2,
      total: 14305 + 2,
    });
  });

  test('forgets a download after a week, a month and a year, but not in all', async () => {
    const counts = async () => (await summary('acme/label/null')).json.data.attributes;
    await service.registry('acme/label/null/1.1.0/download');
    service.advance(6 * day);
    expect(await counts()).toEqual({ week: 1, month: 1, year: 1, total: 14306 });
    service.advance(1 * day);
    expect(await counts()).toEqual({ week: 0, month: 1, year: 1, total: 14306 });
    service.advance(23 * day);
    expect(await counts()).toEqual({ week: 0, month: 0, year: 1, total: 14306 });
    service.advance(335 * day);
    expect(await counts()).toEqual({ week: 0, month: 0, year: 0, total: 14306 });
  });

  test('of what does not exist is a 404 in the registry’s dialect', async () => {
    const { status, type, json } = await summary('acme/none/null');
    expect([status, type, json]).toEqual([404, 'application/json', { errors: ['Not Found'] }]);
    const other = await fetch(`${service.sandbox.url}/v2/modules/acme/label/null/downloads/summary`, {
      method: 'POST',
    });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await fetch(`${service.sandbox.url}/v2/modules/acme/label/null`)).status).toBe(404);
  });
});
