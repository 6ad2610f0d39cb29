import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import identity from '../../packaging/identity.json' with { type: 'json' };
import { type TinyServer, tinyServer } from '../support/tiny-server.ts';
import { release, standIns, targets, temporaryFolder, version } from './artifacts.ts';

const archive = `svc-${version}-linux-x64.tar.gz`;
const installed = { exitCode: 0, stderr: '' };
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn('SKIPPED: install.sh on a full disk, which requires root to mount a small one.');

let root: string;
let remove: () => Promise<void>;
let artifacts: string;
let script: string;
let home: string;
let bin: string;
let homes = 0;

beforeAll(async () => {
  ({ folder: root, remove } = await temporaryFolder());
  const words = ['--executables', standIns(join(root, 'executables')), '--level', '0', '--out', join(root, 'release')];
  const chosen = targets.filter((target) => !target.startsWith('windows-')).map((target) => `--target=${target}`);
  const { exitCode, stderr } = await release([...words, ...chosen]);
  expect(exitCode, stderr).toBe(0);
  artifacts = join(root, 'release');
  script = join(artifacts, `v${version}/install.sh`);
  // npm packs and every archive is written: slow on a busy machine.
}, 180_000);
afterAll(() => remove());

beforeEach(() => {
  home = join(root, `home-${homes++}`);
  bin = join(home, '.local/bin');
  mkdirSync(home);
});

type Change = (name: string, bytes: Buffer) => Buffer | number;

/** Serves the release. `change` returns other bytes for a file, or a status. */
const serve = (change: Change = (_, bytes) => bytes): Promise<TinyServer> =>
  tinyServer(({ url = '' }, response) => {
    const path = join(artifacts, url);
    const reply = existsSync(path) ? change(path.split('/').at(-1)!, readFileSync(path)) : 404;
    if (typeof reply === 'number') response.writeHead(reply).end();
    else response.end(reply);
  });

const install = (base: string, words: string[] = [], { path = process.env.PATH! } = {}) =>
  execa('sh', [script, ...words], {
    extendEnv: false,
    reject: false,
    env: { HOME: home, PATH: path, SVC_INSTALL_BASE: base },
  });

/** A folder with programs that print fixed texts, first on the PATH. */
function fakes(programs: Record<string, string>): string {
  const folder = join(home, 'fakes');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return `${folder}:${process.env.PATH}`;
}

const linux = { uname: 'case $1 in -s) echo Linux ;; *) echo x86_64 ;; esac', ldd: 'echo "ldd (GNU libc) 2.36"' };

/** A PATH with only the named programs. */
function only(...programs: string[]): string {
  const folder = join(home, 'tools');
  mkdirSync(folder);
  const places = (process.env.PATH ?? '').split(':');
  for (const name of programs) {
    const place = places.find((each) => existsSync(join(each, name)));
    if (place !== undefined) symlinkSync(join(place, name), join(folder, name));
  }
  for (const [name, text] of Object.entries(linux)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  return folder;
}
const basics = ['sh', 'cat', 'awk', 'tr', 'mktemp', 'mkdir', 'rm', 'mv', 'cp', 'chmod', 'head', 'tail', 'grep'];

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const printedBy = async (program: string) => (await execa(program, ['--version'])).stdout;

describe('install.sh', () => {
  test('install.sh installs the executable, and names its folder if PATH does not contain it', async () => {
    const { url } = await serve();
    const result = await install(url, [], { path: fakes(linux) });
    expect(result).toMatchObject(installed);
    expect(result.stdout).toContain(`Installed svc ${version} in ${bin}/svc.\nAdd the folder to your PATH:`);
    expect([readdirSync(bin), await printedBy(join(bin, 'svc'))]).toEqual([['svc'], `svc ${version}`]);
  });

  test('install.sh replaces an installed version, and can be run twice', async () => {
    const { url } = await serve();
    mkdirSync(join(home, 'my bin'), { recursive: true });
    writeFileSync(join(home, 'my bin/svc'), '#!/bin/sh\necho svc 0.0.1\n', { mode: 0o755 });
    const words = ['--dir', join(home, 'my bin'), '--target=linux-x64', '--version', `v${version}`];
    expect(await install(url, words)).toMatchObject(installed);
    expect(await install(url, words)).toMatchObject(installed);
    expect(readdirSync(join(home, 'my bin'))).toEqual(['svc']);
    expect(await printedBy(join(home, 'my bin/svc'))).toBe(`svc ${version}`);
  });

  test('install.sh installs completions and man pages with --extras', async () => {
    const { url } = await serve();
    expect(await install(url, ['--extras', '--target', 'linux-x64'])).toMatchObject(installed);
    const share = join(home, '.local/share');
    expect(readFileSync(join(share, 'bash-completion/completions/svc'), 'utf8')).toContain('Completions of svc');
    expect(readdirSync(join(share, 'zsh/site-functions'))).toEqual(['_svc']);
    const pages = ['man1', 'man7'].flatMap((section) => readdirSync(join(share, 'man', section)));
    expect(pages.sort()).toEqual(readdirSync('build/man').sort());
  });

  test('install.sh runs from a pipe', async () => {
    const { url } = await serve();
    const input = readFileSync(script, 'utf8');
    const words = ['-s', '--', '--dir', bin, '--base', url, '--target', 'linux-x64'];
    expect(await execa('sh', words, { input, reject: false })).toMatchObject(installed);
    expect(readdirSync(bin)).toEqual(['svc']);
  });

  // trust: T-151
  test.each([0.3, 0.7, 0.99])('install.sh does nothing if only %d of its text arrives through a pipe', async (part) => {
    const { url, seen } = await serve();
    const text = readFileSync(script, 'utf8');
    const env = { HOME: home, SVC_INSTALL_BASE: url };
    await execa('sh', { input: text.slice(0, text.length * part), reject: false, env });
    expect([seen, existsSync(bin)]).toEqual([[], false]);
  });

  test.each([
    ['Linux x86_64', 'ldd (GNU libc) 2.36', 'linux-x64'],
    ['Linux aarch64', 'ldd (Ubuntu GLIBC 2.39)', 'linux-arm64'],
    ['Linux x86_64', 'musl libc (x86_64)', 'linux-x64-musl'],
    ['Linux aarch64', 'musl libc (aarch64)', 'linux-arm64-musl'],
    ['Darwin arm64', '', 'darwin-arm64'],
    ['Darwin x86_64', '', 'darwin-x64'],
  ])('install.sh chooses the executable for %s, %s', async (machine, ldd, target) => {
    const { url, seen } = await serve();
    const [system, processor] = machine.split(' ');
    const uname = `case $1 in -s) echo ${system} ;; *) echo ${processor} ;; esac`;
    const path = fakes({ uname, ldd: `echo '${ldd}'`, sysctl: 'echo 0' });
    expect(await install(url, [], { path })).toMatchObject(installed);
    expect(seen.at(-1)?.path).toBe(`/v${version}/svc-${version}-${target}.tar.gz`);
  });

  test('install.sh chooses arm64 in an x86_64 shell under Rosetta', async () => {
    const { url, seen } = await serve();
    const uname = 'case $1 in -s) echo Darwin ;; *) echo x86_64 ;; esac';
    await install(url, [], { path: fakes({ uname, sysctl: 'echo 1' }) });
    expect(seen.at(-1)?.path).toContain('darwin-arm64');
  });

  test.each([
    ['FreeBSD amd64', 'svc has no executable for FreeBSD. The npm package runs on every system with Node.js.'],
    ['Linux riscv64', 'svc has no executable for the processor riscv64. The npm package runs on'],
    ['MINGW64_NT-10.0 x86_64', 'On Windows, install svc with Scoop or unpack svc-'],
  ])('install.sh installs nothing on %s', async (machine, message) => {
    const { url, seen } = await serve();
    const [system, processor] = machine.split(' ');
    const path = fakes({ uname: `case $1 in -s) echo ${system} ;; *) echo ${processor} ;; esac` });
    const { exitCode, stderr } = await install(url, [], { path });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`Error: ${message}`)]);
    expect([seen, existsSync(bin)]).toEqual([[], false]);
  });

  test('install.sh works with wget and openssl if curl and sha256sum are missing', async () => {
    const { url } = await serve();
    const path = only(...basics, 'tar', 'gzip', 'wget', 'openssl');
    expect(existsSync(join(path, 'curl')) || existsSync(join(path, 'sha256sum'))).toBe(false);
    expect(await install(url, [], { path })).toMatchObject(installed);
  });

  test.each([
    [
      'curl and wget',
      ['tar', 'gzip', 'sha256sum'],
      'Neither curl nor wget is installed. Install one of them and retry.',
    ],
    ['tar', ['curl', 'gzip', 'sha256sum'], 'tar is not installed. Install it and retry.'],
    ['a checksum program', ['curl', 'tar', 'gzip'], 'No program to verify SHA-256 checksums is installed.'],
  ])('install.sh names the missing program: %s', async (_, tools, message) => {
    const { url } = await serve();
    const { exitCode, stderr } = await install(url, [], { path: only(...basics, ...tools) });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`Error: ${message}`)]);
  });

  test.each([
    [['--dir'], 'Missing value for --dir.'],
    [['--dirr', 'x'], 'Unknown argument "--dirr".'],
    [['--version', '../1'], 'Invalid value "../1" for --version.'],
    [['--target', '../x'], 'Invalid value "../x" for --target.'],
  ])('install.sh rejects %j', async (words, message) => {
    const { exitCode, stderr } = await install('http://127.0.0.1:9', words);
    expect([exitCode, stderr]).toEqual([2, `Error: ${message}\nRun with --help for the flags.`]);
  });

  // trust: T-152
  test.each([
    ...['ftp://x.test', 'http://downloads.test/svc', 'http://localhost@downloads.test'],
    ...['http://127.0.0.1:80@downloads.test/svc', 'http://127.downloads.test', 'http://localhost.downloads.test'],
    ...['http://[::2]/svc', 'http://downloads.test#@localhost', 'http://downloads.test\\@localhost', 'http:///svc'],
  ])('install.sh rejects --base %s, because plain http is only for this machine', async (base) => {
    const reason = `--base must start with https://, or with http:// and the name of this machine, such as localhost, not "${base}".`;
    for (const ended of [await install('https://downloads.test', ['--base', base]), await install(base)]) {
      expect(ended).toMatchObject({ exitCode: 2, stderr: `Error: ${reason}\nRun with --help for the flags.` });
    }
  });

  // trust: T-152
  test.each(['localhost', '127.0.0.1', '[::1]'])('install.sh requests plain http from %s', async (host) => {
    const { exitCode, stderr } = await install(`http://${host}:9/svc`, ['--target', 'linux-x64']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`Error: Cannot download http://${host}:9/svc/`)]);
  });
});

describe('install.sh keeps the installed version and leaves no other file', () => {
  const old = '#!/bin/sh\necho svc 0.0.1\n';

  /** Runs the installer over an old version, and returns its result if it changed nothing. */
  const failing = async (base: string, words: string[] = []) => {
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'svc'), old, { mode: 0o755 });
    const { exitCode, stdout, stderr } = await install(base, ['--target', 'linux-x64', ...words]);
    expect([readdirSync(bin), readFileSync(join(bin, 'svc'), 'utf8')]).toEqual([['svc'], old]);
    expect(stdout).toBe('');
    return { exitCode, stderr };
  };

  // trust: T-150
  test('install.sh keeps the installed version if the archive has another checksum', async () => {
    const { url } = await serve((name, bytes) => (name === archive ? Buffer.concat([bytes, Buffer.of(0)]) : bytes));
    const { exitCode, stderr } = await failing(url);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      new RegExp(
        `^Error: The checksum of ${archive} is wrong. Nothing was installed.\n  expected [0-9a-f]{64}\n  actual   [0-9a-f]{64}$`,
      ),
    );
  });

  // trust: T-150
  test('install.sh keeps the installed version if SHA256SUMS does not name the archive', async () => {
    const { url, seen } = await serve((name, bytes) => (name === 'SHA256SUMS' ? Buffer.from('<html>') : bytes));
    const { exitCode, stderr } = await failing(url);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`SHA256SUMS has no checksum for ${archive}.`)]);
    expect(seen).toHaveLength(1);
  });

  // trust: T-150
  test('install.sh keeps the installed version if the connection ends early', async () => {
    const server = await tinyServer(({ url = '' }, response) => {
      const bytes = readFileSync(join(artifacts, url));
      if (!url.endsWith(archive)) return void response.end(bytes);
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 1000), () => response.destroy());
    });
    const { exitCode, stderr } = await failing(server.url);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`Error: Cannot download ${server.url}/v${version}/`),
    ]);
    expect(stderr).toContain('Nothing was installed.');
  });

  test.each(['SHA256SUMS', archive])('install.sh keeps the installed version if %s does not exist', async (missing) => {
    const { url } = await serve((name, bytes) => (name === missing ? 404 : bytes));
    const { exitCode, stderr } = await failing(url);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/^Error: Cannot download .*404.*Nothing was installed\.$/),
    ]);
  });

  test('install.sh keeps the installed version if the new executable does not start on this machine, or is another version', async () => {
    /** Serves the release with another executable in its archive. */
    const serveWith = async (text: string) => {
      const folder = await mkdtemp(join(root, 'changed-'));
      await execa('tar', ['-xzf', join(artifacts, `v${version}`, archive), '-C', folder]);
      writeFileSync(join(folder, 'svc'), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      await execa('tar', ['-czf', `${folder}.tar.gz`, '-C', folder, '.']);
      const changed = readFileSync(`${folder}.tar.gz`);
      const sums = Buffer.from(`${sha256(changed)}  ${archive}\n`);
      const files: Record<string, Buffer> = { [archive]: changed, SHA256SUMS: sums };
      return serve((name, bytes) => files[name] ?? bytes);
    };
    expect((await failing((await serveWith('echo svc 9.9.9')).url)).stderr).toBe(
      `Error: ${archive} contains "svc 9.9.9", not svc ${version}. Nothing was installed.`,
    );
    expect((await failing((await serveWith('>&2 echo no such library; exit 127')).url)).stderr).toMatch(
      /^Error: The executable for linux-x64 does not run on this machine \(no such library\)/,
    );
  });

  // trust: T-153
  test('install.sh keeps the installed version if it is interrupted', async () => {
    let reached = () => {};
    const downloading = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const server = await tinyServer(({ url = '' }, response) => {
      if (url.endsWith(archive)) reached();
      else response.end(readFileSync(join(artifacts, url)));
    });
    mkdirSync(bin, { recursive: true });
    const words = [script, '--target', 'linux-x64', '--base', server.url, '--dir', bin];
    const running = execa('sh', words, { reject: false, detached: true });
    await downloading;
    // As Ctrl-C does: to every process of the group.
    process.kill(-running.pid!, 'SIGINT');
    expect((await running).exitCode).not.toBe(0);
    expect(readdirSync(bin)).toEqual([]);
  });

  // trust: T-153
  test('install.sh keeps the installed version if the folder cannot be created or written', async () => {
    const { url, seen } = await serve();
    writeFileSync(join(home, 'file'), '');
    const below = await install(url, ['--target', 'linux-x64', '--dir', join(home, 'file/bin')]);
    expect(below.stderr).toBe(`Error: Cannot create the folder ${home}/file/bin. Choose another one with --dir DIR.`);
    const proc = await install(url, ['--target', 'linux-x64', '--dir', '/proc']);
    expect(proc.stderr).toBe('Error: Cannot write to the folder /proc. Choose another one with --dir DIR.');
    expect([below.exitCode, proc.exitCode, seen]).toEqual([1, 1, []]);
  });

  // trust: T-153
  test.skipIf(!isRoot)('install.sh keeps the installed version if the disk is full', async () => {
    const { url } = await serve();
    mkdirSync(bin, { recursive: true });
    const line =
      'mount -t tmpfs -o size=48k none "$1" && sh "$2" --base "$3" --target linux-x64 --dir "$1"; ls -A "$1"';
    const { stdout, stderr } = await execa('unshare', ['-m', 'sh', '-c', line, 'sh', bin, script, url], {
      reject: false,
    });
    expect(stderr).toBe(`Error: Cannot write to the folder ${bin}. The disk may be full. Nothing was installed.`);
    expect(stdout).toBe('');
  });
});

describe('the commands of docs/install.md', () => {
  /** The first shell block below a heading, with the addresses of a server here and a folder in place of the system's. */
  const block = (heading: string, url: string) => {
    const page = readFileSync('docs/install.md', 'utf8');
    const [, lines = ''] = new RegExp(`^## ${heading}\n.*?\`\`\`sh\n(.*?)\`\`\``, 'ms').exec(page) ?? [];
    return lines.replaceAll(identity.downloads, url).replaceAll('sudo ', '').replaceAll('/usr/local', home);
  };
  const run = (lines: string) =>
    execa('bash', ['-eo', 'pipefail', '-c', lines], {
      cwd: home,
      env: { HOME: home, PATH: fakes(linux), SVC_INSTALL_BASE: '' },
    });

  test.each([
    ['Install script', '.local/bin/svc'],
    ['Archive', 'bin/svc'],
  ])('the commands of docs/install.md install svc: %s', async (heading, program) => {
    const { url } = await serve();
    mkdirSync(join(home, 'bin'));
    // The script that was downloaded has the address of the project in it.
    const lines = block(heading, url).replace('sh install.sh', `sh install.sh --base ${url}`);
    await run(lines);
    expect(await printedBy(join(home, program))).toBe(`svc ${version}`);
  });
});

const shellcheck = await execa('shellcheck', ['--version'], { reject: false });
if (shellcheck.failed) console.warn('SKIPPED: shellcheck is not installed, so install.sh is not checked with it.');

test.skipIf(shellcheck.failed)('shellcheck finds nothing in install.sh', async () => {
  const { exitCode, stdout } = await execa('shellcheck', ['packaging/install.sh'], { reject: false });
  expect([exitCode, stdout]).toEqual([0, '']);
});
