import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { machine } from '../support/svc.ts';

/** Two roots with a shared module, a folder that they call, one without calls, and one that cannot be locked. */
async function world() {
  const me = await machine();
  const asked: string[] = [];
  await publish(
    me.home,
    {
      'acme/a/null/1.0.0/main.tf': call('leaf', at('b/null')),
      'acme/b/null/1.0.0/main.tf': '',
      'acme/b/null/1.1.0/main.tf': '',
    },
    { onRequest: ({ target }) => asked.push(target) },
  );
  await writeFiles(me.home, {
    'live/prod/main.tf': call('a', at('a/null')) + call('own', '../../lib/net'),
    'live/stage/main.tf': call('b', at('b/null'), '1.0.0') + call('a', at('a/null')),
    'lib/net/main.tf': call('b', at('b/null')),
    'lib/plain/main.tf': 'variable "x" {}\n',
    'broken/main.tf': 'module "x" {\n',
    '.hidden/main.tf': call('a', at('a/null')),
    'node_modules/x/main.tf': call('a', at('a/null')),
  });
  const lockAt = (dir: string) => existsSync(join(me.home, dir, 'svc.modules.lock.json'));
  return { me, asked, lockAt };
}

describe('several configurations', () => {
  test('module lock of several folders requests each document and archive only once, and prints a line for each folder', async () => {
    const { asked, lockAt, me } = await world();
    const { code, stderr, stdout } = await me.svc('module lock live/prod live/stage ./live/prod -o json');
    const summary = (folder: string, calls: number) =>
      `${folder}: Locked ${calls} module calls for terraform (default registry: registry.terraform.io).\n`;
    expect([code, stderr]).toEqual([0, summary('./live/prod', 4) + summary('live/stage', 3)]);
    expect(new Set(asked).size).toBe(asked.length);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ folder: 'live/stage', module: 'b', version: '1.0.0' }),
    );
    expect(['live/prod', 'live/stage', 'lib/net'].map(lockAt)).toEqual([true, true, false]);
  });

  test('--recursive finds folders with calls that no other folder calls, except hidden folders and links', async () => {
    const { lockAt, me } = await world();
    await symlink(join(me.home, 'live'), join(me.home, 'link'));
    await mkdir(join(me.home, 'published'), { recursive: true });
    const { code, stderr } = await me.svc('module lock --recursive broken live lib --failed-to failed.txt');
    expect(code).toBe(2);
    expect(stderr.split('\n').map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['broken', 'live/prod', 'live/stage', 'lib/net']),
    );
    expect(await readFile(join(me.home, 'failed.txt'), 'utf8')).toBe('broken\n');
    const places = ['live/prod', 'live/stage', 'lib/net', 'lib/plain', '.hidden', 'link/prod'];
    expect(places.filter(lockAt)).toEqual(['live/prod', 'live/stage', 'lib/net', 'link/prod']);
    const whole = await me.svc('module lock --recursive');
    expect(whole.stderr).toMatch(/^lib\/net: /m);
    expect(whole.stderr).not.toMatch(/^(lib\/plain|\.hidden|node_modules|link)/m);
  });

  test('install, verify and outdated handle several folders together, and a failure in one does not stop the others', async () => {
    const { me } = await world();
    const many = 'live/prod live/stage broken';
    await me.svc(`module lock ${many}`);
    const installed = await me.svc(`module install ${many} --failed-to failed.txt`);
    expect(installed).toExit(
      2,
      /^live\/prod: Installed 3 of 3 remote module calls\.\nlive\/stage: Installed 3 of 3 remote module calls\.\nbroken: main\.tf:1: /,
    );
    expect(installed.stderr).toContain('Failed in 1 of 3 folders.');
    expect(await readFile(join(me.home, 'failed.txt'), 'utf8')).toBe('broken\n');
    for (const module of ['a', 'a.leaf', 'own.b'])
      expect(existsSync(join(me.home, 'live/prod/.terraform/modules', module, 'main.tf'))).toBe(true);
    expect(existsSync(join(me.home, 'live/stage/.terraform/modules/a/main.tf'))).toBe(true);
    for (const command of ['verify', 'verify --offline', 'install --offline', 'lock --check'])
      expect([command, await me.svc(`module ${command} live/prod live/stage`)]).toMatchObject([command, { code: 0 }]);
    const outdated = await me.svc('module outdated live/prod live/stage --check -o json');
    expect(outdated).toExit(8, 'live/stage: Newer versions exist for 1 of 3');
    expect(JSON.parse(outdated.stdout)).toMatchObject([{ folder: 'live/stage', module: 'b', current: '1.0.0' }]);
  });

  test('warnings and findings of several folders name the folder', async () => {
    const me = await machine();
    await publish(me.home, { 'acme/x/null/1.0.0/main.tf': '', 'acme/x/null/1.1.0/main.tf': '' }, { old: /1\.0\.0/ });
    const files = (name: string) => ({
      [`live/${name}/main.tf`]: call('x', at('x/null'), '~> 1.0') + call('y', '../../lib'),
      [`live/${name}/more.tf`]: call('z', 'acme/y'),
      [`live/${name}/more.tofu`]: '',
    });
    await writeFiles(me.home, {
      ...files('a'),
      ...files('b'),
      'lib/main.tf': call('x', at('x/null'), '>= 1.0, < 2.0'),
    });
    const warnings = async (words: string) => {
      const { stderr } = await me.svc(words);
      const all = stderr.split('\n').filter((line) => line.startsWith('Warning: '));
      expect(all.filter((line) => !/^Warning: (live\/[ab]|lib): /.test(line))).toEqual([]);
      return all.map((line) => line.slice(9).replace(/(?<=^\S+: )\S+:\d+: /, '')).sort();
    };
    const young = 'modules.example.com/acme/x/null: chose 1.0.0; 1.1.0 was published at';
    const locked = await warnings('module lock --recursive live --min-age 7d');
    expect(locked.filter((line) => line.includes('chose'))).toEqual([
      expect.stringContaining(`live/a: ${young}`),
      expect.stringContaining(`live/b: ${young}`),
    ]);
    const updated = await warnings('module update --recursive --min-age 7d');
    expect(updated).toContainEqual(expect.stringMatching(/^live\/b: module x stays at 1\.0\.0; 1\.1\.0 was published/));
    expect(updated).toContainEqual(expect.stringMatching(/^lib: /));
    const audited = await me.svc('module audit --recursive live --offline -o json');
    expect(await warnings('module audit --recursive live --offline')).toEqual(
      ['live/a', 'live/b'].flatMap((folder) => [
        expect.stringMatching(`^${folder}: .*tofu reads [*].tofu in place of more.tf`),
        expect.stringContaining(`${folder}: Not checked without a git repository`),
        expect.stringContaining(`${folder}: Not checked without a registry`),
      ]),
    );
    const rows: { folder: string; file: string }[] = JSON.parse(audited.stdout);
    expect(rows.map(({ folder }) => folder)).toEqual(['live/a', 'live/b']);
    for (const { file, folder } of rows) expect(file).toBe(`${folder}/more.tf`);
  });

  test('module mirror reads the locks of several folders', async () => {
    const { me } = await world();
    await me.svc('module lock live/prod live/stage');
    for (const folders of ['./live/prod ./live/stage', '--from-lock live/prod --from-lock live/stage']) {
      const { code, stderr, stdout } = await me.svc(`module mirror m ${folders} -o json`);
      expect([folders, code]).toEqual([folders, 0]);
      expect(stderr).toMatch(/live\/prod: Mirrored \d of 2 packages.*live\/stage: Mirrored \d of 3 packages/s);
      const rows = JSON.parse(stdout) as { folder: string; source: string; version: string }[];
      expect(rows.map(({ folder }) => folder.replace('./', ''))).toEqual(
        expect.arrayContaining(['live/prod', 'live/stage']),
      );
      const distinct = new Set(rows.map(({ source, version }) => `${source}@${version}`));
      const { packages } = JSON.parse(await readFile(join(me.home, 'm/mirror.json'), 'utf8'));
      expect([distinct.size, packages.length]).toEqual([3, 3]);
    }
  });

  test('module mirror --recursive mirrors the folders that it finds, and one without a lock does not stop the others', async () => {
    const { me } = await world();
    await me.svc('module lock live/prod');
    const { code, stderr } = await me.svc('module mirror m --recursive ./live --failed-to failed.txt');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /live\/prod: Mirrored 2 of 2 packages\..*live\/stage: No svc.modules.lock.json.*Failed in 1 of 2 folders/s,
    );
    expect(await readFile(join(me.home, 'failed.txt'), 'utf8')).toBe('live/stage\n');
    await me.svc('module lock live/stage --tool tofu');
    expect(await me.svc('module mirror m --recursive ./live')).toMatchObject({ code: 0 });
    expect(await me.svc('module mirror m ./live/prod ./live/stage --tool terraform')).toExit(
      2,
      /live\/stage: .*the lock is for tofu/,
    );
    for (const words of [
      `${at('leaf/null')} ./live`,
      `${at('leaf/null')} --recursive`,
      `${at('leaf/null')} --failed-to f`,
    ])
      expect([words, await me.svc(`module mirror m ${words}`)]).toMatchObject([
        words,
        { code: 2, stderr: expect.stringContaining('cannot be used with addresses') },
      ]);
  });

  test('--recursive reports that it found no folders, and prints one folder as without --recursive', async () => {
    const { me } = await world();
    expect(await me.svc('module lock --recursive lib/plain')).toMatchObject({
      code: 0,
      stderr: 'No folder has module calls.\n',
    });
    expect(await me.svc('module lock live/prod nowhere --failed-to failed.txt')).toMatchObject({ code: 2 });
    expect(await readFile(join(me.home, 'failed.txt'), 'utf8')).toBe('nowhere\n');
    const { stdout } = await me.svc('module lock live/stage -o json');
    expect(JSON.parse(stdout)[0]).not.toHaveProperty('folder');
  });
});

describe('--recursive', () => {
  const files = {
    'prod/main.tf': call('evil', './evil'),
    'prod/evil/main.tf': '',
    'docs/a/main.tf': call('b', '../b'),
    'docs/b/main.tf': call('a', '../a') + call('prod', '../../prod'),
  };
  const checks = ['lock --check', 'install --frozen', 'verify', 'verify --offline', 'audit --check'];

  // trust: T-176
  test('--recursive names folders that only a circle of calls leads to, and a check fails because of them', async () => {
    const me = await machine();
    await writeFiles(me.home, files);
    const message = 'Skipped, since only a circle of calls leads to them: docs/a, docs/b, prod.';
    for (const command of checks) expect(await me.svc(`module ${command} --recursive`)).toExit(8, `Error: ${message}`);
    for (const command of ['lock', 'audit', 'outdated'])
      expect(await me.svc(`module ${command} --recursive`)).toExit(0, `Warning: ${message}`);
    await writeFiles(me.home, { 'live/main.tf': call('a', '../docs/a') });
    expect(await me.svc('module lock --check --recursive')).toExit(2, 'live: No svc.modules.lock.json');
  });

  // trust: T-176
  test('--recursive checks each folder that has a lock, even if another folder calls it', async () => {
    const me = await machine();
    await writeFiles(me.home, { 'prod/main.tf': '', 'prod/evil/main.tf': '' });
    expect(await me.svc('module lock prod')).toMatchObject({ code: 0 });
    await writeFiles(me.home, files);
    await writeFiles(me.home, { 'docs/a/main.tf': '' });
    expect(await me.svc('module lock docs/b')).toMatchObject({ code: 0 });
    for (const command of checks.slice(0, 4)) {
      const checked = await me.svc(`module ${command} --recursive`);
      expect(checked).toExit(8, 'prod: The lock does not match the configuration: evil: ./evil is not in the lock.');
      expect(checked.stderr).toMatch(/^docs\/b: /m);
    }
  });

  // trust: T-176
  test('--recursive is an error in a check if no folder has module calls', async () => {
    const me = await machine();
    await writeFiles(me.home, { 'a/main.tf': 'variable "x" {}\n' });
    for (const command of checks)
      expect(await me.svc(`module ${command} --recursive`)).toExit(2, 'No folder with module calls to check.');
    expect(await me.svc('module lock --recursive')).toMatchObject({ code: 0 });
  });
});
