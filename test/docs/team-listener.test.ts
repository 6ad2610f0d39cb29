import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { hasNats, natsPath, startNats } from '../support/nats.ts';
import { blocksOf } from '../support/page-blocks.ts';
import { start } from '../support/running.ts';
import { machine } from '../support/svc.ts';
import { authority, hasOpenssl } from '../support/tls.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/guides/team-listener.md'), 'utf8');
const block = (info: string) => blocksOf(page).find((each) => each.info === info)!.text;
const passwords = {
  NATS_ADMIN_PASSWORD: 'admin-1',
  NATS_PUBLISHER_PASSWORD: 'publisher-1',
  NATS_READER_PASSWORD: 'reader-1',
};

/** The settings of a user of the guide, at a server with a certificate of this authority. */
const user = (name: 'admin' | 'publisher' | 'reader', port: number, caFile: string) => ({
  SVC_NATS: `tls://${name}:${name}-1@127.0.0.1:${port}`,
  SVC_CA_FILE: caFile,
  HOOK_TOKEN: 'the-key-of-the-hook',
});

describe.skipIf(!hasNats() || !hasOpenssl())('the configurations of the guide', () => {
  /** A configuration with the files and the address of this machine in place of those of the guide. */
  function here(text: string, port: number) {
    const ca = authority('IP:127.0.0.1');
    const folder = mkdtempSync(join(tmpdir(), 'svc-guide-'));
    onTestFinished(ca.remove);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'nats.conf');
    const own = text
      .replaceAll('/var/lib/nats', join(folder, 'js'))
      .replaceAll('/etc/nats/server.crt', join(ca.folder, 'cert.pem'))
      .replaceAll('/etc/nats/server.key', join(ca.folder, 'key.pem'))
      .replaceAll('/etc/nats/ca.crt', ca.caFile)
      .replaceAll('0.0.0.0:4222', `127.0.0.1:${port}`);
    writeFileSync(path, own);
    return { ca, own, path };
  }

  test('nats-server accepts the NATS configurations of the guide', () => {
    const one = here(block('one/nats.conf'), 4222);
    const three = here(block('one/nats.conf') + block('three/cluster.conf'), 4222);
    const env = { ...process.env, ...passwords, PATH: natsPath };
    const check = (path: string) => execFileSync('nats-server', ['-t', '-c', path], { env, stdio: 'pipe' });
    expect(() => [one.path, three.path].forEach(check)).not.toThrow();
  });

  test('the NATS configurations of the guide let a publisher publish and a reader read, but let neither create a stream', async () => {
    const port = await freePort();
    const { ca, own } = here(block('one/nats.conf'), port);
    const nats = await startNats({ whole: own, port, env: passwords });
    onTestFinished(nats.close);
    const admin = await machine(user('admin', port, ca.caFile));
    expect((await admin.svc('webhook stream create')).code).toBe(0);
    const publisher = await machine(user('publisher', port, ca.caFile));
    const reader = await machine(user('reader', port, ca.caFile));
    const { said } = start(publisher, ['webhook', 'listen', '--publish', '--token-env', 'HOOK_TOKEN']);
    const [url] = await said(/http:\/\/127\.0\.0\.1:\d+\//);
    const sent = await publisher.svc(['webhook', 'trigger', 'run:completed', '--token-env', 'HOOK_TOKEN', '--to', url]);
    expect(sent.code).toBe(0);
    expect(await publisher.svc('webhook stream create --stream other')).toExit(4, 'may not publish to $JS.API.');
    expect((await admin.svc('webhook stream show --jq .messages')).stdout).toBe('1\n');
    const reading = async (flags: string) =>
      (await reader.svc(`webhook ${flags} --subscribe --token-env HOOK_TOKEN --jq .[].verified`)).stdout;
    expect(await reading('list')).toBe('true\n');
    const listened = (flags: string) =>
      reader.svc(`webhook listen --subscribe --token-env HOOK_TOKEN --count 1 -o ndjson ${flags}`);
    for (const flags of ['--since 1h', '--from-sequence 1', '--since 1h --durable ci --exec true']) {
      const { code: exit, stderr: said } = await listened(flags);
      expect({ flags, exit, said }).toMatchObject({ exit: 0 });
    }
    expect((await listened('--since 1h --durable dead --max-deliver 1 --exec false')).code).toBe(0);
    expect((await admin.svc('webhook stream show --jq .messages')).stdout).toBe('2\n');
    const deleted = await reader.svc('webhook stream create --stream other');
    expect(deleted).toExit(4, 'may not publish to $JS.API.');
  });

  test('the NATS configurations of the guide let a reader read, share, acknowledge and set aside deliveries, and do nothing else', async () => {
    const port = await freePort();
    const { ca, own } = here(block('one/nats.conf'), port);
    const nats = await startNats({ whole: own, port, env: passwords });
    onTestFinished(nats.close);
    const admin = await machine(user('admin', port, ca.caFile));
    expect((await admin.svc('webhook stream create')).code).toBe(0);
    const { said, stop, ended } = start(admin, ['webhook', 'listen', '--publish', '--token-env', 'HOOK_TOKEN']);
    const [url] = await said(/http:\/\/127\.0\.0\.1:\d+\//);
    await admin.svc(['webhook', 'trigger', 'run:completed', '--token-env', 'HOOK_TOKEN', '--to', url]);
    stop();
    await ended;
    const reader = await machine(user('reader', port, ca.caFile));
    const read = (words: string) => reader.svc(`webhook ${words} --subscribe --token-env HOOK_TOKEN`);
    expect(await read('list')).toMatchObject({ code: 0, stdout: expect.stringContaining('run:completed') });
    expect(await read('wait --until trigger=run:completed --since 1h')).toMatchObject({ code: 0 });
    const listen = 'listen --durable deploy --since 1h --exec false --max-deliver 1 --count 1';
    expect(await read(listen)).toExit(0, 'failed in 1 attempt. It is a dead letter now: svc.dead.');
    expect(await read('list --dead-letters')).toMatchObject({ code: 0, stdout: expect.stringContaining('deploy') });
    expect(await reader.svc('webhook stream show --columns messages,dead-letters -o tsv')).toMatchObject({
      code: 0,
      stdout: '2\t1\n',
    });
    expect(await reader.svc('webhook stream create --stream other')).toExit(4, 'may not publish to $JS.API.');
  });
});
