import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptOf } from '../../src/cli/completion-script.ts';
import { createJournal } from '../../src/webhook/journal.ts';
import { sampleBody, samplePayload } from '../../src/webhook/sample.ts';
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
  test('is shown with its mode and the number of its profiles', async () => {
    const { me, path } = await withConfig('{"profiles":{"work":{},"home":{}}}');
    expect((await checkup(me)).of('config')).toEqual({
      name: 'config',
      status: 'ok',
      detail: `${path} (mode 600), 2 profiles.`,
      fix: null,
    });
  });

  test.each([
    ['in the file', '"current":"gone",', {}, '', 'svc profile use NAME'],
    ['by a variable', '', { SVC_PROFILE: 'gone' }, '', 'unset SVC_PROFILE'],
    ['by the flag', '', {}, ' --profile gone', 'svc profile list'],
  ])(
    'with a profile chosen %s that does not exist fails, and the other checks go on',
    async (_, current, env, flag, fix) => {
      const { me } = await withConfig(`{${current}"profiles":{"work":{}}}`);
      const { code, stdout } = await me.svc(`doctor --json${flag}`, { env });
      const { checks } = JSON.parse(stdout) as { checks: { name: string }[] };
      const of = (name: string) => checks.find((check) => check.name === name);
      expect([code, of('settings'), of('token')]).toEqual([
        8,
        { name: 'settings', status: 'failed', detail: expect.stringMatching(/^No profile "gone" \(.*\)\.$/), fix },
        expect.objectContaining({ status: 'ok' }),
      ]);
    },
  );

  test('that others can read is a warning, and chmod mends it', async () => {
    const { me, path } = await withConfig('{}', 0o644);
    await chmod(dirname(path), 0o755);
    const { code, of, stderr } = await checkup(me);
    expect([code, of('config').status, of('config').fix, stderr]).toEqual([0, 'warning', `chmod 600 ${path}`, '']);
    await typeFix(me, of('config'));
    expect((await checkup(me)).of('config').status).toBe('ok');
  });

  test('that others can write fails, the other checks go on without it, and chmod mends it', async () => {
    const { me, path } = await withConfig('{"profiles":{}}', 0o666);
    const { code, of } = await checkup(me);
    expect([code, of('config').status, of('config').fix, of('token').status]).toEqual([
      8,
      'failed',
      `chmod go-w ${path}`,
      'ok',
    ]);
    expect(of('config').detail).toContain('is writable by other users');
    await typeFix(me, of('config'));
    await chmod(path, 0o600);
    expect((await checkup(me)).code).toBe(0);
  });

  test('that is damaged fails without its content', async () => {
    const { me } = await withConfig('{"profiles": {"work": {"token": "a-secret-token"');
    const { code, of, stderr, stdout } = await checkup(me);
    expect([code, of('config').status, of('token').status]).toEqual([8, 'failed', 'ok']);
    expect(of('config').detail).toContain('is invalid: it is not JSON');
    expect(stdout + stderr).not.toContain('a-secret-token');
    await typeFix(me, of('config'));
    expect((await checkup(me)).code).toBe(0);
  });
});

describe('the folder of the config file', () => {
  test.each([
    ['that is a relative path', async () => 'relative'],
    ['that is a file', async (home: string) => writeFile(join(home, 'file'), '').then(() => join(home, 'file'))],
  ])('%s fails, and another folder mends it', async (_title, make) => {
    const me = await machineAt(await sandbox());
    me.env.SVC_CONFIG_DIR = await make(me.home);
    const { code, of } = await checkup(me);
    expect([code, of('config').status, of('config').fix]).toEqual([8, 'failed', 'export SVC_CONFIG_DIR=DIR']);
    await typeFix(me, of('config'), { values: { DIR: join(me.home, 'own') } });
    expect((await checkup(me)).code).toBe(0);
  });
});

describe('the folders', () => {
  test('of the cache that others can write fails, and chmod mends it', async () => {
    const me = await machineAt(await sandbox());
    await mkdir(cacheOf(me), { recursive: true });
    await chmod(cacheOf(me), 0o777);
    const { code, of } = await checkup(me);
    expect([code, of('cache').status, of('cache').fix]).toEqual([8, 'failed', `chmod go-w ${cacheOf(me)}`]);
    await typeFix(me, of('cache'));
    expect((await checkup(me)).of('cache')).toMatchObject({ status: 'ok', detail: `${cacheOf(me)} (mode 755).` });
  });

  test('of the state that others can write is a warning, and chmod mends it', async () => {
    const me = await machineAt(await sandbox());
    const folder = stateFolderOf(me);
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o777);
    const { of } = await checkup(me);
    expect([of('state').status, of('state').fix]).toEqual(['warning', `chmod go-w ${folder}`]);
    await typeFix(me, of('state'));
    expect((await checkup(me)).of('state').status).toBe('ok');
  });

  test('that cannot be created name the variable that moves them', async () => {
    const me = await machineAt(await sandbox());
    await writeFile(join(me.home, 'file'), '');
    me.env.XDG_STATE_HOME = join(me.home, 'file', 'state');
    expect((await checkup(me)).of('state')).toMatchObject({ status: 'warning', fix: 'export XDG_STATE_HOME=DIR' });
    me.env.XDG_STATE_HOME = me.home;
    expect((await checkup(me)).of('state').status).toBe('ok');
  });

  test('the journal is shown with its size, and its mode is checked', async () => {
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
    expect([of('journal').status, of('journal').fix]).toEqual(['warning', `chmod 700 ${folder}`]);
    await typeFix(me, of('journal'));
    expect((await checkup(me)).of('journal').status).toBe('ok');
  });
});

describe('the completions', () => {
  test('are skipped without a shell, offered if missing, and outdated if another version wrote them', async () => {
    const me = await machineAt(await sandbox());
    expect((await checkup(me)).of('completion')).toMatchObject({ status: 'skipped', fix: null });
    me.env.SHELL = '/bin/bash';
    const { of } = await checkup(me);
    expect(of('completion')).toMatchObject({ status: 'skipped', fix: 'svc completion install bash' });
    await typeFix(me, of('completion'));
    expect((await checkup(me)).of('completion').status).toBe('ok');
    const path = join(me.home, '.local/share/bash-completion/completions/svc');
    await writeFile(path, `${scriptOf('bash')}# older\n`);
    const { of: outdated } = await checkup(me);
    expect(outdated('completion')).toMatchObject({ status: 'warning', fix: 'svc completion install bash' });
    await typeFix(me, outdated('completion'));
    expect((await checkup(me)).of('completion').status).toBe('ok');
  });
});

describe('git and ssh', () => {
  test('are shown with their versions, and get no token of this run', async () => {
    const me = await machineAt(await sandbox());
    const bin = join(me.home, 'bin');
    await mkdir(bin);
    const program = (said: string) => `#!/bin/sh\ntest -z "$SVC_TOKEN" || exit 1\n${said}\n`;
    await writeFile(join(bin, 'git'), program('echo git version 2.99.1'), { mode: 0o755 });
    await writeFile(join(bin, 'ssh'), program('echo OpenSSH_9.9p1 >&2'), { mode: 0o755 });
    me.env.PATH = `${bin}:/usr/bin:/bin`;
    const { of } = await checkup(me);
    expect(of('git')).toMatchObject({ status: 'ok', detail: `2.99.1 (${join(bin, 'git')})` });
    expect(of('ssh')).toMatchObject({ status: 'ok', detail: `OpenSSH_9.9p1 (${join(bin, 'ssh')}), without an agent` });
  });

  test('that are missing or broken are warnings', async () => {
    const me = await machineAt(await sandbox());
    const bin = join(me.home, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'git'), '#!/bin/sh\necho broken >&2\nexit 3\n', { mode: 0o755 });
    me.env.PATH = bin;
    const { code, of } = await checkup(me);
    expect([code, of('git').status, of('ssh').status]).toEqual([0, 'warning', 'warning']);
    expect(of('git').detail).toContain('failed: broken. Modules in git repositories cannot be fetched.');
    expect(of('ssh').detail).toContain('ssh is not on PATH');
  });
});
