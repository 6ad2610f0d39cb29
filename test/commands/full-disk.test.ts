import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { machineAt, sandbox } from '../support/svc.ts';

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

describe.skipIf(!canMount).each([
  ['full', 'nr_inodes=1', 'ENOSPC: no space left on the disk'],
  ['read-only', 'ro', 'EROFS: the disk is read-only'],
])('a disk that is %s (a small one, mounted as root)', (_title, option, reason) => {
  test.each([
    ['module download acme/label/null --dir DISK/new --no-cache', 'write "DISK/'],
    ['completion install bash --dir DISK', 'write DISK/'],
    ['sandbox start --port 0 --data DISK/state.json', 'write DISK/state.json'],
    ['webhook listen --port 0 --token-env HOOK_TOKEN', 'use the journal DISK/'],
    ['profile create other --address https://svc.test', 'create the folder DISK/'],
  ])('svc %s: exit 2, and the path with the reason', async (words, act) => {
    const person = await machineAt(await sandbox());
    const disk = join(person.home, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `${option},mode=700`, 'none', disk]);
    onTestFinished(() => void execFileSync('umount', [disk]));
    const { code, stderr, stdout } = await person.svc(words.replaceAll('DISK', disk), {
      env: { SVC_CONFIG_DIR: join(disk, 'config'), XDG_STATE_HOME: join(disk, 'state'), HOOK_TOKEN: 'canary' },
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`Error: Cannot ${act.replaceAll('DISK', disk)}`);
    expect(stderr).toContain(` (${reason}).`);
    expect(await readdir(disk)).toEqual([]);
  });
});
