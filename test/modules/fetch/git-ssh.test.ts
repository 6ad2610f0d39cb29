import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../../src/base/errors.ts';
import { hasGit, programs, repository } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { tinyServer } from '../../support/tiny-server.ts';
import { machineFor } from './machine-for.ts';

/** A PATH on which `ssh` is a script. */
const pathWith = (ssh: string) => [programs({ ssh }), process.env.PATH].join(delimiter);

/** An `ssh` that notes its words and its key, and runs the command here, on the repositories of a folder. */
function localSsh(root: string, notes: string): string {
  return `echo "$@" >> "${notes}/words"
if [ -f key ]; then cat key > "${notes}/key"; ls -l key | cut -c1-10 > "${notes}/mode"; ls -ld . | cut -c1-10 >> "${notes}/mode"; fi
for last; do :; done
eval "$(echo "$last" | sed "s#'/#'${root}/#")"`;
}

describe.runIf(hasGit())('a repository over ssh', () => {
  // trust: T-76
  test.each([
    ['in the scp form', 'git@h.example:m.git?ref=v1', /git@h\.example/],
    ['with git:: and a port', 'git::ssh://git@h.example:2222/m.git?ref=v1', /-p 2222 git@h\.example/],
  ])('a repository over ssh is fetched %s, without a prompt', async (_, location, words) => {
    const repo = repository();
    const id = repo.commit({ 'main.tf': 'x' }, 'refs/tags/v1');
    const notes = temporaryFolder();
    const { svc } = await machineFor(location, { PATH: pathWith(localSsh(dirname(repo.folder), notes)) });
    const { code, stdout } = await svc('module download a/b/c --dir here -o json');
    expect([code, JSON.parse(stdout)]).toEqual([0, [expect.objectContaining({ commit: id })]]);
    const said = readFileSync(join(notes, 'words'), 'utf8');
    expect(said).toMatch(words);
    for (const line of said.trim().split('\n')) expect(line).toContain('-oBatchMode=yes');
    expect(said).not.toContain('IdentitiesOnly');
  });

  // trust: T-75
  test('the ssh key of a location is readable by its owner only and removed afterwards', async () => {
    const repo = repository();
    repo.commit({ 'main.tf': 'x' });
    const notes = temporaryFolder();
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0\n-----END OPENSSH PRIVATE KEY-----\n';
    const encoded = Buffer.from(key).toString('base64');
    const location = `git::ssh://git@h.example/m.git?sshkey=${encoded}`;
    const { cwd, svc } = await machineFor(location, { PATH: pathWith(localSsh(dirname(repo.folder), notes)) });
    const { code, stderr, stdout } = await svc('module download a/b/c --dir here -o json --debug');
    expect(code).toBe(0);
    expect(readFileSync(join(notes, 'key'), 'utf8')).toBe(key);
    expect(readFileSync(join(notes, 'mode'), 'utf8')).toBe('-rw-------\ndrwx------\n');
    const words = readFileSync(join(notes, 'words'), 'utf8');
    expect(words).toContain('-oIdentitiesOnly=yes -i key');
    expect(words + stdout).not.toContain(encoded.slice(0, 20));
    expect(stderr).not.toContain(encoded.slice(0, 20));
    expect(JSON.parse(stdout)[0].location).toContain('sshkey=***');
    expect(readdirSync(cwd)).toEqual(['here']);
  });

  test.each<[string, number, string]>([
    ['Host key verification failed.', 8, 'Connect to the host once with ssh'],
    ['git@h.example: Permission denied (publickey).', 4, 'Permission denied'],
    ['ssh: Could not resolve hostname h.example: Name or service not known', 6, 'Could not resolve hostname'],
    ['ssh: connect to host h.example port 22: Connection refused', 6, 'Connection refused'],
    ['fatal: unable to write to remote: Broken pipe', 6, 'Broken pipe'],
    ['send: Software caused connection abort', 6, 'connection abort'],
    ['ERROR: Repository not found.', 3, 'Repository not found'],
  ])('an ssh failure "%s" has its exit code', async (said, exit, words) => {
    const { svc } = await machineFor('git@h.example:m.git', { PATH: pathWith(`echo '${said}' >&2; exit 255`) });
    const { code, stderr } = await svc('module download a/b/c --dir here');
    expect([code, stderr]).toEqual([exit, expect.stringContaining(words)]);
    expect(stderr).not.toContain('\u001b');
  });
});

describe.runIf(hasGit())('a git process that hangs', () => {
  /** An `ssh` that starts a child and waits with it, and records both process ids. */
  const hanging = (notes: string) =>
    `sleep 60 & echo "$$ $!" > "${notes}/pids.new"; mv "${notes}/pids.new" "${notes}/pids"; wait`;

  // trust: T-76
  test('a hanging git process is killed at the timeout, with its child processes', async () => {
    const notes = temporaryFolder();
    const { cwd, svc } = await machineFor('git@h.example:m.git', { PATH: pathWith(hanging(notes)) });
    // On a slow machine the time may be up before git has started anything.
    for (let seconds = 1; !existsSync(join(notes, 'pids')); seconds *= 2) {
      expect(await svc(`module download a/b/c --dir deep/here --timeout ${seconds}s`)).toExit(
        6,
        `git took longer than ${seconds} s`,
      );
      expect(existsSync(join(cwd, 'deep'))).toBe(false);
    }
    await allGone(notes);
  });

  // trust: T-76
  test('Ctrl-C kills a hanging git process with its child processes', async () => {
    const notes = temporaryFolder();
    const cancel = new AbortController();
    const { cwd, svc } = await machineFor('git@h.example:m.git', { PATH: pathWith(hanging(notes)) });
    const run = svc('module download a/b/c --dir deep/here', { signal: cancel.signal });
    while (!existsSync(join(notes, 'pids'))) await wait(10);
    cancel.abort(new CancelledError());
    expect((await run).code).toBe(130);
    expect(existsSync(join(cwd, 'deep'))).toBe(false);
    await allGone(notes);
  });

  // trust: T-76
  test('exits with 6 at the timeout if git hangs over http', async () => {
    const { url } = await tinyServer(() => undefined);
    const { cwd, svc } = await machineFor(`git::${url}/m.git`);
    expect((await svc('module download a/b/c --dir deep/here --timeout 1s')).code).toBe(6);
    expect(existsSync(join(cwd, 'deep'))).toBe(false);
  });

  /** Waits until all processes have ended; a dead process that its new parent has not collected yet counts as ended. */
  async function allGone(notes: string): Promise<void> {
    const pids = readFileSync(join(notes, 'pids'), 'utf8').trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    while (pids.some(isAlive)) await wait(10);
  }

  function isAlive(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return !existsSync('/proc/self/stat') || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return false;
    }
  }
});
