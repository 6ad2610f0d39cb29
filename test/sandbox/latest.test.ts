import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const day = 24 * 60;

async function summary(module: string) {
  const response = await fetch(`${service.sandbox.url}/v2/modules/${module}/downloads/summary`);
  const json = JSON.parse(await response.text());
  return { status: response.status, type: response.headers.get('content-type'), json };
}

describe('the downloads summary', () => {
  test('the downloads summary counts GET downloads of every version of the module, and no other request', async () => {
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

  test('the downloads summary drops a download from the counts after a week, a month and a year, but never from the total', async () => {
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
});
