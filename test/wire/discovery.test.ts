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
  test('The host part of a module source address is passed to service discovery: 200, application/json', async () => {
    const reply = await get(discovery);
    expect(reply.status).toBe(200);
    expect(mediaType(reply)).toBe('application/json');
  });

  // spec
  test('The service identifier is modules.v1, and <base_url> the discovered URL, with the path prefix /v1/modules/', async () => {
    expect(new URL(await declared(), discovery).href).toBe(service.registry);
    expect(new URL(service.registry).pathname.endsWith('/v1/modules/')).toBe(true);
  });

  // spec
  test('The declared URL must end with a slash so that paths below can be appended', async () => {
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
  test('The minimal protocol needed to install a module is: service discovery, list versions, download', async () => {
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
