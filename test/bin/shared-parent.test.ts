import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { served } from '../modules/fetch/machine-for.ts';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { otherDisk } from '../support/disk.ts';
import { executable, program } from '../support/executable.ts';
import { hasGit, repository } from '../support/git-repository.ts';
import { type Machine, machine } from '../support/svc.ts';

const otherUser = 65534;

/** The reason why this machine cannot act as a CI system, if it cannot. */
function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'it is not Linux';
  if (process.getuid?.() !== 0) return 'only root can give a folder to another user';
  if (otherDisk === undefined) return 'no second disk';
  if (spawnSync('setpriv', ['--reuid', String(otherUser), '--clear-groups', 'true']).status !== 0) return 'no setpriv';
  return undefined;
}

const reason = whyNot();
if (reason !== undefined)
  process.stderr.write(`\nSKIPPED: a folder shared with another user, for lack of a setup: ${reason}.\n\n`);

/** A folder of another user on another disk, writable for all users, like the checkout of a job in a container. */
function checkout(): string {
  const folder = mkdtempSync(join(otherDisk!, 'svc-checkout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chownSync(folder, otherUser, otherUser);
  chmodSync(folder, 0o777);
  return folder;
}

/** Another user, who replaces every temporary folder with a link, until the test ends. */
function swapAll(folder: string, elsewhere: string): void {
  const script = `while :; do for each in "$0"/.svc-*.tmp; do [ ! -e "$each" ] || [ -L "$each" ] || { mv "$each" "$0/taken.$$.$((n += 1))" && ln -s "$1" "$each"; }; done; done 2>/dev/null`;
  const child = spawn('setpriv', [
    '--reuid',
    String(otherUser),
    '--clear-groups',
    'sh',
    '-c',
    script,
    folder,
    elsewhere,
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
}

const leftIn = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((path) => path.includes('.svc-'));

describe.skipIf(reason !== undefined)('a checkout that all users can write, on another disk than the cache', () => {
  // trust: T-33
  test('a shared checkout accepts download, lock, install and mirror', async () => {
    const cwd = checkout();
    const me: Machine = await machine({ PATH: process.env.PATH });
    await publish(me.home, {
      'acme/net/null/1.0.0/main.tf': call('leaf', at('leaf/null'), '~> 1.0'),
      'acme/leaf/null/1.1.0/main.tf': 'output "o" {\n  value = 1\n}\n',
    });
    await writeFiles(cwd, { 'infra/main.tf': call('net', at('net/null'), '~> 1.0') });
    chmodSync(join(cwd, 'infra'), 0o777);
    for (const words of [
      `module download ${at('net/null')} --dir net`,
      `module download ${at('net/null')} --dir net --force --no-cache`,
      'module lock infra',
      'module install infra',
      `module mirror mirror ${at('net/null')}`,
      `module mirror mirror ${at('leaf/null')} --no-cache`,
    ]) {
      expect([words, await me.svc(words, { cwd })]).toEqual([words, expect.objectContaining({ code: 0 })]);
    }
    expect(readFileSync(join(cwd, 'infra/.terraform/modules/net/main.tf'), 'utf8')).toContain('leaf');
    expect(JSON.parse(readFileSync(join(cwd, 'mirror/mirror.json'), 'utf8')).packages).toHaveLength(2);
    expect([leftIn(cwd), leftIn(me.env.XDG_CACHE_HOME ?? '')]).toEqual([[], []]);
  });

  // trust: T-33
  test.runIf(hasGit())(
    'a shared checkout accepts a module from git, because git never runs in the checkout',
    async () => {
      const repo = repository();
      repo.commit({ 'main.tf': '# from git\n' });
      const me = await served(repo);
      const [cwd, elsewhere] = [checkout(), mkdtempSync(join(tmpdir(), 'svc-elsewhere-'))];
      onTestFinished(() => rmSync(elsewhere, { recursive: true }));
      swapAll(cwd, elsewhere);
      for (const flags of ['', ' --force', ' --force --no-cache']) {
        const { code, stderr } = await me.svc(`module download a/b/c --dir from-git${flags}`, { cwd });
        expect([flags, stderr, code]).toEqual([flags, expect.stringMatching(/^Downloaded/), 0]);
        expect(readFileSync(join(cwd, 'from-git/main.tf'), 'utf8')).toBe('# from git\n');
      }
      expect(readdirSync(elsewhere)).toEqual([]);
    },
  );

  // The runtime of the executable ends without /proc.
  // trust: T-33
  test.skipIf(executable)(
    'a download to a shared checkout on another disk needs --allow-shared-parent if the system has no safe folder',
    async () => {
      const cwd = checkout();
      const me = await machine({ PATH: process.env.PATH });
      const { info } = await publish(me.home, { 'acme/leaf/null/1.1.0/main.tf': '# leaf\n' });
      // Without /proc an opened folder has no path.
      const hidden = 'mount -t tmpfs none /proc && exec "$@"';
      const download = (...more: string[]) => {
        const words = ['module', 'download', 'acme/leaf/null@1.1.0', '--dir', 'leaf', ...more];
        const run = ['--mount', 'sh', '-c', hidden, 'sh', ...program, ...words];
        return new Promise<{ code: number | null; stderr: string }>((done) => {
          const child = spawn('unshare', run, {
            cwd,
            env: { ...me.env, SVC_REGISTRY: info.registry } as NodeJS.ProcessEnv,
          });
          let stderr = '';
          child.stderr.on('data', (piece) => {
            stderr += piece;
          });
          child.on('close', (code) => done({ code, stderr }));
        });
      };
      const rejected = await download();
      expect(rejected).toEqual({
        code: 2,
        stderr: expect.stringMatching(/could replace files unpacked in .*--allow-shared-parent/s),
      });
      expect(readdirSync(cwd)).toEqual([]);
      expect(await download('--allow-shared-parent')).toMatchObject({ code: 0 });
      expect(readdirSync(join(cwd, 'leaf'))).toEqual(['main.tf']);
    },
  );
});
