import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkup, typeFix } from '../support/doctor.ts';
import { type Machine, machine, sandbox } from '../support/svc.ts';
import { sendJson, silentServer, tinyServer } from '../support/tiny-server.ts';
import {
  type Authority,
  authority,
  hasOpenssl,
  httpsServer,
  proxy,
  selfSigned,
  sharedAuthority,
} from '../support/tls.ts';

const openssl = hasOpenssl();
let ca: Authority;
beforeAll(() => {
  if (openssl) ca = sharedAuthority();
});
afterAll(() => ca?.remove());

/** A platform as far as a request without a token sees it. */
const serve = (tls: Pick<Authority, 'key' | 'cert'>) =>
  httpsServer(tls, (_, response) => sendJson(response, { errors: [] }, { status: 404 }));

async function machineFor(env: Record<string, string>): Promise<Machine> {
  return machine({ SVC_REGISTRY: (await sandbox()).info.registry, ...env });
}

describe.skipIf(!openssl)('the certificate of the platform', () => {
  test('is shown with its chain, its days, and what the CA file adds', async () => {
    const port = await serve(ca);
    const me = await machineFor({ SVC_ADDRESS: `https://127.0.0.1:${port}`, SVC_CA_FILE: ca.caFile });
    const { code, of } = await checkup(me);
    expect([code, of('tls').status, of('api').status]).toEqual([0, 'ok', 'ok']);
    expect(of('tls').detail).toMatch(
      /^TLSv1\.3, server < Test CA, trusted by 1 certificate from \S+ca\.pem \(environment SVC_CA_FILE\), 1 day left\.$/,
    );
  });

  test('that expires soon is a warning', async () => {
    const me = await machineFor({ SVC_ADDRESS: `https://127.0.0.1:${await serve(ca)}`, SVC_CA_FILE: ca.caFile });
    const now = () => new Date(Date.now() + 47 * 3600 * 1000);
    const { code, of } = await checkup(me, [], { now });
    expect([code, of('tls').status]).toEqual([0, 'warning']);
    expect(of('tls')).toMatchObject({
      detail: expect.stringContaining('0 days left'),
      fix: expect.stringMatching(/^Renew /),
    });
  });

  test('that has expired fails with its date, and a renewed one mends it', async () => {
    const old = authority(undefined, -1);
    try {
      const me = await machineFor({ SVC_ADDRESS: `https://127.0.0.1:${await serve(old)}`, SVC_CA_FILE: old.caFile });
      const { code, of } = await checkup(me);
      expect([code, of('tls').status, of('api').detail]).toEqual([8, 'failed', 'Not checked: tls failed.']);
      expect(of('tls').detail).toMatch(/has expired \(CERT_HAS_EXPIRED\)\. It was valid until \d{4}-\d\d-\d\d\.$/);
      expect(of('tls').fix).toMatch(
        /^Renew the certificate of 127\.0\.0\.1:\d+, or correct the clock of this machine: \S/,
      );
      Object.assign(me.env, { SVC_ADDRESS: `https://127.0.0.1:${await serve(ca)}`, SVC_CA_FILE: ca.caFile });
      expect((await checkup(me)).of('tls').status).toBe('ok');
    } finally {
      old.remove();
    }
  });

  test('for another name fails with the names, and no fix has one of them: they may lead to another server', async () => {
    const other = authority('DNS:other.localhost');
    try {
      const port = await serve(other);
      const me = await machineFor({ SVC_ADDRESS: `https://localhost:${port}`, SVC_CA_FILE: other.caFile });
      const { checks, code, of } = await checkup(me);
      expect([code, of('tls').status]).toEqual([8, 'failed']);
      expect(of('tls').detail).toContain('is for other.localhost, not for localhost');
      expect(of('tls').fix).toBe('export SVC_ADDRESS=URL');
      expect(checks.filter(({ fix }) => fix?.includes('other'))).toEqual([]);
      await typeFix(me, of('tls'), { values: { URL: `https://other.localhost:${port}` } });
      expect((await checkup(me)).code).toBe(0);
    } finally {
      other.remove();
    }
  });

  test.each([
    ['that is self-signed', () => selfSigned(), 'is self-signed'],
    ['of an unknown CA', () => sharedAuthority(), 'is signed by an unknown CA'],
  ])('%s fails, and a CA file mends it', async (_title, make, words) => {
    const own = make();
    try {
      const me = await machineFor({ SVC_ADDRESS: `https://127.0.0.1:${await serve(own)}` });
      const { code, of } = await checkup(me);
      expect([code, of('tls').status]).toEqual([8, 'failed']);
      expect(of('tls').detail).toContain(words);
      expect(of('tls').fix).toBe('svc config set ca-file PATH');
      await typeFix(me, of('tls'), { values: { PATH: own.caFile } });
      const again = await checkup(me);
      expect([again.code, again.of('tls').status]).toEqual([0, 'ok']);
      expect(again.of('tls').detail).toContain('trusted by 1 certificate');
    } finally {
      own.remove();
    }
  });

  test('is not asked for where the port speaks no TLS, and http mends it', async () => {
    const { url } = await tinyServer((_, response) => sendJson(response, {}, { status: 404 }));
    const me = await machineFor({ SVC_ADDRESS: url.replace('http:', 'https:') });
    const { code, of } = await checkup(me);
    expect([code, of('tcp').status, of('tls').status]).toEqual([8, 'ok', 'failed']);
    expect(of('tls').detail).toContain("doesn't speak TLS");
    expect(of('tls').fix).toBe(`export SVC_ADDRESS=${url}`);
    await typeFix(me, of('tls'));
    expect((await checkup(me)).code).toBe(0);
  });

  test('is required by a port that is addressed with http, and https mends it', async () => {
    const port = await serve(ca);
    const me = await machineFor({ SVC_ADDRESS: `http://127.0.0.1:${port}`, SVC_CA_FILE: ca.caFile });
    const { code, of } = await checkup(me);
    expect([code, of('tls').status, of('api').status]).toEqual([8, 'skipped', 'failed']);
    expect(of('api').fix).toBe(`export SVC_ADDRESS=https://127.0.0.1:${port}`);
    await typeFix(me, of('api'));
    expect((await checkup(me)).code).toBe(0);
  });

  test('cannot be checked with a CA file that is unusable: the settings say why', async () => {
    const me = await machineFor({ SVC_ADDRESS: `https://127.0.0.1:${await serve(ca)}`, SVC_CA_FILE: 'gone.pem' });
    const { code, of } = await checkup(me);
    expect([code, of('settings').status, of('tls').detail]).toEqual([8, 'failed', 'Not checked: settings failed.']);
    expect(of('settings').fix).toBe('export SVC_CA_FILE=PATH');
    await typeFix(me, of('settings'), { values: { PATH: ca.caFile } });
    expect((await checkup(me)).code).toBe(0);
  });
});

test('a server that accepts and never answers the handshake: tls fails, and more time is the next step', {
  concurrent: true,
}, async ({ expect }) => {
  const me = await machineFor({ SVC_ADDRESS: (await silentServer()).replace('http:', 'https:') });
  const { code, of } = await checkup(me, ['--timeout', '4s']);
  expect([code, of('tcp').status, of('tls').status, of('tls').fix]).toEqual([
    8,
    'ok',
    'failed',
    'svc doctor --timeout 30s',
  ]);
  expect(of('tls').detail).toContain("didn't respond in time");
});

describe.skipIf(!openssl)('the certificate of a registry', { concurrent: true }, () => {
  test('of an unknown CA fails, and a CA file mends it', async ({ expect }) => {
    const me = await machine({ SVC_REGISTRY: `https://127.0.0.1:${await serve(ca)}/v1/modules/` });
    const { code, of } = await checkup(me);
    expect([code, of('registry').status, of('registry').fix]).toEqual([8, 'failed', 'svc config set ca-file PATH']);
    await typeFix(me, of('registry'), { values: { PATH: ca.caFile } });
    expect((await checkup(me)).code).toBe(0);
  });
});

describe.skipIf(!openssl)('a proxy', { concurrent: true }, () => {
  const canary = 'pr0xy-c4n4ry';
  const credentials = `Basic ${Buffer.from(`me:${canary}`).toString('base64')}`;

  test('that requires a password (407) fails with its variable, and the password mends it and is not shown', async ({
    expect,
  }) => {
    const between = await proxy({ credentials });
    const address = `https://svc.test:${await serve(ca)}`;
    const me = await machineFor({ SVC_ADDRESS: address, SVC_CA_FILE: ca.caFile, HTTPS_PROXY: between.url });
    const { code, of } = await checkup(me);
    expect([code, of('tcp').status, of('proxy').status, of('tls').detail]).toEqual([
      8,
      'ok',
      'failed',
      'Not checked: proxy failed.',
    ]);
    expect(of('proxy').detail).toContain('HTTPS_PROXY) requires a user name and a password (407)');
    expect(of('proxy').fix).toBe(`export HTTPS_PROXY=http://USER:PASSWORD@${between.host}`);
    await typeFix(me, of('proxy'), { values: { USER: 'me', PASSWORD: canary } });
    const again = await checkup(me);
    expect([again.code, again.of('proxy').status, again.of('tls').status]).toEqual([0, 'ok', 'ok']);
    expect(again.of('proxy').detail).toBe(`${new URL(address).host} is reached through ${between.url} (HTTPS_PROXY).`);
    expect(again.stdout + again.stderr).not.toContain(canary);
    expect(again.stdout).not.toContain(credentials);
  });

  test('for plain http that requires a password', async ({ expect }) => {
    const between = await proxy({ credentials });
    const me = await machineFor({ SVC_ADDRESS: 'http://svc.test:4000', HTTP_PROXY: between.url });
    const { code, of } = await checkup(me, ['--insecure-http']);
    expect([code, of('proxy').status, of('proxy').fix]).toEqual([
      8,
      'failed',
      `export HTTP_PROXY=http://USER:PASSWORD@${between.host}`,
    ]);
    await typeFix(me, of('proxy'), { values: { USER: 'me', PASSWORD: canary } });
    expect((await checkup(me, ['--insecure-http'])).of('proxy').status).toBe('ok');
  });

  test('over https is reached with the CA file', async ({ expect }) => {
    const between = await proxy({ tls: ca });
    const address = `https://svc.test:${await serve(ca)}`;
    const me = await machineFor({
      SVC_ADDRESS: address,
      SVC_CA_FILE: ca.caFile,
      HTTPS_PROXY: between.url,
    });
    expect((await checkup(me)).checks.filter(({ status }) => status === 'failed')).toEqual([]);
    delete me.env.SVC_CA_FILE;
    const { of } = await checkup(me);
    const fix = 'svc config set ca-file PATH';
    expect(of('proxy')).toMatchObject({ status: 'failed', detail: expect.stringContaining('unknown CA'), fix });
  });

  test('that is not there fails, and NO_PROXY or the machine itself needs none', async ({ expect }) => {
    const me = await machineFor({ SVC_ADDRESS: 'https://svc.test', HTTPS_PROXY: 'http://127.0.0.1:9' });
    const { code, of } = await checkup(me);
    expect([code, of('dns').status, of('tcp').status]).toEqual([8, 'ok', 'failed']);
    expect(of('tcp').detail).toContain(
      "Can't connect to the proxy http://127.0.0.1:9 (HTTPS_PROXY): Connection refused",
    );
    expect(of('tcp').fix).toBe('export HTTPS_PROXY=http://HOST:PORT');
    me.env.SVC_ADDRESS = `https://127.0.0.1:${await serve(ca)}`;
    me.env.SVC_CA_FILE = ca.caFile;
    expect((await checkup(me)).of('proxy')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('needs none'),
    });
  });

  test('that accepts and never answers fails, and more time is the next step', async ({ expect }) => {
    const between = await proxy({ rejection: 0 });
    const me = await machineFor({ SVC_ADDRESS: 'https://svc.test', HTTPS_PROXY: between.url });
    const { code, of } = await checkup(me, ['--timeout', '4s']);
    expect([code, of('proxy').status, of('proxy').fix]).toEqual([8, 'failed', 'svc doctor --timeout 30s']);
    expect(of('proxy').detail).toContain("didn't respond in time");
  });

  test('variable that is not a URL fails without its value', async ({ expect }) => {
    const me = await machineFor({ SVC_ADDRESS: 'https://svc.test', HTTPS_PROXY: `socks5://me:${canary}@127.0.0.1` });
    const { code, of, stdout } = await checkup(me);
    expect([code, of('proxy').status, of('tcp').detail]).toEqual([8, 'failed', 'Not checked: proxy failed.']);
    expect(stdout).not.toContain(canary);
  });
});
