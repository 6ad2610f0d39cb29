import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { fetchGit } from '../../../src/modules/fetch/git.ts';
import { parseLocation } from '../../../src/modules/fetch/location.ts';
import type { GitLocation } from '../../../src/modules/fetch/location-kinds.ts';
import { hasGit, noConfiguration, programs, repository } from '../../support/git-repository.ts';
import { gitServer } from '../../support/git-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { tinyServer } from '../../support/tiny-server.ts';
import { machineFor, served } from './machine-for.ts';

/** Returns every file of a folder with its bytes and its execute bit, and links with their targets. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !/^\.git(\/|$)/.test(name));
  return Object.fromEntries(
    names.sort().map((name) => {
      const path = join(folder, name);
      const status = lstatSync(path);
      if (status.isSymbolicLink()) return [name, `-> ${readlinkSync(path)}`];
      if (status.isDirectory()) return [name, 'folder'];
      return [name, `${(status.mode & 0o777).toString(8)} ${readFileSync(path, 'hex')}`];
    }),
  );
}

const files = {
  'main.tf': 'module "x" {}\n',
  'modules/sub/main.tf': 'deep\n',
  'modules/sub/run.sh': { mode: '100755', text: '#!/bin/sh\n' },
  'modules/sub/link': { mode: '120000', text: 'run.sh' },
  'bin/data': Buffer.from([0, 1, 2, 255]),
  'windows.txt': 'a\nb\n',
  'dated.txt': '$Id$ $Format:%H$\n',
  'tests/only.tf': 'kept\n',
  'ü/ñ.tf': 'x',
  '.gitattributes': '*.txt text\nwindows.txt eol=crlf\ntests export-ignore\ndated.txt ident export-subst\n',
};

describe.runIf(hasGit())('a module in a git repository', () => {
  test('a module in a git repository has the bytes of a fresh clone, and its commit is reported', async () => {
    const repo = repository();
    const id = repo.commit(files, 'refs/tags/v1.2.0');
    repo.commit({ 'main.tf': 'newer' });
    const { cwd, server, svc } = await served(repo, '?ref=v1.2.0');
    const { code, stderr, stdout } = await svc('module download a/b/c --dir here -o json');
    expect([code, stderr]).toEqual([0, `Downloaded a/b/c@1.2.0 to ${join(cwd, 'here')}.\n`]);
    expect(JSON.parse(stdout)).toEqual([
      {
        address: 'a/b/c@1.2.0',
        version: '1.2.0',
        location: `git::${server.url}/m.git?ref=v1.2.0`,
        sha256: null,
        commit: id,
        bytes: expect.any(Number),
        seconds: expect.any(Number),
        cached: false,
        dir: join(cwd, 'here'),
      },
    ]);
    const clone = join(temporaryFolder(), 'clone');
    // Not the synchronous kind: the server is in this process.
    await promisify(execFile)('git', ['clone', '--branch', 'v1.2.0', `${server.url}/m.git`, clone], {
      env: noConfiguration,
    });
    expect(contents(join(cwd, 'here'))).toEqual(contents(clone));
    expect(readdirSync(cwd)).toEqual(['here']);
    expect(existsSync(join(cwd, 'here/.git'))).toBe(false);
  });

  test('every kind of ref finds its commit', async () => {
    const repo = repository();
    const id = repo.commit(files);
    const other = repo.commit({ 'other.tf': '' }, 'refs/heads/feature/x');
    repo.point('refs/tags/v1', id);
    repo.git(['tag', '-a', '-m', 'words', 'v2', id]);
    repo.point('refs/tags/HEAD', other);
    repo.point('refs/heads/HEAD', other);
    const { url } = await gitServer(dirname(repo.folder));
    for (const [query, commit] of [
      ['', id],
      ['?ref=main', id],
      ['?ref=feature%2Fx', other],
      ['?ref=refs/heads/feature/x', other],
      ['?ref=heads/feature/x', other],
      ['?ref=origin/feature/x', other],
      ['?ref=v1', id],
      ['?ref=v2', id],
      ['?ref=HEAD', id],
      [`?ref=${other}`, other],
      [`?ref=${other.slice(0, 8).toUpperCase()}`, other],
      ['?ref=main&depth=3', id],
    ] as const) {
      const location = parseLocation(`git::${url}/m.git${query}`, new URL('http://127.0.0.1/'));
      const workspace = temporaryFolder();
      const parts = { env: { PATH: process.env.PATH }, signal: new AbortController().signal, workspace };
      const fetched = fetchGit(location as GitLocation, temporaryFolder(), parts);
      expect([query, await fetched]).toEqual([
        query,
        { commit, bytes: expect.any(Number), notes: [], unpacked: expect.anything() },
      ]);
    }
  });

  test('an old commit that no ref names is fetched even if the server does not allow requests by commit id', async () => {
    const repo = repository();
    const first = repo.commit({ 'main.tf': 'first' });
    repo.commit({ 'main.tf': 'second' }, 'refs/heads/main', first);
    // Only the old protocol rejects.
    const server = await gitServer(dirname(repo.folder), {
      instead: (request) => void delete request.headers['git-protocol'],
    });
    const { cwd, svc } = await machineFor(`git::${server.url}/m.git?ref=${first}`);
    expect(await svc('module download a/b/c --dir here')).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'here/main.tf'), 'utf8')).toBe('first');
  });

  test('a repository is fetched from a server that only serves files (dumb HTTP)', async () => {
    const repo = repository();
    const id = repo.commit(files, 'refs/tags/v1');
    repo.git(['update-server-info']);
    const server = await tinyServer((request, response) => {
      const path = join(dirname(repo.folder), new URL(request.url ?? '', 'http://h').pathname);
      if (existsSync(path)) response.end(readFileSync(path));
      else response.writeHead(404).end();
    });
    const { svc } = await machineFor(`git::${server.url}/m.git?ref=v1`);
    const { code, stdout } = await svc('module download a/b/c --dir here -o json');
    expect([code, JSON.parse(stdout)]).toEqual([0, [expect.objectContaining({ commit: id })]]);
    expect(JSON.parse(stdout)[0].bytes).toBeGreaterThan(500);
  });

  test('a ref that is a tag and a branch uses the tag, with a message', async () => {
    const repo = repository();
    const tagged = repo.commit(files, 'refs/tags/v1');
    repo.commit({ 'evil.tf': '' }, 'refs/heads/v1');
    const { svc } = await served(repo, '?ref=v1');
    const { stderr, stdout } = await svc('module download a/b/c --dir here -o json');
    expect(JSON.parse(stdout)).toMatchObject([{ commit: tagged }]);
    expect(stderr).toContain('v1 is both a tag and a branch; using the tag.');
  });
});

describe.runIf(hasGit())('submodules, LFS files and settings that a clone would apply', () => {
  // trust: T-77
  test('a submodule is left empty without --submodules, whatever URL it has', async () => {
    const repo = repository();
    const id = repo.commit({ 'x.tf': '' });
    repo.commit({
      'main.tf': 'x',
      '.gitmodules': '[submodule "s"]\n\tpath = s\n\turl = file:///etc\n\tupdate = !touch pwned\n',
      s: { mode: '160000', id },
    });
    const { cwd, svc } = await served(repo);
    expect(await svc('module download a/b/c --dir here')).toExit(
      0,
      'Left the submodule "s" empty: svc module download, lock, mirror and diff fetch submodules with --submodules.\n',
    );
    expect(readdirSync(join(cwd, 'here')).sort()).toEqual(['.gitmodules', 'main.tf', 's']);
    expect(readdirSync(join(cwd, 'here/s'))).toEqual([]);
  });

  test('a link into an empty submodule is created, and the message names --submodules', async () => {
    const repo = repository();
    const pinned = repo.commit({ x: '' }, 'other');
    const files = { 'main.tf': '', s: { mode: '160000', id: pinned }, l: { mode: '120000', text: 's/x' } };
    repo.commit(files);
    const { cwd, svc } = await served(repo);
    const { code, stderr } = await svc('module download a/b/c --dir here');
    const words =
      'Created the dangling link "l", which leads to "s/x"; the submodule "s" was not fetched: use --submodules.';
    expect([code, stderr]).toEqual([0, expect.stringContaining(words)]);
    expect(readlinkSync(join(cwd, 'here/l'))).toBe('s/x');
  });

  test('reports LFS pointers without .gitattributes and with any line ends, but not a larger file that begins like a pointer', async () => {
    const repo = repository();
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 5\n`;
    const files = { 'a/big.bin': pointer, 'a/windows.bin': pointer.replaceAll('\n', '\r\n') };
    repo.commit({ 'main.tf': '', ...files, 'words.md': pointer + '.'.repeat(1024) });
    const { svc } = await served(repo);
    const { code, stderr } = await svc('module download a/b/c --dir here');
    const words = 'Kept 2 git LFS pointers such as "a/big.bin": LFS content is not fetched.\n';
    expect([code, stderr]).toEqual([0, expect.stringContaining(words)]);
  });

  // trust: T-71
  test('LFS pointers stay pointers, and no configured filter runs', async () => {
    const repo = repository();
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 5\n`;
    repo.commit({ 'main.tf': 'x', 'big.bin': pointer, '.gitattributes': '*.bin filter=lfs\n*.tf filter=evil\n' });
    const { cwd, env, svc } = await served(repo);
    const smudge = '[filter "lfs"]\n\tsmudge = touch ../pwned; cat\n[filter "evil"]\n\tsmudge = touch ../pwned; cat\n';
    writeFileSync(join(String(env.HOME), '.gitconfig'), smudge);
    expect(await svc('module download a/b/c --dir here')).toExit(
      0,
      'Kept the git LFS pointer "big.bin": LFS content is not fetched.\n',
    );
    expect(readFileSync(join(cwd, 'here/big.bin'), 'utf8')).toBe(pointer);
    expect(readdirSync(cwd)).toEqual(['here']);
  });

  // trust: T-71
  test('hooks, templates, attributes and line-end settings of the user have no effect', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': 'a\nb\n' });
    const { cwd, env, svc } = await served(repo);
    const home = String(env.HOME);
    const hooks = programs(
      Object.fromEntries(
        ['reference-transaction', 'post-checkout', 'pre-auto-gc'].map((name) => [name, `touch "${cwd}/pwned"`]),
      ),
    );
    writeFileSync(join(home, 'attributes'), '* text eol=crlf\n');
    writeFileSync(
      join(home, '.gitconfig'),
      `[core]\n\thooksPath = ${hooks}\n\tautocrlf = true\n\tattributesFile = ${home}/attributes\n\tfsmonitor = touch "${cwd}/pwned"\n[init]\n\ttemplateDir = ${hooks}\n`,
    );
    expect(await svc('module download a/b/c --dir here')).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'here/main.tf'), 'utf8')).toBe('a\nb\n');
    expect(readdirSync(cwd)).toEqual(['here']);
  });
});
