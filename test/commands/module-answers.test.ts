import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deflated, zip } from '../modules/archive/zip-builder.ts';
import { machine, sandbox } from '../support/svc.ts';
import { type Literal, literalServer } from '../support/tiny-server.ts';

const zipped = (text: string) => zip([{ name: 'main.tf', content: text, method: deflated }]);

/** A registry with these literal responses by path and query below its base URL. */
async function at(answers: Record<string, Literal>, env: Record<string, string> = {}) {
  const { asked, url } = await literalServer(answers);
  const me = await machine({ SVC_REGISTRY: `${url}/v1/modules/`, ...env });
  return { ...me, url, asked: () => asked };
}

const listed = (...versions: unknown[]): Literal => ({ body: { modules: [{ versions }] } });
const one = listed({ version: '1.0.0' });
const located = (location: string): Literal => ({ status: 204, headers: { 'x-svc-get': location } });
const moved = (location: string, status = 302): Literal => ({ status, headers: { location } });

describe('the location of a download endpoint that redirects', () => {
  // spec: R-81
  test.each([301, 302, 307, 308])(
    'a relative location after a redirect with %i is resolved against the URL before the redirect',
    async (status) => {
      const { cwd, svc, url } = await at({
        'a/b/c/versions': one,
        'a/b/c/1.0.0/download': moved('/v1/modules/moved/deep/down/download', status),
        'moved/deep/down/download': located('./m.zip'),
        'moved/deep/down/m.zip': { body: zipped('# of the target') },
        'a/b/c/1.0.0/m.zip': { body: zipped('# of the request') },
      });
      expect((await svc('module source a/b/c')).stdout).toBe(`${url}/v1/modules/a/b/c/1.0.0/m.zip\n`);
      expect(await svc('module download a/b/c --dir out')).toMatchObject({ code: 0 });
      expect(await readFile(join(cwd, 'out/main.tf'), 'utf8')).toBe('# of the request');
    },
  );

  test('a redirected download endpoint has the same location for an exact version, the newest version and a constraint', async () => {
    const { svc, url } = await at({
      'a/b/c/versions': one,
      'a/b/c/download': moved('/v1/modules/a/b/c/0.9.0/download'),
      'a/b/c/1.0.0/download': moved('/elsewhere/download'),
      '/elsewhere/download': located('../m.zip'),
    });
    for (const address of ['a/b/c', 'a/b/c@1.0.0', 'a/b/c@~> 1.0'])
      expect((await svc(['module', 'source', address])).stdout).toBe(`${url}/v1/modules/a/b/c/m.zip\n`);
  });
});

describe('a location is read as terraform reads it', () => {
  test.each([
    ['a blank', './a b.zip?x=c d', 'a/b/c/1.0.0/a%20b.zip?x=c%20d'],
    ['UTF-8', Buffer.from('./é.zip?x=ü').toString('latin1'), 'a/b/c/1.0.0/%C3%A9.zip?x=%C3%BC'],
    ['a fragment', './a.zip?x=1#top', 'a/b/c/1.0.0/a.zip?x=1'],
  ])('a location with %s is read as terraform reads it', async (_, location, requested) => {
    const { asked, svc } = await at({
      'a/b/c/1.0.0/download': located(location),
      [requested]: { body: zipped('# it') },
    });
    expect(await svc('module download a/b/c@1.0.0 --dir out')).toMatchObject({ code: 0 });
    expect(asked()).toEqual(['a/b/c/1.0.0/download', requested]);
  });

  test('a redirect to a location with UTF-8 is followed', async () => {
    const { asked, svc } = await at({
      'a/b/c/1.0.0/download': located('./a.zip'),
      'a/b/c/1.0.0/a.zip': moved(Buffer.from('./é.zip').toString('latin1')),
      'a/b/c/1.0.0/%C3%A9.zip': { body: zipped('# it') },
    });
    expect(await svc('module download a/b/c@1.0.0 --dir out')).toMatchObject({ code: 0 });
    expect(asked().at(-1)).toBe('a/b/c/1.0.0/%C3%A9.zip');
  });

  test('a location without an archive ending is requested with terraform-get=1 and may name another location', async () => {
    const { asked, svc } = await at({
      'a/b/c/1.0.0/download': located('./pkg'),
      'a/b/c/1.0.0/pkg?terraform-get=1': located('/v1/modules/real.zip'),
      'real.zip': { body: zipped('# it') },
    });
    expect(await svc('module download a/b/c@1.0.0 --dir out')).toMatchObject({ code: 0 });
    expect(asked()).toEqual(['a/b/c/1.0.0/download', 'a/b/c/1.0.0/pkg?terraform-get=1', 'real.zip']);
  });
});

describe.each([404, 405, 501])('a registry that responds with %i to an unknown endpoint', (status) => {
  const lacking = { status, body: { errors: ['No such operation'] } };

  // spec: R-3
  test('a missing endpoint of a registry exits with 3 and one sentence, and module latest uses the list of versions in its place', async () => {
    const { svc } = await at({
      'a/b/c': lacking,
      'a/b/c/1.0.0': lacking,
      'a/b/c/versions': one,
      'a/b/c/1.0.0/download': lacking,
      'a/b?limit=100': lacking,
      '/v2/modules/a/b/c/downloads/summary': lacking,
    });
    expect(await svc('module latest a/b/c -o tsv')).toMatchObject({ code: 0, stdout: 'a/b/c\t1.0.0\t\t\t\t\n' });
    for (const [words, message] of [
      ['show a/b/c', 'lists a/b/c 1.0.0, but has no description of it'],
      ['show a/b/c@1.0.0', 'lists a/b/c 1.0.0, but has no description of it'],
      ['downloads a/b/c', 'has no downloads summary of a/b/c'],
      ['source a/b/c', 'has no download of a/b/c 1.0.0'],
      ['source a/b/c@1.0.0', 'has no download of a/b/c 1.0.0'],
      ['download a/b/c', 'has no download of a/b/c 1.0.0'],
      ['latest a/b', 'has no latest versions of a/b'],
    ])
      expect([words, await svc(`module ${words}`)]).toMatchObject([
        words,
        {
          code: 3,
          stderr: expect.stringMatching(new RegExp(`^Error: The registry at 127\\.0\\.0\\.1:\\d+ ${message}\\.`)),
        },
      ]);
  });
});

test('module list search lists the modules of a namespace named search, and obeys --offset and --limit', async () => {
  const named = (namespace: string, name: string) => ({ namespace, name, provider: 'c', version: '1.0.0' });
  const modules = [named('a', 'one'), ...['one', 'two', 'three'].map((name) => named('search', name))];
  const { svc } = await at({ '': { body: { meta: {}, modules } } });
  const addresses = async (flags: string) => (await svc(`module list search --columns address${flags}`)).stdout;
  expect(await addresses('')).toBe('search/one/c\nsearch/two/c\nsearch/three/c\n');
  expect(await addresses(' --offset 1 --limit 1')).toBe('search/two/c\n');
  expect((await svc('module list search --limit 1')).stderr).toContain('Showing only the first.');
  expect((await svc('module list search --limit 3')).stderr).toBe('');
});

describe('a description of one version', () => {
  const described = { namespace: 'a', name: 'b', provider: 'c', version: '1.0.0', root: { path: '' } };

  test.each(['1.0.0', 'v1.0.0', '1.0'])(
    'module show accepts a description of version 1.0.0 that calls the version %s',
    async (version) => {
      const { svc } = await at({ 'a/b/c/1.0.0': { body: { ...described, namespace: 'A', version } } });
      expect(await svc('module show a/b/c@1.0.0')).toMatchObject({ code: 0, stderr: '' });
    },
  );

  test('module show exits with 9 if the registry describes another version, and warns if it describes another module', async () => {
    const { svc } = await at({
      'a/b/c/1.0.0': { body: { ...described, version: '2.0.0' } },
      'a/b/c/1.1.0': { body: { ...described, name: 'x', version: '1.1.0' } },
    });
    expect(await svc('module show a/b/c@1.0.0')).toExit(9, 'The registry describes a/b/c 1.0.0 as version 2.0.0.');
    expect(await svc('module show a/b/c@1.1.0')).toMatchObject({
      code: 0,
      stderr: 'Warning: The registry describes a/b/c 1.1.0 as a/x/c.\n',
    });
  });

  test.each(['show', 'latest'])(
    'module %s warns if the registry describes another module as the latest version',
    async (verb) => {
      const { svc } = await at({
        'a/b/c': { body: { ...described, provider: 'x' } },
        'a/b/d': { body: { ...described, provider: 'D' } },
      });
      expect(await svc(`module ${verb} a/b/c`)).toMatchObject({
        code: 0,
        stderr: 'Warning: The registry describes a/b/c 1.0.0 as a/b/x.\n',
      });
      expect(await svc(`module ${verb} a/b/d`)).toMatchObject({ code: 0, stderr: '' });
    },
  );
});

test.each(['', ' '])('a discovery document with the URL %j for modules.v1 exits with 9', async (declared) => {
  const { svc, url } = await at({ '/.well-known/terraform.json': { body: { 'modules.v1': declared } } });
  expect(await svc(`module versions a/b/c --registry ${url}`)).toExit(9, 'has no URL for modules.v1');
});

describe('a 403', () => {
  const closed = { 'a/b/c/versions': { status: 403, body: { errors: ['Forbidden'] } } };

  test('the error for a 403 says whether a token was sent', async () => {
    const { env, svc, url } = await at(closed);
    const without = await svc('module versions a/b/c');
    expect(without).toExit(4, 'Not allowed without a token.');
    const name = `SVC_TOKEN_127_0_0_1_${new URL(url).port}`;
    const sent = await svc('module versions a/b/c', { env: { ...env, [name]: 'a-token' } });
    expect(sent).toExit(4, 'This token is not allowed to do that.');
  });

  test('the error for a 403 after a download without a token does not name a token variable', async () => {
    const { env, svc, url } = await at({
      'a/b/c/1.0.0/download': located('./m.zip'),
      'a/b/c/1.0.0/m.zip': { status: 403 },
    });
    const name = `SVC_TOKEN_127_0_0_1_${new URL(url).port}`;
    const { code, stderr } = await svc('module download a/b/c@1.0.0', { env: { ...env, [name]: 'a-token' } });
    expect([code, stderr]).toEqual([4, expect.stringContaining('Not allowed without a token.')]);
    expect(stderr).not.toContain(name);
  });
});

describe('a list of versions', () => {
  test('module versions says that there are no releases if the list has only prereleases', async () => {
    const { svc } = await at({ 'a/b/c/versions': listed({ version: '1.0.0-rc1' }) });
    expect(await svc('module versions a/b/c')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '1 prerelease hidden; use --pre to show it.\na/b/c has no releases.\n',
    });
    const some = await svc(['module', 'versions', 'a/b/c', '--constraint', '>= 1.0.0-rc1']);
    expect(some.stderr).toContain('No release of a/b/c matches ">= 1.0.0-rc1".');
  });

  test('entries of a version list that are not objects are ignored with a warning', async () => {
    const huge = { version: '9'.repeat(100_000) };
    const { svc } = await at({ 'a/b/c/versions': listed('1.0.0', { version: '0.9.0' }, { name: 'x' }, 99, huge) });
    const { code, stderr, stdout } = await svc('module versions a/b/c');
    expect([code, stdout]).toEqual([0, '0.9.0\n']);
    expect(stderr).toContain('Ignored "the entry "1.0.0"", which the registry lists as a version.');
    expect(stderr).toContain('Ignored "the entry {"name":"x"}", which the registry lists as a version.');
    expect(stderr).toContain('Ignored "the entry 99", which the registry lists as a version.');
    expect(stderr.length).toBeLessThan(1000);
    const { svc: other } = await at({ 'a/b/c/versions': listed('1.0.0') });
    expect(await other('module source a/b/c')).toExit(3, 'listed "the entry ');
  });
});

test.each(['list', 'latest'])(
  'the hint of module %s for a publisher at a host is a command that keeps the host and succeeds',
  async (verb) => {
    const service = await sandbox();
    const me = await machine();
    const host = new URL(service.url).host;
    const { code, stderr } = await me.svc(`module ${verb} ${host}/acme`);
    const [, hint = ''] = /Hint: .*: svc (.*)\n/.exec(stderr) ?? [];
    expect([code, hint]).toEqual([2, `module list acme --registry ${host}`]);
    const followed = await me.svc(hint.replace(host, service.url));
    expect([followed.code, followed.stdout]).toEqual([0, expect.stringContaining('acme/label/null')]);
  },
);

describe('a number beyond 2^53', () => {
  const large = '12345678901234567891';
  const row = `{"id":"a/b/c/1.0.0","namespace":"a","name":"b","provider":"c","version":"1.0.0","downloads":${large},"x":{"y":[${large}]}}`;
  const json = (body: string): Literal => ({ headers: { 'content-type': 'application/json' }, body });
  const answers = {
    '?limit=20': json(`{"meta":{"limit":20,"current_offset":0},"modules":[${row}]}`),
    'a/b/c': json(row),
    '/v2/modules/a/b/c/downloads/summary': json(
      `{"data":{"type":"module-downloads-summary","id":"a/b/c","attributes":{"week":1,"month":1,"year":1,"total":${large}}}}`,
    ),
  };

  test.each([
    ['list -o csv', large],
    ['list -o table', '12,345,678,901,234,567,891'],
    ['list --jq .[0].x', `{"y":[${large}]}`],
    ['latest a/b/c -o table', '12,345,678,901,234,567,891'],
    ['downloads a/b/c -o table', '12,345,678,901,234,567,891'],
    ['downloads a/b/c --jq .attributes.total', large],
  ])('a number beyond 2^53 keeps its digits in %s', async (words, shown) => {
    const { svc } = await at(answers);
    const { code, stdout } = await svc(`module ${words}`);
    expect([code, stdout.replaceAll('""', '"')]).toEqual([0, expect.stringContaining(shown)]);
  });
});

test('an empty CLI configuration causes no warning', async () => {
  const { svc, url } = await at({ 'a/b/c/versions': one }, { TF_CLI_CONFIG_FILE: '/dev/null' });
  const words = `module versions modules.example.com/a/b/c --registry modules.example.com=${url}/v1/modules/`;
  expect(await svc(words)).toEqual(expect.objectContaining({ code: 0, stdout: '1.0.0\n', stderr: '' }));
});
