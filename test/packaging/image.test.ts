import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { canContain, createRoot, runIn, volume } from '../support/container.ts';
import { executable } from '../support/executable.ts';
import { hasGit, repository } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { sandbox } from '../support/svc.ts';
import { authority, hasOpenssl, httpsServer } from '../support/tls.ts';

const project = resolve(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(project, 'packaging/Dockerfile'), 'utf8');
const isHere = executable !== undefined && canContain();
if (executable !== undefined && !isHere)
  process.stderr.write('\nSKIPPED: the container image (needs root, unshare and Debian).\n\n');

const env = { SVC_RETRIES: '0', HOOK_TOKEN: 'the-key-of-the-hook' };
const healthy = async (origin: string) => (await fetch(`${origin}/-/healthy`)).status;

describe.runIf(isHere)('in the container image, read-only and without root', () => {
  let root = '';
  beforeAll(() => {
    root = createRoot(executable!);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('the image runs svc and contains no shell and no other program', async () => {
    expect(await runIn(root, ['--version']).ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^svc \d/) });
    expect(['bin/sh', 'usr/bin/git', 'usr/bin/svc'].map((path) => existsSync(join(root, path)))).toEqual([
      ...[false, false, true],
    ]);
  });

  test('--jq and completions need no file beside the executable', async () => {
    const { ended } = runIn(root, ['config', 'path', '--jq', 'length > 0'], { at: volume() });
    expect(await ended).toMatchObject({ code: 0, stdout: 'true\n', stderr: '' });
    const completion = await runIn(root, ['completion', 'bash']).ended;
    expect(completion).toMatchObject({ code: 0, stdout: expect.stringContaining('complete '), stderr: '' });
  });

  test.runIf(hasOpenssl())(
    '--ca-file is trusted in the container image, which contains the certificates of public authorities',
    async () => {
      const { remove, caFile, ...tls } = authority();
      onTestFinished(remove);
      const url = `https://127.0.0.1:${await httpsServer(tls, (_, response) => response.end('{"from":"afar"}'))}/x`;
      const bundle = join(root, 'etc/ssl/certs/ca-certificates.crt');
      const at = volume();
      copyFileSync(bundle, join(at, 'ca.pem'));
      const api = (file: string) => runIn(root, ['api', url, '--ca-file', file], { env, at }).ended;
      const untrusted = await api('/etc/ssl/certs/ca-certificates.crt');
      expect(untrusted).toExit(6, 'certificate');
      appendFileSync(join(at, 'ca.pem'), readFileSync(caFile));
      expect(await api('/var/lib/svc/ca.pem')).toMatchObject({ code: 0, stdout: expect.stringContaining('afar') });
    },
  );

  test('a listener in the container image responds to health checks, writes to the volume and ends with 0 on SIGTERM', async () => {
    const words = ['webhook', 'listen', '--token-env', 'HOOK_TOKEN'];
    const { ended, said, stop } = runIn(root, words, { env, at: volume() });
    const [, origin = ''] = await said(/Listening at (http:\/\/[^/]+)/);
    expect(await healthy(origin)).toBe(200);
    const probe = await runIn(root, ['api', `${origin}/-/healthy`, '--retries', '0']).ended;
    expect(probe).toMatchObject({ code: 0, stdout: 'OK\n' });
    stop();
    expect(await ended).toExit(0, '/var/lib/svc/.local/state/svc');
  });

  test('modules are downloaded to a volume, mirrored and served in the container image', async () => {
    const { info } = await sandbox();
    const at = volume();
    const registry = ['--registry', info.registry];
    const download = ['module', 'download', 'acme/label/null', '--dir', '/var/lib/svc/net', ...registry, '--json'];
    const downloaded = await runIn(root, download, { env, at }).ended;
    expect(downloaded, downloaded.stderr).toMatchObject({ code: 0 });
    expect(existsSync(join(at, 'net/main.tf'))).toBe(true);
    const mirror = ['module', 'mirror', '/var/lib/svc/mirror', 'acme/label/null', ...registry];
    expect(await runIn(root, mirror, { env, at }).ended).toMatchObject({ code: 0 });
    const { said, stop, ended } = runIn(root, ['module', 'serve', '/var/lib/svc/mirror'], { env, at });
    const [, url = ''] = await said(/ at (http:\S+)/);
    expect(await healthy(url)).toBe(200);
    stop();
    expect(await ended).toMatchObject({ code: 0 });
  });

  test('a sandbox starts in the container image with a volume', async () => {
    const { ended, said, stop } = runIn(root, ['sandbox', 'start', '--json'], { env, at: volume() });
    const [, address = ''] = await said(/"address":\s*"([^"]+)"/);
    expect((await fetch(`${address}/api/v2/ping`)).ok).toBe(true);
    stop();
    expect(await ended).toMatchObject({ code: 0 });
  });

  test.each([
    [['webhook', 'listen', '--token-env', 'HOOK_TOKEN'], 'the journal /var/lib/svc/.local/state', 'XDG_STATE_HOME'],
    [['sandbox', 'start'], '/var/lib/svc/.cache', 'XDG_CACHE_HOME'],
    [['config', 'set', 'organization', 'acme'], '/var/lib/svc/.config', 'SVC_CONFIG_DIR'],
  ])(
    '%j without a volume exits with 2 in the read-only image, and names the path and the variable that moves it',
    async (words, path, variable) => {
      expect(await runIn(root, words, { env }).ended).toExit(2, path, 'the disk is read-only', variable);
    },
  );

  test.runIf(hasGit())('only the image with git downloads a module from a repository', async () => {
    const withGit = createRoot(executable!, ['--git']);
    onTestFinished(() => rmSync(withGit, { recursive: true, force: true }));
    const bare = repository();
    bare.commit({ 'main.tf': 'output "o" {\n  value = 1\n}\n' });
    const { url } = await gitServer(dirname(bare.folder));
    const source = `git::${url}/${basename(bare.folder)}?ref=main`;
    const at = volume();
    mkdirSync(join(at, 'infra'));
    writeFileSync(join(at, 'infra/main.tf'), `module "m" {\n  source = "${source}"\n}\n`);
    chownSync(join(at, 'infra'), 65532, 65532);
    const words = ['module', 'install', '/var/lib/svc/infra'];
    const without = await runIn(root, words, { env, at }).ended;
    expect(without).toExit(2, 'git');
    const installed = await runIn(withGit, words, { env, at }).ended;
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
    expect(existsSync(join(at, 'infra/.terraform/modules/m/main.tf'))).toBe(true);
  });
});

test('both stages of the Dockerfile have a user other than root and the files of the script', () => {
  const stages = dockerfile.split(/^FROM /m).slice(2);
  expect(stages.map((stage) => /^scratch AS (\S+)$/m.exec(stage)?.[1])).toEqual(['svc-git', 'svc']);
  const shared = stages.map((stage) => stage.replace(/^.*\n/, '').replace('/image-git', '/image').trim());
  expect(shared[0]).toBe(shared[1]);
  expect(shared[0]).toMatch(/^USER (?!0:)\d+:\d+$/m);
  expect(dockerfile).toMatch(/rootfs\.sh \/source\/build\/svc \/image \\/);
  expect(dockerfile).toMatch(/rootfs\.sh --git \/source\/build\/svc \/image-git$/m);
});

function hasDocker(): boolean {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    process.stderr.write('\nSKIPPED: packaging/Dockerfile is not built: no Docker daemon runs here.\n\n');
    return false;
  }
}

test.runIf(isHere && hasDocker()).each(['svc', 'svc-git'])(
  'docker builds %s, which runs read-only',
  (target) => {
    const tag = `${target}-test`;
    const build = ['build', '-q', '-f', 'packaging/Dockerfile', '--target', target, '-t', tag, '.'];
    execFileSync('docker', build, { cwd: project, stdio: 'pipe' });
    const said = execFileSync('docker', ['run', '--rm', '--read-only', tag, '--version'], { encoding: 'utf8' });
    expect(said).toMatch(/^svc \d/);
  },
  600_000,
);
