import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { hashLines } from '../../src/modules/archive/disk-tree.ts';
import { at, call, mapHost, publish, writeFiles } from '../support/configuration.ts';
import { hasGit, repository } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { registryAt } from '../support/registry.ts';
import { type Machine, machine } from '../support/svc.ts';

const saying = (text: string) => expect.stringContaining(text);
const modules = ({ home }: Machine, ...path: string[]) => join(home, '.terraform/modules', ...path);
const main = 'output "o" {\n  value = 1\n}\n';
const digestOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A machine with a configuration that calls a module whose archive holds these files, and a lock as if it had been accepted once. */
async function hostile(paths: readonly string[]) {
  const me = await machine();
  const files = [['main.tf', main], ...paths.map((path) => [path, 'x'])] as [string, string][];
  const tar = await packTar(files.map(([name, body]) => ({ header: { name, size: body.length }, body })));
  const archive = gzipSync(tar);
  const server = await registryAt('/a.tar.gz', archive);
  await mapHost(me.home, `${server.url}/v1/modules/`);
  await writeFiles(me.home, { 'main.tf': call('a', at('a/null'), '1.0.0') });
  // As Go hashes them: without a .git at the top.
  const h1 = hashLines(
    files.filter(([path]) => !path.startsWith('.git/')).map(([path, body]) => ({ path, digest: digestOf(body) })),
  );
  const locked = { source: at('a/null'), constraint: '1.0.0', version: '1.0.0', location: `${server.url}/a.tar.gz` };
  const lock = { version: 1, modules: { a: { ...locked, sha256: digestOf(archive), h1 } } };
  const writeLock = () => writeFile(join(me.home, 'svc.modules.lock.json'), JSON.stringify(lock));
  return { me, writeLock };
}

describe('a repository inside an archive', () => {
  // trust: T-20
  test.each([
    ['.git at the top', ['.git/HEAD', '.git/config'], '".git/HEAD" has a segment that git treats as its .git folder'],
    ['.git below, in capitals', ['a/.GIT/config'], '"a/.GIT/config" has a segment that git treats as its .git folder'],
    ['the layout of a bare one', ['x/HEAD', 'x/config', 'x/objects/y', 'x/refs/y'], '"x" is a bare git repository'],
  ])(
    'download, lock, install and mirror reject %s in an archive, and leave no file of the module',
    async (_, paths, words) => {
      const { me, writeLock } = await hostile(paths);
      const address = `${at('a/null')}@1.0.0`;
      const before = (await readdir(me.home)).sort();
      for (const line of [`module download ${address} --dir here`, 'module lock', `module mirror mirror ${address}`]) {
        expect([line, await me.svc(line)]).toEqual([line, expect.objectContaining({ code: 8, stderr: saying(words) })]);
        expect((await readdir(me.home)).sort()).toEqual(before);
      }
      await writeLock();
      expect(await me.svc('module install --frozen')).toExit(8, words);
      expect(await me.svc('module mirror mirror --from-lock svc.modules.lock.json')).toMatchObject({ code: 8 });
      expect([existsSync(modules(me, 'a')), existsSync(join(me.home, 'mirror'))]).toEqual([false, false]);
    },
  );
});

/** A machine with a configuration that calls a module in a git repository, installed. */
async function fromGit(): Promise<Machine> {
  const me = await machine({ PATH: process.env.PATH });
  const { commit, folder } = repository();
  commit({ 'main.tf': main });
  const { url } = await gitServer(dirname(folder));
  await writeFiles(me.home, { 'main.tf': call('g', `git::${url}/m.git`) });
  await me.svc('module lock');
  expect(await me.svc('module install --frozen')).toMatchObject({ code: 0 });
  return me;
}

/** A machine with a configuration that calls a module of a registry, installed from its archive. */
async function fromArchive(): Promise<Machine> {
  const me = await machine();
  await publish(me.home, { 'acme/a/null/1.0.0/main.tf': main });
  await writeFiles(me.home, { 'main.tf': call('a', at('a/null'), '1.0.0') });
  await me.svc('module lock');
  expect(await me.svc('module install --frozen')).toMatchObject({ code: 0 });
  return me;
}

/** The files that `git clone`, and so terraform, leaves. */
const clone = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config':
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n[remote "origin"]\n\turl = https://example.com/m.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n',
  '.git/hooks/pre-commit.sample': '#!/bin/sh\n',
};

describe('a .git in an installed module', () => {
  // trust: T-21
  test('a .git in a module from an archive fails module verify, and module install replaces the module', async () => {
    const me = await fromArchive();
    await writeFiles(modules(me, 'a'), clone);
    const { code, stderr, stdout } = await me.svc('module verify --offline -o json');
    expect(code).toBe(8);
    expect(JSON.parse(stderr).error.message).toBe(
      'a: ".git" is a git repository, which the locked package does not contain.',
    );
    expect(JSON.parse(stdout)).toMatchObject([{ module: 'a', installed: 'repository' }]);
    expect(await me.svc('module install --frozen')).toExit(0, 'Installed 1 of 1 remote module call');
    expect(existsSync(modules(me, 'a/.git'))).toBe(false);
    expect(await me.svc('module verify --offline')).toMatchObject({ code: 0 });
  });

  // trust: T-21
  test.runIf(hasGit())(
    'a .git that terraform cloned in a module from git is a warning of module verify, and module install replaces the module',
    async () => {
      const me = await fromGit();
      await writeFiles(modules(me, 'g'), clone);
      expect(await me.svc('module verify --offline')).toExit(0, 'Warning: g is a git clone created by terraform.');
      expect(await me.svc('module install --frozen')).toExit(0, 'Installed 1 of 1 remote module call');
      expect(existsSync(modules(me, 'g/.git'))).toBe(false);
      expect((await me.svc('module verify --offline')).stderr).not.toContain('Warning');
    },
  );

  // trust: T-21
  test.runIf(hasGit())(
    'a .git in a module from git fails module verify if its configuration makes git run a command',
    async () => {
      const me = await fromGit();
      const cases: [Record<string, string>, string][] = [
        [{ '.git/config': `${clone['.git/config']}[core]\n\tfsmonitor = ./run\n` }, '".git" sets "core.fsmonitor"'],
        [{ '.git/config': '[filter "x"]\n\tsmudge = ./run\n' }, '".git" sets "filter.x.smudge"'],
        [{ '.git/config': '[include]\n\tpath = ../main.tf\n' }, '".git" sets "include.path"'],
        [{ '.git/config': '[core] fsmonitor = ./run\n' }, '".git" has the line'],
        [{ '.git/hooks/post-checkout': '#!/bin/sh\n' }, '".git" has the hook "post-checkout"'],
        [{ '.git/commondir': '../x\n' }, '".git" points to another folder'],
        [{ 'sub/.git': 'gitdir: ../x\n' }, '"sub/.git" is a git repository'],
        [{ HEAD: 'x', 'objects/x': '', 'refs/x': '' }, '"." is a git repository'],
      ];
      for (const [files, words] of cases) {
        await writeFiles(modules(me, 'g'), { ...clone, ...files });
        expect(await me.svc('module verify --offline')).toExit(8, `g: ${words}`);
        await me.svc('module install --frozen');
      }
      await writeFiles(modules(me, 'g'), { '.git': 'gitdir: ../x\n' });
      expect(await me.svc('module verify --offline')).toExit(8, 'points to another folder');
    },
  );
});

test('a lock that lost the sha256 of an archive is rejected', async () => {
  const me = await fromArchive();
  const path = join(me.home, 'svc.modules.lock.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace(/"sha256": "[0-9a-f]+", /, ''));
  await rm(modules(me), { recursive: true });
  for (const line of ['module install', 'module install --frozen', 'module verify', 'module lock']) {
    expect([line, await me.svc(line)]).toEqual([
      line,
      expect.objectContaining({ code: 2, stderr: saying('the sha256 of the archive of a is missing') }),
    ]);
  }
  expect(existsSync(modules(me))).toBe(false);
});
