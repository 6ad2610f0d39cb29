import { readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, readdir, readFile, symlink } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { at, call, type Files, mapHost, publish, writeFiles } from '../../support/configuration.ts';
import { findProgram } from '../../support/find-program.ts';
import { hasGit, repository } from '../../support/git-repository.ts';
import { gitServer } from '../../support/git-server.ts';
import { start } from '../../support/running.ts';
import { type Machine, machine } from '../../support/svc.ts';
import { tinyServer } from '../../support/tiny-server.ts';

const absent = !findProgram('terraform') || !hasGit();
if (absent)
  console.warn('SKIPPED: no terraform or git on PATH, so nobody checks that terraform init takes what svc installs.');

const output = 'output "o" {\n  value = 1\n}\n';

/** Five modules that call a leaf, a folder of a git repository that calls the folder beside it, and a folder of their own that calls the leaf again. */
const releases = (git: string): Files => {
  const middle =
    call('leaf', at('leaf/null'), '~> 1.0') +
    call('git', `git::${git}/m.git//modules/x?ref=v1`) +
    call('inner', './inner');
  const files: Files = {
    'acme/leaf/null/1.0.0/main.tf': output,
    'acme/leaf/null/1.1.0/main.tf': output,
    'acme/leaf/null/2.0.0/main.tf': '',
  };
  for (const nth of [1, 2, 3, 4, 5]) {
    files[`acme/middle${nth}/null/1.0.${nth}/main.tf`] = middle;
    files[`acme/middle${nth}/null/1.0.${nth}/inner/main.tf`] = call('deep', at('leaf/null'), '1.0.0');
    files[`acme/middle${nth}/null/1.0.${nth}/inner/README.md`] = `# ${nth}\n`;
  }
  return files;
};

const configuration = (git: string): Files => ({
  'main.tf':
    [1, 2, 3, 4, 5].map((nth) => call(`middle${nth}`, at(`middle${nth}/null`), '~> 1.0')).join('') +
    call('whole', `git::${git}/m.git?ref=v1`) +
    call('sub', './sub') +
    call('example', './shared/example') +
    call('folder', `${at('middle1/null')}//inner`),
  'sub/main.tf': call('shared', '../shared') + call('net', at('middle2/null')),
  'shared/example/main.tf': call('up', '../') + call('again', './..'),
  'shared/main.tf': output,
  'tests/all.tftest.hcl': `run "setup" {\n  module {\n    source  = "${at('middle4/null')}"\n    version = "~> 1.0"\n  }\n}\n`,
  'beside.tftest.hcl': 'run "local" {\n  module {\n    source = "./shared"\n  }\n}\nrun "plain" {}\n',
});

function terraform(me: Machine, cwd: string, ...words: string[]) {
  const env = { TF_CLI_CONFIG_FILE: join(me.home, '.terraformrc'), CHECKPOINT_DISABLE: '1', HOME: me.home };
  return execa('terraform', [...words, '-no-color'], { cwd, reject: false, all: true, env });
}

/** Every file below a folder, git's own aside. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const ours = paths.map((path) => path.slice(folder.length + 1)).filter((path) => !/(^|\/)\.git\//.test(path));
  return Object.fromEntries(
    await Promise.all(ours.sort().map(async (path) => [path, await readFile(join(folder, path), 'hex')])),
  );
}

describe.skipIf(absent)('terraform with the folders of svc module install', () => {
  test('terraform uses the modules of svc module install and fetches nothing: 30 modules, three levels, from a registry, git and folders', async () => {
    const me = await machine({ PATH: process.env.PATH });
    const { commit, folder: bare, git } = repository();
    const root = dirname(bare);
    const id = commit({
      'main.tf': call('middle', at('middle3/null')),
      'modules/x/main.tf': call('beside', '../y'),
      'modules/y/main.tf': output,
      'run.sh': { mode: '100755', text: '#!/bin/sh\n' },
    });
    git(['tag', 'v1', id]);
    let stopped = false;
    const instead = (_: unknown, response: ServerResponse) => {
      if (stopped) response.destroy();
      return stopped;
    };
    const server = await gitServer(root, { instead });
    const service = await publish(me.home, releases(server.url));
    for (const folder of ['theirs', 'ours']) await writeFiles(join(me.home, folder), configuration(server.url));
    const [theirs, ours] = [join(me.home, 'theirs'), join(me.home, 'ours')];
    const got = await terraform(me, theirs, 'get');
    expect(got.exitCode, got.all).toBe(0);

    expect(await me.svc('module lock ours')).toExit(0, /Locked \d+ module calls/);
    expect(await me.svc('module install ours --frozen')).toMatchObject({ code: 0 });
    await service.close();
    stopped = true;
    const asked = server.asked.length;

    const manifest = async (folder: string) =>
      JSON.parse(await readFile(join(folder, '.terraform/modules/modules.json'), 'utf8'));
    const { Modules } = await manifest(ours);
    expect(Modules.length).toBeGreaterThan(30);
    expect(Modules.some(({ Key }: { Key: string }) => Key.split('.').length >= 4)).toBe(true);
    expect(await manifest(theirs)).toEqual({ Modules });
    expect(await filesIn(join(ours, '.terraform/modules'))).toEqual(await filesIn(join(theirs, '.terraform/modules')));

    const init = await terraform(me, ours, 'init', '-backend=false');
    expect(init.exitCode, init.all).toBe(0);
    expect(init.all).not.toContain('Downloading');
    const validated = await terraform(me, ours, 'validate');
    expect(validated.exitCode, validated.all).toBe(0);
    expect(server.asked).toHaveLength(asked);
    expect((await manifest(ours)).Modules).toEqual(Modules);
    expect(await me.svc('module verify ours --offline')).toMatchObject({ code: 0 });
    // Modules that terraform has installed are equally valid.
    await cp(join(ours, 'svc.modules.lock.json'), join(theirs, 'svc.modules.lock.json'));
    expect(await me.svc('module verify theirs --offline')).toMatchObject({ code: 0 });
  });
});

describe.skipIf(!hasGit())('modules in git repositories', () => {
  // trust: T-79
  test('a module in a git repository is locked to a commit, and only an update follows a moved tag', async () => {
    const me = await machine({ PATH: process.env.PATH });
    const { commit, folder: bare, git } = repository();
    const root = dirname(bare);
    const first = commit({ 'main.tf': '# one' });
    git(['tag', 'v1', first]);
    const { url } = await gitServer(root);
    await writeFiles(me.home, { 'main.tf': call('g', `git::${url}/m.git?ref=v1`) });
    await me.svc('module lock');
    const locked = async () => JSON.parse(await readFile(join(me.home, 'svc.modules.lock.json'), 'utf8')).modules.g;
    expect(await locked()).toMatchObject({ source: `git::${url}/m.git?ref=v1`, commit: first });
    const second = commit({ 'main.tf': '# two' });
    git(['tag', '-f', 'v1', second]);
    expect(await me.svc('module install')).toMatchObject({ code: 0 });
    const installed = () => readFile(join(me.home, '.terraform/modules/g/main.tf'), 'utf8');
    expect(await installed()).toBe('# one');
    expect(await me.svc('module verify')).toMatchObject({ code: 0 });
    await me.svc('module lock . --upgrade');
    expect(await locked()).toMatchObject({ commit: second });
    expect(await me.svc('module install --frozen')).toMatchObject({ code: 0 });
    expect(await installed()).toBe('# two');
  });

  // trust: T-75
  // trust: T-228
  test('modules in git repositories have the same manifest if links in the configuration and in a repository lead to local modules', async () => {
    const me = await machine({ PATH: process.env.PATH });
    const { commit, folder: bare, git } = repository();
    const link = (text: string) => ({ mode: '120000', text });
    const files = { 'main.tf': call('in', './linked/x') + call('sub', './sub'), 'real/x/main.tf': call('up', '../y') };
    const links = { linked: link('real'), sub: link('real/y'), 'real/y/main.tf': call('z', '../../z') };
    git(['tag', 'v1', commit({ ...files, ...links, 'z/main.tf': output, 'y/main.tf': output })]);
    const { url } = await gitServer(dirname(bare));
    const source = `git::${url}/m.git?ref=v1`;
    await writeFiles(me.home, {
      'modules/a/main.tf': call('b', '../b') + call('g', source),
      'modules/b/main.tf': output,
    });
    for (const folder of ['ours', 'theirs']) {
      const sources = ['./link', './link/../b', './absolute', './again', './b/..//b'];
      const calls = sources.map((each, nth) => call(`m${nth}`, each)).join('');
      await writeFiles(join(me.home, folder), { 'main.tf': calls + call('g', source), 'b/main.tf': output });
      await symlink('../modules/a', join(me.home, folder, 'link'));
      await symlink(join(me.home, 'modules/a'), join(me.home, folder, 'absolute'));
      await symlink(`../${folder}/link`, join(me.home, folder, 'again'));
    }
    const got = await terraform(me, join(me.home, 'theirs'), 'get');
    expect(got.exitCode, got.all).toBe(0);
    expect(await me.svc('module install ours')).toExit(0, 'Installed');
    const manifest = (folder: string) => readFile(join(me.home, folder, '.terraform/modules/modules.json'), 'utf8');
    expect(JSON.parse(await manifest('ours')).Modules).toEqual(JSON.parse(await manifest('theirs')).Modules);
    const init = await terraform(me, join(me.home, 'ours'), 'init', '-backend=false');
    expect(init.exitCode, init.all).toBe(0);
    expect(init.all).not.toContain('Downloading');
  });

  test('passwords in the git URLs of modules are neither in the lock nor in a message', async () => {
    const me = await machine({ PATH: process.env.PATH });
    const { commit, folder: bare } = repository();
    const root = dirname(bare);
    commit({ 'main.tf': '', 'sub/main.tf': '' });
    const { url } = await gitServer(root, { credentials: 'sol:s3cr3t-word' });
    const source = `git::${url.replace('//', '//sol:s3cr3t-word@')}/m.git//sub`;
    await writeFiles(me.home, { 'main.tf': call('g', source) });
    const said = [];
    for (const words of ['lock --debug', 'install --frozen --debug', 'verify --debug', 'tree']) {
      const { code, stderr, stdout } = await me.svc(`module ${words}`);
      expect([words, code, stderr]).toEqual([words, 0, expect.any(String)]);
      said.push(stdout, stderr);
    }
    said.push(await readFile(join(me.home, 'svc.modules.lock.json'), 'utf8'));
    expect(said.join('')).not.toContain('s3cr3t-word');
    // The stock tool compares this source with the configuration, which has the same.
    const { Modules } = JSON.parse(await readFile(join(me.home, '.terraform/modules/modules.json'), 'utf8'));
    expect(Modules[1]).toEqual({ Key: 'g', Source: source, Dir: '.terraform/modules/g/sub' });
  });
});

/** Every file below a folder by its path, read through links, as a tool reads it. */
function filesThroughLinks(folder: string, inside = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, inside))) {
    const path = join(inside, name);
    if (name === '.git') continue;
    if (statSync(join(folder, path)).isDirectory()) Object.assign(found, filesThroughLinks(folder, path));
    else found[path] = readFileSync(join(folder, path), 'utf8');
  }
  return found;
}

describe.each(['terraform', 'tofu'])('a repository with links, for %s', (tool) => {
  const isMissing = !findProgram(tool) || !hasGit();
  if (isMissing)
    console.warn(`SKIPPED: no ${tool} or git on PATH, so no test compares its tree from a mirror with that from git.`);

  test.skipIf(isMissing)('a repository with links has the same files from svc module serve as from git', async () => {
    const me = await machine({ PATH: process.env.PATH });
    const { commit, folder: bare, git } = repository();
    const id = commit({
      'main.tf': output,
      'shared/vars.tf': output.replace('"o"', '"v"'),
      'vars.tf': { mode: '120000', text: 'shared/vars.tf' },
      'modules/all': { mode: '120000', text: '../shared' },
      'modules/chain': { mode: '120000', text: 'all' },
    });
    git(['tag', 'v1', id]);
    const { url } = await gitServer(dirname(bare));
    const registry = await tinyServer(({ url: path = '' }, response) => {
      if (path.endsWith('/versions')) response.end('{"modules":[{"versions":[{"version":"1.0.0"}]}]}');
      else response.writeHead(204, { 'x-terraform-get': `git::${url}/m.git?ref=v1` }).end();
    });
    await mapHost(me.home, `${registry.url}/`);
    await writeFiles(me.home, { 'git/main.tf': call('m', at('m/null')), 'mirrored/main.tf': call('m', at('m/null')) });
    const get = async (folder: string) => {
      const env = { TF_CLI_CONFIG_FILE: join(me.home, '.terraformrc'), CHECKPOINT_DISABLE: '1', HOME: me.home };
      const { all, exitCode } = await execa(tool, ['get', '-no-color'], {
        ...{ cwd: join(me.home, folder), reject: false, all: true, env },
      });
      expect(exitCode, all).toBe(0);
      return filesThroughLinks(join(me.home, folder, '.terraform/modules/m'));
    };
    const fromGit = await get('git');
    expect(await me.svc('module lock mirrored')).toMatchObject({ code: 0 });
    expect(await me.svc('module mirror mirror --from-lock mirrored')).toMatchObject({ code: 0 });
    const running = start(me, ['module', 'serve', 'mirror']);
    const [, served = ''] = await running.said(/ at (https?:\/\/\S+)\n/);
    await mapHost(me.home, `${served}/modules.example.com/`);
    expect(await get('mirrored')).toEqual(fromGit);
    expect(Object.keys(fromGit).sort()).toContain('modules/chain/vars.tf');
  });
});
