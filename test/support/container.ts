import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { collectOutput } from './output.ts';
import { onTestFinished } from './test-finished.ts';

const project = resolve(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(project, 'packaging/Dockerfile'), 'utf8');

/** Returns whether the folder of an image can be created and entered here. Warns if not. */
export function canContain(): boolean {
  try {
    execFileSync('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'none', '/mnt'], {
      stdio: 'ignore',
    });
    for (const path of ['/usr/bin/dpkg-query', '/etc/ssl/certs/ca-certificates.crt', '/usr/sbin/chroot'])
      statSync(path);
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}

/** Creates the root folder of an image, by the script that packaging/Dockerfile runs. */
export function createRoot(executable: string, flags: readonly string[] = []): string {
  const root = mkdtempSync(join(tmpdir(), 'svc-image-'));
  execFileSync(join(project, 'packaging/image/rootfs.sh'), [...flags, executable, root], { stdio: 'pipe' });
  return root;
}

/** A folder of the image's user, as a volume that is empty at the start; it is deleted after the test. */
export function volume(): string {
  const path = mkdtempSync(join(tmpdir(), 'svc-volume-'));
  chownSync(path, ...userOf());
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function userOf(): [user: number, group: number] {
  const [, user, group] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? [];
  return [Number(user), Number(group)];
}

/** Mounts the folder read-only, with what every container has, and a volume at the home of its user. */
const enter = `
mount --bind "$1" "$1"
mount -o remount,ro,bind "$1"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
[ -z "$2" ] || mount --bind "$2" "$1/var/lib/svc"
root=$1 user=$3
shift 3
exec chroot --userspec="$user" "$root" "$@"`;

export interface Container {
  /** Resolves with the first match in its output. */
  said(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Sends SIGTERM to the program, which is the first process of its container. */
  stop(): void;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Runs svc in the folder of an image as packaging/Dockerfile says: its user, environment and entry point, as process 1. */
export function runIn(
  root: string,
  words: readonly string[],
  { env = {}, at = '' }: { env?: Record<string, string>; at?: string } = {},
): Container {
  const [, variables = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
  const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
  const settings = Object.fromEntries(variables.split(' ').map((each) => each.split('=')));
  const child = spawn(
    '/usr/bin/unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child', 'sh', '-euc', enter, 'sh'],
      ...[root, at, userOf().join(':'), ...JSON.parse(entry), ...words],
    ],
    { env: { ...settings, PATH: `${settings.PATH}:/usr/sbin`, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output = collectOutput();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (piece: string) => output.add(name, piece));
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...output.texts }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const said = (pattern: RegExp) => output.said(pattern, ended);
  return { said, ended, stop: () => process.kill(firstOf(child), 'SIGTERM') };
}

function firstOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}
