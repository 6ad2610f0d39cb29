import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { type Machine, machine, machineAt, sandbox } from '../support/svc.ts';

const built = resolve(import.meta.dirname, '../../bin/svc.js');
const killAt = resolve(import.meta.dirname, '../../soak/kill-at.cjs');

/** Runs the built program, killed before one of its changes to the disk: `rename:2` is the second rename. */
async function killed(me: Machine, change: string, words: string): Promise<void> {
  if (!existsSync(resolve(import.meta.dirname, '../../dist/main.cjs'))) throw new Error('npm run build comes first');
  const env = { ...me.env, KILL_AT: change };
  const run = await execa(process.execPath, ['--require', killAt, built, ...words.split(' ')], {
    ...{ cwd: me.cwd, env, extendEnv: false, reject: false },
  });
  expect({ words, change, signal: run.signal, stderr: run.stderr }).toMatchObject({ signal: 'SIGKILL' });
}

const leftIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((path) => /(^|\/)\.svc-|\.tmp$|\.lock$|\.part$/.test(path));

// trust: T-30
test('module download --force that is killed between two renames loses nothing: the next run restores the old folder', async () => {
  const me = await machineAt(await sandbox());
  const words = 'module download acme/label/null@1.1.0 --dir mine --offline --force';
  await me.svc('module download acme/label/null@1.1.0 --dir mine');
  await writeFile(join(me.cwd, 'mine/note'), 'of mine');
  await killed(me, 'rename:2', words);
  expect(existsSync(join(me.cwd, 'mine'))).toBe(false);
  const rejected = await me.svc('module download acme/label/null@1.1.0 --dir mine --offline');
  expect([rejected.code, await readFile(join(me.cwd, 'mine/note'), 'utf8')]).toEqual([2, 'of mine']);
  expect(await leftIn(me.cwd)).toEqual([]);
  await killed(me, 'rename:2', words);
  expect((await me.svc(words)).code).toBe(0);
  expect([existsSync(join(me.cwd, 'mine/note')), await leftIn(me.cwd)]).toEqual([false, []]);
});

/** A machine with a registry, and a configuration that calls one of its modules. */
async function configured(): Promise<Machine> {
  const me = await machine({ PATH: process.env.PATH });
  await publish(me.home, {
    'acme/net/null/1.0.0/main.tf': call('leaf', at('leaf/null'), '~> 1.0'),
    'acme/leaf/null/1.1.0/main.tf': 'output "o" {\n  value = 1\n}\n',
  });
  await writeFiles(me.home, { 'infra/main.tf': call('net', at('net/null'), '~> 1.0') });
  return { ...me, env: { ...me.env, HOME: me.home } };
}

// trust: T-30
test('the next install completes an install that was killed between two renames', async () => {
  const me = await configured();
  expect(await me.svc('module install infra')).toMatchObject({ code: 0 });
  const modules = join(me.home, 'infra/.terraform/modules');
  for (const words of ['module install infra', 'module install infra --offline']) {
    await writeFile(join(modules, 'net/main.tf'), 'changed');
    // The first rename moves the package to the folder for received packages.
    await killed(me, 'rename:3', words);
    expect(existsSync(join(modules, 'net'))).toBe(false);
    const next = await me.svc(words);
    expect([next.code, await leftIn(modules)]).toEqual([0, []]);
    expect(await readFile(join(modules, 'net/main.tf'), 'utf8')).toContain('leaf');
  }
});

// trust: T-30
test('the next install removes the leftovers of an install that was killed after its last rename', async () => {
  const me = await configured();
  const modules = join(me.home, 'infra/.terraform/modules');
  await me.svc('module install infra');
  await rm(modules, { recursive: true });
  // Two packages are received, two are installed, and then the manifest is written.
  await killed(me, 'rename:5', 'module install infra --frozen');
  expect(await leftIn(modules)).not.toEqual([]);
  const next = await me.svc('module install infra');
  expect([next.code, next.stderr, await leftIn(modules)]).toEqual([0, expect.stringContaining('Installed 0 of 2'), []]);
});

// trust: T-31
test('the next module mirror resumes a first mirror that was killed', async () => {
  const me = await configured();
  for (const change of ['mkdir:3', 'rename:1', 'rename:4', 'rename:6']) {
    const dir = `mirror-${change.replace(':', '-')}`;
    await killed(me, change, `module mirror ${dir} ${at('net/null')}`);
    const next = await me.svc(`module mirror ${dir} ${at('net/null')}`);
    expect([change, next.code, await leftIn(join(me.home, dir))]).toEqual([change, 0, []]);
    const { packages } = JSON.parse(await readFile(join(me.home, dir, 'mirror.json'), 'utf8'));
    expect(packages).toHaveLength(2);
  }
});

// trust: T-31
test('module lock removes everything that a killed run left, and does not wait for the lock file of the killed run', async () => {
  const me = await configured();
  // The name of the lock, its file, the unpacked files, the result.
  for (const change of ['link:1', 'open:2', 'rename:1', 'rename:5']) {
    await writeFiles(me.home, { [`${change}/main.tf`]: call('net', at('net/null'), '~> 1.0') });
    const env = { ...me.env, XDG_CACHE_HOME: join(me.home, `cache-${change}`), TMPDIR: join(me.home, 'tmp') };
    await writeFiles(me.home, { 'tmp/kept': '' });
    await killed({ ...me, env }, change, `module lock ${change}`);
    const next = await execa(process.execPath, [built, 'module', 'lock', change], {
      ...{ cwd: me.cwd, env, extendEnv: false, reject: false },
    });
    expect([change, next.exitCode, next.stderr]).toEqual([change, 0, expect.stringContaining('Locked')]);
    for (const folder of ['tmp', change, `cache-${change}`]) expect(await leftIn(join(me.home, folder))).toEqual([]);
  }
});
