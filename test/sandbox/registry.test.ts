import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const ids = async (path: string): Promise<string[]> =>
  (await service.registry(path)).json.modules.map(({ id }: { id: string }) => id);

describe('discovery', () => {
  test.each(['/.well-known/svc.json', '/.well-known/terraform.json'])(
    'the discovery document %s leads to the registry',
    async (path) => {
      const response = await fetch(service.sandbox.url + path);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(((await response.json()) as Record<string, string>)['modules.v1']).toBe('/v1/modules/');
    },
  );
});

describe('lists', () => {
  test('lists show each module once, at its newest version that is not a prerelease', async () => {
    expect(await ids('')).toEqual([
      ...['acme/application/cloud/0.6.0', 'acme/label/null/1.1.0', 'acme/network/cloud/1.2.0'],
      ...['acme/network/onprem/0.2.0', 'globex/queue/null/0.3.1'],
    ]);
  });

  test('a page of a list links to the next and the previous page', async () => {
    expect((await service.registry('?limit=2&offset=2&provider=')).json.meta).toEqual({
      limit: 2,
      current_offset: 2,
      next_offset: 4,
      next_url: '/v1/modules/?limit=2&offset=4&provider=',
      prev_offset: 0,
      prev_url: '/v1/modules/?limit=2&provider=',
    });
  });

  test.each(['limit=0', 'limit=x', 'limit=1.5', 'limit=', 'offset=-1', 'offset=1e3'])(
    'lists reject %s',
    async (query) => {
      const { status, json } = await service.registry(`?${query}`);
      expect(status).toBe(400);
      expect(json.errors).toEqual([expect.stringContaining('must be an integer')]);
    },
  );
});

describe('search', () => {
  test('a search finds modules that contain every keyword, in any order and case', async () => {
    expect(await ids('search?q=ZONE+network')).toEqual(['acme/network/cloud/1.2.0']);
    expect(await ids('search?q=zone+queue')).toEqual([]);
  });

  test('a search for a phrase requires its words next to each other', async () => {
    expect(await ids('search?q=%22names+and+tags%22')).toEqual(['acme/label/null/1.1.0']);
    expect(await ids('search?q=%22tags+and+names%22')).toEqual([]);
    expect(await ids('search?q=queue+%22retention+time')).toEqual(['globex/queue/null/0.3.1']);
  });

  test('a search lists a module first if its name is the keyword', async () => {
    expect((await ids('search?q=queue'))[0]).toBe('globex/queue/null/0.3.1');
  });
});

describe('one module', () => {
  test('a module has the inputs, outputs and submodules that its own files declare', async () => {
    const { json } = await service.registry('acme/network/cloud');
    expect(json).toMatchObject({ id: 'acme/network/cloud/1.2.0', providers: ['cloud', 'onprem'] });
    expect(json.versions).toEqual(['2.0.0-rc.1', '1.2.0', '1.1.0', '1.0.0']);
    expect(json.root).toMatchObject({
      path: '',
      empty: false,
      dependencies: [{ name: 'label', source: 'modules.test/acme/label/null', version: '~> 1.0' }],
      resources: [{ name: 'network', type: 'terraform_data' }],
      outputs: [
        { name: 'id', description: 'Id of the network', sensitive: false, ephemeral: false },
        { name: 'subnets', description: 'Address ranges by zone', sensitive: false, ephemeral: false },
      ],
    });
    expect(json.root.readme).toContain('# Network');
    expect(json.root.inputs).toContainEqual({
      name: 'zones',
      type: 'list(string)',
      description: 'Zones to have a subnet in,\none each.\n',
      default: '["a","b"]',
      required: false,
      sensitive: false,
      nullable: true,
      ephemeral: false,
    });
    expect(json.submodules.map(({ path }: { path: string }) => path)).toEqual(['modules/peering', 'modules/subnet']);
  });

  // spec: R-40
  test('the versions of a module are listed newest first, and the versions of its dependencies follow', async () => {
    const { json } = await service.registry('acme/network/cloud/versions');
    expect(json.modules.map(({ source }: { source: string }) => source)).toEqual([
      'acme/network/cloud',
      'acme/label/null',
    ]);
    expect(json.modules[0].versions.map(({ version }: { version: string }) => version)).toEqual([
      ...['2.0.0-rc.1', '1.2.0', '1.1.0', '1.0.0'],
    ]);
    expect(json.modules[0].versions[3]).toEqual({
      version: '1.0.0',
      submodules: [{ path: 'modules/subnet', providers: [], dependencies: [] }],
      root: {
        providers: [],
        dependencies: [{ name: 'label', source: 'modules.test/acme/label/null', version: '~> 1.0' }],
      },
    });
  });
});

describe('downloads', () => {
  test.each([
    ['acme/label/null/1.1.0', './archive.tar.gz'],
    ['acme/application/cloud/0.6.0', '/archives/acme/application/cloud/0.6.0?archive=tar.gz'],
    ['acme/network/cloud/1.2.0', 'URL/archives/acme/network/cloud/1.2.0.tar.gz'],
    ['globex/queue/null/0.3.1', 'URL/archives/globex/queue/null/0.3.1.tar.gz//queue-0.3.1?archive=tar.gz'],
  ])('the download of %s is located at %s, in both headers, without a body', async (id, location) => {
    const { status, headers, text } = await service.registry(`${id}/download`);
    expect([status, text]).toEqual([204, '']);
    expect(headers.get('x-svc-get')).toBe(location.replace('URL', service.sandbox.url));
    expect(headers.get('x-terraform-get')).toBe(headers.get('x-svc-get'));
  });

  test('each download is counted', async () => {
    const count = async () => (await service.registry('acme/label/null/1.1.0')).json.downloads;
    const before = await count();
    await service.registry('acme/label/null/1.1.0/download');
    expect(await count()).toBe(before + 1);
  });

  test('the archive of a download has its length, and its SHA-256 as entity tag', async () => {
    const url = `${service.sandbox.info.registry}acme/label/null/1.1.0/archive.tar.gz`;
    const response = await fetch(url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe('application/gzip');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ]);
  });
});
