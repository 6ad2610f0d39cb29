import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { chmod, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { file, tarGz } from '../modules/archive/tar-builder.ts';
import { at, call, type Files, mapHost, publish, writeFiles } from '../support/configuration.ts';
import { hasGit, repository } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { literalRegistry, type Reply } from '../support/registry.ts';
import { type Machine, machine } from '../support/svc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const read = ({ home }: Machine, path = 'main.tf') => readFileSync(join(home, path), 'utf8');
const versions = (me: Machine) => {
  const modules: Record<string, { version: string }> = JSON.parse(read(me, 'svc.modules.lock.json')).modules;
  return Object.fromEntries(Object.entries(modules).map(([name, { version }]) => [name, version]));
};
const declared = 'variable "size" {}\noutput "id" {\n  value = 1\n}\n';
const releases = (...list: string[]) => Object.fromEntries(list.map((each) => [`acme/a/null/${each}/main.tf`, '']));

/** A configuration that was locked when its registry had version 1.0.0 only, and newer ones since. */
async function prepared(files: Files, fresh: Files = releases('1.0.0', '1.0.3', '1.2.0', '2.1.0', '3.0.0-beta')) {
  const me = await machine();
  await publish(me.home, releases('1.0.0'));
  await writeFiles(me.home, files);
  expect(await me.svc('module lock')).toMatchObject({ code: 0 });
  await publish(me.home, fresh);
  return me;
}

/** Returns a machine with a locked version 1.0.0, whose registry describes 1.1.0 as given and can lose downloads (`gone`). */
async function described(describe: (home: string) => Reply) {
  const me = await machine();
  const gone = new Set<string>();
  const download = (version: string) => (gone.has(version) ? undefined : '/a.tar.gz');
  const registry = await literalRegistry({
    modules: { 'acme/a/null': { versions: ['1.0.0', '1.1.0'], download } },
    files: {
      '/a.tar.gz': tarGz(file('main.tf', declared)),
      '/v1/modules/acme/a/null/1.1.0': () => describe(me.home),
    },
  });
  await mapHost(me.home, `${registry.url}/v1/modules/`);
  await writeFiles(me.home, { 'main.tf': call('a', at('a/null'), '1.0.0') });
  expect(await me.svc('module lock')).toMatchObject({ code: 0 });
  return { ...me, gone };
}

const parts = { namespace: 'acme', name: 'a', provider: 'null', version: '1.1.0' };
const summary = { id: 'acme/a/null/1.1.0', ...parts, root: { path: '' } };
const gitmodules = '[submodule "s"]\n\tpath = s\n\turl = ../sub.git\n';
const odd = 'module "u" {\n  source = each.value\n}\n';

describe('module update', () => {
  // trust: T-161
  test.each([
    ['~> 1.0', '', undefined, '1.2.0'],
    ['~> 1.0.0', '', '~> 1.2.0', '1.2.0'],
    ['~> 1.0.0', '--patch', undefined, '1.0.3'],
    ['~> 1.0', '--major', '~> 2.1', '2.1.0'],
    ['~> 1', '--major', undefined, '2.1.0'],
    ['1.0.0', '', '1.2.0', '1.2.0'],
    ['= 1.0', '--major', '= 2.1.0', '2.1.0'],
    ['=v1.0.0', '--patch', '=v1.0.3', '1.0.3'],
    ['>= 1.0', '', undefined, '1.2.0'],
    [' ~>  1.0.0 ', '', ' ~>  1.2.0 ', '1.2.0'],
    ['', '', undefined, '1.2.0'],
  ])('module update changes "%s" with %j to %j, and locks %s', async (constraint, flag, expected, version) => {
    const main = `# ~> 1.0.0\r\n${call('a', at('a/null'), constraint)}# ${constraint}`;
    const me = await prepared({ 'main.tf': main });
    const { code, stdout } = await me.svc(['module', 'update', ...(flag ? [flag] : []), '-o', 'json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ module: 'a', from: '1.0.0', to: version, changes: [] }]]);
    expect(read(me)).toBe(expected === undefined ? main : main.replace(`"${constraint}"`, `"${expected}"`));
    expect(versions(me)).toEqual({ a: version });
    expect(await me.svc('module lock --check')).toMatchObject({ code: 0 });
    expect(await me.svc(['module', 'update', ...(flag ? [flag] : [])])).toExit(0, 'Updated 0 module calls.');
  });

  test.each([
    ['a constraint of several comparisons', '>= 1.0, < 1.1', 'its constraint ">= 1.0, < 1.1" excludes 1.2.0'],
    ['an upper bound', '< 1.1', 'its constraint "< 1.1" excludes 1.2.0'],
    ['an upper bound with its version', '<= 1.0.0', 'its constraint "<= 1.0.0" excludes 1.2.0'],
  ])('module update does not change %s, and says why', async (_, constraint, words) => {
    const me = await prepared({ 'main.tf': call('a', at('a/null'), constraint) });
    expect(await me.svc('module update')).toExit(0, `Warning: main.tf:1: module a stays at 1.0.0: ${words}.`);
    expect([read(me), versions(me)]).toEqual([call('a', at('a/null'), constraint), { a: '1.0.0' }]);
  });

  test.each([
    ['JSON', { 'main.tf.json': JSON.stringify({ module: { a: { source: at('a/null'), version: '1.0.0' } } }) }],
    ['a byte that is not UTF-8', { 'main.tf': `# \uFFFD\n${call('a', at('a/null'), '1.0.0')}` }],
  ])('module update does not change a version in %s', async (what, files) => {
    const me = await prepared(files);
    const [path = ''] = Object.keys(files);
    if (what.includes('UTF-8')) await writeFile(join(me.home, path), Buffer.from(read(me), 'latin1'));
    const before = readFileSync(join(me.home, path));
    expect(await me.svc('module update')).toExit(
      0,
      'not 1.2.0: "1.0.0" is not a plain string of its block in a *.tf file.',
    );
    expect(readFileSync(join(me.home, path))).toEqual(before);
  });

  const behind = (name: string) => call(name, at('a/null'), 'X').replace('"X"', 'local.v');

  test('module update does not change a version in a local, and names the line of the call', async () => {
    const files = { 'locals.tf': 'locals {\n  v = "1.0.0"\n}\n', 'main.tf': behind('a') };
    const me = await prepared(files);
    const words = 'main.tf:1: module a stays at 1.0.0, not 1.2.0: "1.0.0" is not a plain string of its block';
    expect(await me.svc('module update')).toExit(0, words, 'Updated 0 module calls.');
    expect([read(me), read(me, 'locals.tf')]).toEqual([files['main.tf'], files['locals.tf']]);
  });

  test('module update changes the calls in test files, also in tests/, but not behind a link', async () => {
    const run = (name: string) => `run "${name}" {\n  ${call('', at('a/null'), '1.0.0').replace(' ""', '')}}\n`;
    const files = { 'main.tf': '', 'x.tftest.hcl': run('x'), 'tests/y.tftest.hcl': run('y') };
    const me = await prepared(files);
    expect(await me.svc('module update')).toExit(0, 'Updated 2 module calls.');
    for (const name of ['x.tftest.hcl', 'tests/y.tftest.hcl'] as const)
      expect(read(me, name)).toBe(files[name].replace('1.0.0', '1.2.0'));
    expect(versions(me)).toEqual({ 'test.x.x': '1.2.0', 'test.tests.y.y': '1.2.0' });
    expect(await me.svc('module lock --check')).toMatchObject({ code: 0 });
    await writeFiles(me.home, { 'away/y.tftest.hcl': files['tests/y.tftest.hcl'] });
    await rm(join(me.home, 'tests'), { recursive: true });
    await symlink('away', join(me.home, 'tests'));
    expect(await me.svc('module update')).toExit(
      0,
      'tests/y.tftest.hcl:2: module test.tests.y.y stays at 1.0.0, not 1.2.0',
    );
    expect(read(me, 'away/y.tftest.hcl')).toBe(files['tests/y.tftest.hcl']);
  });

  // trust: T-162
  test('module update does not write through a link, and keeps the mode of a file', async () => {
    const me = await prepared({
      'shared/b.txt': call('b', at('a/null'), '1.0.0'),
      'main.tf': call('a', at('a/null'), '1.0.0'),
    });
    await symlink('shared/b.txt', join(me.home, 'b.tf'));
    await chmod(join(me.home, 'main.tf'), 0o660);
    expect(await me.svc('module update')).toExit(0, 'module b stays at 1.0.0, not 1.2.0');
    expect(read(me, 'shared/b.txt')).toContain('1.0.0');
    expect(read(me)).toContain('1.2.0');
    expect(statSync(join(me.home, 'main.tf')).mode & 0o777).toBe(0o660);
  });

  // trust: T-210
  test.skipIf(process.getuid?.() !== 0)('module update keeps the owner of a file, also as root', async () => {
    const me = await prepared({ 'main.tf': call('a', at('a/null'), '1.0.0') });
    chownSync(join(me.home, 'main.tf'), 12345, 23456);
    await chmod(join(me.home, 'main.tf'), 0o2664);
    expect(await me.svc('module update')).toMatchObject({ code: 0 });
    const { gid, mode, uid } = statSync(join(me.home, 'main.tf'));
    expect([uid, gid, mode & 0o7777]).toEqual([12345, 23456, 0o2664]);
    expect(read(me)).toContain('1.2.0');
  });

  test('module update b ./infra changes only the call b in the folder infra', async () => {
    const me = await prepared({
      'main.tf': '',
      'infra/main.tf': call('a', at('a/null'), '1.0.0') + call('b', at('a/null'), '1.0.0'),
    });
    expect(await me.svc('module update b ./infra')).toExit(0, 'Updated 1 module call.');
    expect(read(me, 'infra/main.tf')).toBe(call('a', at('a/null'), '1.0.0') + call('b', at('a/null'), '1.2.0'));
    expect(await me.svc('module update infra')).toExit(3, /no module call infra\.\n.*type \.\/infra/);
  });

  test('module update changes the version in an override file if that file decides the version', async () => {
    const override = 'module "a" {\n  version = "1.0.0"\n}\n';
    const me = await prepared({ 'main.tf': call('a', at('a/null'), '0.9.0'), 'x_override.tf': override });
    expect(await me.svc('module update')).toMatchObject({ code: 0 });
    expect(read(me)).toBe(call('a', at('a/null'), '0.9.0'));
    expect(read(me, 'x_override.tf')).toBe(override.replace('1.0.0', '1.2.0'));
  });

  test('module update warns about a new required input and a removed output, and --dry-run shows a unified diff', async () => {
    const me = await prepared(
      { 'main.tf': `${call('a', at('a/null'), '1.0.0')}\n# the end` },
      { 'acme/a/null/1.0.0/main.tf': 'output "old" {\n  value = 1\n}\n', 'acme/a/null/1.1.0/main.tf': declared },
    );
    await rm(join(me.home, 'svc.modules.lock.json'));
    const before = read(me);
    const { code, stderr, stdout } = await me.svc('module update --dry-run');
    expect([code, read(me)]).toEqual([0, before]);
    expect(stdout).toBe(
      '--- a/main.tf\n+++ b/main.tf\n@@ -3 +3 @@ module "a"\n-  version = "1.0.0"\n+  version = "1.1.0"\n',
    );
    expect(stderr).toContain('main.tf:1: module a at 1.1.0: input size added: callers must set it.');
    expect(stderr).toContain('main.tf:1: module a at 1.1.0: output old removed: callers that read it fail.');
    expect(stderr).toContain('Dry run: would update 1 module call.');
    const json = JSON.parse((await me.svc('module update --dry-run -o json')).stdout);
    expect(json).toMatchObject([
      {
        published: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        changes: [
          { part: 'input', name: 'size', change: 'added' },
          { part: 'output', name: 'old', change: 'removed' },
          { part: 'output', name: 'id', change: 'added' },
        ],
        links: [],
      },
    ]);
  });

  // trust: T-163
  test('module update changes no file if locking fails', async () => {
    const broken = { ...releases('1.0.0', '1.2.0'), 'acme/a/null/1.2.0/main.tf': call('b', at('gone/null')) };
    const me = await prepared({ 'main.tf': call('a', at('a/null'), '1.0.0') }, broken);
    const lock = read(me, 'svc.modules.lock.json');
    expect(await me.svc('module update')).toExit(3, 'no module');
    expect([read(me), read(me, 'svc.modules.lock.json')]).toEqual([call('a', at('a/null'), '1.0.0'), lock]);
  });

  // trust: T-163
  test('module update restores the files if the lock cannot be written', async () => {
    const path = (home: string) => join(home, 'svc.modules.lock.json');
    const { home, svc } = await described((home) => {
      rmSync(path(home), { force: true, recursive: true });
      mkdirSync(path(home));
      return { body: summary };
    });
    expect(await svc('module update')).toExit(2, 'svc.modules.lock.json (EISDIR');
    expect(readFileSync(join(home, 'main.tf'), 'utf8')).toBe(call('a', at('a/null'), '1.0.0'));
  });

  test('module update --min-age chooses a version that is old enough', async () => {
    const me = await prepared({ 'main.tf': call('a', at('a/null'), '1.0.0') });
    await publish(me.home, releases('1.0.0', '1.1.0', '1.2.0'), { old: /1\.1\.0/ });
    const words = /main\.tf:1: module a gets 1\.1\.0; 1\.2\.0 was published at \S+Z, less than 7d ago \(--min-age\)/;
    expect(await me.svc('module update --min-age 7d')).toExit(0, words);
    expect([read(me), versions(me)]).toEqual([call('a', at('a/null'), '1.1.0'), { a: '1.1.0' }]);
    expect(await me.svc('module update --min-age 7d')).toExit(0, /module a stays at 1\.1\.0; 1\.2\.0 was published/);
  });

  test.each([
    ['https://user:tok@host.test/a/b?token=tok#tok', ['https://host.test/a/b']],
    ['git::https://oauth2:glpat-tok@host.test:8443/m.git?ref=v1.1.0', ['https://host.test:8443/m.git']],
    ['https://user:t/ok@host.test/a', []],
    ['ssh://git@host.test/a', []],
    ['', []],
  ])('module update shows the link of the source %s without its credentials', async (source, links) => {
    const { svc } = await described(() => ({ body: { ...summary, source } }));
    expect(JSON.parse((await svc('module update --dry-run -o json')).stdout)).toMatchObject([{ links }]);
  });

  test('module update works without a description of a version, and does not compare with a version that is gone', async () => {
    const { gone, svc } = await described(() => ({ status: 500 }));
    gone.add('1.0.0');
    const { code, stderr, stdout } = await svc('module update --retries 0 -o json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ to: '1.1.0', published: null, changes: [], links: [] }]]);
    expect(stderr).toContain('main.tf:1: module a gets 1.1.0, not compared with 1.0.0: ');
  });

  test('module update skips a call whose new version lacks the subfolder, and changes the others', async () => {
    const inner = (list: Files) => ({ ...list, 'acme/b/null/1.0.0/in/main.tf': '' });
    const me = await prepared(
      { 'main.tf': '' },
      inner({ ...releases('1.0.0', '1.2.0'), 'acme/b/null/1.1.0/main.tf': '' }),
    );
    const [a, b] = [call('a', at('a/null'), '1.0.0'), call('b', `${at('b/null')}//in`, '1.0.0')];
    await writeFiles(me.home, { 'main.tf': a + b });
    expect(await me.svc('module update')).toExit(
      0,
      /:5: module b stays at 1\.0\.0, not 1\.1\.0: .*has no subfolder "in"\.\n/,
    );
    expect(read(me)).toBe(call('a', at('a/null'), '1.2.0') + b);
  });

  test('module update does not rewrite constraints that allow the new version, and shows no diff for them', async () => {
    const me = await prepared({ 'main.tf': call('a', at('a/null'), '~> 1.0') });
    const { mtimeMs } = statSync(join(me.home, 'main.tf'));
    expect(await me.svc('module update --dry-run')).toMatchObject({ code: 0, stdout: '' });
    expect(await me.svc('module update')).toExit(0, 'Updated 1 module call.');
    expect(statSync(join(me.home, 'main.tf')).mtimeMs).toBe(mtimeMs);
  });

  test('module update names a newer version of a call in a local module, which only an update of its own folder changes, and warns that locks may be old', async () => {
    const files = { 'mod/main.tf': call('y', at('a/null'), '1.0.0'), 'main.tf': call('net', './mod') };
    const me = await prepared(files);
    const words = 'mod/main.tf:1: module net.y stays at 1.0.0, 1.2.0 is newer: run svc module update in its folder.';
    expect(await me.svc('module update')).toExit(0, words);
    expect(read(me, 'mod/main.tf')).toBe(files['mod/main.tf']);
    await writeFiles(me.home, { 'other/main.tf': call('a', at('a/null')) });
    expect(await me.svc('module lock ./other')).toMatchObject({ code: 0 });
    const old = 'Warning: The lock of . may be old. Update it with: svc module lock .';
    expect((await me.svc('module update ./mod --dry-run')).stderr).not.toContain('may be old');
    const updated = await me.svc('module update ./mod');
    expect(updated).toExit(0, 'Updated 1 module call.', old);
    expect(updated.stderr.match(/may be old/g)).toHaveLength(1);
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
    expect(versions(me)['net.y']).toBe('1.2.0');
    expect((await me.svc('module update')).stderr).not.toContain('stays');
  });

  test.each([
    ['with --recursive', '--recursive', ''],
    ['with --recursive and a configuration beside it', '--recursive', call('a', at('a/null'), '1.0.0')],
    ['without a configuration beside it', '', ''],
  ])(
    'module update rejects a folder that is typed as the name of a call, %s, before anything is read',
    async (_, flag, main) => {
      const me = await machine();
      await writeFiles(me.home, { 'infra/main.tf': call('a', at('a/null')), ...(main && { 'main.tf': main }) });
      const words = /infra is a folder\.\n.*Type \.\/infra, or \. infra for a call/;
      expect(await me.svc(`module update infra ${flag}`)).toFail(2, words);
    },
  );

  test('module update accepts a name that at least one of the folders has', async () => {
    const me = await prepared({
      'x/main.tf': call('a', at('a/null'), '1.0.0'),
      'y/main.tf': call('b', at('a/null'), '1.0.0'),
      'main.tf': '',
    });
    expect(await me.svc('module update a c ./x')).toFail(3, 'no module call c');
    expect(read(me, 'x/main.tf')).toContain('1.0.0');
    expect(await me.svc('module update c ./x ./y')).toExit(3, 'no module call c');
    expect(await me.svc('module update b --recursive')).toExit(0, 'y: Updated 1 module call.');
    expect([read(me, 'x/main.tf'), read(me, 'y/main.tf')]).toEqual([
      call('a', at('a/null'), '1.0.0'),
      call('b', at('a/null'), '1.2.0'),
    ]);
  });

  test('module update --strict rejects a call that it cannot read before anything else, also in a dry run', async () => {
    const me = await prepared({ 'main.tf': '' });
    const main = call('a', at('a/null'), '1.0.0') + odd;
    await writeFiles(me.home, { 'main.tf': main });
    for (const flags of ['--strict --dry-run', '--strict'])
      expect(await me.svc(`module update ${flags}`)).toFail(2, 'main.tf:5: the source of module u');
    expect(await me.svc('module lock')).toMatchObject({ code: 8 });
    for (const flags of ['--strict --dry-run', '--strict'])
      expect(await me.svc(`module update ${flags}`)).toFail(2, 'main.tf:5: the source of module u');
    expect(await me.svc('module update u .')).toExit(8, '1 module call cannot be read: main.tf:5');
    expect(read(me)).toBe(main);
  });

  test('module update --dry-run does not claim that a lock was created', async () => {
    const me = await prepared({ 'main.tf': call('a', at('a/null'), '1.0.0') });
    await rm(join(me.home, 'svc.modules.lock.json'));
    expect((await me.svc('module update --dry-run')).stderr).not.toContain('lock first');
    expect(await me.svc('module update')).toExit(0, 'Created a lock first.');
  });

  test('module update --recursive changes several folders', async () => {
    const me = await prepared({
      'x/main.tf': call('a', at('a/null'), '1.0.0'),
      'y/main.tf': call('a', at('a/null'), '~> 1.0.0'),
      'main.tf': '',
    });
    expect((await me.svc('module update --recursive --dry-run')).stdout).toBe(
      '--- a/x/main.tf\n+++ b/x/main.tf\n@@ -3 +3 @@ module "a"\n-  version = "1.0.0"\n+  version = "1.2.0"\n' +
        '--- a/y/main.tf\n+++ b/y/main.tf\n@@ -3 +3 @@ module "a"\n-  version = "~> 1.0.0"\n+  version = "~> 1.2.0"\n',
    );
    expect(await me.svc('module update --recursive')).toExit(0, 'x: Updated 1 module call.');
    expect(read(me, 'y/main.tf')).toBe(call('a', at('a/null'), '~> 1.2.0'));
  });
});

/** Roots with and without a lock, called folders in two depths, and a lone folder, with all of the ways to write a version. */
const monorepo = {
  'live/prod/main.tf': call('a', at('a/null'), '1.0.0') + call('net', '../../lib/net'),
  'live/stage/main.tf': call('a', at('a/null'), '~> 1.0.0'),
  'lib/net/main.tf': call('y', at('a/null'), '1.0.0') + call('deep', '../deep'),
  'lib/deep/main.tf': call('z', at('a/null'), '~> 1.0'),
  'legacy/x/main.tf': call('a', at('a/null'), '1.0.0'),
};

describe('module update --recursive', () => {
  const world = async () => {
    const me = await prepared({ ...monorepo, 'main.tf': '' });
    await publish(me.home, releases('1.0.0'));
    expect(await me.svc('module lock live/prod')).toMatchObject({ code: 0 });
    await publish(me.home, releases('1.0.0', '1.1.0', '1.2.0', '2.1.0'));
    await rm(join(me.home, 'svc.modules.lock.json'));
    const lockOf = (dir: string) => {
      const { modules } = JSON.parse(read(me, `${dir}/svc.modules.lock.json`));
      return Object.fromEntries(
        Object.entries<{ version?: string }>(modules).flatMap(([name, { version }]) =>
          version ? [[name, version]] : [],
        ),
      );
    };
    const hasLock = (dir: string) => existsSync(join(me.home, dir, 'svc.modules.lock.json'));
    return { ...me, me, lockOf, hasLock };
  };

  // trust: T-212
  test('module update --recursive sets every call of a module to a version, also in called folders, and updates existing locks', async () => {
    const { hasLock, lockOf, me, svc } = await world();
    const moved = await svc(`module update ${at('a/null')}@1.1.0 --recursive --exclude legacy -o json`);
    expect(moved.code).toBe(0);
    expect(JSON.parse(moved.stdout)).toMatchObject([
      { folder: 'lib/net', module: 'y', from: '1.0.0', to: '1.1.0' },
      { folder: 'live/prod', module: 'a', to: '1.1.0' },
      { folder: 'live/prod', module: 'net.deep.z', from: '1.0.0', to: '1.1.0' },
      { folder: 'live/stage', module: 'a', to: '1.1.0' },
    ]);
    expect(read(me, 'live/prod/main.tf')).toBe(monorepo['live/prod/main.tf'].replace('1.0.0', '1.1.0'));
    expect(read(me, 'live/stage/main.tf')).toBe(monorepo['live/stage/main.tf'].replace('1.0.0', '1.1.0'));
    expect(read(me, 'lib/net/main.tf')).toBe(monorepo['lib/net/main.tf'].replace('1.0.0', '1.1.0'));
    for (const same of ['lib/deep/main.tf', 'legacy/x/main.tf'] as const) expect(read(me, same)).toBe(monorepo[same]);
    expect(lockOf('live/prod')).toEqual({ a: '1.1.0', 'net.y': '1.1.0', 'net.deep.z': '1.1.0' });
    expect(['live/stage', 'lib/net', 'lib/deep', 'legacy/x'].map(hasLock)).toEqual([false, false, false, false]);
    expect(await svc('module lock --check live/prod')).toMatchObject({ code: 0 });
    expect(moved.stderr).toContain(
      'main.tf:1: module z stays: its constraint allows 1.1.0, and its folder has no lock.',
    );
  });

  test('module update --recursive exits with 8 for folders that call each other in a circle', async () => {
    const circle = (name: string, to: string) => call(name, at('a/null'), '1.0.0') + call('other', to);
    const me = await prepared({ 'main.tf': '', 'x/main.tf': circle('a', '../y'), 'y/main.tf': circle('b', '../x') });
    const { code, stderr } = await me.svc('module update --recursive');
    expect([code, stderr]).toEqual([8, expect.stringContaining('which is one of its own callers: a cycle')]);
  });

  test('module update --recursive also updates the calls in called folders, within the reach of the flags', async () => {
    const { lockOf, me, svc } = await world();
    expect(await svc('module update --recursive')).toExit(0, 'lib/net: Updated 1 module call.');
    expect(read(me, 'lib/net/main.tf')).toContain('"1.2.0"');
    expect(lockOf('live/prod')).toEqual({ a: '1.2.0', 'net.y': '1.2.0', 'net.deep.z': '1.2.0' });
    expect(await svc('module lock --check live/prod')).toMatchObject({ code: 0 });
  });

  // trust: T-212
  test('module update --recursive needs --allow-downgrade for an older version', async () => {
    const { lockOf, me, svc } = await world();
    await svc('module update ./live/prod');
    const words = 'main.tf:1: module a stays at 1.2.0, which is newer than 1.0.0: add --allow-downgrade.';
    const asked = `module update ${at('a/null')}@1.0.0 ./live/prod`;
    expect(await svc(asked)).toExit(8, words, '1 module call did not get the requested version: a.');
    expect(await svc(`${asked} --allow-downgrade`)).toExit(0, 'Updated 1 module call.');
    expect([read(me, 'live/prod/main.tf'), lockOf('live/prod').a]).toEqual([monorepo['live/prod/main.tf'], '1.0.0']);
  });

  test('module update --recursive does not choose a version that is younger than --min-age', async () => {
    const { me, svc } = await world();
    const asked = `module update ${at('a/null')}@1.1.0 ./live/prod --min-age 7d`;
    expect(await svc(asked)).toExit(8, 'module a stays at 1.0.0; 1.1.0 was published at');
    expect(read(me, 'live/prod/main.tf')).toBe(monorepo['live/prod/main.tf']);
  });

  test.each([
    ['acme/gone/null@1.0.0', '--recursive', 3, 'no module call acme/gone/null@1.0.0'],
    [`${at('a/null')}@9.9.9`, '--recursive', 3, 'has no version 9.9.9'],
    [`${at('a/null')}@~>1.0`, '--recursive', 2, 'a version such as 1.2.0 must follow the @'],
    [`${at('a/null')}@1.1.0`, '--recursive --major', 2, '--major and --patch do not apply to ADDRESS@VERSION'],
    ['a/b', '--recursive', 2, 'a/b'],
    ['', '--exclude x', 2, '--exclude requires --recursive'],
  ])('module update --recursive rejects %j %s', async (target, flags, code, words) => {
    const { me, svc } = await world();
    expect(await svc(`module update ${target} ${flags}`)).toExit(code, words);
    for (const [path, text] of Object.entries(monorepo)) expect(read(me, path)).toBe(text);
  });
});

describe.skipIf(!hasGit())('module update of a repository', () => {
  /** A ref, the newer tags beside it, and the ref after an update; undefined if it stays. */
  const refs: [string, string[], string | undefined][] = [
    ['v1.0.0', ['v1.1.0', 'v2.0.0', '1.0.9', 'x-1.9.0', 'v1.2.0-rc1'], 'v1.1.0'],
    ['v1.0.0', ['v1.1.0', 'v1.1', 'v2.0.0', 'v2.0', 'v2', 'v1'], 'v1.1.0'],
    ['v1.0.0', ['v1.1', 'v1.10.0', 'v1.11-rc1', 'v1.11.0-rc2', 'v1.11'], 'v1.11'],
    ['1.0.0', ['1.1.0', 'v1.1.0', 'v1.0.9'], '1.1.0'],
    ['1.0.0', ['1.1.0', 'v1.2.0'], 'v1.2.0'],
    ['a/1.0.0', ['a/v1.2.0', 'v1.9.0'], 'a/v1.2.0'],
    ['a/v1.0.0', ['a/v1.1.0', 'v1.9.0', 'b/v1.9.0'], 'a/v1.1.0'],
    ['a-1.0.0', ['a-1.1.0', 'a-b-1.9.0', '1.9.0'], 'a-1.1.0'],
    ['refs/tags/1.0.0', ['1.1.0', 'v1.0.9'], 'refs/tags/1.1.0'],
    ['v1.0.0', ['v1.1.0+b.2'], 'v1.1.0%2Bb.2'],
    ['v1.0.0', [], undefined],
    ['main', ['v1.0.0'], undefined],
  ];

  test('module update of a repository replaces the ref by the newest matching tag in reach, in the spelling of the ref', async () => {
    const me = await machine({ PATH: process.env.PATH });
    const folder = temporaryFolder();
    const repos = refs.map((_, nth) => repository({ folder: join(folder, `m${nth}.git`) }));
    const firsts = repos.map((repo) => repo.commit({ 'ref=v1.0.0/main.tf': '' }));
    for (const [nth, [ref]] of refs.entries())
      repos[nth]!.point(
        ref === 'main' ? 'refs/heads/main' : `refs/tags/${ref.replace('refs/tags/', '')}`,
        firsts[nth]!,
      );
    const { url } = await gitServer(folder);
    const source = (nth: number, to: string) => `git::${url}/m${nth}.git//ref=v1.0.0?depth=1&ref=${to}`;
    const file = (nth: number) => `m${nth}.tf`;
    await writeFiles(
      me.home,
      Object.fromEntries(refs.map(([ref], nth) => [file(nth), call(`g${nth}`, source(nth, ref))])),
    );
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
    const seconds = repos.map((repo) => repo.commit({ 'ref=v1.0.0/main.tf': declared }, 'refs/heads/other'));
    for (const [nth, [, tags]] of refs.entries())
      for (const tag of tags) repos[nth]!.point(`refs/tags/${tag}`, seconds[nth]!);
    const { code, stderr } = await me.svc('module update');
    expect(code).toBe(0);
    const { modules } = JSON.parse(read(me, 'svc.modules.lock.json'));
    for (const [nth, [ref, tags, expected]] of refs.entries()) {
      const about = `${ref} beside ${tags}`;
      const location = source(nth, expected ?? ref);
      expect(read(me, file(nth)), about).toBe(call(`g${nth}`, location));
      const commit = expected === undefined ? firsts[nth] : seconds[nth];
      expect(modules[`g${nth}`], about).toMatchObject({ commit, location });
    }
    expect(stderr).toContain(`module g${refs.length - 1} stays: its source has no version tag`);
    expect(stderr.match(/input size added/g), stderr).toHaveLength(10);
    expect(stderr).toContain('Updated 10 module calls');
  });

  test('module update keeps the git submodules of a module that is locked with them', async () => {
    const me = await machine({ PATH: process.env.PATH });
    const repo = repository();
    const sub = repository({ folder: join(dirname(repo.folder), 'sub.git') });
    const release = (tag: string, text: string) => {
      const s = { mode: '160000', id: sub.commit({ 'main.tf': text }) };
      repo.point(`refs/tags/${tag}`, repo.commit({ '.gitmodules': gitmodules, s }));
    };
    release('v1.0.0', 'output "old" {\n  value = 1\n}\n');
    const { url } = await gitServer(dirname(repo.folder));
    const source = (to: string) => `git::${url}/m.git//s?ref=${to}`;
    await writeFiles(me.home, { 'main.tf': call('g', source('v1.0.0')) });
    expect(await me.svc('module lock --submodules')).toMatchObject({ code: 0 });
    release('v1.1.0', declared);
    expect(await me.svc('module update')).toExit(0, 'input size added', 'output old removed', 'Updated 1 module call.');
    expect(JSON.parse(read(me, 'svc.modules.lock.json')).modules.g).toMatchObject({
      location: source('v1.1.0'),
      submodules: 'fetched',
    });
  });
});
