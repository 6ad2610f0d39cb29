import { existsSync } from 'node:fs';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { at, call, mapHost, publish, writeFiles } from '../support/configuration.ts';
import { type Machine, machine, machineAt, sandbox } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

const lockText = ({ home }: Machine) => readFile(join(home, 'svc.modules.lock.json'), 'utf8');
const modulesOf = async (me: Machine) => JSON.parse(await lockText(me)).modules;
const empty = { 'main.tf': '' };
const release = (name: string, version: string, files: Record<string, string> = empty) =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`acme/${name}/null/${version}/${file}`, text]));

describe('module lock', () => {
  test('module lock follows every call, also through packages, and prints what it locked for each', async () => {
    const me = await machine();
    await publish(me.home, {
      ...release('net', '1.0.0', {
        'main.tf': call('s', './modules/sub') + call('leaf', at('leaf/null'), '~> 1.0'),
        'modules/sub/main.tf': call('up', '../../inner'),
        'inner/main.tf': '',
      }),
      ...release('leaf', '1.1.0'),
      ...release('leaf', '1.2.0-beta'),
      ...release('leaf', '2.0.0'),
    });
    await writeFiles(me.home, {
      'main.tf': call('net', at('net/null'), '1.0.0') + call('sub', `${at('net/null')}//modules/sub`),
    });
    expect(await me.svc('module lock')).toMatchObject({
      code: 0,
      stderr: 'Locked 6 module calls for terraform (default registry: registry.terraform.io).\n',
    });
    const hash = expect.stringMatching(/^h1:.{43}=$/);
    const location = expect.stringMatching(/^http:.*\/archive\.tar\.gz$/);
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    const net = { version: '1.0.0', location, sha256, h1: hash };
    expect(await modulesOf(me)).toEqual({
      net: { source: at('net/null'), constraint: '1.0.0', ...net },
      'net.leaf': { source: at('leaf/null'), constraint: '~> 1.0', version: '1.1.0', location, sha256, h1: hash },
      'net.s': { source: './modules/sub' },
      'net.s.up': { source: '../../inner' },
      sub: { source: `${at('net/null')}//modules/sub`, subdir: 'modules/sub', ...net },
      'sub.up': { source: '../../inner' },
    });
  });

  test('module lock sends no request if nothing changed, and only the requests for new calls otherwise', async () => {
    const me = await machine();
    const asked: string[] = [];
    await publish(
      me.home,
      { ...release('a', '1.0.0'), ...release('b', '1.0.0') },
      { onRequest: ({ target }) => asked.push(target) },
    );
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null')) });
    await me.svc('module lock');
    const [before, requests] = [await lockText(me), asked.length];
    expect(await me.svc('module lock')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Unchanged: 1 module call for terraform (default registry: registry.terraform.io).\n',
    });
    expect([await lockText(me), asked.length]).toEqual([before, requests]);
    await writeFiles(me.home, { 'more.tf': call('b', at('b/null')) });
    const { stdout } = await me.svc('module lock -o json');
    expect(JSON.parse(stdout)).toEqual([{ module: 'b', change: 'added', source: at('b/null'), version: '1.0.0' }]);
    expect(asked.slice(requests).filter((target) => target.includes('/a/'))).toEqual([]);
  });

  test('module lock keeps a version until --upgrade, or until the constraint excludes it', async () => {
    const me = await machine();
    await publish(me.home, { ...release('a', '1.0.0'), ...release('b', '1.0.0') });
    const main = (constraint: string) => call('a', at('a/null'), constraint) + call('b', at('b/null'), '~> 1.0');
    await writeFiles(me.home, { 'main.tf': main('~> 1.0') });
    await me.svc('module lock');
    const releases = {
      ...release('a', '1.0.0'),
      ...release('a', '1.1.0'),
      ...release('b', '1.0.0'),
      ...release('b', '1.3.0'),
    };
    await publish(me.home, releases);
    const versions = async () =>
      Object.values(await modulesOf(me)).map((each) => (each as { version: string }).version);
    await writeFiles(me.home, { 'main.tf': main('>= 1.0.0') });
    await me.svc('module lock');
    expect(await versions()).toEqual(['1.0.0', '1.0.0']);
    expect((await modulesOf(me)).a.constraint).toBe('>= 1.0.0');
    await me.svc('module lock . --upgrade b');
    expect(await versions()).toEqual(['1.0.0', '1.3.0']);
    await me.svc('module lock . --upgrade acme/a/null');
    expect(await versions()).toEqual(['1.1.0', '1.3.0']);
    await writeFiles(me.home, { 'main.tf': main('= 1.0.0') });
    const { stdout } = await me.svc('module lock -o json');
    expect(JSON.parse(stdout)).toEqual([
      { module: 'a', change: 'changed', source: at('a/null'), version: '1.0.0', before: '1.1.0' },
    ]);
    await me.svc('module lock . --upgrade');
    expect(await versions()).toEqual(['1.0.0', '1.3.0']);
    await rm(join(me.home, 'svc.modules.lock.json'));
    expect(await me.svc('module lock . --upgrade acme/a/null')).toMatchObject({ code: 0 });
    expect(await me.svc('module lock . --upgrade acme/c/null')).toExit(3, 'does not call acme/c/null');
  });

  test('module lock --check reports a difference by its exit code, without the network, and writes nothing', async () => {
    const me = await machine();
    const service = await publish(me.home, { ...release('a', '1.0.0'), ...release('b', '1.0.0') });
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null'), '~> 1.0'), 'sub/main.tf': '' });
    expect(await me.svc('module lock --check')).toExit(2, 'Create it with: svc module lock\n');
    for (const typed of ['sub', './sub', join(me.home, 'sub')])
      expect((await me.svc(`module lock ${typed} --check`)).stderr).toContain(
        `Create it with: svc module lock ${typed}\n`,
      );
    expect((await me.svc('module verify . sub')).stderr).toContain('Create it with: svc module lock\n');
    expect((await me.svc('module verify sub .')).stderr).toContain('Create it with: svc module lock sub\n');
    await me.svc('module lock');
    await service.close();
    expect(await me.svc('module lock --check')).toMatchObject({ code: 0, stdout: '' });
    const before = await lockText(me);
    for (const [main, words] of [
      [call('a', at('a/null'), '~> 2.0'), 'the configuration has version "~> 2.0"'],
      [call('a', at('b/null'), '~> 1.0'), 'the configuration has source'],
      [call('b', at('a/null'), '~> 1.0'), 'b: modules.example.com/acme/a/null is not in the lock'],
      [call('a', './sub'), 'the configuration has source ./sub'],
      ['', 'nothing calls it anymore'],
    ] as const) {
      await writeFiles(me.home, { 'main.tf': main });
      expect(await me.svc('module lock --check')).toFail(8, words);
    }
    expect(await lockText(me)).toBe(before);
  });

  test('module outdated compares the locked versions, and warns if the configuration differs from the lock', async () => {
    const me = await machine();
    await publish(me.home, release('a', '1.0.0'));
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null'), '~> 1.0') });
    await me.svc('module lock');
    expect((await me.svc('module outdated')).stderr).not.toContain('does not match');
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null'), '~> 9.0') });
    const words = 'Warning: The lock does not match the configuration: a: the configuration has version "~> 9.0"';
    expect(await me.svc('module outdated')).toExit(0, words, 'Update it with: svc module lock');
  });

  test('module lock recognises a call that was locked with its secret masked', async () => {
    const me = await machine();
    const fixed = { location: 'x', h1: `h1:${'A'.repeat(43)}=` };
    const source = 'git::ssh://git@example.com/x.git?ref=v1&sshkey=***';
    const modules = {
      a: { source: at('a/null'), version: '1.0.0', sha256: '0'.repeat(64), ...fixed },
      'a.key': { source, commit: '0'.repeat(40), ...fixed },
      'a.password': { source: 'git::https://***@example.com/x.git', commit: '0'.repeat(40), ...fixed },
    };
    await writeFiles(me.home, {
      'main.tf': call('a', at('a/null')),
      'svc.modules.lock.json': JSON.stringify({ version: 1, modules }),
    });
    expect(await me.svc('module lock --check')).toMatchObject({ code: 0 });
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
    expect(await modulesOf(me)).toEqual(modules);
  });

  test('module lock reports a version whose content changed, and does not change the lock', async () => {
    const me = await machine();
    await publish(me.home, release('a', '1.0.0', { 'main.tf': '# one' }));
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null')) });
    await me.svc('module lock');
    const before = await lockText(me);
    await publish(me.home, release('a', '1.0.0', { 'main.tf': '# two' }));
    expect(await me.svc('module lock --upgrade')).toExit(
      8,
      /the lock has h1:\S+=, the download has h1:\S+=\./,
      JSON.parse(before).modules.a.h1,
    );
    expect(await lockText(me)).toBe(before);
    // Not either under another name: the package is known.
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null')) + call('other', at('a/null')) });
    expect(await me.svc('module lock')).toMatchObject({ code: 8 });
  });

  test('module lock --dry-run shows what would change and writes no file', async () => {
    const me = await machine();
    await publish(me.home, release('a', '1.0.0'));
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null')) });
    const { code, stderr, stdout } = await me.svc('module lock --dry-run -o json');
    expect([code, stderr, JSON.parse(stdout).length]).toEqual([
      0,
      'Dry run: would lock 1 module call for terraform (default registry: registry.terraform.io).\n',
      1,
    ]);
    expect(existsSync(join(me.home, 'svc.modules.lock.json'))).toBe(false);
  });

  // spec: R-8
  test('an address without a host belongs to the public registry, whatever SVC_REGISTRY contains', async () => {
    const service = await sandbox();
    const asked: string[] = [];
    const decoy = await sandbox({ onRequest: ({ target }) => asked.push(target) });
    const me = await machineAt(decoy);
    await writeFiles(me.home, { 'main.tf': call('label', 'acme/label/null') });
    const mapping = `registry.terraform.io=${service.info.registry}`;
    expect(await me.svc(['module', 'lock', '--registry', mapping])).toMatchObject({ code: 0 });
    expect((await modulesOf(me)).label).toMatchObject({
      source: 'registry.terraform.io/acme/label/null',
      location: expect.stringContaining(service.url),
    });
    expect(asked).toEqual([]);
    const plain = await me.svc(['module', 'lock', '--registry', service.info.registry]);
    expect(plain).toExit(2, `--registry registry.terraform.io=${service.info.registry}`);
  });

  test('module lock reads the hosts of the CLI configuration: of the named file, or of the home and its folder', async () => {
    const { info } = await sandbox();
    const me = await machine();
    await writeFiles(me.home, { 'main.tf': call('label', at('label/null')) });
    const dead = 'host "modules.example.com" { services = { "modules.v1" = "http://127.0.0.1:9/" } }';
    await writeFile(join(me.home, '.terraformrc'), dead);
    await mapHost(me.home, info.registry);
    const block = await readFile(join(me.home, '.terraformrc'), 'utf8');
    await writeFiles(me.home, { '.terraformrc': dead, '.terraform.d/x.tfrc': block, 'named.tfrc': dead });
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
    const env = { TF_CLI_CONFIG_FILE: join(me.home, 'named.tfrc') };
    expect(await me.svc('module lock . --upgrade', { env })).toMatchObject({ code: 6 });
    const json = JSON.stringify({ host: { 'modules.example.com': { services: { 'modules.v1': info.registry } } } });
    await writeFiles(me.home, { 'named.tfrc.json': json });
    const other = { TF_CLI_CONFIG_FILE: join(me.home, 'named.tfrc.json') };
    expect(await me.svc('module lock . --upgrade', { env: other })).toMatchObject({ code: 0 });
    // Only the host blocks are of the registries.
    const twice = json.replace('{', '{ "plugin_cache_dir": "a", "plugin_cache_dir": "b", ');
    await writeFiles(me.home, { 'named.tfrc.json': twice });
    expect(await me.svc('module lock . --upgrade', { env: other })).toMatchObject({ code: 0 });
    await writeFiles(me.home, { 'named.tfrc.json': `{\n${json}` });
    expect(await me.svc('module lock', { env: other })).toExit(2, 'named.tfrc.json:2: it is not JSON');
    const gone = { TF_CLI_CONFIG_FILE: join(me.home, 'gone.tfrc') };
    expect((await me.svc('module lock', { env: gone })).stderr).toContain('gone.tfrc; its host blocks are ignored');
  });

  test.each([
    ['an expression', 'module "a" {\n source = var.x\n}', 2, 'main.tf:1: the source of module a is an expression'],
    [
      'an expression for a version',
      `module "a" {\n source = "${at('a/null')}"\n version = local.v\n}`,
      2,
      'the version of module a',
    ],
    ['no source', 'module "a" {}', 2, 'main.tf:1: module a has no source'],
    ['a local version', call('a', './sub', '1.0'), 2, 'main.tf:1: module a: only a registry module can have'],
    ['a bad constraint', call('a', at('a/null'), '^1'), 2, 'main.tf:1: module a: "^1" is not a version constraint'],
    ['one name twice', call('a', './sub') + call('a', './other'), 2, 'main.tf:4: module a is already declared'],
    ['a folder that is not there', call('a', './nowhere'), 2, 'calls ./nowhere, which does not exist'],
    ['a circle', call('a', './circle'), 8, 'which is one of its own callers'],
    ['itself', call('a', './.'), 8, 'which is one of its own callers'],
    ['a missing version', call('a', at('a/null'), '9.9.9'), 3, '/acme/a/null has no version 9.9.9'],
    ['a folder that is not in the package', call('a', `${at('a/null')}//nowhere`), 3, 'has no subfolder "nowhere"'],
    ['packages that call each other', call('a', at('ping/null')), 8, 'which is one of its own callers'],
    ['a package that leaves', call('a', at('escape/null')), 8, 'calls ../../elsewhere, which is outside its package'],
    ['a source that svc does not fetch', call('a', 'hg::https://h.test/r'), 2, 'hg::'],
    ['a missing module', call('a', at('nope/null')), 3, 'svc module search nope --registry http://127.0.0.1:'],
  ])('module lock reports the error in %s', async (_, main, exit, words) => {
    const me = await machine();
    await publish(me.home, {
      ...release('a', '1.0.0'),
      ...release('ping', '1.0.0', { 'main.tf': call('pong', at('pong/null')) }),
      ...release('pong', '1.0.0', { 'main.tf': call('ping', at('ping/null')) }),
      ...release('escape', '1.0.0', { 'main.tf': call('out', '../../elsewhere') }),
    });
    await writeFiles(me.home, { 'main.tf': main, 'sub/main.tf': '', 'circle/main.tf': call('back', '../circle') });
    expect(await me.svc('module lock --strict')).toFail(exit, words);
    expect(existsSync(join(me.home, 'svc.modules.lock.json'))).toBe(false);
  });

  test('override files take precedence in module lock, and files of editors are ignored', async () => {
    const me = await machine();
    await writeFiles(me.home, {
      'main.tf': call('a', './one') + call('b', './one'),
      'a_override.tf': call('a', './two'),
      'override.tf.json': '{"module":{"b":{"providers":{}}}}',
      '.hidden.tf': call('c', './one'),
      'main.tf~': call('c', './one'),
      'one/main.tf': '',
      'two/main.tf': '',
    });
    await me.svc('module lock');
    expect(await modulesOf(me)).toEqual({ a: { source: './two' }, b: { source: './one' } });
  });

  test.each([
    ['terraform', '1.0.0'],
    ['tofu', '1.1.0'],
  ])('module lock --tool %s treats a null version in an override file as that tool does', async (tool, version) => {
    const me = await machine();
    await publish(me.home, { ...release('a', '1.0.0'), ...release('a', '1.1.0') });
    const override = 'module "a" {\n  version = null\n}\n';
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null'), '1.0.0'), 'override.tf': override });
    await me.svc(`module lock --tool ${tool}`);
    expect(await modulesOf(me)).toMatchObject({ a: { version } });
  });

  test('module lock includes the modules of test runs, and warns about a file whose name a lock cannot contain', async () => {
    const me = await machine();
    const run = 'run "setup" {\n  module {\n    source = "./one"\n  }\n}\n';
    const files = { 'main.tf': '', 'tests/1.all.tftest.hcl': run, 'odd name.tftest.hcl': run, 'one/main.tf': '' };
    await writeFiles(me.home, files);
    expect((await me.svc('module lock')).stderr).toContain('odd name.tftest.hcl: a lock cannot hold this file name');
    expect(await modulesOf(me)).toEqual({ 'test.tests.1.all.setup': { source: './one' } });
    expect(await me.svc('module lock --check')).toMatchObject({ code: 0 });
    const tree = JSON.parse((await me.svc('module tree -o json')).stdout);
    expect(tree).toMatchObject([{ module: 'test.tests.1.all.setup', name: 'test.tests.1.all.setup', modules: [] }]);
  });

  test.each([
    ['main.tf', 'locals {\n a = "\n}\nmodule "b" {\n source = "./b"\n}', 'main.tf:2: a string is not closed'],
    ['main.tf', '\nmodule "b" {\n source = "./b"\n', 'main.tf:2: the block module is not closed'],
    ['sub/main.tf', 'module "b" {\n', 'sub/main.tf:1: the block module is not closed'],
    ['main.tf', 'module "b" { source = "./b" version = "1.0" }', 'main.tf:1: the argument "version" must be on a line'],
    ['main.tf.json', '{', 'main.tf.json:1: it is not JSON'],
    ['a.tftest.hcl', 'run "a" {\n', 'a.tftest.hcl:1: the block run is not closed'],
  ])(
    'module lock rejects %s if it cannot read the whole file, because it could miss a call: %j',
    async (file, text, words) => {
      const me = await machine();
      await writeFiles(me.home, { 'a.tf': call('sub', './sub'), 'sub/a.tf': '', 'b/main.tf': '', [file]: text });
      expect(await me.svc('module lock')).toExit(2, words);
      expect(existsSync(join(me.home, 'svc.modules.lock.json'))).toBe(false);
    },
  );

  test('Ctrl-C during module lock is reported without the place of a call, because the file is not the cause', async () => {
    const me = await machine();
    const cancel = new AbortController();
    const { url } = await tinyServer(() => cancel.abort(new CancelledError()));
    await mapHost(me.home, `${url}/v1/modules/`);
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null')) });
    expect(await me.svc('module lock', { signal: cancel.signal })).toMatchObject({ code: 130, stderr: 'Cancelled.\n' });
  });

  test('module lock rejects a folder without configuration files, but accepts one without calls', async () => {
    const me = await machine();
    await writeFiles(me.home, { 'notes/README.md': '', 'infra/main.tf': '' });
    for (const words of ['module lock notes', 'module lock --check notes', 'module install notes']) {
      const { code, stderr } = await me.svc(words);
      expect([words, code, stderr]).toEqual([
        words,
        2,
        expect.stringMatching(/No (configuration for|svc\.modules\.lock\.json in) /),
      ]);
    }
    expect(existsSync(join(me.home, 'notes/svc.modules.lock.json'))).toBe(false);
    expect(await me.svc('module lock infra')).toExit(0, 'Locked 0 module');
  });

  test('module lock rejects a lock of a newer svc and an invalid lock, and overwrites neither', async () => {
    const me = await machine();
    for (const [text, words] of [
      ['{"version":7}', 'has lock version 7'],
      ['<<<<<<< HEAD', 'is not a valid svc lock'],
    ] as const) {
      await writeFiles(me.home, { 'main.tf': '', 'svc.modules.lock.json': text });
      for (const verb of ['lock', 'install', 'verify', 'outdated', 'tree']) {
        const { code, stderr } = await me.svc(`module ${verb}`);
        expect([verb, code, stderr]).toEqual([verb, 2, expect.stringContaining(words)]);
      }
      expect(await lockText(me)).toBe(text);
    }
  });

  test('a path that is not a folder is rejected', async () => {
    const me = await machine();
    expect(await me.svc('module lock nowhere')).toExit(2, 'Folder nowhere does not exist.');
    await writeFile(join(me.home, 'main.tf'), '');
    expect(await me.svc('module lock main.tf')).toMatchObject({
      code: 2,
      stderr: 'Error: main.tf is not a folder.\nHint: svc module lock --help\n',
    });
    expect(await me.svc('module cache prune nowhere')).toMatchObject({ code: 2 });
    await symlink('nowhere', join(me.home, 'link'));
    expect(await me.svc('module lock link')).toMatchObject({ code: 2 });
  });

  test.each([
    ['1.0.0-rc.1', ''],
    ['1.0.0-rc.1', '~> 1.0'],
  ])(
    'the hint about the prerelease %s is the line to write into a configuration with version "%s"',
    async (only, version) => {
      const me = await machine();
      await publish(me.home, { [`acme/x/null/${only}/main.tf`]: '' });
      await writeFiles(me.home, { 'main.tf': call('x', at('x/null'), version) });
      const { code, stderr } = await me.svc('module lock');
      expect([code, stderr]).toEqual([
        3,
        expect.stringContaining(`Request a prerelease exactly: version = "${only}"\n`),
      ]);
      expect(stderr).not.toContain('@');
    },
  );
});
