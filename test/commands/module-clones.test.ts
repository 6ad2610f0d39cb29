import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, call, mapHost, writeFiles } from '../support/configuration.ts';
import { ignoringCase } from '../support/disk.ts';
import { hasGit, repository, type Tree } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { cacheOf, machine } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

const saying = (text: string) => expect.stringContaining(text);

/** A configuration that calls version 1.0.0 of a repository, directly and through a registry. */
async function prepared(files: Tree = {}) {
  const me = await machine({ PATH: process.env.PATH });
  const repo = repository();
  const id = repo.commit({ 'main.tf': '', 'modules/m/main.tf': '', ...files });
  for (const tag of ['v1.0.0', 'm-1.0.0']) repo.point(`refs/tags/${tag}`, id);
  const { asked, url } = await gitServer(dirname(repo.folder));
  const registry = await tinyServer(({ url: path = '' }, response) => {
    asked.push(path);
    if (path.endsWith('/versions')) response.end('{"modules":[{"versions":[{"version":"1.0.0"}]}]}');
    else response.writeHead(204, { 'x-terraform-get': `git::${url}/m.git//modules?ref=v1.0.0` }).end();
  });
  await mapHost(me.home, `${registry.url}/`);
  const own = `git::${url}/m.git//modules/m`;
  await writeFiles(me.home, { 'main.tf': call('g', `${own}?ref=v1.0.0`) + call('r', `${at('m/null')}//m`) });
  const installed = (...path: string[]) => join(me.home, '.terraform/modules', ...path);
  const locked = () => JSON.parse(readFileSync(join(me.home, 'svc.modules.lock.json'), 'utf8')).modules;
  return { ...me, asked, id, installed, locked, own, repo };
}

describe.skipIf(!hasGit())('a locked repository', () => {
  test('module install takes a locked repository from the cache by its commit and hash, without a request', async () => {
    const files = { run: { mode: '100755', text: 'x' }, l: { mode: '120000', text: 'gone' } };
    const { asked, installed, locked, svc } = await prepared(files);
    expect(await svc('module lock')).toMatchObject({ code: 0 });
    expect(locked()).toMatchObject({ g: { subdir: 'modules/m' }, r: { subdir: 'modules/m', h1: locked().g.h1 } });
    asked.length = 0;
    const { code, stdout } = await svc('module install --offline -o json');
    expect([code, asked]).toEqual([0, []]);
    expect(JSON.parse(stdout)).toMatchObject([
      { module: 'g', state: 'installed' },
      { module: 'r', dir: '.terraform/modules/r/modules/m' },
    ]);
    expect((await readdir(installed('r'))).sort()).toEqual(['l', 'main.tf', 'modules', 'run']);
    expect(await svc('module verify')).toMatchObject({ code: 0 });
    await rm(installed(), { recursive: true });
    expect(await svc('module install --frozen --no-cache')).toMatchObject({ code: 0 });
    expect(asked.length).toBeGreaterThan(0);
    const kept = JSON.parse((await svc('module cache list -o json')).stdout);
    expect(kept).toMatchObject([{ registry: 'git', module: `${locked().g.commit} ${locked().g.h1}` }]);
    expect(await svc('module cache verify')).toMatchObject({ code: 0 });
  });

  // trust: T-232
  test('module verify reports a version tag that now names another commit, also for the git location of a registry module', async () => {
    const { id, repo, svc } = await prepared();
    expect(await svc('module install')).toMatchObject({ code: 0 });
    const next = repo.commit({ 'main.tf': 'locals {}\n', 'modules/m/main.tf': '' });
    repo.point('refs/tags/v1.0.0', next);
    const { code, stderr, stdout } = await svc('module verify -o json');
    expect(JSON.parse(stdout)).toMatchObject([
      { origin: 'moved', moved: next },
      { origin: 'changed', moved: next },
    ]);
    expect([code, stderr]).toEqual([8, saying(`g: its version tag names commit ${next} now, the lock has ${id}`)]);
  });

  // trust: T-229
  test('a repository is installed with the same files and links with and without the cache', async () => {
    const link = (text: string) => ({ mode: '120000', text });
    const long = 'l'.repeat(120);
    const { installed, svc } = await prepared({
      ...{ 'shared/vars.tf': 'locals {}\n', 'modules/all': link('../shared'), 'modules/up': link('..') },
      ...{ 'modules/vars.tf': link('all/vars.tf'), 'gone.tf': link('nowhere.tf'), [`shared/${long}`]: '' },
      ...{ [long]: link(`shared/${long}`), 'é.tf': link('shared/é') },
    });
    const tree = async () =>
      (await readdir(installed('g'), { recursive: true, withFileTypes: true }))
        .map((entry) => [join(entry.parentPath, entry.name), entry] as const)
        .map(([path, entry]) => `${path} ${entry.isSymbolicLink() ? readlinkSync(path) : statSync(path).mode}`)
        .sort();
    expect(await svc('module lock')).toMatchObject({ code: 0 });
    expect(await svc('module install --offline')).toMatchObject({ code: 0 });
    const cached = await tree();
    await rm(installed(), { recursive: true });
    expect(await svc('module install --no-cache')).toMatchObject({ code: 0 });
    expect(cached).toEqual(await tree());
    expect(cached.filter((line) => !/ \d+$/.test(line))).toHaveLength(6);
  });

  test('a cached repository is accepted even if its files compress by more than the limit for archives', async () => {
    // The limit on compression holds from 16 MiB on.
    const zeros = '\0'.repeat(2 ** 24 + 2 ** 21);
    const { home, installed, own, svc } = await prepared({ zeros });
    await writeFiles(home, { 'main.tf': call('g', `${own}?ref=v1.0.0`) });
    expect(await svc('module lock')).toMatchObject({ code: 0 });
    expect(await svc('module install --offline')).toMatchObject({ code: 0 });
    expect(statSync(installed('g', 'zeros')).size).toBe(zeros.length);
  });

  test('a damaged repository in the cache is fetched again, and exits with 8 offline', async () => {
    const { home, installed, svc } = await prepared();
    await svc('module lock');
    const blobs = join(cacheOf({ home, env: { XDG_CACHE_HOME: `${home}-cache` } } as never), 'modules/blobs/sha256');
    const [folder = ''] = await readdir(blobs);
    const [name = ''] = await readdir(join(blobs, folder));
    const bytes = readFileSync(join(blobs, folder, name));
    bytes[bytes.length - 1]! ^= 1;
    await chmod(join(blobs, folder, name), 0o600);
    await writeFile(join(blobs, folder, name), bytes);
    // The damaged copy stays: another call, and the next run, find the same damage.
    for (let nth = 0; nth < 2; nth += 1) expect(await svc('module install --offline')).toMatchObject({ code: 8 });
    expect(existsSync(installed('g'))).toBe(false);
    await svc('module lock --upgrade');
    await writeFile(join(blobs, folder, name), bytes);
    expect(await svc('module install --frozen')).toExit(0, 'Installed 2 of 2');
    await rm(installed(), { recursive: true });
    expect(await svc('module install --offline')).toMatchObject({ code: 0 });
  });

  test('module install --offline exits with 6 for a repository that is neither installed nor cached', async () => {
    const { home, svc } = await prepared();
    await svc('module lock');
    await rm(`${home}-cache`, { recursive: true });
    expect(await svc('module install --offline')).toExit(6, 'nor cached');
  });

  test('a repository is not cached if a case-insensitive disk would merge its files', async () => {
    const { svc } = await prepared({ 'a.md': '', 'A.md': '' });
    expect(await svc('module lock', { disk: ignoringCase })).toMatchObject({ code: 0 });
    expect(await svc('module cache list -o json')).toMatchObject({ stdout: '[]\n' });
    expect(await svc('module mirror mirror --from-lock .', { disk: ignoringCase })).toExit(
      8,
      'it has names that differ only in case, and this disk is case-insensitive',
    );
  });
});

describe.skipIf(!hasGit())('module outdated', () => {
  test('module outdated compares version tags of repository calls with the existing tags', async () => {
    const { asked, home, id, own, repo, svc } = await prepared();
    const main = call('g', `${own}?ref=v1.0.0`) + call('m', `${own}?ref=m-1.0.0`);
    await writeFiles(home, { 'main.tf': main + call('b', `${own}?ref=main`) + call('n', own) });
    await svc('module lock');
    expect(await svc('module outdated')).toExit(0, 'No newer versions for 2 versioned module calls');
    for (const tag of ['v1.2.0', 'v1.10.0', 'v2.0.0-rc1', 'm-3.0.0', 'other-9.9.9', 'v1.20'])
      repo.point(`refs/tags/${tag}`, id);
    asked.length = 0;
    const { code, stdout } = await svc('module outdated -o json');
    expect(code).toBe(0);
    const row = (module: string, constraint: string, current: string, latest: string) => ({
      ...{ module, source: `${own}?${constraint}`, constraint, current, allowed: current, latest },
    });
    const rows = [row('g', 'ref=v1.0.0', 'v1.0.0', 'v1.20'), row('m', 'ref=m-1.0.0', '1.0.0', '3.0.0')];
    expect(JSON.parse(stdout)).toEqual(rows);
    expect(asked.filter((line) => line.includes('info/refs'))).toHaveLength(1);
    expect(await svc('module outdated --check')).toExit(8, 'Raise them with: svc module update --major');
  });

  // trust: T-208
  test.each([
    ['v1.1', ['v1.1.0'], 'v1.1 is a floating tag; v1.1.0 is a version', 'v1.1.0'],
    ['v1', ['v1.0.0', 'v1.1.0-rc1'], 'v1 is a floating tag; v1.0.0 is a version', 'v1.0.0'],
    ['net-2.0', ['net-2.0.3', '2.0.9'], 'net-2.0 is a floating tag; net-2.0.3 is a version', 'net-2.0.3'],
    ['x/1.0.0', ['1.0.0', 'y/2.0.0'], 'its repository has no tag x/1.0.0', null],
  ])('module outdated never treats the ref %s as current if the tags are %j', async (ref, tags, unknown, latest) => {
    const { home, id, own, repo, svc } = await prepared();
    repo.point(ref.startsWith('x/') ? `refs/heads/${ref}` : `refs/tags/${ref}`, id);
    for (const tag of tags) repo.point(`refs/tags/${tag}`, id);
    await writeFiles(home, { 'main.tf': call('g', `${own}?ref=${ref}`) });
    expect(await svc('module lock')).toMatchObject({ code: 0 });
    const { code, stderr, stdout } = await svc('module outdated -o json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ module: 'g', allowed: null, unknown }]]);
    expect(JSON.parse(stdout)[0].latest?.replace(/^(?=\d)/, ref.startsWith('net') ? 'net-' : '') ?? null).toBe(latest);
    expect(stderr).toContain(`Warning: g: ${unknown}.`);
    expect(await svc('module outdated --check')).toExit(8, 'Newer versions exist for');
    expect(await svc('module update')).toExit(0, `main.tf:1: module g stays: ${unknown}.`);
  });

  // trust: T-209
  test('module outdated and update find newer tags for every spelling of a ref, such as refs/tags/1.0.0', async () => {
    const { home, id, own, repo, svc } = await prepared();
    for (const tag of ['1.0.0', '1.2.0', 'v1.3.0']) repo.point(`refs/tags/${tag}`, id);
    const refs = {
      'tags/1.0.0': 'tags/v1.3.0',
      'refs/tags/1.0.0': 'refs/tags/v1.3.0',
      'tags%2F1.0.0': 'tags%2Fv1.3.0',
      'refs%2ftags%2F1%2E0%2E0': 'refs%2Ftags%2Fv1.3.0',
    };
    const calls = (written: readonly string[]) =>
      written.map((ref, nth) => call(`g${nth}`, `${own}?ref=${ref}&depth=1`)).join('');
    await writeFiles(home, { 'main.tf': calls(Object.keys(refs)) });
    expect(await svc('module lock')).toMatchObject({ code: 0 });
    const rows = Object.keys(refs).map((_, nth) => ({ module: `g${nth}`, current: '1.0.0', latest: 'v1.3.0' }));
    expect(JSON.parse((await svc('module outdated -o json')).stdout)).toMatchObject(rows);
    expect(await svc('module update')).toMatchObject({ code: 0 });
    expect(readFileSync(join(home, 'main.tf'), 'utf8')).toBe(calls(Object.values(refs)));
    expect(await svc('module lock --check')).toMatchObject({ code: 0 });
  });

  test('module outdated omits a source whose password is not in the lock', async () => {
    const { home, id, own, svc } = await prepared();
    const secret = own.replace('//', '//u:secret@');
    await writeFiles(home, { 'main.tf': call('g', `${secret}?ref=v1.0.0`) });
    const source = `${own.replace('//', '//***@')}?ref=v1.0.0`;
    const lock = { g: { source, location: source, commit: id, h1: `h1:${'A'.repeat(43)}=` } };
    await writeFiles(home, { 'svc.modules.lock.json': JSON.stringify({ version: 1, modules: lock }) });
    const { code, stderr } = await svc('module outdated');
    expect([code, stderr]).toEqual([0, saying('the lock does not store its password')]);
    expect(stderr).not.toContain('secret');
    expect(await svc('module outdated --check')).toExit(8, '1 could not be checked');
  });
});
