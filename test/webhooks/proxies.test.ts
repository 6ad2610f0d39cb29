import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { blocksOf } from '../support/page-blocks.ts';
import { start } from '../support/running.ts';
import { machine } from '../support/svc.ts';
import { type Authority, authority, hasOpenssl } from '../support/tls.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/guides/notifications.md'), 'utf8');
const recipe = (language: string) => blocksOf(guide).find((block) => block.language === language)!.text;

/** A proxy in front of a listener, and the CA that its clients must trust. */
interface Proxy {
  port: number;
  caFile: string;
}

/** Starts a program and waits for a text in its log; it is stopped after the test. */
async function begin(program: string, words: string[], isReady: RegExp): Promise<void> {
  const child: ChildProcess = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  });
  await new Promise<void>((ready, failed) => {
    let log = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (isReady.test(log)) ready();
    });
    child.once('exit', () => failed(new Error(`${program} ended: ${log}`)));
  });
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-proxy-'));
  // The workers of nginx may be another user.
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A listener behind a proxy, as in the guide. */
async function listenerBehind(begun: (listener: number) => Promise<Proxy>) {
  const me = await machine({ HOOK_TOKEN: 'the-key-of-the-hook' });
  const listener = await freePort();
  const { caFile, port } = await begun(listener);
  const url = `https://hooks.localhost:${port}/svc`;
  const words = `webhook listen --port ${listener} --public-url ${url} --token-env HOOK_TOKEN -o ndjson`;
  await start(me, words.split(' ')).said(/"event":"listening"/);
  const send = (more: string, to = url) =>
    me.svc(
      `webhook trigger run:completed --to ${to} --token-env HOOK_TOKEN --ca-file ${caFile} -o json ${more}`.trim(),
    );
  return { send, url };
}

async function passesDeliveriesOn({ send, url }: Awaited<ReturnType<typeof listenerBehind>>) {
  const statuses = async (more: string, to = url) => {
    const answers: { status: number }[] = JSON.parse((await send(more, to)).stdout);
    return [...new Set(answers.map(({ status }) => status))];
  };
  expect(await statuses('')).toEqual([204]);
  expect(await statuses('--tamper all')).toEqual([401]);
  expect(await statuses('', `${url}/other`)).toEqual([404]);
}

const has = (program: string) => spawnSync(program, ['version'], { stdio: 'ignore' }).error === undefined;
const hasNginx = has('nginx') && hasOpenssl();
const hasCaddy = has('caddy');
if (!hasNginx) process.stderr.write('\nSKIPPED: the recipe for nginx, which is not installed.\n');
if (!hasCaddy) process.stderr.write('\nSKIPPED: the recipe for Caddy, which is not installed.\n');

describe('the reverse-proxy configurations of the guide', () => {
  let ca: Authority | undefined;
  beforeAll(() => {
    if (hasNginx) ca = authority('DNS:hooks.localhost');
  });
  afterAll(() => ca?.remove());

  test.skipIf(!hasNginx)(
    'the nginx configuration of the guide passes only deliveries to the listener, with unchanged bytes',
    async () => {
      const behind = await listenerBehind(async (listener) => {
        const [folder, port] = [newFolder(), await freePort()];
        const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
          (name) => `${name}_temp_path ${folder}/${name};`,
        );
        writeFileSync(
          join(folder, 'nginx.conf'),
          `daemon off; pid ${folder}/pid; error_log stderr notice; events {}
http { access_log off; ${temporary.join(' ')}
server { listen 127.0.0.1:${port} ssl; server_name hooks.localhost;
ssl_certificate ${ca!.folder}/cert.pem; ssl_certificate_key ${ca!.folder}/key.pem;
${recipe('nginx').replace('8080', String(listener))} } }\n`,
        );
        await begin('nginx', ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'], /start worker process /);
        return { port, caFile: ca!.caFile };
      });
      await passesDeliveriesOn(behind);
    },
  );

  test.skipIf(!hasCaddy)(
    'the Caddy configuration of the guide passes only deliveries to the listener, with unchanged bytes',
    async () => {
      const behind = await listenerBehind(async (listener) => {
        const [folder, port] = [newFolder(), await freePort()];
        const options = ['admin off', 'skip_install_trust', `https_port ${port}`, `http_port ${await freePort()}`];
        const site = recipe('caddyfile')
          .replace('8080', String(listener))
          .replace('hooks.example.com', 'hooks.localhost');
        writeFileSync(
          join(folder, 'Caddyfile'),
          `{\n${options.join('\n')}\nstorage file_system ${folder}/storage\n}\n${site}`,
        );
        const words = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
        await begin('caddy', words, /certificate obtained successfully/);
        return { port, caFile: join(folder, 'storage/pki/authorities/local/root.crt') };
      });
      await passesDeliveriesOn(behind);
    },
  );
});
