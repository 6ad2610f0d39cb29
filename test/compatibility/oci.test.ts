import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { zip } from '../modules/archive/zip-builder.ts';
import { call, writeFiles } from '../support/configuration.ts';
import { freePort } from '../support/free-port.ts';
import { machine } from '../support/svc.ts';
import { filesIn, hasTerraform } from '../support/terraform.ts';
import { onTestFinished } from '../support/test-finished.ts';
import { hasOpenssl, sharedAuthority } from '../support/tls.ts';
import { isThere } from './stock.ts';

const what = 'that svc and tofu install the same module from an OCI registry';
const isComplete = isThere('tofu', what) && isThere('registry', what) && hasOpenssl();

const sha = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
/** `me:pw`, as htpasswd stores it. */
const password = 'me:$2y$05$abcdefghijklmnopqrstuuHIrMEWpUCQe2YqFR3sXwQ75u4od..9q';

async function registry(ca: ReturnType<typeof sharedAuthority>, htpasswd: string | undefined) {
  const port = await freePort();
  const auth = htpasswd ? `auth:\n  htpasswd:\n    realm: test\n    path: ${htpasswd}\n` : '';
  const config = `version: 0.1\nlog:\n  level: error\nstorage:\n  inmemory: {}\n${auth}http:\n  addr: 127.0.0.1:${port}\n  tls:\n    certificate: ${join(ca.folder, 'cert.pem')}\n    key: ${join(ca.folder, 'key.pem')}\n`;
  await writeFile(join(ca.folder, 'config.yml'), config);
  const server = spawn('registry', ['serve', join(ca.folder, 'config.yml')], { stdio: 'ignore' });
  onTestFinished(() => void server.kill('SIGKILL'));
  const ask = async (method: string, path: string, body?: Buffer, type = 'application/octet-stream') => {
    const authorization = `Basic ${Buffer.from('me:pw').toString('base64')}`;
    const headers = { 'content-type': type, authorization };
    const options = { method, headers, ca: await readFile(ca.caFile) };
    return new Promise<{ status: number; location: string }>((resolve, reject) => {
      const asked = request(
        path.startsWith('https:') ? path : `https://localhost:${port}${path}`,
        options,
        (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '' });
        },
      );
      asked.on('error', reject).end(body);
    });
  };
  await expect
    .poll(
      () =>
        ask('GET', '/v2/').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
  const blob = async (bytes: Buffer) => {
    const { location } = await ask('POST', '/v2/acme/net/blobs/uploads/');
    const { status } = await ask('PUT', `${location}&digest=${sha(bytes)}`, bytes);
    expect(status).toBe(201);
    return { digest: sha(bytes), size: bytes.length };
  };
  const publish = async (tag: string, bytes: Buffer) => {
    const mediaType = 'application/vnd.oci.image.manifest.v1+json';
    const config = { mediaType: 'application/vnd.oci.empty.v1+json', ...(await blob(Buffer.from('{}'))) };
    const layers = [{ mediaType: 'archive/zip', ...(await blob(bytes)) }];
    const artifactType = 'application/vnd.opentofu.modulepkg';
    const manifest = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, artifactType, config, layers }));
    expect((await ask('PUT', `/v2/acme/net/manifests/${tag}`, manifest, mediaType)).status).toBe(201);
    return sha(manifest);
  };
  return { port, publish };
}

describe.skipIf(!isComplete)('an OCI registry', () => {
  test.each([false, true])(
    'tofu and svc get the same files from an OCI registry (with a login: %s)',
    async (hasLogin) => {
      const ca = sharedAuthority();
      onTestFinished(ca.remove);
      const htpasswd = hasLogin ? join(ca.folder, 'htpasswd') : undefined;
      if (htpasswd) await writeFile(htpasswd, `${password}\n`);
      const { port, publish } = await registry(ca, htpasswd);
      const names = ['main.tf', 'sub/main.tf', 'sub/templates/x.tpl'];
      const digest = await publish('1.0.0', zip(names.map((name) => ({ name, content: `# ${name}\n` }))));
      await publish('latest', zip([{ name: 'main.tf', content: '# latest\n' }]));
      const me = await machine();
      const source = `oci://localhost:${port}/acme/net`;
      const main =
        call('tag', `${source}?tag=1.0.0`) +
        call('sub', `${source}//sub?tag=1.0.0`) +
        call('digest', `${source}?digest=${digest}`) +
        call('latest', source);
      const auths = { [`localhost:${port}`]: { auth: Buffer.from('me:pw').toString('base64') } };
      const files = { 'ours/main.tf': main, 'theirs/main.tf': main, '.docker/config.json': JSON.stringify({ auths }) };
      await writeFiles(me.home, files);
      const env = {
        HOME: me.home,
        SSL_CERT_FILE: ca.caFile,
        SVC_CA_FILE: ca.caFile,
        XDG_RUNTIME_DIR: '',
        DOCKER_CONFIG: '',
      };
      const got = await execa('tofu', ['get', '-no-color'], {
        cwd: join(me.home, 'theirs'),
        env,
        reject: false,
        all: true,
      });
      expect(got.exitCode, got.all).toBe(0);
      const installed = await me.svc('module install ours --tool tofu', { env });
      expect(installed.code, installed.stderr).toBe(0);
      const modules = (folder: string) => filesIn(join(me.home, folder, '.terraform/modules'));
      expect(await modules('ours')).toEqual(await modules('theirs'));
      const init = await execa('tofu', ['init', '-no-color'], {
        cwd: join(me.home, 'ours'),
        env,
        reject: false,
        all: true,
      });
      expect([init.exitCode, init.all]).toEqual([0, expect.not.stringContaining('Downloading')]);
    },
    60_000,
  );

  test.skipIf(!hasTerraform())(
    'terraform and svc can install a module from an OCI registry',
    async () => {
      const ca = sharedAuthority();
      onTestFinished(ca.remove);
      const { port, publish } = await registry(ca, undefined);
      await publish('1.0.0', zip([{ name: 'main.tf', content: 'output "o" {\n  value = 1\n}\n' }]));
      const me = await machine();
      await writeFiles(me.home, { 'main.tf': call('m', `oci://localhost:${port}/acme/net?tag=1.0.0`) });
      const env = { HOME: me.home, SVC_CA_FILE: ca.caFile, CHECKPOINT_DISABLE: '1' };
      expect(await me.svc('module install', { env })).toMatchObject({ code: 0 });
      for (const words of [['init'], ['validate']]) {
        const ran = await execa('terraform', [...words, '-no-color'], { cwd: me.home, env, reject: false, all: true });
        expect([ran.exitCode, ran.all]).toEqual([0, expect.not.stringContaining('Downloading')]);
      }
    },
    60_000,
  );
});
