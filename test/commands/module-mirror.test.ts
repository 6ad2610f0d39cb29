import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { at, call, mapHost, publish, writeFiles } from '../support/configuration.ts';
import { hasGit, repository, type Tree } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { registryAt } from '../support/registry.ts';
import { type Machine, machine } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

const output = 'output "o" {\n  value = 1\n}\n';
const releases = {
  'acme/net/null/1.0.0/main.tf': call('leaf', at('leaf/null'), '~> 1.0') + call('in', './in'),
  'acme/net/null/1.0.0/in/main.tf': output,
  'acme/net/null/1.0.0/README.md': '# net\n\nNetworks for all.\n',
  'acme/leaf/null/1.0.0/main.tf': output,
  'acme/leaf/null/1.1.0/main.tf': output,
  'acme/leaf/null/2.0.0/main.tf': '',
};
const saying = (text: string) => expect.stringContaining(text);
const host = 'modules.example.com';
const net = 'mirror/modules.example.com/acme/net/null/1.0.0';

/** A machine whose registry has `net`, which calls `leaf`, and the requests that the registry got. */
async function prepared(options: SandboxOptions = {}) {
  const me = await machine({ PATH: process.env.PATH });
  const asked: string[] = [];
  const service = await publish(me.home, releases, { onRequest: ({ target }) => asked.push(target), ...options });
  return { me, asked, service };
}

const packagesOf = async ({ home }: Machine) =>
  JSON.parse(await readFile(join(home, 'mirror/mirror.json'), 'utf8')).packages;
const read = ({ home }: Machine, path: string) => readFile(join(home, path), 'utf8');
const emptyCache = (me: Machine) => rm(`${me.home}-cache`, { recursive: true, force: true });

/** Any server of files, which knows no more of a file than its ending. */
const staticServer = (root: string) =>
  tinyServer(async ({ url = '/' }, response) => {
    const path = join(root, normalize(url.split('?')[0]!));
    const bytes = await readFile(path).catch(() => undefined);
    const type = path.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    response.writeHead(bytes ? 200 : 404, { 'content-type': type }).end(bytes);
  });

describe('module mirror', () => {
  test('module mirror stores modules and the modules that they call, with the documents of the registry beside the archives', async () => {
    const { me } = await prepared();
    expect(await me.svc(`module mirror mirror ${at('net/null')}`)).toMatchObject({
      code: 0,
      stderr: 'Mirrored 2 of 2 packages.\n',
    });
    const packages = await packagesOf(me);
    expect(packages.map(({ source, version }: Record<string, string>) => `${source}@${version}`)).toEqual([
      `${at('leaf/null')}@1.1.0`,
      `${at('net/null')}@1.0.0`,
    ]);
    const file = `${host}/acme/net/null/1.0.0/archive.tar.gz`;
    const { size } = await stat(join(me.home, 'mirror', file));
    expect(packages[1]).toMatchObject({
      ...{ file, bytes: size, subdir: '', description: 'Networks for all.' },
      h1: expect.stringMatching(/^h1:/),
      origin: expect.stringMatching(/^http:.*net/),
    });
    expect(JSON.parse(await read(me, `${net}/download`))).toEqual({ location: './archive.tar.gz' });
    const versions = JSON.parse(await read(me, `mirror/${host}/acme/leaf/null/versions`));
    expect(versions).toEqual({ modules: [{ source: 'acme/leaf/null', versions: [{ version: '1.1.0' }] }] });
    expect(JSON.parse(await read(me, 'mirror/.well-known/terraform.json'))).toEqual({ 'modules.v1': `/${host}/` });
    expect((await readdir(join(me.home, 'mirror'))).sort()).toEqual([
      '.well-known',
      'locations.map',
      'mirror.json',
      host,
    ]);
  });

  test('a mirror on a plain file server is a registry for clients that read locations in JSON', async () => {
    const { me, service } = await prepared();
    await me.svc(`module mirror mirror ${at('net/null')}`);
    await service.close();
    await rm(join(me.home, '.terraformrc'));
    const { url } = await staticServer(join(me.home, 'mirror'));
    const words = `module download acme/net/null ${at('leaf/null')}@~>1 --no-cache --dir got`;
    const registries = ['--registry', url, '--registry', `${host}=${url}/${host}/`];
    expect(await me.svc([...words.split(' '), ...registries])).toMatchObject({ code: 0 });
    expect(await read(me, 'got/acme/net/null/1.0.0/in/main.tf')).toBe(output);
  });

  test('a second run of module mirror fetches no archive again, and adds another version to the existing ones', async () => {
    const { asked, me } = await prepared();
    await me.svc(`module mirror mirror ${at('net/null')}`);
    await emptyCache(me);
    asked.length = 0;
    const again = await me.svc(`module mirror mirror ${at('net/null')} ${at('leaf/null')}@2.0.0`);
    expect(again).toExit(0, 'Mirrored 1 of 3 packages');
    expect(asked.filter((target) => !target.endsWith('/versions')).join()).toMatch(/^[^,]*leaf[^,]*,[^,]*leaf[^,]*$/);
    const versions = JSON.parse(await read(me, `mirror/${host}/acme/leaf/null/versions`));
    expect(versions.modules[0].versions).toEqual([{ version: '2.0.0' }, { version: '1.1.0' }]);
  });

  test('module mirror keeps the packages that arrived before a failure, and the next run fetches the others', async () => {
    const { me, service } = await prepared();
    await service.fail({ path: '/acme/leaf/null/1.1.0/archive.tar.gz', status: 500 });
    const first = await me.svc(`module mirror mirror ${at('net/null')} --no-cache -o json`);
    expect(first).toExit(7, '1 package already mirrored and ready to serve');
    expect(JSON.parse(first.stdout)).toMatchObject([{ source: `${host}/acme/net/null`, state: 'mirrored' }]);
    expect(await packagesOf(me)).toHaveLength(1);
    expect(await readdir(join(me.home, 'mirror'))).not.toContainEqual(expect.stringMatching(/\.tmp$/));
    const second = await me.svc(`module mirror mirror ${at('net/null')} --no-cache`);
    expect(second).toExit(0, 'Mirrored 1 of 2 packages');
    expect(existsSync(`${me.home}-cache`)).toBe(false);
  });

  test.each(['changed', 'removed'])(
    'module mirror downloads an archive of the mirror again if it was %s',
    async (how) => {
      const { me } = await prepared();
      await me.svc(`module mirror mirror ${at('net/null')}`);
      const path = join(me.home, net, 'archive.tar.gz');
      const whole = await readFile(path);
      await (how === 'changed' ? appendFile(path, 'x') : rm(path));
      expect(await me.svc(`module mirror mirror ${at('net/null')}`)).toExit(
        0,
        'is missing or damaged; downloading it again.',
      );
      expect(await readFile(path)).toEqual(whole);
    },
  );

  test('module mirror fails if the cache cannot store archives, and succeeds with --no-cache', async () => {
    const { me } = await prepared();
    await me.svc(`module mirror before ${at('leaf/null')}`);
    const [{ sha256 }] = JSON.parse(await read(me, 'before/mirror.json')).packages;
    const blobs = join(`${me.home}-cache`, 'svc/modules/blobs/sha256');
    await rm(join(blobs, sha256.slice(0, 2)), { recursive: true });
    await writeFile(join(blobs, sha256.slice(0, 2)), 'in the way');
    const failed = await me.svc(`module mirror mirror ${at('leaf/null')}`);
    expect(failed).toExit(2, 'The cache could not store the archive of modules.example.com/acme/leaf');
    expect(await me.svc(`module mirror mirror ${at('leaf/null')} --no-cache`)).toMatchObject({ code: 0 });
  });

  test('module mirror does not replace a damaged archive by one that changed at its registry', async () => {
    const { me } = await prepared();
    await me.svc(`module mirror mirror ${at('net/null')}`);
    await writeFile(join(me.home, net, 'archive.tar.gz'), 'x');
    await publish(me.home, { ...releases, 'acme/net/null/1.0.0/main.tf': '# other' });
    expect(await me.svc(`module mirror mirror ${at('net/null')}`)).toExit(
      8,
      /net\/null@1\.0\.0 changed without a new version: the mirror has h1:\S+, the download has h1:/,
    );
    expect(await read(me, `${net}/archive.tar.gz`)).toBe('x');
  });

  test('module mirror --from-lock mirrors exactly what is locked and rejects what differs from the lock', async () => {
    const { me } = await prepared();
    await writeFiles(me.home, { 'infra/main.tf': call('leaf', at('leaf/null'), '1.0.0') });
    await me.svc('module lock infra');
    expect(await me.svc('module mirror mirror --from-lock infra')).toMatchObject({ code: 0 });
    expect((await packagesOf(me)).map(({ version }: { version: string }) => version)).toEqual(['1.0.0']);
    const lock = join(me.home, 'infra/svc.modules.lock.json');
    const text = await readFile(lock, 'utf8');
    await writeFile(lock, text.replace(/"sha256": "[0-9a-f]{64}"/, `"sha256": "${'0'.repeat(64)}"`));
    expect(await me.svc('module mirror mirror --from-lock infra/svc.modules.lock.json')).toExit(
      8,
      `the lock has ${'0'.repeat(64)}`,
    );
    // Simulates a change of the files that the hash covers.
    await writeFile(lock, text.replace(/h1:[^"]*/, `h1:${'A'.repeat(43)}=`));
    for (const words of ['mirror mirror --from-lock infra', 'install infra'])
      expect(await me.svc(`module ${words}`)).toMatchObject({
        code: 8,
        stderr: saying('is the locked archive or commit, but its hash is not that of the lock'),
      });
  });

  test('module mirror stores a module without a host under the name that configurations use', async () => {
    const { me, service } = await prepared();
    const block = `host "registry.terraform.io" {\n  services = { "modules.v1" = "${service.info.registry}" }\n}\n`;
    await writeFile(join(me.home, '.terraformrc'), block);
    expect(await me.svc('module mirror mirror acme/leaf/null')).toMatchObject({ code: 0 });
    expect((await packagesOf(me)).map(({ source }: { source: string }) => source)).toEqual([
      'registry.terraform.io/acme/leaf/null',
    ]);
    for (const words of ['module list', 'module search leaf'])
      expect(await me.svc(words)).toMatchObject({ code: 0, stdout: saying('acme/leaf/null') });
  });

  // trust: T-40
  test('module mirror writes only into an empty folder or a mirror, and rejects a manifest with a path out of the folder', async () => {
    const { me } = await prepared();
    await writeFiles(me.home, { 'mine/thesis.txt': 'x' });
    expect(await me.svc(`module mirror mine ${at('net/null')}`)).toExit(2, 'is not a mirror: it contains thesis.txt');
    expect(await readdir(join(me.home, 'mine'))).toEqual(['thesis.txt']);
    await me.svc(`module mirror mirror ${at('net/null')}`);
    const path = join(me.home, 'mirror/mirror.json');
    const text = await readFile(path, 'utf8');
    for (const [from, to] of [
      [`"file":"${host}/acme/net`, '"file":"../../acme/net'],
      [`"source":"${host}/acme/net`, '"source":"../acme/net'],
      ['"sha256":"', '"sha256":"x'],
      ['"version": 1', '"version": 2'],
      ['"packages"', '"package"'],
    ] as const) {
      expect(text).toContain(from);
      await writeFile(path, text.replace(from, to));
      expect(await me.svc(`module mirror mirror ${at('net/null')}`)).toExit(2, 'is not a valid mirror manifest');
    }
  });

  test.each([
    ['module mirror mirror', 'No modules given.'],
    ['module mirror mirror a/b/c --from-lock infra', 'cannot be used with'],
    ['module mirror mirror --from-lock nowhere', 'ENOENT: no such file or folder'],
    ['module mirror mirror a/b', 'not 3'],
  ])('%s is a usage error', async (words, why) => {
    const me = await machine();
    expect(await me.svc(words)).toExit(2, why);
    expect(existsSync(join(me.home, 'mirror'))).toBe(false);
  });

  test('module mirror leaves no file if no module could be mirrored', async () => {
    const { me } = await prepared();
    expect(await me.svc(`module mirror mirror ${at('nowhere/null')}`)).toMatchObject({ code: 3 });
    expect(existsSync(join(me.home, 'mirror'))).toBe(false);
    await mkdir(join(me.home, 'mirror'));
    expect(await me.svc(`module mirror mirror ${at('nowhere/null')}`)).toMatchObject({ code: 3 });
    expect(await readdir(join(me.home, 'mirror'))).toEqual([]);
  });

  test('module mirror --dry-run lists the packages to mirror and the existing ones, and writes nothing', async () => {
    const { me } = await prepared();
    const rehearsed = async () => {
      const { code, stderr, stdout } = await me.svc(`module mirror mirror ${at('net/null')} --dry-run -o json`);
      const rows: Record<string, string>[] = JSON.parse(stdout);
      return { code, stderr, rows: rows.map(({ source, state, version }) => [source, version, state]) };
    };
    const [leaf, top] = [`${host}/acme/leaf/null`, `${host}/acme/net/null`];
    expect(await rehearsed()).toEqual({
      code: 0,
      stderr: 'Dry run: would mirror 2 of 2 packages.\n',
      rows: [
        [leaf, '1.1.0', 'to mirror'],
        [top, '1.0.0', 'to mirror'],
      ],
    });
    expect(existsSync(join(me.home, 'mirror'))).toBe(false);
    expect(await me.svc(`module mirror mirror ${at('leaf/null')}@1.1.0`)).toMatchObject({
      stderr: 'Mirrored 1 of 1 package.\n',
    });
    const before = await packagesOf(me);
    expect(await rehearsed()).toMatchObject({
      stderr: 'Dry run: would mirror 1 of 2 packages; the other is there.\n',
      rows: [
        [leaf, '1.1.0', 'there'],
        [top, '1.0.0', 'to mirror'],
      ],
    });
    expect(await packagesOf(me)).toEqual(before);
    const other = await me.svc(`module mirror published ${at('net/null')} --dry-run`);
    expect(other).toExit(2, 'is not a mirror: it contains');
  });
});

/** A machine whose registry has a module in the folder `modules/x` of a repository with these files. */
async function fromGit(files: Tree) {
  const me = await machine({ PATH: process.env.PATH });
  const { commit, folder } = repository();
  const id = commit(files, 'refs/tags/v1');
  const { url } = await gitServer(dirname(folder));
  const registry = await registryAt(`git::${url}/m.git//modules/x?ref=v1`);
  await mapHost(me.home, `${registry.url}/`);
  return { id, me, url };
}

describe.skipIf(!hasGit())('modules from git in a mirror', () => {
  test('module mirror packs the same files of a repository into the same bytes, and keeps links and modes', async () => {
    const { id, me, url } = await fromGit({
      'main.tf': output,
      'modules/x/main.tf': call('y', '../y'),
      'modules/y/main.tf': output,
      'run.sh': { mode: '100755', text: '#!/bin/sh\n' },
      'link.tf': { mode: '120000', text: 'main.tf' },
    });
    await writeFiles(me.home, {
      'infra/main.tf': call('m', at('m/null')) + call('g', `git::${url}/m.git?ref=v1`),
    });
    expect(await me.svc('module lock infra')).toMatchObject({ code: 0 });
    for (const dir of ['mirror', 'other']) {
      expect(await me.svc(`module mirror ${dir} --from-lock infra`)).toMatchObject({ code: 0 });
    }
    const packages = await packagesOf(me);
    const locked = JSON.parse(await read(me, 'infra/svc.modules.lock.json')).modules;
    expect(packages).toMatchObject([
      { source: `git::${url}/m.git?ref=v1`, commit: id, file: `_sources/${id}.tar.gz`, h1: locked.g.h1 },
      { source: at('m/null'), version: '1.0.0', commit: id, subdir: 'modules/x', h1: locked.m.h1 },
    ]);
    for (const { file } of packages) {
      expect(await readFile(join(me.home, 'other', file))).toEqual(await readFile(join(me.home, 'mirror', file)));
    }
    const again = await me.svc('module mirror mirror --from-lock infra');
    expect(again).toExit(0, 'Mirrored 0 of 2');
    const { url: served } = await staticServer(join(me.home, 'mirror'));
    const got = await me.svc(`module download acme/m/null --registry ${served} --dir got`);
    expect(got).toMatchObject({ code: 0 });
    expect(await readdir(join(me.home, 'got'))).toEqual(['main.tf']);
  });

  test('an archive of a git module in a mirror has copies in place of links, and still matches the lock', async () => {
    const { me } = await fromGit({
      'shared/vars.tf': output,
      'modules/x/main.tf': '',
      'modules/x/vars.tf': { mode: '120000', text: '../../shared/vars.tf' },
      'modules/all': { mode: '120000', text: '../shared' },
      'modules/chain': { mode: '120000', text: 'all' },
      'modules/around': { mode: '120000', text: '..' },
      'gone.tf': { mode: '120000', text: 'nowhere.tf' },
    });
    await writeFiles(me.home, { 'infra/main.tf': call('m', at('m/null')) });
    expect(await me.svc('module lock infra')).toMatchObject({ code: 0 });
    await emptyCache(me);
    expect(await me.svc('module mirror mirror --from-lock infra')).toExit(0, 'Omitted 2 links such as');
    const [{ file }] = await packagesOf(me);
    const listing = execFileSync('tar', ['-tvzf', join(me.home, 'mirror', file)], { encoding: 'utf8' });
    expect(listing).not.toMatch(/^l/m);
    expect(listing.match(/\S+$/gm)).toEqual(
      'modules/all/vars.tf modules/chain/vars.tf modules/x/main.tf modules/x/vars.tf shared/vars.tf'.split(' '),
    );
    const { url: served } = await staticServer(join(me.home, 'mirror'));
    await mapHost(me.home, `${served}/${host}/`);
    await emptyCache(me);
    expect(await me.svc('module install infra')).toMatchObject({ code: 0 });
    const installed = 'infra/.terraform/modules';
    expect(await read(me, `${installed}/m/modules/x/vars.tf`)).toBe(output);
    await rm(join(me.home, installed), { recursive: true });
    expect(await me.svc('module install infra --offline')).toMatchObject({ code: 0 });
    expect(await read(me, `${installed}/m/modules/chain/vars.tf`)).toBe(output);
  });

  test('a git module whose links would exceed the limits as copies is locked and cached, but cannot be mirrored', async () => {
    const me = await machine({ PATH: process.env.PATH });
    const { commit, folder: bare } = repository();
    const links = (at: string, text: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`${at}/${nth}`, { mode: '120000', text }]));
    commit({ 'main.tf': '', big: '0'.repeat(600 * 1024), ...links('some', '../big'), ...links('more', '../some') });
    const { url } = await gitServer(dirname(bare));
    await writeFiles(me.home, { 'infra/main.tf': call('g', `git::${url}/m.git`) });
    const limit = saying('over the limit of 536,870,912 bytes');
    expect((await me.svc('module lock infra')).stderr).not.toContain('limit');
    expect(await me.svc('module install infra --offline')).toMatchObject({ code: 0 });
    expect(await me.svc('module mirror mirror --from-lock infra')).toMatchObject({ code: 8, stderr: limit });
  });

  test('module mirror --from-lock exits with 2 for a git module whose password is not in the lock, and does not prompt for it', async () => {
    const me = await machine({ PATH: process.env.PATH });
    const { commit, folder: bare } = repository();
    commit({ 'main.tf': '' });
    const { url } = await gitServer(dirname(bare), { credentials: 'sol:s3cr3t-word' });
    await writeFiles(me.home, { 'main.tf': call('g', `git::${url.replace('//', '//sol:s3cr3t-word@')}/m.git`) });
    await me.svc('module lock');
    expect(await me.svc('module mirror mirror --from-lock .')).toExit(2, 'does not store the password');
  });
});

// trust: T-40
test('module mirror replaces a link in place of an archive, and does not write to the target of the link', async () => {
  const { me } = await prepared();
  await me.svc(`module mirror mirror ${at('net/null')}`);
  const path = join(me.home, net, 'archive.tar.gz');
  await mkdir(join(me.home, 'elsewhere'));
  await writeFile(join(me.home, 'elsewhere/x'), 'secret');
  await rm(path);
  await symlink(join(me.home, 'elsewhere/x'), path);
  expect(await me.svc(`module mirror mirror ${at('net/null')}`)).toMatchObject({ code: 0 });
  expect(await readFile(join(me.home, 'elsewhere/x'), 'utf8')).toBe('secret');
  expect((await readFile(path)).length).toBeGreaterThan(100);
});

// trust: T-197
test.each([
  ['a folder of a host', host, 'is a link, and a mirror must not have links.'],
  ['a folder of a module', `${host}/acme/net`, 'is a link, and a mirror must not have links.'],
  ['the folder of discovery', '.well-known', 'is a link, and a mirror must not have links.'],
  ['the manifest', 'mirror.json', 'is not a valid mirror manifest: it is a link.'],
])('module mirror rejects a link inside its folder and does not follow it: %s', async (_, path, why) => {
  const { me } = await prepared();
  await mkdir(join(me.home, 'elsewhere'));
  await mkdir(dirname(join(me.home, 'mirror', path)), { recursive: true });
  await writeFile(join(me.home, 'mirror/mirror.json'), '{"version": 1, "packages": []}');
  if (path === 'mirror.json') {
    await rename(join(me.home, 'mirror', path), join(me.home, 'elsewhere', path));
    await symlink(join(me.home, 'elsewhere', path), join(me.home, 'mirror', path));
  } else await symlink(join(me.home, 'elsewhere'), join(me.home, 'mirror', path));
  expect(await me.svc(`module mirror mirror ${at('net/null')}`)).toExit(2, why);
  expect(await readdir(join(me.home, 'elsewhere'))).toEqual(path === 'mirror.json' ? [path] : []);
});

// trust: T-197
test('module mirror replaces a link in place of one of its documents', async () => {
  const { me } = await prepared();
  await me.svc(`module mirror mirror ${at('net/null')}`);
  const path = join(me.home, net, 'download');
  const text = await readFile(path, 'utf8');
  await writeFile(join(me.home, 'same'), text);
  await rm(path);
  await symlink(join(me.home, 'same'), path);
  expect(await me.svc(`module mirror mirror ${at('net/null')}`)).toMatchObject({ code: 0 });
  expect((await lstat(path)).isFile()).toBe(true);
});
