import { beforeAll, describe, expect, test } from 'vitest';
import { get, mediaType } from './http.ts';
import { json, type Page } from './registry.ts';
import { service, serviceForAll } from './served.ts';

serviceForAll();
let discovery: string;
beforeAll(() => {
  discovery = `${service.address}/.well-known/terraform.json`;
});

async function declared(): Promise<string> {
  return (await json<Record<string, string>>(discovery))['modules.v1']!;
}

describe('part 2, Service discovery', () => {
  // spec: R-5
  test('GET of the discovery document responds with 200 and application/json', async () => {
    const reply = await get(discovery);
    expect(reply.status).toBe(200);
    expect(mediaType(reply)).toBe('application/json');
  });

  // spec
  test('modules.v1 is the URL of the registry, which ends in /v1/modules/ (<base_url>)', async () => {
    expect(new URL(await declared(), discovery).href).toBe(service.registry);
    expect(new URL(service.registry).pathname.endsWith('/v1/modules/')).toBe(true);
  });

  // spec
  test('modules.v1 ends with a slash, and the paths of the registry can be appended to it', async () => {
    const base = new URL(await declared(), discovery).href;
    expect(base.endsWith('/')).toBe(true);
    const list = await json<Page>(base);
    const one = list.modules[0]!;
    expect((await get(`${base}search?q=${encodeURIComponent(one.name)}`)).status).toBe(200);
    expect((await get(`${base}${one.namespace}`)).status).toBe(200);
    expect((await get(`${base}${one.namespace}/${one.name}/${one.provider}`)).status).toBe(200);
    expect((await get(`${base}${one.namespace}/${one.name}/${one.provider}/versions`)).status).toBe(200);
  });
});

describe('part 2, What the service does', () => {
  // spec: R-2
  test('the archive of a module is located with discovery, the list of versions and the download alone', async () => {
    const base = new URL(await declared(), discovery).href;
    const { namespace, name, provider } = (await json<Page>(base)).modules[0]!;
    const one = `${base}${namespace}/${name}/${provider}`;
    const versions = await json<{ modules: { versions: { version: string }[] }[] }>(`${one}/versions`);
    const { version } = versions.modules[0]!.versions[0]!;
    const reply = await get(`${one}/${version}/download`);
    expect(reply.status).toBe(204);
    expect(reply.headers['x-svc-get']).toBeTypeOf('string');
  });
});
