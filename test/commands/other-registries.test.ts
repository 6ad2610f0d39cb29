import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { deflated, zip } from '../modules/archive/zip-builder.ts';
import { type Machine, machine } from '../support/svc.ts';
import { filesIn } from '../support/terraform.ts';
import { type Literal, literalServer } from '../support/tiny-server.ts';

// What the registries that others wrote send, by hand from their sources. Each is named with the version that was read.

const main = 'output "a" { value = 1 }\n';
const tgz = gzipSync(Buffer.from(await packTar([{ header: { name: 'main.tf', size: main.length }, body: main }])));
const zipped = zip([{ name: 'main.tf', content: main, method: deflated }]);
const unpacked = { 'main.tf': Buffer.from(main).toString('hex') };

/** A machine whose registry has responses for these paths below /v1/modules/, and `missing` for others. */
async function against(answers: Record<string, Literal>, missing: Literal, prefix = ''): Promise<Machine> {
  const { url } = await literalServer({ ...discovery, ...answers }, missing);
  return machine({ SVC_REGISTRY: `${url}${prefix}` });
}

const discovery = {
  '/.well-known/terraform.json': { body: { 'modules.v1': '/v1/modules/', 'providers.v1': '/v1/providers/' } },
};
const notFound = { status: 404, body: { errors: ['Not Found'] } };

/** The fields that identify a version of the module in each registry. */
const named = (version: string) => ({
  ...{ id: `acme/network/aws/${version}`, namespace: 'acme', name: 'network', provider: 'aws', version },
  ...{ downloads: 0, verified: false },
});

/** An operation that is not there: one sentence, exit 3. */
const lacks = (words: string) => ({
  code: 3,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^Error: The registry at 127\\.0\\.0\\.1:\\d+ has ${words}\\.\\n$`)),
});

const downloads = async ({ cwd, svc }: Machine, address: string) => {
  expect(await svc(`module download ${address} --dir out`)).toMatchObject({ code: 0 });
  expect(await filesIn(join(cwd, 'out'))).toEqual(unpacked);
};

// pkg/module and cmd/server.go at commit de9604c.
describe('boring-registry', () => {
  const version = 'acme/network/aws/1.2.0';
  const registry = () =>
    against(
      {
        'acme/network/aws/versions': {
          body: { modules: [{ versions: [{ version: '1.0.0' }, { version: '1.2.0' }] }] },
        },
        'acme/nothing/aws/versions': { body: { modules: [{}] } },
        'acme/nothing/aws/1.0.0/download': {
          status: 404,
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: '{"errors":["failed to locate module"]}\n',
        },
        [`${version}/download`]: {
          status: 204,
          headers: {
            'x-terraform-get': `/v1/proxy/modules/namespace=acme/name=network/provider=aws/version=1.2.0/acme-network-aws-1.2.0.tar.gz?X-Amz-Signature=canary`,
          },
        },
        '/v1/proxy/modules/namespace=acme/name=network/provider=aws/version=1.2.0/acme-network-aws-1.2.0.tar.gz': {
          headers: { 'content-type': 'application/octet-stream' },
          body: tgz,
        },
      },
      { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '404 page not found\n' },
    );

  test('boring-registry serves versions and archives', async () => {
    const me = await registry();
    expect((await me.svc('module versions acme/network/aws')).stdout).toBe('1.2.0\n1.0.0\n');
    expect((await me.svc('module latest acme/network/aws -o tsv')).stdout).toMatch(/^acme\/network\/aws\t1\.2\.0\t/);
    expect(await me.svc('module source acme/network/aws')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('acme-network-aws-1.2.0.tar.gz'),
    });
    await downloads(me, 'acme/network/aws');
  });

  test('boring-registry exits with 3 for a module without versions', async () => {
    const { svc } = await registry();
    for (const words of ['versions', 'latest', 'show', 'download', 'source']) {
      expect(await svc(`module ${words} acme/nothing/aws`)).toExit(3, 'has no module acme/nothing/aws.\n');
    }
    expect(await svc('module download acme/nothing/aws@1.0.0')).toMatchObject({ code: 3 });
  });

  test('boring-registry has no search, lists, descriptions and counts, and svc says so in one sentence each', async () => {
    const { svc } = await registry();
    expect(await svc('module search network')).toMatchObject(lacks('no search'));
    expect(await svc('module list')).toMatchObject(lacks('no list of its modules'));
    expect(await svc('module list acme')).toMatchObject(lacks('no list of the modules of acme'));
    const hinted = async (words: string) => {
      const { code, stderr } = await svc(`module ${words}`);
      return [code, stderr.split('\n')[0]?.replace(/127[\d.:]+/, 'H')];
    };
    expect(await hinted('latest acme/network')).toEqual([
      3,
      'Error: The registry at H has no latest versions of acme/network.',
    ]);
    expect(await hinted('show acme/network/aws')).toEqual([
      3,
      'Error: The registry at H lists acme/network/aws 1.2.0, but has no description of it.',
    ]);
    expect(await hinted('downloads acme/network/aws')).toEqual([
      3,
      'Error: The registry at H has no downloads summary of acme/network/aws.',
    ]);
  });
});

// routes/ and views/ of version 0.6.0.
describe('citizen', () => {
  const row = (version: string) => ({
    ...named(version),
    ...{ owner: '', description: '', source: '', published_at: '2026-01-15T12:00:00.000Z' },
  });
  const root = {
    path: '',
    name: 'network',
    readme: '',
    empty: false,
    inputs: { cidr: { name: 'cidr', type: 'string', required: true, pos: { filename: '', line: 1 } } },
    outputs: { vpc__id: { name: 'vpc.id', description: 'The network.', pos: { filename: '', line: 9 } } },
    dependencies: [],
    module_calls: { subnet: { name: 'subnet', source: './modules/subnet' } },
    resources: { aws_vpc__main: { mode: 'managed', type: 'aws_vpc', name: 'main', provider: { name: 'aws' } } },
  };
  const subnet = { ...root, path: 'modules/subnet', name: 'subnet', inputs: undefined, outputs: undefined };
  const old = { version: '1.0.0', submodules: [], root: null };
  const current = { version: '1.2.0', submodules: [subnet], root };
  const page = (modules: object[]) => ({
    body: { meta: { limit: 15, current_offset: 0, next_offset: null }, modules },
  });
  const registry = () =>
    against(
      {
        '': page([row('1.0.0'), row('1.2.0')]),
        acme: page([row('1.0.0'), row('1.2.0')]),
        search: page([row('1.2.0')]),
        'acme/network': page([row('1.2.0')]),
        'acme/nothing': page([]),
        'acme/network/aws': { body: { ...row('1.2.0'), root, submodules: [subnet] } },
        'acme/network/aws/1.0.0': { body: { ...row('1.0.0'), root: {}, submodules: [] } },
        'acme/network/aws/versions': { body: { modules: [{ source: 'acme/network/aws', versions: [old, current] }] } },
        'acme/nothing/aws/versions': { body: { modules: [{ source: 'acme/nothing/aws', versions: [] }] } },
        'acme/network/aws/download': {
          status: 302,
          headers: { location: '/v1/modules/acme/network/aws/1.2.0/download' },
        },
        'acme/network/aws/1.2.0/download': {
          status: 204,
          headers: { 'x-terraform-get': '/v1/modules/tarball/acme/network/aws/1.2.0/network.tar.gz' },
        },
        'tarball/acme/network/aws/1.2.0/network.tar.gz': {
          headers: {
            'content-type': 'application/gzip',
            'content-disposition': 'attachment; filename="module.tar.gz"',
          },
          body: tgz,
        },
      },
      notFound,
    );

  test('citizen serves lists, versions, archives and the latest version', async () => {
    const me = await registry();
    for (const words of ['list', 'list acme', 'search network', 'latest acme/network', 'latest acme/network/aws']) {
      expect((await me.svc(`module ${words} -o tsv`)).stdout).toMatch(/^acme\/network\/aws\t1\.2\.0\t/m);
    }
    expect((await me.svc('module versions acme/network/aws')).stdout).toBe('1.2.0\n1.0.0\n');
    await downloads(me, 'acme/network/aws');
  });

  test('citizen serves inputs, outputs and resources as objects by name', async () => {
    const { svc } = await registry();
    const section = async (name: string, folder = '') =>
      (await svc(`module show acme/network/aws${folder} --section ${name} --columns name`)).stdout;
    expect(await section('inputs')).toBe('cidr\n');
    expect(await section('outputs')).toBe('vpc.id\n');
    expect(await section('resources')).toBe('main\n');
    expect(await section('resources', '//modules/subnet')).toBe('main\n');
    expect(JSON.parse((await svc('module show acme/network/aws --json')).stdout).root).toEqual(root);
  });

  test('citizen returns an empty root for an exact version, and only --debug mentions it', async () => {
    const { svc } = await registry();
    const { code, stdout, stderr } = await svc('module show acme/network/aws@1.0.0 --no-color', { tty: true });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^address +acme\/network\/aws\nversion +1\.0\.0\n/);
    const debug = await svc('module show acme/network/aws@1.0.0 --debug');
    expect(debug.stderr.match(/^\* GET .*\/acme\/network\/aws\/1\.0\.0 responded with less .*$/gm)).toEqual([
      expect.stringContaining('documents: root.path: '),
    ]);
  });

  test('citizen returns an empty list of versions for an unknown module, which exits with 3', async () => {
    const { svc } = await registry();
    for (const words of ['versions', 'latest', 'show', 'download']) {
      expect(await svc(`module ${words} acme/nothing/aws`)).toExit(3, 'lists no version of acme/nothing/aws.\n');
    }
  });
});

// terrareg/server/api at commit 91472ed.
describe('terrareg', () => {
  const outline = {
    ...named('1.2.0'),
    ...{ owner: null, description: null, source: null, published_at: '2026-01-05T22:53:12' },
    ...{ trusted: false, internal: false, provider_source: null, namespace_default_provider_source: null },
    provider_source_inheritance_disabled: false,
  };
  const root = {
    path: '',
    readme: null,
    empty: false,
    inputs: [
      { name: 'cidrs', type: 'list', description: 'Ranges', default: ['10.0.0.0/8'], required: false },
      { name: 'name', type: 'string', description: null, default: null, required: true },
    ],
    outputs: [{ name: 'id', description: null }],
    dependencies: [{ name: 'label', source: 'acme/label/null', version: '1.0.0' }],
    provider_dependencies: [{ name: 'aws', namespace: 'hashicorp', source: '', version: '>= 5.0' }],
    resources: [{ type: 'vpc', name: 'main', provider: 'aws', mode: 'managed', version: 'latest', description: null }],
  };
  const details = { ...outline, versions: ['1.0.0', '1.2.0'], root, submodules: [], providers: ['aws'] };
  const page = { body: { meta: { limit: 10, current_offset: 0 }, modules: [outline] } };
  const counts = { week: 1, month: 2, year: 3, total: 4 };
  const summary = { type: 'module-downloads-summary', id: 'acme/network/aws', attributes: counts };
  const location = {
    status: 204,
    headers: { 'x-terraform-get': '/v1/terrareg/modules/acme/network/aws/1.2.0/source.zip' },
  };
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const token = { status: 401, headers: html, body: '\nAn analytics token must be provided.\n' };
  const each = { root: { providers: [], dependencies: [] }, submodules: [] };
  const listed = ['1.0.0', '1.2.0'].map((version) => ({ version, ...each }));
  const versions = { body: { modules: [{ source: 'acme/network/aws', versions: listed }] } };
  const registry = () =>
    against(
      {
        ...{ '': page, acme: page, search: page, 'acme/network': page },
        ...{ 'acme/network/aws': { body: details }, 'acme/network/aws/1.2.0': { body: details } },
        ...{ 'acme/network/aws/versions': versions, 'team__acme/network/aws/versions': versions },
        ...{ 'team__acme/network/aws/1.2.0/download': location, 'acme/network/aws/1.2.0/download': token },
        '/v1/terrareg/modules/acme/network/aws/1.2.0/source.zip': {
          headers: { 'content-type': 'application/zip', 'content-disposition': 'inline; filename=source.zip' },
          body: zipped,
        },
        '/v2/modules/acme/network/aws/downloads/summary': { body: { data: summary } },
      },
      notFound,
    );

  test('terrareg serves lists, versions, descriptions and counts', async () => {
    const { svc } = await registry();
    for (const words of ['list', 'list acme', 'search network', 'latest acme/network', 'latest acme/network/aws']) {
      expect((await svc(`module ${words} -o tsv`)).stdout).toMatch(/^acme\/network\/aws\t1\.2\.0\t/m);
    }
    expect((await svc('module versions acme/network/aws')).stdout).toBe('1.2.0\n1.0.0\n');
    expect((await svc('module show acme/network/aws --section inputs --columns name,default')).stdout).toBe(
      'cidrs\t["10.0.0.0/8"]\nname\t\n',
    );
    expect((await svc('module show acme/network/aws@1.2.0 --section resources')).stdout).toBe('vpc\tmain\n');
    expect((await svc('module stats acme/network/aws --jq .attributes.total')).stdout).toBe('4\n');
  });

  test('terrareg serves archives only to clients that name a team, and --debug shows its response to others', async () => {
    const me = await registry();
    await downloads(me, 'team__acme/network/aws@1.2.0');
    expect(await me.svc('module download acme/network/aws@1.2.0 --dir other --debug')).toExit(
      4,
      'An analytics token must be provided.',
    );
  });

  test('terrareg responds with 404 to a publisher without modules', async () => {
    const { svc } = await registry();
    expect(await svc('module list nobody')).toExit(3, 'of nobody.\n');
  });
});

test('svc accepts a description of a module that has only a version, whatever its other fields contain', async () => {
  const odd = {
    ...{ version: '1.0.0', id: 7, name: 'network/aws', provider: 'aws', description: ['x'], published_at: 5 },
    ...{ root: { dependencies: 'none', inputs: [null, 'cidr', 3, { name: 'name' }], outputs: 4, readme: {} } },
    ...{
      submodules: [null, 'x', { inputs: {} }, { path: 'modules/one', outputs: 'none' }],
      providers: 'aws',
      versions: 1,
    },
  };
  const { svc } = await against({ 'a/b/c': { body: odd } }, { status: 404 }, '/v1/modules/');
  expect((await svc('module latest a/b/c -o tsv')).stdout).toMatch(/^a\/b\/c\t1\.0\.0\t/);
  for (const flags of [' --no-color', ' --section inputs', ' --section submodules', ' --section readme', ' -o json']) {
    for (const tty of [true, false]) expect((await svc(`module show a/b/c${flags}`, { tty })).code).toBe(0);
  }
  expect((await svc('module show a/b/c --section inputs --columns name')).stdout).toBe('cidr\nname\n');
  expect((await svc('module show a/b/c//modules/one -o tsv')).stdout).toBe('modules/one\t\t0\t\t\t\n');
  expect((await svc('module show a/b/c//modules/two')).stderr).toContain('Did you mean "//modules/one"?');
  expect(JSON.parse((await svc('module show a/b/c -o json')).stdout)).toEqual(odd);
  const empty = await against({ 'a/b/c': { body: {} } }, { status: 404 }, '/v1/modules/');
  expect((await empty.svc('module latest a/b/c -o tsv')).code).toBe(9);
});

test.each<[title: string, code: number, modules: unknown[], words: string]>([
  ['no module', 3, [], 'has no module a/b/c'],
  ['a module without versions', 3, [{}], 'has no module a/b/c'],
  ['no version', 3, [{ versions: [] }], 'lists no version of a/b/c'],
  ['odd versions among others', 0, [{ versions: [null, {}, 'x', { version: 1 }, { version: '1.0.0' }] }], ''],
  ['versions that are no list', 9, [{ versions: '1.0.0' }], 'modules.0.versions'],
])('a list of versions with %s exits with %s', async (_, code, modules, words) => {
  const { svc } = await against({ 'a/b/c/versions': { body: { modules } } }, { status: 404 }, '/v1/modules/');
  expect(await svc('module versions a/b/c')).toMatchObject({ code, stderr: expect.stringContaining(words) });
});
