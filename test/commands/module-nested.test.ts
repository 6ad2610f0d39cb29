import { readdirSync } from 'node:fs';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { machine } from '../support/svc.ts';

/** A locked call of a package with calls of its own, which the lock lacks; the registry is gone. */
async function stripped(act = '') {
  const me = await machine();
  const service = await publish(me.home, {
    'acme/a/null/1.0.0/main.tf': call('evil', at('b/null')) + call('own', './own'),
    'acme/a/null/1.0.0/own/main.tf': '',
    'acme/b/null/1.0.0/main.tf': '',
  });
  await writeFiles(me.home, { 'main.tf': call('a', at('a/null'), '1.0.0') });
  expect(await me.svc('module lock')).toMatchObject({ code: 0 });
  const acted = act === '' ? { code: 0 } : await me.svc(act);
  expect(acted).toMatchObject({ code: 0 });
  await service.close();
  const path = join(me.home, 'svc.modules.lock.json');
  const whole = await readFile(path, 'utf8');
  const lock = JSON.parse(whole);
  await writeFile(path, JSON.stringify({ ...lock, modules: { a: lock.modules.a } }));
  const uncached = { env: { XDG_CACHE_HOME: join(me.home, 'none') } };
  return { me, uncached, restore: () => writeFile(path, whole) };
}

describe('module lock --check', () => {
  const lacks =
    'The lock does not match the configuration: a.evil: modules.example.com/acme/b/null is not in the lock; a.own:';
  const unread =
    'The lock matches the configuration; the calls of 1 package, neither cached nor installed, were not read.';

  // trust: T-178
  test('module lock --check reads the calls of cached packages, without the network', async () => {
    const { me, restore } = await stripped();
    expect(await me.svc('module lock --check')).toExit(8, lacks, 'svc module lock --upgrade');
    await restore();
    expect(await me.svc('module lock --check -o json')).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(await me.svc('module lock --check')).toMatchObject({ stderr: 'The lock matches the configuration.\n' });
  });

  // trust: T-178
  test('module lock --check reads the calls of an installed package only if the package has the locked hash', async () => {
    const { me, uncached } = await stripped('module install');
    expect(await me.svc('module lock --check', uncached)).toExit(8, lacks);
    await writeFiles(me.home, { '.terraform/modules/a/main.tf': '' });
    expect(await me.svc('module lock --check', uncached)).toExit(0, unread);
    await rm(join(me.home, '.terraform'), { recursive: true });
    await symlink(me.home, join(me.home, '.terraform'));
    expect(await me.svc('module lock --check', uncached)).toExit(0, unread);
  });

  // trust: T-178
  test('module lock --check prints the number of packages whose calls it could not read', async () => {
    const { me, uncached } = await stripped();
    const { code, stderr, stdout } = await me.svc('module lock --check -o json', uncached);
    expect([code, stderr]).toEqual([0, `${unread}\n`]);
    const source = 'modules.example.com/acme/a/null';
    expect(JSON.parse(stdout)).toEqual([{ module: 'a', change: 'not read', source }]);
    const blobs = (await me.svc('module cache path')).stdout.trim();
    for (const entry of readdirSync(blobs, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await writeFile(join(entry.parentPath, entry.name), 'damaged');
    expect(await me.svc('module lock --check')).toExit(0, unread);
  });
});

describe('a local module behind a link', () => {
  // trust: T-228
  test('a local module behind a link is read at the target of the link, and its own calls with .. start there', async () => {
    const me = await machine();
    await publish(me.home, { 'acme/b/null/1.0.0/main.tf': '', 'acme/b/null/2.0.0/main.tf': '' });
    await writeFiles(me.home, {
      'live/infra/main.tf':
        call('a', './link') + call('c', './link/../b') + call('d', './absolute') + call('e', './in'),
      'live/infra/b/main.tf': call('wrong', at('b/null'), '2.0.0'),
      'live/infra/inner/main.tf': call('next', '../next'),
      'live/infra/next/main.tf': '',
      'live/modules/a/main.tf': call('b', '../b'),
      'live/modules/b/main.tf': call('right', at('b/null'), '1.0.0'),
    });
    for (const [target, path] of [
      ['../modules/a', 'infra/link'],
      [join(me.home, 'live/modules/a'), 'infra/absolute'],
      ['../infra/inner', 'infra/in'],
      ['live/infra', '../linked'],
    ] as const)
      await symlink(target, join(me.home, 'live', path));
    expect(await me.svc('module install linked')).toExit(0, 'Installed');
    const read = async (path: string) => JSON.parse(await readFile(join(me.home, 'live/infra', path), 'utf8'));
    const { modules } = await read('svc.modules.lock.json');
    expect([modules['a.b.right'].version, modules['c.wrong'].version]).toEqual(['1.0.0', '2.0.0']);
    const { Modules } = await read('.terraform/modules/modules.json');
    const home = join(me.home, 'live');
    // As terraform 1.11.4 writes them.
    expect(Object.fromEntries(Modules.map(({ Dir, Key }: { Dir: string; Key: string }) => [Key, Dir]))).toEqual({
      '': '.',
      a: '../modules/a',
      'a.b': '../modules/b',
      'a.b.right': '.terraform/modules/a.b.right',
      c: 'b',
      'c.wrong': '.terraform/modules/c.wrong',
      d: `${home}/modules/a`,
      'd.b': `${home}/modules/b`,
      'd.b.right': '.terraform/modules/d.b.right',
      e: '../infra/inner',
      'e.next': '../infra/next',
    });
    expect(await me.svc('module verify linked')).toMatchObject({ code: 0 });
    expect((await me.svc('module lock --recursive live --check')).stderr).toMatch(/^live\/infra: /m);
  });
});
