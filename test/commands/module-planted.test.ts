import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { type Machine, machine } from '../support/svc.ts';

const name = '.svc-01234567-1-89abcdef-0123456789abcdef.tmp';
const commands = [
  'module lock infra',
  'module install infra',
  `module download ${at('leaf/null')} --dir infra/leaf`,
  `module mirror infra ${at('leaf/null')}`,
  'module cache prune infra',
];

/** A checkout whose folders each contain what looks like a folder of a run that was killed two days ago. */
async function checkout(
  plant: (folder: string, me: Machine) => Promise<void>,
): Promise<{ me: Machine; planted: string[] }> {
  const me = await machine({ PATH: process.env.PATH });
  await publish(me.home, { 'acme/leaf/null/1.1.0/main.tf': 'output "o" {\n  value = 1\n}\n' });
  await writeFiles(me.home, {
    'infra/main.tf': call('leaf', at('leaf/null'), '~> 1.0'),
    'infra/.git/hooks/sample': '',
    '.ssh/authorized_keys': 'a key',
  });
  const planted = ['infra', 'infra/.terraform/modules'].map((each) => join(me.home, each, name));
  for (const folder of planted) {
    await mkdir(folder, { recursive: true });
    await plant(folder, me);
    await utimes(folder, new Date(0), new Date(0));
  }
  return { me: { ...me, env: { ...me.env, HOME: me.home } }, planted };
}

async function run(me: Machine, words: string): Promise<void> {
  // A mirror has its manifest, as in a checkout that contains one.
  if (words.includes(' mirror ')) {
    await writeFile(join(me.home, 'infra/mirror.json'), '{"version":1,"packages":[]}');
  }
  expect(await me.svc(words)).toMatchObject({ code: 0, stderr: expect.any(String) });
}

describe('what a checkout or an archive contains is not taken for the remains of a killed run', () => {
  // trust: T-29
  test.each(commands)('svc %s moves no hook into .git', async (words) => {
    const { me, planted } = await checkout(async (folder, { home }) => {
      await writeFiles(folder, { home: join(home, 'infra/.git/hooks'), 'previous/post-checkout': '#!/bin/sh\n' });
    });
    await run(me, words);
    expect(await readdir(join(me.home, 'infra/.git/hooks'))).toEqual(['sample']);
    for (const folder of planted) expect(await readdir(join(folder, 'previous'))).toEqual(['post-checkout']);
  });

  // trust: T-29
  test.each(commands)('svc %s moves nothing out of the folder to which a link leads', async (words) => {
    const { me } = await checkout(async (folder, { home }) => {
      await writeFile(join(folder, 'home'), join(home, 'infra'));
      await symlink(join(home, '.ssh'), join(folder, 'previous'));
    });
    await run(me, words);
    expect(await readFile(join(me.home, '.ssh/authorized_keys'), 'utf8')).toBe('a key');
    expect(existsSync(join(me.home, 'infra/authorized_keys'))).toBe(false);
  });

  // trust: T-29
  test.runIf(existsSync('/dev/zero')).each(commands)('svc %s reads no file in it', async (words) => {
    const { me, planted } = await checkout(async (folder) => {
      await writeFiles(folder, { 'previous/main.tf': '' });
      await symlink('/dev/zero', join(folder, 'home'));
    });
    if (words.includes(' mirror ')) await writeFile(join(me.home, 'infra/mirror.json'), '{"version":1,"packages":[]}');
    // A process of its own, which can run out of memory.
    const built = resolve(import.meta.dirname, '../../bin/svc.js');
    const { exitCode, stderr } = await execa(process.execPath, [built, ...words.split(' ')], {
      ...{ cwd: me.cwd, env: me.env, extendEnv: false, reject: false },
    });
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
    for (const folder of planted) expect((await readdir(folder)).sort()).toEqual(['home', 'previous']);
    expect(existsSync(join(dirname(planted[0]!), 'main.tf'))).toBe(true);
  });
});
