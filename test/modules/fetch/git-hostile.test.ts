import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchGit } from '../../../src/modules/fetch/git.ts';
import { git, hasGit, programs, type Repository, repository } from '../../support/git-repository.ts';
import { gitServer } from '../../support/git-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deadAddress, tinyServer } from '../../support/tiny-server.ts';
import { type Authority, hasOpenssl, httpsServer, sharedAuthority } from '../../support/tls.ts';
import { machineFor, served } from './machine-for.ts';

/** A tree with entries as they are, in their order. */
function rawTree(repo: Repository, entries: [mode: string, name: string | Buffer, id: string][]): string {
  const pieces = entries.flatMap(([mode, name, id]) => [
    Buffer.from(`${mode} `),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(id, 'hex'),
  ]);
  return repo.write('tree', Buffer.concat(pieces));
}

function blob(repo: Repository, text: string): string {
  return repo.write('blob', text);
}

describe.runIf(hasGit())('a repository with hostile content', () => {
  // trust: T-70
  test.each<[string, (repo: Repository) => string, string]>([
    ['for a link outside', (repo) => repo.tree({ l: { mode: '120000', text: '../x' }, f: '' }), 'leaves the archive'],
    ['for an absolute link', (repo) => repo.tree({ l: { mode: '120000', text: '/etc/passwd' }, f: '' }), 'absolute'],
    [
      'for a file behind a link',
      (repo) =>
        rawTree(repo, [
          ['120000', 'a', blob(repo, '..')],
          ['40000', 'a', repo.tree({ f: '' })],
        ]),
      'appears twice',
    ],
    ['for a .git folder', (repo) => repo.tree({ '.git/config': 'x' }), '.git/config'],
    ['for a .git folder in capitals', (repo) => repo.tree({ '.GIT/config': 'x' }), '.GIT/config'],
    ['for the short name of a .git folder', (repo) => repo.tree({ 'git~1/config': 'x' }), 'git~1/config'],
    ['for an invisible character in .git', (repo) => repo.tree({ '.g\u200cit/config': 'x' }), 'config'],
    [
      'for a bare repository in a folder',
      (repo) => repo.tree({ 'x/HEAD': 'ref: refs/heads/main', 'x/config': '', 'x/objects/y': '', 'x/refs/y': '' }),
      '"x" is a bare git repository',
    ],
    [
      'for a bare repository at the top',
      (repo) => repo.tree({ HEAD: 'ref: refs/heads/main', 'objects/y': '', 'refs/y': '' }),
      'it is a bare git repository',
    ],
    ['for a folder outside', (repo) => repo.tree({ '../evil': 'x' }), '../evil'],
    ['for names that some disks treat as one', (repo) => repo.tree({ 'ss.tf': '1', 'ß.tf': '2' }), 'on some disks'],
    ['for a device of Windows', (repo) => repo.tree({ 'con.tf': '' }), 'Windows reserves'],
    ['for a control character', (repo) => repo.tree({ 'a\u001b[2J': '' }), 'control character'],
    [
      'for a name in Latin-1',
      (repo) => rawTree(repo, [['100644', Buffer.from([0x61, 0xff]), blob(repo, '')]]),
      'UTF-8',
    ],
    [
      'for the same name twice',
      (repo) =>
        rawTree(repo, [
          ['100644', 'a', blob(repo, '1')],
          ['100644', 'a', blob(repo, '2')],
        ]),
      'appears twice',
    ],
    [
      'for the same folder twice',
      (repo) =>
        rawTree(repo, [
          ['40000', 'a', repo.tree({ f: '' })],
          ['40000', 'a', repo.tree({ g: '' })],
        ]),
      '"a" appears twice',
    ],
    [
      'for a submodule with the name of a folder',
      (repo) =>
        rawTree(repo, [
          ['160000', 'a', '1'.repeat(40)],
          ['40000', 'a', repo.tree({ f: '' })],
        ]),
      '"a" appears twice',
    ],
    ['because it has no files', (repo) => repo.tree({}), 'it contains no files'],
    [
      'for a tree of trees without end',
      (repo) => {
        let tree = repo.tree({ f: '' });
        for (let depth = 0; depth < 10; depth += 1) {
          tree = rawTree(
            repo,
            [...'abcdefghij'].map((name) => ['40000', name, tree]),
          );
        }
        return tree;
      },
      'limit of 100,000',
    ],
  ])('rejects a repository %s, with exit 8 and without leaving a file', async (_, make, words) => {
    const repo = repository();
    repo.commit(make(repo));
    const { cwd, svc } = await served(repo);
    expect(await svc('module download a/b/c --dir deep/here')).toExit(8, words);
    expect(existsSync(join(cwd, 'deep'))).toBe(false);
  });

  test.each(['', '?ref=main'])('a repository with ids of another kind than SHA-1 is rejected%s', async (query) => {
    const repo = repository({ format: 'sha256' });
    repo.commit({ 'main.tf': '' });
    const { svc } = await served(repo, query);
    expect(await svc('module download a/b/c --dir here')).toExit(8, 'SHA-1');
  });

  // trust: T-70
  test('rejects a repository above the limit of content or of transferred bytes', async () => {
    const repo = repository();
    repo.commit({
      'a.tf': 'x'.repeat(100_000),
      'b.bin': Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * i) % 251)),
    });
    const { url } = await gitServer(dirname(repo.folder));
    const location = { kind: 'git', url: `${url}/m.git`, display: 'x' } as const;
    const env = { PATH: process.env.PATH, HOME: temporaryFolder() };
    const { signal } = new AbortController();
    const [folder, workspace] = [temporaryFolder(), temporaryFolder()];
    const limited = fetchGit(location, folder, { env, signal, workspace, limits: { totalBytes: 140_000 } });
    await expect(limited).rejects.toThrow('over the limit of 140,000 bytes');
    await expect(fetchGit(location, folder, { env, signal, workspace, mostBytes: 100 })).rejects.toThrow(
      'more than 100 bytes',
    );
    expect([readdirSync(folder), readdirSync(workspace)]).toEqual([[], []]);
  });
});

// trust: T-76
test.runIf(hasGit())('a server that exceeds the limit and then sends nothing is not waited for', async () => {
  const repo = repository();
  repo.commit({ 'a.bin': randomBytes(1_000_000) });
  const { url } = await gitServer(dirname(repo.folder), { stallAfterBytes: 500_000 });
  const location = { kind: 'git', url: `${url}/m.git`, display: 'x' } as const;
  const [folder, workspace] = [temporaryFolder(), temporaryFolder()];
  const { signal } = new AbortController();
  const parts = { env: { PATH: process.env.PATH }, signal, workspace, mostBytes: 100_000 };
  await expect(fetchGit(location, folder, parts)).rejects.toThrow('sends more than 100,000 bytes');
  expect([readdirSync(folder), readdirSync(workspace)]).toEqual([[], []]);
});

describe.runIf(hasGit())('exit codes of a failed fetch', () => {
  test.each<[string, string, number, string]>([
    ['a ref that is not there', '?ref=v9', 3, 'The repository has no commit "v9"'],
    ['a commit that is not there', `?ref=${'0123456789'.repeat(4)}`, 3, 'has no commit'],
    ['a short id that no commit has', '?ref=0123456', 3, 'has no commit'],
    ['a ref that is a file', '?ref=words', 3, 'has no commit'],
    ['a ref that is an option', '?ref=--upload-pack=touch%20x', 9, 'is not a git ref'],
  ])('exits with the right code for %s', async (_, query, exit, words) => {
    const repo = repository();
    repo.commit({ 'main.tf': '' });
    repo.point('refs/tags/words', blob(repo, 'words'));
    const { cwd, svc } = await served(repo, query);
    expect(await svc('module download a/b/c --dir here')).toExit(exit, words);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('an empty repository exits with 3', async () => {
    const { svc } = await served(repository());
    expect(await svc('module download a/b/c --dir here')).toExit(3, /HEAD/);
  });

  test.each<[number, number]>([
    [404, 3],
    [401, 4],
    [403, 4],
    [503, 7],
    [429, 7],
    [418, 5],
  ])('a git server that responds with %i gives its exit code and the URL', async (status, exit) => {
    const { url } = await tinyServer((_, response) => response.writeHead(status).end('no'));
    expect(await (await machineFor(`git::${url}/m.git`)).svc('module download a/b/c --dir here')).toExit(
      exit,
      `${url}/m.git`,
    );
  });

  test('a server that is not a git server exits with 3', async () => {
    const { url } = await tinyServer((_, response) => response.end('<html>hello</html>'));
    expect(await (await machineFor(`git::${url}/m.git`)).svc('module download a/b/c --dir here')).toExit(
      3,
      'not a git repository',
    );
  });

  test('exits with 6 if the git server cuts the connection or does not run', async () => {
    const cut = await tinyServer((request) => request.socket.destroy());
    for (const url of [cut.url, await deadAddress()]) {
      const { code } = await (await machineFor(`git::${url}/m.git`)).svc('module download a/b/c --dir here');
      expect([url, code]).toEqual([url, 6]);
    }
  });

  // trust: T-73
  test('exits with 2 if git is not on PATH; relative entries of PATH and the current folder are not searched', async () => {
    const { cwd, svc } = await machineFor('git::https://h.example/m.git', { PATH: ['.', 'bin', ''].join(delimiter) });
    writeFileSync(join(cwd, 'git'), '#!/bin/sh\ntouch pwned\n', { mode: 0o755 });
    expect(await svc('module download a/b/c --dir here')).toExit(2, 'git is not on PATH', 'Install git');
    expect(readdirSync(cwd)).toEqual(['git']);
  });
});

describe.runIf(hasGit())('secrets and settings that git must not get', () => {
  // trust: T-74
  test('git variables of the environment and tokens of svc do not reach git', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': '' });
    const { url } = await gitServer(dirname(repo.folder));
    const folder = temporaryFolder();
    const spy = programs({ git: `env >> "${folder}/env"\nexec ${git} "$@"` });
    const { svc } = await machineFor(`git::${url}/m.git`, {
      PATH: [spy, '.', process.env.PATH].join(delimiter),
      GIT_EXEC_PATH: '/nowhere',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'protocol.ext.allow',
      GIT_CONFIG_VALUE_0: 'always',
      GIT_ASKPASS: '/bin/evil',
      SSH_ASKPASS: '/bin/evil',
      SVC_TOKEN: 'a-token-of-ours',
      TF_TOKEN_example_com: 'a-token-of-theirs',
      KEPT: 'yes',
    });
    expect(await svc('module download a/b/c --dir here')).toMatchObject({ code: 0 });
    const seen = readFileSync(join(folder, 'env'), 'utf8');
    expect(seen).toContain('KEPT=yes');
    expect(seen).not.toMatch(/nowhere|GIT_CONFIG_|evil|a-token|(^|\n)PATH=(.*:)?\.(:|\n)/);
  });

  // trust: T-75
  test('a password is never an argument, never shown, never on the disk, and never stored by a helper', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': '' });
    const { url } = await gitServer(dirname(repo.folder), { credentials: 'sol:s3cret' });
    const folder = temporaryFolder();
    const spy = programs({
      git: `echo "$@" >> "${folder}/argv"\ngrep -rlE 's3cr|sol' "$GIT_DIR" >> "${folder}/written"\nexec ${git} "$@"`,
      'git-credential-spy': `cat >> "${folder}/asked"`,
    });
    const location = `git::${url.replace('//', '//sol:s3cret@')}/m.git`;
    const { env, svc } = await machineFor(location, { PATH: [spy, process.env.PATH].join(delimiter) });
    const helpers = ['', ` "${url}"`, ` "${url}/m.git"`].map((scope) => `[credential${scope}]\n\thelper = spy\n`);
    writeFileSync(join(String(env.HOME), '.gitconfig'), helpers.join(''));
    const { code, stderr, stdout } = await svc('module download a/b/c --dir here -o json --debug');
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(readFileSync(join(folder, 'argv'), 'utf8')).not.toContain('s3cr');
    expect(stdout + stderr).not.toContain('s3cr');
    expect(readFileSync(join(folder, 'written'), 'utf8')).toBe('');
    expect(readdirSync(folder)).toEqual(['argv', 'written']);
  });

  test('credential helpers of the user are asked if the location has no password, and a wrong password exits with 4', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': '' });
    const { url } = await gitServer(dirname(repo.folder), { credentials: 'sol:secret' });
    const helper = programs({ 'git-credential-mine': 'test "$1" = get && echo username=sol && echo "password=$MINE"' });
    for (const [mine, exit] of [
      ['secret', 0],
      ['wrong', 4],
    ] as const) {
      const path = [helper, process.env.PATH].join(delimiter);
      const { env, svc } = await machineFor(`git::${url}/m.git`, { PATH: path, MINE: mine });
      writeFileSync(join(String(env.HOME), '.gitconfig'), '[credential]\n\thelper = mine\n');
      expect((await svc('module download a/b/c --dir here')).code).toBe(exit);
    }
  });

  // trust: T-72
  test('the git configuration of the user cannot redirect a URL to a local repository', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': '' });
    const { env, svc } = await machineFor('git::https://h.example/m.git');
    const config = `[url "file://${repo.folder}"]\n\tinsteadOf = https://h.example/m.git\n[protocol]\n\tallow = always\n`;
    writeFileSync(join(String(env.HOME), '.gitconfig'), config);
    expect(await svc('module download a/b/c --dir here')).toExit(8, "transport 'file' not allowed");
  });

  // trust: T-72
  test('the git configuration of the user cannot redirect a URL to plain http', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': '' });
    const { asked, url } = await gitServer(dirname(repo.folder));
    const { env, svc } = await machineFor('git::https://h.example/m.git');
    const config = `[url "${url}/"]\n\tinsteadOf = https://h.example/\n[protocol]\n\tallow = always\n`;
    writeFileSync(join(String(env.HOME), '.gitconfig'), config);
    const { code, stderr } = await svc('module download a/b/c --dir here');
    expect([code, asked]).toEqual([8, []]);
    expect(stderr).toMatch(
      /failed for git::https:\/\/h\.example\/m\.git: .*'http' not allowed.*\nHint: insteadOf in the git configuration/,
    );
  });
});

describe.runIf(hasGit() && hasOpenssl())('a repository over https', () => {
  let ca: Authority;
  beforeAll(() => {
    ca = sharedAuthority();
  });
  afterAll(() => ca.remove());

  // trust: T-72
  test('a repository over https is not fetched through a redirect to plain http', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': '' });
    const { asked, url } = await gitServer(dirname(repo.folder));
    const port = await httpsServer(ca, (request, response) =>
      response.writeHead(302, { location: `${url}${request.url}` }).end(),
    );
    const { env, svc } = await machineFor(`git::https://127.0.0.1:${port}/m.git`);
    writeFileSync(join(String(env.HOME), '.gitconfig'), `[http]\n\tsslCAInfo = ${ca.caFile}\n`);
    const { code, stderr } = await svc('module download a/b/c --dir here');
    expect([code, asked]).toEqual([8, []]);
    expect(stderr).toContain('Protocol "http" not supported');
  });

  test('a repository is not fetched from a server with an untrusted certificate', async () => {
    const port = await httpsServer(ca, (_, response) => response.writeHead(404).end());
    const { svc } = await machineFor(`git::https://127.0.0.1:${port}/m.git`);
    expect(await svc('module download a/b/c --dir here')).toExit(6, 'certificate');
  });
});
