import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloneFault, settingFault } from '../../../src/modules/lock/module-folder.ts';
import { hasGit, noConfiguration, repository } from '../../support/git-repository.ts';
import fc, { forAll, runs } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Returns the settings that git reads from a configuration; undefined if git rejects it. */
function readByGit(folder: string, config: string): string[] | undefined {
  writeFileSync(join(folder, 'config'), config);
  const words = ['config', '--file', 'config', '--no-includes', '--name-only', '-z', '--list'];
  const { status, stdout } = spawnSync('git', words, { cwd: folder, env: noConfiguration, encoding: 'utf8' });
  return status === 0 ? stdout.split('\0').filter(Boolean) : undefined;
}

const lines = fc.constantFrom(
  ...['[core]', '[CORE]', '[core ""]', '[core "x"]', '[branch "a"]', '[branch]', '[remote "o"]', '[remote.o]'],
  ...['[remote "a\\"b"]', '[branch "a]"]'],
  ...['[core]fsmonitor=x', ' [include]', '[includeIf "gitdir:/"]', '[extensions]', '[filter "x"]', '["core"]'],
  ...['[remote "o"] # [core]'],
  ...['bare', 'bare = false', '\turl = x', 'url = "x', 'url = x \\', 'url = "a\\nb"', 'fetch=+a:b # \\'],
  ...['fsmonitor = x', 'path = x', 'merge=x;\\'],
  ...['# [core]', '; x \\', '', '\r', 'remote = \r[core]', '\u00a0fsmonitor = x', '\ufeff[core]', 'hooks\\'],
  ...['Path = x', 'ObjectFormat = sha256', 'worktreeconfig'],
);
const allowed =
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks)|extensions\.(objectformat|refstorage)|remote\..*\.(url|fetch)|branch\..*)$/s;

test.runIf(hasGit())('git reads only harmless settings from a configuration that svc accepts', () => {
  const folder = temporaryFolder();
  let harmless = 0;
  forAll([fc.array(lines, { maxLength: 5 }), fc.constantFrom('\n', '\n', '\r\n')], runs(300), (parts, end) => {
    const config = parts.join(end);
    if (settingFault(config) !== undefined) return;
    harmless += 1;
    expect((readByGit(folder, config) ?? []).filter((key) => !allowed.test(key))).toEqual([]);
  });
  expect(harmless).toBeGreaterThan(5);
});

test.runIf(hasGit())('svc accepts the configuration of a fresh clone in every object format', () => {
  for (const format of ['sha1', 'sha256'] as const) {
    const { commit, folder } = repository({ format });
    commit({ 'main.tf': '' });
    const here = temporaryFolder();
    const words = ['clone', '--quiet', '--depth=1', '--branch=main', `file://${folder}`, 'c'];
    expect(spawnSync('git', words, { cwd: here, env: noConfiguration }).status).toBe(0);
    expect(cloneFault(join(here, 'c/.git'))).toBeUndefined();
  }
});
