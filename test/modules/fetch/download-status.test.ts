import type { ServerResponse } from 'node:http';
import { packTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { readHeaders } from '../../../src/api/client/headers.ts';
import { downloadStatus, extentOf } from '../../../src/modules/fetch/download-speed.ts';
import { registryAt } from '../../support/registry.ts';
import { machine } from '../../support/svc.ts';
import type { Answer } from '../../support/tiny-server.ts';

/** The last text after bytes arrived at a steady pace, by a clock of its own. */
function statusAfter(ms: number, bytes: number, extent?: Parameters<typeof downloadStatus>[0]): string {
  let time = 0;
  const statusOf = downloadStatus(extent, () => time);
  const from = extent?.from ?? 0;
  let text = '';
  for (; time <= ms; time += 10) text = statusOf(from + Math.round(((bytes - from) * time) / ms));
  return text;
}

test.each([
  [4_770, 42_912_000, { from: 0, total: 125_900_000 }, '42.9 of 125.9 MB, 34 %, 9 MB/s'],
  [4_770, 42_912_000, undefined, '42.9 MB, 9 MB/s'],
  [2_000, 420_000, { from: 0, total: 850_000 }, '420 of 850 kB, 49 %, 210 kB/s'],
  [2_000, 420_000, { from: 0, total: 2_000_000 }, '0.4 of 2.0 MB, 21 %, 210 kB/s'],
  [900, 42_912_000, { from: 0, total: 125_900_000 }, '42.9 of 125.9 MB, 34 %'],
  [60_000, 2_040_000_000, { from: 0, total: 2_040_000_000 }, '2040.0 of 2040.0 MB, 100 %, 34 MB/s'],
  [2_000, 3_000_000, { from: 0, total: 2_000_000 }, '3.0 MB, 1.5 MB/s'],
  [2_000, 60_000_000, { from: 50_000_000, total: 100_000_000 }, '60.0 of 100.0 MB, 60 %, 5 MB/s'],
])('the status after %i ms and %i bytes of %o is: %s', (ms, bytes, extent, text) => {
  expect(statusAfter(ms, bytes, extent)).toBe(text);
});

test.each([
  [200, ['Content-Length', '1000'], { from: 0, total: 1000 }],
  [200, [], { from: 0, total: undefined }],
  [200, ['Content-Length', '-1'], { from: 0, total: undefined }],
  [206, ['Content-Range', 'bytes 400-999/1000', 'Content-Length', '600'], { from: 400, total: 1000 }],
  [206, ['Content-Range', 'bytes 400-999/*', 'Content-Length', '600'], { from: 0, total: undefined }],
])('a response %i with the headers %j gives the extent %o', (status, headers, extent) => {
  expect(extentOf({ status, headers: readHeaders(headers) })).toEqual(extent);
});

test('a terminal shows how much of a module was downloaded', async () => {
  const file = { header: { name: 'main.tf', size: 8_000 }, body: 'x'.repeat(8_000) };
  const tar = Buffer.from(await packTar([file]));
  let archive: ServerResponse | undefined;
  const begin: Answer = (_, response) => {
    archive = response;
    response.writeHead(200, { 'content-length': tar.length }).write(tar.subarray(0, 3_000));
  };
  const registry = await registryAt('/m.tar', begin, '1.2.0');
  const { svc } = await machine({ SVC_REGISTRY: `${registry.url}/v1/modules/` });
  const shown = 'Downloading a/b/c@1.2.0 (3 of 10 kB, 30 %)…';
  const { code, stderr } = await svc('module download a/b/c', {
    tty: true,
    onStderr(text) {
      if (!text.includes(shown)) return;
      archive?.end(tar.subarray(3_000));
      archive = undefined;
    },
  });
  expect(stderr).toContain(shown);
  expect(stderr).not.toContain('Downloading 1 of 1\n');
  expect(code).toBe(0);
});
