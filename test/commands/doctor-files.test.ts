import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createJournal } from '../../src/webhooks/journal.ts';
import { sampleBody, samplePayload } from '../../src/webhooks/sample.ts';
import { checkup, typeFix } from '../support/doctor.ts';
import { cacheOf, type Machine, machineAt, sandbox, stateFolderOf } from '../support/svc.ts';

async function withConfig(text: string, mode = 0o600): Promise<{ me: Machine; path: string }> {
  const me = await machineAt(await sandbox());
  const path = join(me.home, '.config', 'svc', 'config.json');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, text);
  await chmod(path, mode);
  return { me, path };
}

describe('the config file', () => {
  test('doctor shows the config file with its mode and the number of its profiles', async () => {
    const { me, path } = await withConfig('{"profiles":{"work":{},"home":{}}}');
    expect((await checkup(me)).of('config')).toEqual({
      name: 'config',
      status: 'ok',
      detail: `${path} (mode 600), 2 profiles.`,
      fix: null,
    });
  });

  test.each([
    ['in the file', '"current":"gone",', {}, ''],
    ['by a variable', '', { SVC_PROFILE: 'gone' }, ''],
    ['by the flag', '', {}, ' --profile gone'],
  ])('doctor fails for a missing profile chosen %s and still makes the other checks', async (_, current, env, flag) => {
    const { me } = await withConfig(`{${current}"profiles":{"work":{}}}`);
    const { code, stdout } = await me.svc(`doctor --json${flag}`, { env });
    const { checks } = JSON.parse(stdout) as { checks: { name: string }[] };
    const of = (name: string) => checks.find((check) => check.name === name);
    expect([code, of('settings'), of('token')]).toEqual([
      8,
      {
        name: 'settings',
        status: 'failed',
        detail: expect.stringMatching(/^No profile "gone" \(.*\)\.$/),
        fix: 'Profiles: work',
      },
      expect.objectContaining({ status: 'ok' }),
    ]);
  });

  test('doctor warns about a config file that others can read, and chmod corrects it', async () => {
    const { me, path } = await withConfig('{}', 0o644);
    await chmod(dirname(path), 0o755);
    const { code, of, stderr } = await checkup(me);
    expect([code, of('config').status, of('config').fix, stderr]).toEqual([0, 'warning', `chmod 600 ${path}`, '']);
    await typeFix(me, of('config'));
    expect((await checkup(me)).of('config').status).toBe('ok');
  });

  test('doctor fails for a config file that others can write and still makes the other checks', async () => {
    const { me, path } = await withConfig('{"profiles":{}}', 0o666);
    const { code, of } = await checkup(me);
    expect([code, of('config').status, of('config').fix, of('token').status]).toEqual([
      8,
      'failed',
      expect.stringContaining(`chmod go-w ${path}`),
      'ok',
    ]);
    expect(of('config').detail).toContain('is writable by other users');
  });

  test('doctor fails for a damaged config file without showing its content', async () => {
    const { me } = await withConfig('{"profiles": {"work": {"token": "a-secret-token"');
    const { code, of, stderr, stdout } = await checkup(me);
    expect([code, of('config').status, of('token').status]).toEqual([8, 'failed', 'ok']);
    expect(of('config').detail).toContain('is invalid: it is not JSON');
    expect(stdout + stderr).not.toContain('a-secret-token');
  });
});

describe('the folder of the config file', () => {
  test.each([
    ['that is a relative path', async () => 'relative'],
    ['that is a file', async (home: string) => writeFile(join(home, 'file'), '').then(() => join(home, 'file'))],
  ])('doctor fails for a config folder %s, and the hint names SVC_CONFIG_DIR', async (_title, make) => {
    const me = await machineAt(await sandbox());
    me.env.SVC_CONFIG_DIR = await make(me.home);
    const { code, of } = await checkup(me);
    expect([code, of('config').status, of('config').fix]).toEqual([
      8,
      'failed',
      expect.stringContaining('SVC_CONFIG_DIR'),
    ]);
  });
});

describe('the folders', () => {
  test('doctor fails for a cache folder that others can write, and chmod corrects it', async () => {
    const me = await machineAt(await sandbox());
    await mkdir(cacheOf(me), { recursive: true });
    await chmod(cacheOf(me), 0o777);
    const { code, of } = await checkup(me);
    expect([code, of('cache').status, of('cache').fix]).toEqual([
      8,
      'failed',
      expect.stringContaining(`chmod go-w ${cacheOf(me)}`),
    ]);
    await chmod(cacheOf(me), 0o755);
    expect((await checkup(me)).of('cache')).toMatchObject({ status: 'ok', detail: `${cacheOf(me)} (mode 755).` });
  });

  test('doctor warns about a state folder that others can write', async () => {
    const me = await machineAt(await sandbox());
    const folder = stateFolderOf(me);
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o777);
    const { of } = await checkup(me);
    expect([of('state').status, of('state').fix]).toEqual(['warning', expect.stringContaining('XDG_STATE_HOME')]);
    await chmod(folder, 0o755);
    expect((await checkup(me)).of('state').status).toBe('ok');
  });

  test('doctor names the variable that moves a state folder that cannot be created', async () => {
    const me = await machineAt(await sandbox());
    await writeFile(join(me.home, 'file'), '');
    me.env.XDG_STATE_HOME = join(me.home, 'file', 'state');
    expect((await checkup(me)).of('state')).toMatchObject({
      status: 'warning',
      fix: expect.stringContaining('XDG_STATE_HOME'),
    });
    me.env.XDG_STATE_HOME = me.home;
    expect((await checkup(me)).of('state').status).toBe('ok');
  });

  test('doctor shows the size of the journal and checks its mode', async () => {
    const me = await machineAt(await sandbox());
    const folder = join(stateFolderOf(me), 'webhook');
    expect((await checkup(me)).of('journal').detail).toBe('No notifications received yet.');
    const journal = createJournal({ folder });
    const body = sampleBody('run:completed');
    const source = { verified: true, verdict: 'verified', cause: null, reason: null, signedWith: null } as const;
    const request = { method: 'POST', path: '/', headers: [], body, bodySize: body.length, status: 204, marks: [] };
    const at = new Date().toISOString();
    const notification = samplePayload('run:completed');
    await journal.append({
      id: '01kbk4h2xm0007f3k9q2vw5zr8',
      at,
      ...source,
      ...request,
      trigger: 'run:completed',
      notification,
    });
    await journal.close();
    expect((await checkup(me)).of('journal').detail).toMatch(/webhook \(mode 700\), 1 file, \d+ KiB\.$/);
    await chmod(folder, 0o777);
    const { of } = await checkup(me);
    expect([of('journal').status, of('journal').fix]).toEqual(['warning', expect.stringContaining('permissions')]);
    await chmod(folder, 0o700);
    expect((await checkup(me)).of('journal').status).toBe('ok');
  });
});

describe('git', () => {
  // trust: T-136
  test('doctor shows the version of git, and passes no token to git', async () => {
    const me = await machineAt(await sandbox());
    const bin = join(me.home, 'bin');
    await mkdir(bin);
    const text = '#!/bin/sh\ntest -z "$SVC_TOKEN" || exit 1\necho git version 2.99.1\n';
    await writeFile(join(bin, 'git'), text, { mode: 0o755 });
    me.env.PATH = `${bin}:/usr/bin:/bin`;
    expect((await checkup(me)).of('git')).toMatchObject({ status: 'ok', detail: `2.99.1 (${join(bin, 'git')})` });
  });

  test('doctor warns about a missing or broken git', async () => {
    const me = await machineAt(await sandbox());
    me.env.PATH = join(me.home, 'bin');
    expect((await checkup(me)).of('git').detail).toContain('git is not on PATH.');
    await mkdir(me.env.PATH);
    await writeFile(join(me.env.PATH, 'git'), '#!/bin/sh\necho broken >&2\nexit 3\n', { mode: 0o755 });
    const { code, of } = await checkup(me);
    expect([code, of('git').status]).toEqual([0, 'warning']);
    expect(of('git').detail).toContain('failed: broken. Modules in git repositories cannot be fetched.');
  });
});
