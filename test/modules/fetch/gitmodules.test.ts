import { describe, expect, test } from 'vitest';
import { CheckFailedError } from '../../../src/base/errors.ts';
import { Budget, defaultLimits } from '../../../src/modules/archive/limits.ts';
import { inspectTree, readSubmodules, type WrittenSubmodule } from '../../../src/modules/fetch/git-tree.ts';
import { openGit } from '../../../src/modules/fetch/repository.ts';
import { git, hasGit, noConfiguration, repository, type Tree } from '../../support/git-repository.ts';

const id = '0123456789'.repeat(4);
const section = (path: string, url: string, more = '') =>
  `[submodule "${path}"]\n\tpath = ${path}\n\turl = ${url}\n${more}`;

/** Reads the submodules of a repository with a submodule at `s` and this .gitmodules. */
async function written(gitmodules: Tree[string]): Promise<WrittenSubmodule[]> {
  const repo = repository();
  const commit = repo.commit({ 'main.tf': 'x\n', '.gitmodules': gitmodules, s: { mode: '160000', id } });
  const env = { ...noConfiguration, PATH: noConfiguration.PATH ?? '', GIT_DIR: repo.folder };
  const opened = openGit(git, repo.folder, { env, signal: new AbortController().signal });
  const inspected = await inspectTree(opened, `${commit}^{tree}`, { budget: new Budget(defaultLimits), prefix: '' });
  return readSubmodules(opened, inspected, '');
}

describe.runIf(hasGit())('the URL of a submodule', () => {
  test('the URL of a submodule comes from the section that has its path, and other settings of that section are ignored', async () => {
    const others = section('t', '../t.git') + section('S', '../S.git');
    const own = section('s', '../s.git', '\tbranch = main\n\tupdate = !touch pwned\n');
    expect(await written(others + own)).toEqual([{ path: 's', id, url: '../s.git' }]);
  });

  // trust: T-78
  test.each<[string, string | { mode: string; text: string }, string]>([
    ['has no sections', '# nothing\n', 'no section for its path'],
    ['has another path', section('S', '../sub.git'), 'no section for its path'],
    ['has a pattern for a path', section('?', '../sub.git'), 'no section for its path'],
    [
      'has the path twice',
      section('s', '../sub.git') + section('s', '../m.git').replace('"s"', '"t"'),
      'path or URL twice',
    ],
    ['has two URLs', section('s', '../m.git', '\turl = ../sub.git\n'), 'gives its path or URL twice'],
    ['has a URL without a value', '[submodule "s"]\n\tpath = s\n\turl\n', 'no URL for it'],
    ['has an empty URL', section('s', ''), 'no URL for it'],
    ['has no URL', '[submodule "s"]\n\tpath = s\n', 'no URL for it'],
    ['includes the section from another file', '[include]\n\tpath = /etc/gitmodules\n', 'no section for its path'],
    ['is malformed', '[submodule "s\n', 'git cannot read the .gitmodules of its repository'],
    ['is a link', { mode: '120000', text: 'main.tf' }, 'is not a regular file'],
    ['is too large', `${section('s', '../sub.git')}#${'x'.repeat(1024 * 1024)}`, 'larger than 1 MiB'],
  ])('a submodule is rejected if .gitmodules %s', async (_, gitmodules, words) => {
    const rejection = await written(gitmodules).catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(CheckFailedError);
    expect(rejection).toMatchObject({ message: expect.stringMatching(/^The submodule "s" is rejected: /) });
    expect(rejection).toMatchObject({ message: expect.stringContaining(words) });
  });
});
