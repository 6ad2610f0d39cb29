import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packTar } from 'modern-tar';
import { afterAll, describe, expect, test } from 'vitest';
import { mapHost } from '../support/configuration.ts';
import { literalRegistry, type Published, type RegistryOptions } from '../support/registry.ts';
import { machine } from '../support/svc.ts';
import { hasOpenssl, sharedAuthority } from '../support/tls.ts';

/** A machine at a registry of its own. */
async function at(options: RegistryOptions, env: Record<string, string> = {}) {
  const registry = await literalRegistry(options);
  const me = await machine({ SVC_REGISTRY: `${registry.url}/v1/modules/`, ...env });
  return { ...me, me, ...registry };
}

/** A tar with one file that holds its own name as a comment. */
const tarOf = async (name: string) =>
  Buffer.from(await packTar([{ header: { name, size: name.length + 2 }, body: `# ${name}` }]));

const published = (description: string, verified = false): Published => ({
  versions: ['1.0.0'],
  latest: '1.0.0',
  description,
  verified,
});
const shelf: Record<string, Published> = {
  'acme/network/cloud': published('A private network with subnets', true),
  'acme/network/onprem': published('A network that is private'),
  'acme/queue/cloud': published('Nothing private about this network of queues'),
  'globex/network/cloud': published('A private network, again'),
};
const addresses = (stdout: string) =>
  (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id.replace(/\/[^/]+$/, ''));

describe('a search', () => {
  test.each<[words: string[], found: string[]]>([
    [['network'], Object.keys(shelf)],
    [['private', 'queues'], ['acme/queue/cloud']],
    [['private queues'], ['acme/queue/cloud']],
    [['"private network"'], ['acme/network/cloud', 'globex/network/cloud']],
    [['"private network"', 'again'], ['globex/network/cloud']],
    [
      ['network', '--provider', 'cloud'],
      ['acme/network/cloud', 'acme/queue/cloud', 'globex/network/cloud'],
    ],
    [['network', '--namespace', 'globex'], ['globex/network/cloud']],
    [['network', '--verified'], ['acme/network/cloud']],
    [['private', '--namespace', 'acme', '--provider', 'onprem'], ['acme/network/onprem']],
    [['network', '--namespace', 'globex', '--verified'], []],
  ])('module search for %j finds %j', async (words, found) => {
    const { svc } = await at({ modules: shelf });
    const { code, stdout } = await svc(['module', 'search', ...words, '--json']);
    expect([code, addresses(stdout)]).toEqual([0, found]);
  });

  test.each([
    [['', ' '], 'No search terms given.'],
    [['network', '--namespace', 'a/b'], '--namespace must not contain a slash'],
  ])('module search for %j is rejected before any request', async (words, rejection) => {
    const { svc, seen } = await at({ modules: shelf });
    const { code, stderr } = await svc(['module', 'search', ...words]);
    expect([code, stderr, seen]).toEqual([2, expect.stringContaining(rejection), []]);
  });

  test('module search sends only the filters that were typed', async () => {
    const { svc, seen } = await at({ modules: shelf });
    await svc(['module', 'search', 'a', '"b c"', '--verified']);
    expect([...new URL(seen[0]!.path, 'http://x').searchParams]).toEqual([
      ['q', 'a "b c"'],
      ['verified', 'true'],
      ['limit', '20'],
    ]);
  });
});

const many = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`acme/m${n}/cloud`, published('one of many')]));
const family = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`acme/net/p${n}`, published('')]));

describe.each(['next_offset', 'relative', 'absolute'] as const)('the next page of a list is named by %s', (next) => {
  test.each([
    ['module search many', 7],
    ['module search many --provider cloud --namespace acme', 7],
    ['module list', 12],
    ['module list acme', 12],
    ['module list acme --provider p3', 1],
    ['module latest acme/net', 5],
  ])('%s reads all pages', async (words, count) => {
    const { svc, seen } = await at({ modules: { ...many, ...family }, next, pageSize: 3 });
    const all = words.includes('latest') ? '' : ' --all';
    const { code, stdout, stderr } = await svc(`${words}${all} --json`);
    expect([code, stderr]).toEqual([0, '']);
    expect(new Set(addresses(stdout)).size).toBe(count);
    expect(addresses(stdout)).toHaveLength(count);
    expect(seen).toHaveLength(Math.ceil(count / 3));
  });

  test('module search reads no more pages than --limit requires', async () => {
    const { svc, seen } = await at({ modules: many, next, pageSize: 3 });
    const { stdout, stderr } = await svc('module search many --limit 4 --json');
    expect(addresses(stdout)).toHaveLength(4);
    expect(stderr).toContain('Show more with');
    expect(seen).toHaveLength(2);
  });
});

describe('--offset', () => {
  test.each([
    ['module list --offset 9', ['acme/net/p2', 'acme/net/p3', 'acme/net/p4']],
    ['module list acme --provider cloud --offset 5', ['acme/m5/cloud', 'acme/m6/cloud']],
    ['module search many --offset 4 --all', ['acme/m4/cloud', 'acme/m5/cloud', 'acme/m6/cloud']],
    ['module latest acme/net --offset 3', ['acme/net/p3', 'acme/net/p4']],
    ['module latest acme/net --offset 1 --limit 2', ['acme/net/p1', 'acme/net/p2']],
    ['module list --offset 99', []],
  ])('--offset skips the first modules: %s', async (words, found) => {
    const { svc, seen } = await at({ modules: { ...many, ...family }, pageSize: 3 });
    const { code, stdout } = await svc(`${words} --json`);
    expect([code, addresses(stdout)]).toEqual([0, found]);
    expect(new URL(seen[0]!.path, 'http://x').searchParams.get('offset')).toBe(/--offset (\d+)/.exec(words)![1]);
  });

  test('module list mentions --offset if --limit cut the list', async () => {
    const { svc } = await at({ modules: many });
    expect((await svc('module list --offset 2 --limit 3')).stderr).toContain('Showing 3 after the first 2.');
    expect((await svc('module latest acme/m1/cloud --offset 2')).code).toBe(2);
    expect((await svc('module list --offset -1')).code).toBe(2);
    expect((await svc('module list --offset many')).code).toBe(2);
  });
});

// docs/protocol/registry.md#module-object: namespace, name and provider are each a "string", without further rules.
describe('a module with a name that the stock tool rejects', async () => {
  const odd = '_ac.me/net.work/My_Cloud';
  const warning = `Warning: The stock tool does not accept ${odd}`;
  const modules = { [odd]: { versions: ['1.0.0'], latest: '1.0.0', root: { path: '' }, download: () => '/m.tar' } };
  const files = { '/m.tar': await tarOf('main.tf') };

  test.each([
    ['show', ''],
    ['latest', ''],
    ['versions', ''],
    ['source', ''],
    ['download', ' --dry-run'],
    ['diff', ` HOST/${odd}@1.0.0`],
  ])('module %s accepts a module whose names the stock tool rejects, with a warning', async (verb, more) => {
    const { svc, url } = await at({ modules, files });
    // A namespace with a dot needs a host before it.
    const words = `module ${verb} HOST/${odd}${more} --registry HOST=${url}/v1/modules/`;
    const { code, stderr } = await svc(words.replaceAll('HOST', 'modules.example.com'));
    expect([verb, code, stderr]).toEqual([
      verb,
      0,
      expect.stringContaining(warning.replace(odd, `modules.example.com/${odd}`)),
    ]);
  });

  test('a module whose name the stock tool rejects is listed by module latest and can be mirrored', async () => {
    const name = 'acme/net.work/My_Cloud';
    const { home, me, svc, url } = await at({
      modules: { [name]: modules[odd]! },
      files: { '/m.tar': await tarOf('main.tf') },
    });
    const family = await svc('module latest acme/net.work --json');
    expect([family.code, addresses(family.stdout)]).toEqual([0, [name]]);
    expect(family.stderr).toContain('the name "net.work" is not 1 to 64');
    await mapHost(home, `${url}/v1/modules/`);
    const mirrored = await me.svc(`module mirror mirror modules.example.com/${name}`);
    expect(mirrored).toExit(0, 'The stock tool does not accept');
    expect((await me.svc(`module mirror mirror modules.example.com/${name}`)).stderr).toContain('there');
    expect(await svc(`module download ${name}`)).toMatchObject({ code: 0 });
    expect(await readFile(join(home, `${name}/1.0.0/main.tf`), 'utf8')).toBe('# main.tf');
  });

  test('module download requires --dir for a name that some systems cannot store', async () => {
    const { svc } = await at({
      modules: { 'acme/a:b/con': modules[odd]! },
      files: { '/m.tar': await tarOf('main.tf') },
    });
    expect(await svc('module download acme/a:b/con')).toExit(2, '--dir');
    expect((await svc('module download acme/a:b/con --dir out')).code).toBe(0);
  });
});

test.each([
  ['that knows the canonical spelling', '1.2.0', ['1.2.0']],
  ['that knows its own spelling alone', 'v1.2', ['1.2.0', 'v1.2']],
])('svc requests a version in the spelling of a registry %s', async (_title, known, asked) => {
  const download = (version: string) => (version === known ? './m.zip' : undefined);
  const { svc, seen } = await at({ modules: { 'a/b/c': { versions: ['v1.2'], download } } });
  const { code, stdout } = await svc('module source a/b/c@~>1.0');
  expect([code, stdout]).toEqual([0, expect.stringContaining(`/v1/modules/a/b/c/${known}/m.zip`)]);
  const paths = seen.flatMap(({ path }) => /([^/]+)\/download$/.exec(path)?.[1] ?? []);
  expect(paths).toEqual(asked);
});

describe('module show', () => {
  const root = {
    path: '',
    readme: '# Net\n',
    empty: false,
    inputs: [{ name: 'cidr', description: 'Range', default: '"10.0.0.0/8"' }],
    outputs: [{ name: 'id', description: 'Its id' }],
    dependencies: [{ name: 'label', source: 'acme/label/null', version: '1.0.0' }],
    resources: [{ name: 'this', type: 'cloud_network' }],
  };
  const inner = { ...root, path: 'modules/inner', readme: '# Inner\n', inputs: [] };
  const described = { ...published('A net'), versions: ['1.0.0', '1.1.0'], root, submodules: [inner] };

  test.each([
    ['inputs', root.inputs],
    ['outputs', root.outputs],
    ['dependencies', root.dependencies],
    ['resources', root.resources],
    ['submodules', [inner]],
    ['readme', root.readme],
  ])('module show prints the section %s alone', async (section, expected) => {
    const { svc } = await at({ modules: { 'a/b/c': described } });
    const { code, stdout } = await svc(`module show a/b/c --section ${section} --json`);
    expect([code, JSON.parse(stdout)]).toEqual([0, expected]);
  });

  test('module show prints the sections of a submodule', async () => {
    const { svc } = await at({ modules: { 'a/b/c': described } });
    expect((await svc('module show a/b/c//modules/inner --section readme')).stdout).toBe('# Inner\n');
    expect((await svc('module show a/b/c//modules/inner --section inputs --json')).stdout).toBe('[]\n');
  });

  test.each([
    ['a constraint', 'a/b/c@~> 1.0.0', '1.0.0'],
    ['a version', 'a/b/c@1.0.0', '1.0.0'],
    ['a version with a v', 'a/b/c@v1.1.0', '1.1.0'],
    ['nothing', 'a/b/c', '1.0.0'],
  ])('module show with %s describes the selected version', async (_title, address, version) => {
    const { svc } = await at({ modules: { 'a/b/c': described } });
    const { stdout } = await svc(['module', 'show', address, '--json']);
    expect((JSON.parse(stdout) as { version: string }).version).toBe(version);
  });
});

describe('discovery of a registry', () => {
  const modules = { 'a/b/c': { versions: ['1.0.0'] } };
  const document = (declared: string) => ({ body: { 'modules.v1': declared } });
  const terraform = '/.well-known/terraform.json';

  test.each<[title: string, files: RegistryOptions['files']]>([
    ['whole', { [terraform]: (origin) => document(`${origin}/v1/modules/`) }],
    ['relative', { [terraform]: () => document('/v1/modules/') }],
    ['relative to the document', { [terraform]: () => document('../v1/modules/') }],
    ['without a slash at its end', { [terraform]: () => document('/v1/modules') }],
    ['under the other well-known name', { '/.well-known/svc.json': () => document('/v1/modules/') }],
    ...[401, 403, 410].map((status): [string, RegistryOptions['files']] => [
      `under the other well-known name, where the first is ${status}`,
      {
        [terraform]: () => ({ status, body: { errors: ['No'] } }),
        '/.well-known/svc.json': () => document('/v1/modules/'),
      },
    ]),
    [
      'under the other well-known name, where the first names other services',
      {
        [terraform]: () => ({ body: { 'providers.v1': '/v1/providers/' } }),
        '/.well-known/svc.json': () => document('/v1/modules/'),
      },
    ],
    [
      'behind three redirects',
      {
        [terraform]: () => ({ status: 302, headers: { location: '/1' } }),
        '/1': () => ({ status: 301, headers: { location: '/2/' } }),
        '/2/': () => ({ status: 307, headers: { location: 'deep/document' } }),
        '/2/deep/document': () => document('../../v1/modules/'),
      },
    ],
  ])('discovery finds the URL of the registry: %s', async (_title, files) => {
    const { svc, url } = await at({ modules, ...(files ? { files } : {}) });
    const { code, stdout, stderr } = await svc(`module versions a/b/c --registry ${url}`);
    expect([code, stdout, stderr]).toEqual([0, '1.0.0\n', '']);
  });

  test('discovery may name another host, which does not receive the token of the first host', async () => {
    const other = await literalRegistry({ modules });
    const { svc, url, seen } = await at({ files: { [terraform]: () => document(`${other.url}/v1/modules/`) } });
    const { port } = new URL(url);
    const env = { [`SVC_TOKEN_127_0_0_1_${port}`]: 'of-the-host' };
    expect(await svc(`module versions a/b/c --registry ${url}`, { env })).toMatchObject({ code: 0, stdout: '1.0.0\n' });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer of-the-host']);
    expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test.each<[title: string, reply: object, code: number, words: string]>([
    ['is not allowed', { status: 403, body: { errors: ['No'] } }, 4, 'Not allowed without a token'],
    ['names other services', { body: { 'modules.v2': '/v2/' } }, 3, 'it offers modules.v2'],
  ])('discovery fails with the reason if the only document of a host %s', async (_title, reply, code, words) => {
    const { svc, url } = await at({ modules, files: { [terraform]: () => reply } });
    const result = await svc(`module versions a/b/c --registry ${url}`);
    expect(result).toExit(code, words);
  });

  test('a host without a discovery document exits with 3, and the suggested command succeeds', async () => {
    const { svc, url } = await at({ modules });
    expect(await svc(`module versions a/b/c --registry ${url}`)).toExit(3, 'name its registry with --registry URL/');
    expect((await svc(`module versions a/b/c --registry ${url}/v1/modules/`)).stdout).toBe('1.0.0\n');
  });

  test('--registry sets the registry for a host in an address', async () => {
    const { svc, url } = await at({ modules });
    const mapped = ['--registry', `Modules.Example=${url}/v1/modules/`];
    expect((await svc(['module', 'versions', 'modules.example/a/b/c', ...mapped])).stdout).toBe('1.0.0\n');
  });
});

describe('a private registry', () => {
  const modules = { 'a/b/c': { versions: ['1.0.0'] } };
  const options = { modules, token: 'canary-token-of-this-registry' };

  test('a private registry without a token exits with 4 and suggests how to set a token', async () => {
    const { svc } = await at(options);
    expect(await svc('module versions a/b/c')).toFail(4, /token|svc login/);
  });

  test.each(['TF_TOKEN_127_0_0_1', 'SVC_TOKEN_127_0_0_1', 'tf_token_127.0.0.1'])(
    'a private registry receives the token of %s',
    async (name) => {
      const { svc } = await at(options, { [name]: options.token });
      expect(await svc('module versions a/b/c')).toMatchObject({ code: 0, stdout: '1.0.0\n', stderr: '' });
    },
  );

  test('a private registry receives the token of the stock credentials file, and the file stays unchanged', async () => {
    const { home, svc, url } = await at(options);
    const folder = join(home, '.terraform.d');
    await mkdir(folder);
    const text = JSON.stringify({ credentials: { [new URL(url).host]: { token: options.token, more: 1 } }, x: [] });
    await writeFile(join(folder, 'credentials.tfrc.json'), text);
    const { code, stdout, stderr } = await svc('module versions a/b/c --debug');
    expect([code, stdout]).toEqual([0, '1.0.0\n']);
    expect(stderr).not.toContain(options.token);
    expect(await readFile(join(folder, 'credentials.tfrc.json'), 'utf8')).toBe(text);
  });

  test('a private registry does not receive the token of another host', async () => {
    const { svc, seen } = await at(options, { TF_TOKEN_elsewhere_test: 'canary', SVC_TOKEN: 'canary' });
    expect((await svc('module versions a/b/c')).code).toBe(4);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });
});

const openssl = hasOpenssl();
describe.skipIf(!openssl)('a host typed in the address', () => {
  const made = openssl ? sharedAuthority() : undefined;
  afterAll(() => made?.remove());

  test('the host in an address is requested over https, on its port and with its token', async () => {
    const registry = await literalRegistry({
      modules: { 'a/b/c': { versions: ['1.0.0', '1.2.0'] } },
      files: { '/.well-known/terraform.json': () => ({ body: { 'modules.v1': '/v1/modules/' } }) },
      token: 'canary',
      tls: made!,
    });
    const { host } = new URL(registry.url);
    const { svc } = await machine({ TF_TOKEN_127_0_0_1: 'canary' });
    const flags = ['--ca-file', made!.caFile];
    const { code, stdout, stderr } = await svc(['module', 'versions', `${host}/a/b/c@~> 1.0`, ...flags]);
    expect([code, stdout, stderr]).toEqual([0, '1.2.0\n1.0.0\n', '']);
    expect(registry.seen.map(({ path }) => path)).toEqual([
      '/.well-known/terraform.json',
      '/v1/modules/a/b/c/versions',
    ]);
  });
});
