import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { at, call, mapHost, publish, writeFiles } from '../support/configuration.ts';
import { hasGit, repository } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { literalRegistry } from '../support/registry.ts';
import { type Machine, machine } from '../support/svc.ts';

const locked = ({ home }: Machine) =>
  JSON.parse(readFileSync(join(home, 'svc.modules.lock.json'), 'utf8')).modules as Record<string, { version: string }>;

/** A module with a version of 2020, and one that was published a moment ago. */
async function prepared(constraint: string) {
  const me = await machine();
  const releases = { 'acme/a/null/1.0.0/main.tf': '', 'acme/a/null/1.1.0/main.tf': '' };
  await publish(me.home, releases, { old: /1\.0\.0/ });
  await writeFiles(me.home, { 'main.tf': call('a', at('a/null'), constraint) });
  return me;
}

describe('module lock --min-age', () => {
  // trust: T-159
  test('module lock --min-age chooses an older version, and names the version that is too young', async () => {
    const me = await prepared('~> 1.0');
    const words = /acme\/a\/null: chose 1\.0\.0; 1\.1\.0 was published at \S+Z, less than 7d ago \(--min-age\)\./;
    expect(await me.svc('module lock --min-age 7d')).toExit(0, words);
    expect(locked(me)).toMatchObject({ a: { version: '1.0.0' } });
  });

  test('module lock --min-age fails if no matching version is old enough, and writes no lock', async () => {
    const me = await prepared('1.1.0');
    const words = /^Error: main\.tf:1: .*acme\/a\/null has no version that may be chosen: 1\.1\.0 was published at/m;
    expect(await me.svc('module lock --min-age 7d')).toExit(8, words);
    expect(() => locked(me)).toThrow('ENOENT');
  });

  // trust: T-160
  test('module lock --min-age keeps a locked version that is too young and warns about it, also with --upgrade', async () => {
    const me = await prepared('~> 1.0');
    await me.svc('module lock');
    for (const flag of ['', ' --upgrade']) {
      const { code, stderr } = await me.svc(`module lock --min-age 7d${flag}`);
      expect(code).toBe(0);
      expect(stderr).toMatch(/Warning: main\.tf:1: module a: the locked 1\.1\.0 stays, but it was published at/);
      expect(locked(me)).toMatchObject({ a: { version: '1.1.0' } });
    }
  });

  // trust: T-182
  test('module lock --min-age allows a version without a date with a warning, rejects it with --strict, and module audit reports it', async () => {
    const me = await machine();
    const body = Buffer.from(await packTar([{ header: { name: 'main.tf', size: 0 } }]));
    const { url } = await literalRegistry({
      modules: { 'acme/a/null': { versions: ['1.0.0'], download: (_, origin) => `${origin}/a.tar` } },
      files: { '/a.tar': body },
    });
    await mapHost(me.home, `${url}/v1/modules/`);
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null')) });
    const words = 'has no version that may be chosen: 1.0.0 has no date of publication, which --min-age requires';
    expect(await me.svc('module lock --min-age 7d --strict')).toExit(8, words);
    const warning = 'module a: 1.0.0 has no date of publication, so --min-age does not apply.';
    expect(await me.svc('module lock --min-age 7d')).toExit(0, warning);
    await writeFiles(me.home, { 'svc.policy.yaml': 'min-age: 7d\n' });
    const finding = 'module a: it has no date of publication, which min-age requires';
    expect(await me.svc('module audit --annotate github')).toExit(0, finding);
  });

  test.skipIf(!hasGit())(
    'module lock --min-age rejects a commit that is too young, but keeps a locked one',
    async () => {
      const me = await machine({ PATH: process.env.PATH });
      const repo = repository();
      repo.commit({ 'main.tf': '' }, 'refs/tags/v1.0.0');
      const { url } = await gitServer(dirname(repo.folder));
      await writeFiles(me.home, { 'main.tf': call('g', `git::${url}/m.git?ref=v1.0.0`) });
      // Its commit is of 2023.
      const young = { now: () => new Date('2023-11-15T00:00:00Z') };
      const words =
        /main\.tf:1: module g: [0-9a-f]{40} was published at 2023-11-14T22:13:20Z, less than 7d ago \(--min-age\)\./;
      expect(await me.svc('module lock --min-age 7d', { ...young, inProcess: true })).toExit(8, words);
      expect(await me.svc('module lock --min-age 7d')).toMatchObject({ code: 0 });
      const again = await me.svc('module lock --upgrade --min-age 7d', { ...young, inProcess: true });
      expect(again).toExit(0, /module g: the locked [0-9a-f]{40} stays, but it was published at/);
    },
  );
});
