import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { validSbom } from '../support/cyclonedx.ts';
import { hasGit, repository } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { cacheOf, machine } from '../support/svc.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const release = (name: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`acme/${name}/null/1.0.0/${path}`, text]));
const releases = {
  ...release('net', {
    'main.tf': call('s', './modules/sub'),
    'modules/sub/main.tf': call('leaf', at('leaf/null')),
    'license.tf': '',
    'COPYING.md': 'net',
  }),
  ...release('leaf', { 'main.tf': '', LICENSE: 'leaf', 'vendor/x y/LICENSE-MIT.txt': 'mit' }),
};
const purl = (name: string) => `pkg:generic/acme/${name}/null@1.0.0?repository_url=modules.example.com`;

/** A locked configuration whose modules are cached, and the requests that the registry got since. */
async function locked(files: Record<string, string> = { 'infra/main.tf': call('net', at('net/null')) }) {
  const me = await machine();
  const asked: string[] = [];
  await publish(me.home, releases, { onRequest: ({ target }) => void asked.push(target) });
  await writeFiles(me.home, files);
  const [top = ''] = Object.keys(files).map((path) => path.split('/')[0]);
  expect(await me.svc(`module lock ${top} --recursive`)).toMatchObject({ code: 0 });
  asked.length = 0;
  const lockOf = async (dir = 'infra') =>
    JSON.parse(await readFile(join(me.home, dir, 'svc.modules.lock.json'), 'utf8')).modules;
  return { ...me, me, asked, lockOf };
}

type Component = Record<'name' | 'purl', string> & { externalReferences: object[]; properties: { value: string }[] };
const component = (sbom: { components: Component[] }, name: string) =>
  sbom.components.find((each) => each.purl === purl(name));
const licencesOf = (found?: Component) => found?.externalReferences.slice(1);

describe('module sbom', () => {
  test('module sbom prints CycloneDX with one component for each package: its hashes, origin, licence files and calls', async () => {
    const { lockOf, svc } = await locked({
      'infra/main.tf':
        call('net', at('net/null')) + call('own', './own') + call('sub', `${at('net/null')}//modules/sub`),
      'infra/own/main.tf': call('leaf', at('leaf/null')),
    });
    const { code, stderr, stdout } = await svc('module sbom infra');
    expect([code, stderr]).toEqual([0, '']);
    const sbom = validSbom(stdout);
    expect(sbom).toMatchObject({ specVersion: '1.6', metadata: { component: { name: 'infra' } }, compositions: [] });
    expect(sbom.components.map((each: Component) => each.purl)).toEqual([purl('net'), purl('leaf')]);
    const { net } = await lockOf();
    const license = (url: string, text: string) => ({
      type: 'license',
      url,
      hashes: [{ alg: 'SHA-256', content: sha256(text) }],
    });
    const hashes = [{ alg: 'SHA-256', content: net.sha256 }];
    expect(component(sbom, 'net')).toMatchObject({
      type: 'library',
      name: at('net/null'),
      version: '1.0.0',
      hashes,
      externalReferences: [{ type: 'distribution', url: net.location, hashes }, license('COPYING.md', 'net')],
      properties: [
        { name: 'svc:h1', value: net.h1 },
        { name: 'svc:call', value: 'infra: net' },
        { name: 'svc:call', value: 'infra: sub' },
      ],
    });
    expect(licencesOf(component(sbom, 'leaf'))).toEqual([
      license('LICENSE', 'leaf'),
      license('vendor/x%20y/LICENSE-MIT.txt', 'mit'),
    ]);
    const [netRef, leafRef] = sbom.components.map((each: { 'bom-ref': string }) => each['bom-ref']);
    expect(sbom.dependencies).toEqual([
      { ref: 'configuration', dependsOn: [netRef, leafRef] },
      { ref: netRef, dependsOn: [leafRef] },
      { ref: leafRef, dependsOn: [] },
    ]);
  });

  // trust: T-171
  test('module sbom prints the same bytes from the cache and from installed modules, and sends no request', async () => {
    const { asked, home, me, svc } = await locked();
    const { stdout } = await svc('module sbom infra');
    expect(await svc('module sbom', { cwd: join(home, 'infra') })).toMatchObject({ code: 0, stdout });
    expect(asked).toEqual([]);
    expect(await svc('module install infra')).toMatchObject({ code: 0 });
    asked.length = 0;
    await rm(cacheOf(me), { recursive: true, force: true });
    expect(await svc('module sbom infra')).toMatchObject({ code: 0, stdout, stderr: '' });
    expect(asked).toEqual([]);
  });

  // trust: T-172
  test('module sbom omits the licence files of a package that is neither cached nor installed as locked, and warns about it', async () => {
    const { home, me, svc } = await locked();
    await svc('module install infra');
    await rm(cacheOf(me), { recursive: true });
    const planted = { 'net/COPYING.md': '', 'net.s.leaf/.git/LICENSE': '' };
    await writeFiles(join(home, 'infra/.terraform/modules'), planted);
    const { code, stderr, stdout } = await svc('module sbom infra');
    expect([code, stderr]).toEqual([
      0,
      'Warning: No licence files were read of modules that are neither installed nor cached: net.\n',
    ]);
    const sbom = validSbom(stdout);
    expect([component(sbom, 'net'), component(sbom, 'leaf')].map((each) => licencesOf(each)?.length)).toEqual([0, 2]);
    expect(component(sbom, 'net')?.properties.at(-1)).toEqual({ name: 'svc:licence-files', value: 'not read' });
  });

  test('module sbom of several folders prints one document, and each package names the calls of each folder', async () => {
    const one = call('net', at('net/null'));
    const { home, svc } = await locked({ 'live/a/main.tf': one, 'live/b/main.tf': one });
    const both = await svc('module sbom live/a live/b');
    expect(await svc('module sbom live --recursive')).toMatchObject({ code: 0, stdout: both.stdout });
    const sbom = validSbom(both.stdout);
    expect(sbom.metadata.component.name).toBe('live/a, live/b');
    expect(
      component(sbom, 'leaf')
        ?.properties.slice(1)
        .map(({ value }) => value),
    ).toEqual(['live/a: net.s.leaf', 'live/b: net.s.leaf']);
    await rm(join(home, 'live/b/svc.modules.lock.json'));
    expect(await svc('module sbom live/a live/b')).toMatchObject({ code: 2, stdout: '' });
  });

  test('module sbom marks the document as incomplete and exits with 8 if it cannot read a call', async () => {
    const { home, svc } = await locked();
    await writeFiles(home, { 'infra/more.tf': call('odd', 'hg::https://hg.example.com/x') });
    expect(await svc('module lock infra')).toMatchObject({ code: 8 });
    const { code, stderr, stdout } = await svc('module sbom infra');
    expect([code, stderr]).toEqual([8, expect.stringContaining('1 module call cannot be read')]);
    expect(validSbom(stdout).compositions).toEqual([{ aggregate: 'incomplete', dependencies: ['configuration'] }]);
  });

  test.skipIf(!hasGit())(
    'module sbom contains the commit of a repository, and the licence files of its cached package',
    async () => {
      const me = await machine({ PATH: process.env.PATH });
      const repo = repository();
      const commit = repo.commit({ 'main.tf': '', LICENSE: 'git' });
      const { url } = await gitServer(dirname(repo.folder));
      await writeFiles(me.home, { 'main.tf': call('g', `git::${url}/m.git?ref=main`) });
      expect(await me.svc('module lock')).toMatchObject({ code: 0 });
      const [found] = validSbom((await me.svc('module sbom')).stdout).components;
      expect(found).toMatchObject({ version: commit, externalReferences: [{ type: 'vcs', url: `${url}/m.git` }, {}] });
      expect(found.hashes).toBeUndefined();
    },
  );

  // trust: T-171
  test.skipIf(!hasGit())(
    'module sbom lists a licence file once, whatever links a package has to its own folders',
    async () => {
      const me = await machine({ PATH: process.env.PATH });
      const repo = repository();
      repo.commit({ 'main.tf': '', LICENSE: 'git', 'modules/up': { mode: '120000', text: '..' } });
      const { url } = await gitServer(dirname(repo.folder));
      await writeFiles(me.home, { 'main.tf': call('g', `git::${url}/m.git?ref=main`) });
      expect(await me.svc('module lock')).toMatchObject({ code: 0 });
      const [found] = validSbom((await me.svc('module sbom')).stdout).components;
      expect(licencesOf(found)).toMatchObject([{ url: 'LICENSE' }]);
    },
  );

  test.each([
    ['yaml', 0, /^bomFormat: CycloneDX$/m],
    ['raw', 0, /^\{\n {2}"bomFormat"/],
    ['csv', 2, /^$/],
  ])('module sbom -o %s exits with %d', async (format, code, stdout) => {
    const { svc } = await locked();
    expect(await svc(`module sbom infra -o ${format}`)).toMatchObject({ code, stdout: expect.stringMatching(stdout) });
  });

  // trust: T-189
  test.each(['source', 'location', 'subdir'])(
    'module sbom exits with 2 for an unpaired surrogate in the %s of a lock',
    async (field) => {
      const { home, svc } = await locked();
      const path = join(home, 'infra/svc.modules.lock.json');
      const lock = JSON.parse(await readFile(path, 'utf8'));
      const [call]: Record<string, string>[] = Object.values(lock.modules);
      call![field] = `\ud800.example.com/${call![field] ?? 'a'}`;
      await writeFile(path, JSON.stringify(lock));
      expect(await svc('module sbom infra')).toFail(2, `the ${field} of`);
    },
  );

  test('module sbom without a lock names the command that writes one in that folder', async () => {
    const me = await machine();
    await writeFiles(me.home, { 'infra/main.tf': '' });
    expect(await me.svc('module sbom infra')).toFail(2, 'Hint: Create it with: svc module lock infra');
  });
});
