// covers: GET /:namespace/:name/:provider/versions
// covers: GET /:namespace/:name/:provider/:version/download

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryService } from '../support/service.ts';
import { get, send } from './http.ts';
import { address, type Detailed, json, type Module, published, registries, type Versions } from './registry.ts';

describe.each(registries)('%s', (_, start) => {
  let service: RegistryService;
  /** Every published version of every module: its endpoints and its content. */
  let every: { module: Module; version: string; download: string }[];
  beforeAll(async () => {
    service = await start();
    every = [];
    for (const module of await published(service)) {
      const here = address(service, module);
      for (const version of (await json<Detailed>(here)).versions) {
        every.push({ module, version, download: `${here}/${version}/download` });
      }
    }
  });
  afterAll(() => service.close());

  /** The value of the header, relative to the full URL of the download endpoint (docs/protocol/registry.md#location). */
  async function resolved(download: string): Promise<string> {
    const value = (await get(download)).headers['x-svc-get'] as string;
    return /^(\/|\.\/|\.\.\/)/.test(value) ? new URL(value, download).href : value;
  }

  /** The address of the archive alone: no //subdir and no archive= in the query. */
  function archiveOf(source: string): string {
    const url = new URL(source);
    url.searchParams.delete('archive');
    url.pathname = url.pathname.split('//')[0]!;
    return url.href;
  }

  describe('part 2, Versions response', () => {
    const each = async (check: (versions: Versions, module: Module) => void | Promise<void>) => {
      for (const { module } of every) {
        await check(await json<Versions>(`${address(service, module)}/versions`), module);
      }
    };

    // spec
    test('each element of modules has a source and versions, and each version has its number, root and submodules', () =>
      each(({ modules }) => {
        const text = expect.any(String);
        for (const { source, versions } of modules) {
          expect(source).toEqual(text);
          for (const { root, submodules, version } of versions) {
            expect(version).toEqual(text);
            for (const { path } of submodules) expect(path).toEqual(text);
            for (const part of [root, ...submodules]) {
              expect(Array.isArray(part.dependencies)).toBe(true);
              // A version may be an empty string.
              for (const provider of part.providers) expect(provider).toMatchObject({ name: text, version: text });
            }
          }
        }
      }));

    // spec: R-39
    test('the first element of modules is the requested module', () =>
      each(async ({ modules }, module) => {
        expect(modules[0]!.source).toContain(`${module.namespace}/${module.name}/${module.provider}`);
        const { versions } = await json<Detailed>(address(service, module));
        expect(modules[0]!.versions.map(({ version }) => version).sort()).toEqual([...versions].sort());
      }));
  });

  describe('part 2, Endpoints (download)', () => {
    // spec
    test('GET /:namespace/:name/:provider/:version/download responds with 204 and no body', async () => {
      for (const { download } of every) {
        const reply = await get(download);
        expect(reply.status, reply.text).toBe(204);
        expect(reply.bytes.length).toBe(0);
      }
    });

    // spec
    test('the location is a relative URL that starts with /, ./ or ../, or an absolute source (rule 2)', async () => {
      for (const { download } of every) {
        const value = (await get(download)).headers['x-svc-get'] as string;
        expect((await send('HEAD', download)).headers['x-svc-get']).toBe(value);
        expect(value).toMatch(/^(\/|\.\/|\.\.\/|[a-z][a-z0-9+.-]*:)/i);
      }
    });

    // spec: R-81
    test('a relative location resolved against the URL of the download endpoint leads to the archive (rule 2)', async () => {
      for (const { download } of every) {
        const reply = await get(archiveOf(await resolved(download)));
        expect(reply.status, `${download}: ${reply.text.slice(0, 200)}`).toBe(200);
        expect([...reply.bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
      }
    });
  });
});
