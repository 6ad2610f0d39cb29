import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../../src/base/errors.ts';
import { fetchGit } from '../../../src/modules/fetch/git.ts';
import {
  git,
  hasGit,
  noConfiguration,
  programs,
  type Repository,
  repository,
  type Tree,
} from '../../support/git-repository.ts';
import { gitServer } from '../../support/git-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { machineFor, served } from './machine-for.ts';

/** A repository beside another. */
const beside = (repo: Repository, name: string) => repository({ folder: join(dirname(repo.folder), name) });
const gitlink = (id: string) => ({ mode: '160000', id });
const section = (path: string, url: string, more = '') =>
  `[submodule "${path}"]\n\tpath = ${path}\n\turl = ${url}\n${more}`;

/** A repository with a submodule at `s`, which is in the repository `sub.git` beside it, at its first commit of two. */
function superproject(url: string, files: Tree = {}) {
  const repo = repository();
  const sub = beside(repo, 'sub.git');
  const pinned = sub.commit({ 'sub.tf': 'pinned\n' }, 'refs/heads/old');
  sub.commit({ 'sub.tf': 'newer\n' });
  const id = repo.commit({ 'main.tf': 'x\n', '.gitmodules': section('s', url), s: gitlink(pinned), ...files });
  return { id, pinned, repo, sub };
}

describe.runIf(hasGit())('submodules of a git repository, requested with --submodules', () => {
  test('a submodule has the commit that the repository names and the bytes of a recursive clone', async () => {
    const more = '\tbranch = main\n\tupdate = rebase\n\tshallow = true\n';
    const { id, pinned, repo } = superproject('../sub.git', { '.gitmodules': section('s', '../sub.git', more) });
    const { cwd, server, svc } = await served(repo);
    const { code, stderr, stdout } = await svc('module download a/b/c --dir here --submodules -o json');
    expect([code, stderr]).toEqual([0, `Downloaded a/b/c@1.2.0 to ${join(cwd, 'here')}.\n`]);
    expect(JSON.parse(stdout)).toMatchObject([
      { commit: id, submodules: [{ path: 's', location: `${server.url}/sub.git`, commit: pinned }] },
    ]);
    const clone = join(temporaryFolder(), 'clone');
    const words = ['clone', '--recurse-submodules', `${server.url}/m.git`, clone];
    await promisify(execFile)('git', words, { env: noConfiguration });
    expect(textsIn(join(cwd, 'here'))).toEqual(textsIn(clone));
    expect(readFileSync(join(cwd, 'here/s/sub.tf'), 'utf8')).toBe('pinned\n');
    expect(readdirSync(cwd)).toEqual(['here']);
    expect(existsSync(join(cwd, 'here/s/.git'))).toBe(false);
  });

  test('nested submodules are fetched at every level, and links from one to another are kept', async () => {
    const repo = repository();
    const server = await gitServer(dirname(repo.folder));
    const [middle, inner] = [beside(repo, 'group/middle.git'), beside(repo, 'inner.git')];
    const innermost = inner.commit({ 'deep.tf': 'deep', up: { mode: '120000', text: '../../main.tf' } });
    const inMiddle = middle.commit({
      'middle.tf': 'm',
      '.gitmodules': section('in ner', '../../inner.git'),
      'in ner': gitlink(innermost),
    });
    repo.commit({
      'main.tf': 'x',
      '.gitmodules': section('vendor', `${server.url}/group/middle.git/`, '\tupdate = !touch pwned\n'),
      vendor: gitlink(inMiddle),
      deep: { mode: '120000', text: 'vendor/in ner/deep.tf' },
    });
    const { cwd, svc } = await machineFor(`git::${server.url}/m.git`);
    const { code, stdout } = await svc('module download a/b/c --dir here --submodules -o json');
    expect([code, JSON.parse(stdout)[0].submodules]).toEqual([
      0,
      [
        { path: 'vendor', location: `${server.url}/group/middle.git/`, commit: inMiddle },
        { path: 'vendor/in ner', location: `${server.url}/inner.git`, commit: innermost },
      ],
    ]);
    expect(readFileSync(join(cwd, 'here/deep'), 'utf8')).toBe('deep');
    expect(readFileSync(join(cwd, 'here/vendor/in ner/up'), 'utf8')).toBe('x');
    expect(readdirSync(cwd)).toEqual(['here']);
  });

  test('the requested folder may be inside a submodule', async () => {
    const { repo } = superproject('../sub.git');
    const { cwd, svc } = await served(repo);
    expect((await svc('module download a/b/c//s --dir here --submodules')).code).toBe(0);
    expect(readdirSync(join(cwd, 'here'))).toEqual(['sub.tf']);
  });

  test('a repository without submodules has an empty list in JSON', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': 'x', '.gitmodules': 'is nothing' });
    const { svc } = await served(repo);
    const { code, stdout } = await svc('module download a/b/c --dir here --submodules -o json');
    expect([code, JSON.parse(stdout)[0].submodules]).toEqual([0, []]);
  });

  test('a submodule on the server of its repository gets the password of the repository', async () => {
    for (const own of [false, true]) {
      const repo = repository();
      const { url } = await gitServer(dirname(repo.folder), { credentials: 'sol:s3cret' });
      const pinned = beside(repo, 'sub.git').commit({ 'sub.tf': '' });
      const where = own ? `${url}/sub.git` : './../sub.git';
      repo.commit({ 'main.tf': '', '.gitmodules': section('s', where), s: gitlink(pinned) });
      const folder = temporaryFolder();
      const spy = programs({ git: `echo "$@" >> "${folder}/argv"\nexec ${git} "$@"` });
      const { svc } = await machineFor(`git::${url.replace('//', '//sol:s3cret@')}/m.git`, {
        PATH: [spy, process.env.PATH].join(delimiter),
      });
      const { code, stderr, stdout } = await svc('module download a/b/c --dir here --submodules -o json --debug');
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      expect(stdout + stderr + readFileSync(join(folder, 'argv'), 'utf8')).not.toContain('s3cr');
    }
  });

  test('a submodule on the host of its repository gets the ssh key of the repository', async () => {
    const { repo } = superproject('../sub.git');
    const notes = temporaryFolder();
    const ssh = `echo "$@ $(cat key)" >> "${notes}/words"
for last; do :; done
eval "$(echo "$last" | sed "s#'/#'${dirname(repo.folder)}/#")"`;
    const key = Buffer.from('the key').toString('base64');
    const { svc } = await machineFor(`git::ssh://git@h.example/m.git?sshkey=${key}`, {
      PATH: [programs({ ssh }), process.env.PATH].join(delimiter),
    });
    expect(await svc('module download a/b/c --dir here --submodules')).toMatchObject({ code: 0 });
    const said = readFileSync(join(notes, 'words'), 'utf8').trim().split('\n');
    expect(said.filter((line) => line.includes('/sub.git'))).not.toEqual([]);
    for (const line of said) expect(line).toMatch(/git@h\.example .*the key$/);
  });
});

describe.runIf(hasGit())('a rejected submodule exits with 8 and leaves nothing', () => {
  // One of each kind: submodule-location.test.ts has the rest.
  // trust: T-77
  test.each([
    ['another host', 'https://evil.example/sub.git', 'is on another host'],
    ['a program', 'ext::sh -c touch% pwned', 'must be https'],
    ['a query', '../sub.git?sshkey=abcd', 'has a query'],
  ])('a submodule with %s in its URL is rejected', async (_, url, words) => {
    const { repo } = superproject(url);
    const { cwd, server, svc } = await served(repo);
    const { code, stderr } = await svc('module download a/b/c --dir deep/here --submodules');
    expect([code, stderr]).toEqual([8, expect.stringContaining(words)]);
    expect(stderr).toContain('The submodule "s" is rejected');
    expect(stderr).not.toContain('abcd');
    expect(existsSync(join(cwd, 'deep'))).toBe(false);
    expect(server.asked.filter((line) => line.includes('/sub.git'))).toEqual([]);
  });

  test('a submodule with a forbidden URL is left empty without --submodules, and its module is downloaded', async () => {
    const { repo } = superproject('ext::sh -c touch% pwned');
    const { cwd, svc } = await served(repo);
    expect(await svc('module download a/b/c --dir deep/here')).toMatchObject({ code: 0 });
    expect(readdirSync(join(cwd, 'deep/here/s'))).toEqual([]);
  });

  // One of many: gitmodules.test.ts has the rest.
  test('a submodule without a section for its path in .gitmodules is rejected', async () => {
    const { repo } = superproject('', { '.gitmodules': '# nothing\n' });
    const { cwd, svc } = await served(repo);
    expect(await svc('module download a/b/c --dir deep/here --submodules')).toExit(
      8,
      'The submodule "s" is rejected',
      'no section for its path',
    );
    expect(existsSync(join(cwd, 'deep'))).toBe(false);
  });

  test('rejects a submodule in a repository without .gitmodules', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': '', 'a/s': gitlink(repo.commit({ f: '' })) });
    const { svc } = await served(repo);
    expect(await svc('module download a/b/c --dir here --submodules')).toExit(
      8,
      '"a/s" is rejected: its repository has no .gitmodules',
    );
  });

  test.each<[string, Tree, string]>([
    ['some disks treat a link and the submodule as one name', { S: { mode: '120000', text: '.' } }, 'on some disks'],
    [
      'some disks treat a link and a parent folder as one name',
      { A: { mode: '120000', text: 's' }, 'a/f': '' },
      'on some disks',
    ],
  ])('a submodule is rejected if %s', async (_, files, words) => {
    const { pinned, repo } = superproject('../sub.git');
    const gitmodules = section('s', '../sub.git') + section('a/s', '../sub.git');
    repo.commit({ '.gitmodules': gitmodules, s: gitlink(pinned), 'a/s': gitlink(pinned), ...files });
    const { cwd, svc } = await served(repo);
    expect(await svc('module download a/b/c --dir deep/here --submodules')).toExit(8, words);
    expect(existsSync(join(cwd, 'deep'))).toBe(false);
  });

  test.each<[string, Tree, string]>([
    ['a link that leads out', { l: { mode: '120000', text: '../../x' } }, '"s/l" is a link that leaves the archive'],
    ['a folder .git', { '.git/hooks/post-checkout': '' }, ".git/hooks/post-checkout'"],
  ])('checks the content of a submodule like that of a repository: %s', async (_, files, words) => {
    const repo = repository();
    const pinned = beside(repo, 'sub.git').commit({ f: '', ...files });
    repo.commit({ '.gitmodules': section('s', '../sub.git'), s: gitlink(pinned) });
    const { cwd, svc } = await served(repo);
    expect(await svc('module download a/b/c --dir deep/here --submodules')).toExit(8, words);
    expect(existsSync(join(cwd, 'deep'))).toBe(false);
  });

  test('rejects a submodule whose id is the id of a tag object', async () => {
    const { pinned, repo, sub } = superproject('../sub.git');
    sub.git(['tag', '-a', '-m', 'words', 'v1', pinned]);
    const tag = sub.git(['rev-parse', 'refs/tags/v1']).trim();
    repo.commit({ '.gitmodules': section('s', '../sub.git'), s: gitlink(tag) });
    const { svc } = await served(repo);
    expect(await svc('module download a/b/c --dir here --submodules')).toExit(8, `${tag} is not a commit`);
  });

  // trust: T-77
  test('submodules that together exceed the limits of one archive are rejected', async () => {
    const { repo } = superproject('../sub.git');
    const { cwd, server, svc } = await served(repo);
    for (const [flag, code] of [
      ['--max-entries 4', 8],
      ['--max-entries 5', 0],
      ['--max-size 60', 8],
      ['--max-path 10', 8],
    ] as const) {
      const done = await svc(`module download a/b/c --dir deep/here --submodules --force ${flag}`);
      expect([flag, done.code]).toEqual([flag, code]);
    }
    expect(readdirSync(join(cwd, 'deep'))).toEqual(['here']);
    const location = { kind: 'git', url: `${server.url}/m.git`, display: 'x' } as const;
    const workspace = temporaryFolder();
    const { signal } = new AbortController();
    const parts = { env: { PATH: process.env.PATH }, signal, submodules: true, workspace };
    const { bytes } = await fetchGit(location, temporaryFolder(), parts);
    const without = await fetchGit(location, temporaryFolder(), { ...parts, submodules: false });
    expect(bytes).toBeGreaterThan(without.bytes);
    const limited = fetchGit(location, temporaryFolder(), { ...parts, mostBytes: bytes - 1 });
    await expect(limited).rejects.toThrow(/submodule "s" .*sends more than/);
    expect(readdirSync(workspace)).toEqual([]);
  });

  test('submodules that exceed the limits are rejected while git is still running', async () => {
    const { repo } = superproject('../sub.git');
    const { server } = await served(repo);
    const bin = temporaryFolder();
    const met = join(bin, 'met');
    // The second fetch has received everything and does not end by itself.
    const script = `#!/bin/sh
PATH='${process.env.PATH}'
git "$@" || exit
case " $* " in *" fetch "*) if [ -e '${met}' ]; then exec sleep 60; fi; : > '${met}';; esac
`;
    writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
    const location = { kind: 'git', url: `${server.url}/m.git`, display: 'x' } as const;
    const signal = new AbortController().signal;
    const workspace = temporaryFolder();
    const parts = { env: { PATH: `${bin}${delimiter}${process.env.PATH}` }, signal, submodules: true, workspace };
    const { bytes } = await fetchGit(location, temporaryFolder(), { ...parts, submodules: false });
    rmSync(met);
    const limited = fetchGit(location, temporaryFolder(), { ...parts, mostBytes: bytes + 1 });
    await expect(limited).rejects.toThrow(/^In submodule "s" .*sends more than/);
  });

  test('more than a hundred submodules are rejected', async () => {
    const { pinned, repo } = superproject('../sub.git');
    const names = Array.from({ length: 101 }, (_, index) => `s${index}`);
    const gitmodules = names.map((name) => section(name, '../sub.git')).join('');
    repo.commit({ '.gitmodules': gitmodules, ...Object.fromEntries(names.map((name) => [name, gitlink(pinned)])) });
    const { server, svc } = await served(repo);
    expect(await svc('module download a/b/c --dir here --submodules')).toExit(8, 'more than 100 submodules');
    expect(server.asked.filter((line) => line.includes('/sub.git'))).toEqual([]);
  });

  // trust: T-77
  test('rejects more than ten levels of nested submodules', async () => {
    const repo = repository();
    let id = beside(repo, '12.git').commit({ f: '' });
    for (let depth = 11; depth > 1; depth -= 1) {
      const files = { '.gitmodules': section('s', `../${depth + 1}.git`), s: gitlink(id) };
      id = beside(repo, `${depth}.git`).commit(files);
    }
    repo.commit({ '.gitmodules': section('s', '../2.git'), s: gitlink(id) });
    const { cwd, server, svc } = await served(repo);
    expect(await svc('module download a/b/c --dir deep/here --submodules')).toExit(8, 'nested more than 10 deep');
    expect(existsSync(join(cwd, 'deep'))).toBe(false);
    // The tenth is still fetched.
    const isAsked = (name: string) => server.asked.some((line) => line.includes(`/${name}/`));
    expect([isAsked('11.git'), isAsked('12.git')]).toEqual([true, false]);
  });
});

describe.runIf(hasGit())('the error for a submodule that cannot be fetched', { concurrent: true }, () => {
  test.for<[string, string, (sub: Repository) => string, number, string]>([
    ['its repository is missing', '../none.git', (sub) => sub.commit({ f: '' }), 3, 'not found'],
    ['its commit is missing', '../sub.git', () => '1234567890'.repeat(4), 3, 'has no commit'],
  ])('the error names the submodule and its URL if %s', async ([_, url, pin, exit, words], { expect }) => {
    const { repo, sub } = superproject('');
    repo.commit({ '.gitmodules': section('a/s', url), 'a/s': gitlink(pin(sub)) });
    const { cwd, server, svc } = await served(repo);
    expect(await svc('module download a/b/c --dir deep/here --submodules')).toExit(
      exit,
      words,
      `submodule "a/s" (${server.url}${url.slice(2)})`,
    );
    expect(existsSync(join(cwd, 'deep'))).toBe(false);
  });

  test.for<[string, number]>([
    ['--timeout is over', 6],
    ['Ctrl-C is pressed', 130],
  ])('a submodule leaves no file if %s', async ([_, exit], { expect }) => {
    const { repo } = superproject('../sub.git');
    const cancel = new AbortController();
    const hangs: string[] = [];
    const server = await gitServer(dirname(repo.folder), {
      instead: ({ url = '' }) => (url.includes('/sub.git') ? Boolean(hangs.push(url)) : undefined),
    });
    const { cwd, svc } = await machineFor(`git::${server.url}/m.git`);
    // On a slow machine the timeout may end before the submodule is requested.
    for (let seconds = exit === 6 ? 2 : 60; hangs.length === 0; seconds *= 2) {
      const words = `module download a/b/c --dir deep/here --submodules --timeout ${seconds}s`;
      const run = svc(words, { signal: cancel.signal });
      while (exit === 130 && hangs.length === 0) await wait(10);
      if (exit === 130) cancel.abort(new CancelledError());
      expect((await run).code).toBe(exit);
      expect(existsSync(join(cwd, 'deep'))).toBe(false);
    }
  });
});

function textsIn(folder: string): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/(^|\/)\.git(\/|$)/.test(name),
  );
  return Object.fromEntries(
    names.sort().map((name) => {
      const path = join(folder, name);
      return [name, statSync(path).isDirectory() ? 'folder' : readFileSync(path, 'utf8')];
    }),
  );
}
