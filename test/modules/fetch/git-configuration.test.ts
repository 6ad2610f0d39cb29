import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, hasGit, programs, repository } from '../../support/git-repository.ts';
import { gitServer } from '../../support/git-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { machineFor, served } from './machine-for.ts';

/** The arguments of the git processes that talk to a server, as any user of this machine can list them. */
function gitCommandLines(server: string): string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids
    .filter((id) => readProcess(id, 'comm').startsWith('git'))
    .map((id) => readProcess(id, 'cmdline').replaceAll('\0', ' '))
    .filter((line) => line.includes(server));
}

function readProcess(id: string, file: 'comm' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

describe.runIf(hasGit() && process.platform === 'linux')('a token in place of the user of a git URL', () => {
  const token = 'ghp_s3cret';

  // trust: T-75
  test.each([
    ['a credential helper that knows the password', 'right', 0],
    ['a credential helper with a wrong password', 'wrong', 4],
    ['no credential helper', undefined, 4],
  ])(
    'a token in place of a git user is never in an argument, in the output or on the disk, with %s',
    async (_, mine, exit) => {
      const folder = temporaryFolder();
      const helper = programs({
        'git-credential-mine': 'test "$1" = get && echo password=$MINE',
        git: `grep -rl ${token} "$GIT_DIR" >> "${folder}/written"\nexec ${git} "$@"`,
      });
      const repo = repository();
      repo.commit({ 'main.tf': '' });
      const processes: string[] = [];
      const { url } = await gitServer(dirname(repo.folder), {
        credentials: `${token}:right`,
        instead: ({ headers }) => {
          processes.push(...gitCommandLines(String(headers.host)));
          return false;
        },
      });
      const location = `git::${url.replace('//', `//${token}@`)}/m.git`;
      const { env, svc } = await machineFor(location, { PATH: [helper, process.env.PATH].join(delimiter), MINE: mine });
      const helpers = mine ? '[credential]\n\thelper = mine\n\tusername = other\n' : '';
      writeFileSync(join(String(env.HOME), '.gitconfig'), helpers);
      const { code, stderr, stdout } = await svc('module download a/b/c --dir here -o json --debug');
      expect([code, stderr]).toEqual([exit, expect.any(String)]);
      expect(processes.join('\n')).toContain('/m.git');
      expect(processes.filter((line) => line.includes(token))).toEqual([]);
      expect(stdout + stderr).not.toContain(token);
      expect(readFileSync(join(folder, 'written'), 'utf8')).toBe('');
    },
  );
});

describe.runIf(hasGit())('a query of a git URL', () => {
  test('rejects a git URL with a query before git runs, because the query could contain a token (exit 8)', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': '' });
    const { cwd, server, svc } = await served(repo, '?ref=main&private_token=s3cret');
    const { code, stderr, stdout } = await svc('module download a/b/c --dir here');
    expect([code, server.asked, readdirSync(cwd)]).toEqual([8, [], []]);
    expect(stderr).toContain('has a query, which other users could read while git runs');
    expect(stdout + stderr).not.toContain('s3cret');
  });
});

describe.runIf(hasGit())('the git configuration of the user', () => {
  // trust: T-71
  test('ignores the git configuration of the user for archives, colours and remotes, and the files are the same', async () => {
    const [repo, other] = [repository(), repository()];
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n';
    const script = { mode: '100755', text: '#!/bin/sh\n' };
    repo.commit({ 'main.tf': 'ours', 'run.sh': script, 'a.bin': pointer, '.gitattributes': '*.bin filter=lfs\n' });
    other.commit({ 'main.tf': 'theirs' });
    const { asked, url } = await gitServer(dirname(other.folder));
    const { cwd, env, svc } = await served(repo);
    const downloaded = async (config: string) => {
      writeFileSync(join(String(env.HOME), '.gitconfig'), config);
      const { code } = await svc('module download a/b/c --dir here --force --no-cache');
      const files = readdirSync(join(cwd, 'here')).map((name) => {
        const path = join(cwd, 'here', name);
        return `${(statSync(path).mode & 0o700).toString(8)} ${name} ${readFileSync(path, 'utf8')}`;
      });
      return { code, files };
    };
    const plain = await downloaded('');
    expect(plain).toMatchObject({ code: 0, files: expect.arrayContaining(['700 run.sh #!/bin/sh\n']) });
    const remote = `url = ${url}/m.git\n\tfetch = +refs/heads/*:refs/heads/*\n\tproxy = http://127.0.0.1:9\n`;
    for (const config of [
      '[tar]\n\tumask = 0777\n',
      '[color]\n\tui = always\n\tgrep = always\n',
      `[remote "source"]\n\t${remote}[remote "origin"]\n\t${remote}`,
      '[fetch]\n\tprune = true\n\tpruneTags = true\n',
    ]) {
      expect({ config, ...(await downloaded(config)) }).toEqual({ config, ...plain });
    }
    expect(asked).toEqual([]);
  });
});
