import { mkdirSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, writeFiles } from '../support/configuration.ts';
import { git, hasGit, programs, repository } from '../support/git-repository.ts';
import { dumbGitServer, gitServer } from '../support/git-server.ts';
import { machine } from '../support/svc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A machine whose git logs each of its processes, those that git itself starts too, and a repository of two versions behind a plain file server. */
async function counted() {
  const traces = join(temporaryFolder(), 'traces');
  mkdirSync(traces);
  const path = programs({ git: `GIT_TRACE2_EVENT='${traces}' exec '${git}' "$@"` });
  const me = await machine({ PATH: [path, process.env.PATH].join(delimiter) });
  const repo = repository();
  const first = repo.commit({ 'main.tf': '' }, 'refs/tags/v1.0.0');
  repo.point('refs/heads/main', repo.commit({ 'main.tf': '# 2' }, 'refs/tags/v1.1.0', first));
  const { url } = await dumbGitServer(repo);
  await writeFiles(me.home, { 'main.tf': call('g', `git::${url}/m.git?ref=v1.0.0`) });
  return { me, processes: () => readdirSync(traces).length };
}

describe.runIf(hasGit())('a repository behind a plain file server', () => {
  // trust: T-180
  test.each([
    ['module lock', []],
    ['module lock --min-age 7d', []],
    ['module outdated', ['module lock']],
    ['module update --min-age 7d', ['module lock']],
    ['module update', ['module lock']],
    ['module install', ['module lock']],
    ['module audit', ['module lock']],
  ])('svc %s starts only a few git processes for a repository on a plain file server', async (verb, before) => {
    const { me, processes } = await counted();
    await writeFiles(me.home, { 'svc.policy.yaml': 'min-age: 7d\n' });
    for (const each of before) await me.svc(each);
    const already = processes();
    expect(await me.svc(verb)).toMatchObject({ code: 0 });
    expect(processes() - already).toBeLessThan(60);
  });
});

describe.runIf(hasGit())('a repository that gives no date of a commit', () => {
  /** A machine that calls a repository whose commits can be fetched, but have no date. */
  async function undated() {
    const me = await machine({ PATH: process.env.PATH });
    const repo = repository();
    const commit = (text: string, tag: string) => {
      const tree = repo.tree({ 'main.tf': text });
      const id = repo.write('commit', `tree ${tree}\nauthor Sol <s@example.com> 1 +0000\ncommitter Sol <s> x\n\none\n`);
      repo.point(`refs/tags/${tag}`, id);
    };
    commit('', 'v1.0.0');
    commit('# 2', 'v1.1.0');
    const { url } = await gitServer(dirname(repo.folder));
    await writeFiles(me.home, { 'main.tf': call('g', `git::${url}/m.git?ref=v1.0.0`) });
    return me;
  }

  // trust: T-181
  test('module lock --min-age rejects a commit without a date, and keeps a locked one with a warning', async () => {
    const me = await undated();
    const words = /main\.tf:1: module g: The commit [0-9a-f]{40} of git::http\S+ has no date\./;
    expect(await me.svc('module lock --min-age 7d')).toExit(8, words);
    await me.svc('module lock');
    const kept = /module g: the locked [0-9a-f]{40} stays, but it has an unknown date of publication: The commit/;
    expect(await me.svc('module lock --upgrade --min-age 7d')).toExit(0, kept);
  });

  // trust: T-181
  test('module update leaves a version without a date unchanged and names the newer one', async () => {
    const me = await undated();
    await me.svc('module lock');
    const words = /module g stays at v1\.0\.0; v1\.1\.0 has an unknown date of publication: .*The commit/;
    expect(await me.svc('module update --min-age 7d')).toExit(0, words, 'Updated 0 module calls.');
  });

  // trust: T-182
  test('module audit reports a commit whose date the repository does not give', async () => {
    const me = await undated();
    await me.svc('module lock');
    await writeFiles(me.home, { 'svc.policy.yaml': 'min-age: 7d\nrules: { http: off, unpinned: off }\n' });
    const { code, stdout } = await me.svc('module audit --check -o json');
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        rule: 'min-age',
        module: 'g',
        message: expect.stringMatching(/^it has an unknown date of publication: The commit/),
      },
    ]);
  });
});
