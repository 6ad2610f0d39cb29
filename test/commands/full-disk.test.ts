import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { at, call, smallConfiguration } from '../support/configuration.ts';
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
  ])('svc %s exits with 2 and prints the path and the reason', async (words, act) => {
    const person = await machineAt(await sandbox());
    const disk = join(person.home, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `${option},mode=700`, 'none', disk]);
    onTestFinished(() => void execFileSync('umount', [disk]));
    expect(
      await person.svc(words.replaceAll('DISK', disk), {
        env: { SVC_CONFIG_DIR: join(disk, 'config'), XDG_STATE_HOME: join(disk, 'state'), HOOK_TOKEN: 'canary' },
      }),
    ).toFail(2, `Error: Cannot ${act.replaceAll('DISK', disk)}`, ` (${reason}).`);
    expect(await readdir(disk)).toEqual([]);
  });
});

describe.skipIf(!canMount)('a disk that becomes full (a small one, mounted as root)', () => {
  // trust: T-39
  test('svc module install exits with 2 at whichever step the disk is full, and leaves no incomplete package', async () => {
    const me = await machineAt(await sandbox());
    const disk = join(me.home, 'disk');
    await mkdir(disk);
    await smallConfiguration(me.home, String(me.env.SVC_REGISTRY));
    await appendFile(join(me.home, 'infra/main.tf'), call('twice', at('label/null'), '~> 1.0'));
    expect(await me.svc('module lock infra')).toMatchObject({ code: 0 });
    const codes: number[] = [];
    const packages: string[][] = [];
    for (let inodes = 2; codes.at(-1) !== 0; inodes += 1) {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `nr_inodes=${inodes},mode=700`, 'none', disk]);
      try {
        const env = { TF_DATA_DIR: join(disk, 'data') };
        const { code, stderr } = await me.svc('module install infra --frozen', { env });
        codes.push(code);
        const ended = code === 0 || (code === 2 && stderr.includes('ENOSPC: no space left'));
        expect({ inodes, code, stderr, ended }).toMatchObject({ ended: true });
        expect((await readdir(disk, { recursive: true })).filter((name) => name.includes('.svc-'))).toEqual([]);
        for (const name of ['label', 'twice']) {
          const folder = join(disk, 'data/modules', name);
          if (existsSync(folder)) packages.push((await readdir(folder, { recursive: true })).sort());
        }
      } finally {
        execFileSync('umount', [disk]);
      }
    }
    expect(codes.length).toBeGreaterThan(5);
    expect(packages.length).toBeGreaterThan(2);
    expect(packages).toEqual(packages.map(() => packages.at(-1)));
  });
});
