import { describe, expect, test } from 'vitest';
import { machine } from '../support/svc.ts';
import { type Literal, literalServer } from '../support/tiny-server.ts';

const base = '/v1/modules/';

/** A registry with these literal responses by path below its base URL; those of a list are sent one after another. */
async function at(answers: Record<string, Literal | Literal[]>) {
  const { asked, url } = await literalServer(answers);
  const { svc } = await machine({ SVC_REGISTRY: `${url}${base}` });
  return { svc, asked };
}

const module = {
  ...{ id: 'a/b/c/1.0.0', owner: '', namespace: 'a', name: 'b', version: '1.0.0', provider: 'c', downloads: 7 },
  ...{ description: 'A module', source: 'https://git.example.com/a/b', published_at: '2026-01-15T12:00:00Z' },
  verified: false,
};
const part = { dependencies: [], providers: [{ name: 'c', version: '' }] };
const versions = {
  modules: [
    { source: 'a/b/c', versions: [{ version: '1.0.0', submodules: [{ path: 'modules/x', ...part }], root: part }] },
    { source: 'a/dependency/c', versions: [{ version: '9.0.0', submodules: [], root: part }] },
  ],
};
const located = { status: 204, headers: { 'X-Svc-Get': './b.tar.gz' } };

describe('values of a registry that may be empty or unknown', () => {
  // docs/protocol/registry.md#versions: "Further elements, when present, are dependencies offered to save requests; they are optional."
  test.each([
    ['a dependency that is nothing', [null], {}],
    ['a dependency that is a text', ['a/dependency/c'], {}],
    ['a dependency without versions', [{ source: 'a/dependency/c' }], {}],
    ['a dependency of another form', [{ source: 7, versions: [{ version: 1 }, null] }], {}],
    ['a submodule that is nothing', [], { submodules: [null, { path: 7, providers: 'none' }] }],
    ['submodules that are none', [], { submodules: 'none', root: null }],
    ['a root of another form', [], { root: { dependencies: [7, null], providers: [{ name: null }] } }],
  ])('module versions accepts %s', async (_, more, version) => {
    const modules = [{ source: 'a/b/c', versions: [{ version: '1.0.0', ...version }] }, ...more];
    const { svc } = await at({ 'a/b/c/versions': { status: 200, body: { modules } } });
    expect(await svc('module versions a/b/c')).toMatchObject({ code: 0, stdout: '1.0.0\n', stderr: '' });
    expect(JSON.parse((await svc('module versions a/b/c -o json')).stdout)).toEqual([{ version: '1.0.0', ...version }]);
  });

  // docs/protocol/registry.md#endpoints: "module object for the latest version", "the download endpoint of the latest version".
  test.each([
    ['where the registry says which is the latest', true],
    ['where it does not', false],
  ])(
    'module show, latest, source and download use a prerelease with a warning if a module has no other versions, %s',
    async (_, tells) => {
      const versions = [{ version: '2.0.0-rc1' }, { version: '2.0.0-rc2' }];
      const one = { status: 200, body: { ...module, version: '2.0.0-rc2', root: { path: '' } } };
      const to = { status: 302, headers: { location: '/v1/modules/a/b/c/2.0.0-rc2/download' } };
      const { svc } = await at({
        'a/b/c/versions': { status: 200, body: { modules: [{ source: 'a/b/c', versions }] } },
        'a/b/c/2.0.0-rc2': one,
        'a/b/c/2.0.0-rc2/download': located,
        ...(tells ? { 'a/b/c': one, 'a/b/c/download': to } : {}),
      });
      for (const verb of ['show', 'latest', 'source', 'download --dry-run']) {
        const { code, stdout, stderr } = await svc(`module ${verb} a/b/c`);
        expect([verb, code, stdout]).toEqual([verb, 0, expect.stringContaining('2.0.0-rc2')]);
        expect(stderr).toContain('Warning: 2.0.0-rc2, the latest version of a/b/c, is a prerelease.');
      }
      const exact = await svc('module download a/b/c@2.0.0-rc2 --dry-run');
      expect([exact.code, exact.stderr]).toEqual([0, expect.not.stringContaining('is a prerelease')]);
      expect((await svc(['module', 'download', 'a/b/c@~> 2.0', '--dry-run'])).code).toBe(3);
    },
  );

  test.each(['show a/b/c@2.0.0', 'source a/b/c@2.0.0', 'download a/b/c@2.0.0'])(
    'an unknown version is reported as a missing module or version if the registry has no list of versions: %s',
    async (words) => {
      const { svc } = await at({});
      expect(await svc(`module ${words}`)).toExit(3, /has no module a\/b\/c, or no version 2\.0\.0 of it\./);
    },
  );

  // spec: R-14
  test('the owner of a module may be empty', async () => {
    const { svc } = await at({
      'a/b': { status: 200, body: { meta: { limit: 5, current_offset: 0 }, modules: [module] } },
    });
    const { code, stdout } = await svc('module latest a/b --json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ id: 'a/b/c/1.0.0', owner: '' }]]);
  });

  // spec: R-38
  test('the version of a provider may be an empty string', async () => {
    const { svc } = await at({ 'a/b/c/versions': { status: 200, body: versions } });
    const { code, stdout } = await svc('module versions a/b/c --json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ root: { providers: [{ name: 'c', version: '' }] } }]]);
  });

  // spec
  test('a further element of a versions response is a dependency, not a version of the module', async () => {
    const { svc } = await at({ 'a/b/c/versions': { status: 200, body: versions } });
    expect(await svc('module versions a/b/c --columns version')).toMatchObject({ code: 0, stdout: '1.0.0\n' });
  });
});

describe('status codes of a registry', () => {
  // spec: R-88
  test.each([301, 302, 307])('svc follows a redirect of an endpoint with status %i', async (status) => {
    const { svc, asked } = await at({
      'a/b/c/versions': { status, headers: { location: `${base}new/b/c/versions` } },
      'new/b/c/versions': { status: 200, body: versions },
    });
    expect(await svc('module versions a/b/c --columns version')).toMatchObject({ code: 0, stdout: '1.0.0\n' });
    expect(asked).toEqual(['a/b/c/versions', 'new/b/c/versions']);
  });

  // spec: R-89
  test.each([302, 307])('svc follows a redirect of the latest download with status %i', async (status) => {
    const { svc } = await at({
      'a/b/c/download': { status, headers: { location: `${base}a/b/c/1.0.0/download` } },
      'a/b/c/1.0.0/download': located,
    });
    const { code, stdout } = await svc('module source a/b/c');
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${base}a/b/c/1.0.0/b.tar.gz`)]);
  });

  // spec: R-90
  test.each([400, 403, 404, 422])('a request is not retried after status %i', async (status) => {
    const { svc, asked } = await at({ 'a/b/c/versions': { status, body: { errors: ['No such thing'] } } });
    const { code, stderr } = await svc('module versions a/b/c', { env: { SVC_RETRIES: '3' } });
    expect(code).not.toBe(0);
    expect(stderr).toContain('No such thing');
    expect(asked).toEqual(['a/b/c/versions']);
  });

  // spec
  test.each([429, 503])('a request is retried after status %i and Retry-After, and then succeeds', async (status) => {
    const busy = { status, headers: { 'retry-after': '0' }, body: { errors: ['Slow down'] } };
    const { svc, asked } = await at({ 'a/b/c/versions': [busy, { status: 200, body: versions }] });
    const { code, stdout } = await svc('module versions a/b/c --columns version', { env: { SVC_RETRIES: '3' } });
    expect([code, stdout, asked.length]).toEqual([0, '1.0.0\n', 2]);
  });

  // spec
  test.each([500, 502])('a request is retried after status %i, even if the body is not JSON', async (status) => {
    const html = { status, headers: { 'content-type': 'text/html' } };
    const { svc, asked } = await at({ 'a/b/c/versions': [html, { status: 200, body: versions }] });
    const { code, stdout } = await svc('module versions a/b/c --columns version', { env: { SVC_RETRIES: '3' } });
    expect([code, stdout, asked.length]).toEqual([0, '1.0.0\n', 2]);
  });
});
