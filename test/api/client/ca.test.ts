import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificatesIn, trustWith } from '../../../src/api/client/ca.ts';
import { createTransport, defaultTimeouts } from '../../../src/api/client/http.ts';
import { UsageError } from '../../../src/base/errors.ts';
import { failureOf, testClient } from '../../support/client.ts';
import { machine, sandbox } from '../../support/svc.ts';
import { sendJson } from '../../support/tiny-server.ts';
import { type Authority, authority, hasOpenssl, httpsServer, sharedAuthority } from '../../support/tls.ts';

const openssl = hasOpenssl();
let ca: Authority;
beforeAll(() => {
  if (openssl) ca = sharedAuthority();
});
afterAll(() => ca?.remove());

describe.skipIf(!openssl)('a server with a certificate of a private CA', () => {
  const serve = () => httpsServer(ca, (_, response) => sendJson(response, { hello: 'world' }));

  // trust: T-48
  test('a certificate of a private CA is rejected without the CA, with a hint that names the flag', async () => {
    const { client } = testClient();
    const error = await failureOf(client.send('GET', new URL(`https://localhost:${await serve()}/`)));
    expect(error.exit).toBe(6);
    expect(error.hint).toContain('--ca-file PATH');
  });

  test.each(['pem', 'der'])(
    'a server with a certificate of a private CA is reached with the CA in %s form',
    async (form) => {
      const path = join(ca.folder, `ca.${form}`);
      if (form === 'der') execFileSync('openssl', ['x509', '-in', ca.caFile, '-outform', 'der', '-out', path]);
      const transport = createTransport(defaultTimeouts, { secureContext: trustWith(path, 'the test') });
      const { client } = testClient({ transport });
      const { text } = await client.send('GET', new URL(`https://localhost:${await serve()}/`));
      expect(JSON.parse(text)).toEqual({ hello: 'world' });
    },
  );

  // trust: T-48
  test('a private CA is trusted only where it was named, not in the whole process', async () => {
    trustWith(ca.caFile, 'the test');
    const { client } = testClient({ transport: createTransport(defaultTimeouts) });
    expect((await failureOf(client.send('GET', new URL(`https://localhost:${await serve()}/`)))).exit).toBe(6);
  });

  // trust: T-48
  test('a certificate of a private CA for another name is rejected', async () => {
    const other = authority('DNS:elsewhere.test');
    try {
      const port = await httpsServer(other, (_, response) => sendJson(response, {}));
      const transport = createTransport(defaultTimeouts, { secureContext: trustWith(other.caFile, 'the test') });
      const error = await failureOf(
        testClient({ transport }).client.send('GET', new URL(`https://localhost:${port}/`)),
      );
      expect(error.message).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
    } finally {
      other.remove();
    }
  });

  test('a private CA may come from the flag, the environment or the profile', async () => {
    const address = `https://localhost:${await serve()}`;
    const me = await machine({ SVC_ADDRESS: address, SVC_TOKEN: 'token' });
    expect((await me.svc('api GET /x')).code).toBe(6);
    expect((await me.svc(['api', 'GET', '/x', '--ca-file', ca.caFile])).code).toBe(0);
    expect((await me.svc('api GET /x', { env: { SVC_CA_FILE: 'ca.pem' }, cwd: ca.folder })).code).toBe(0);
    expect((await me.svc('config set ca-file ca.pem', { cwd: ca.folder })).code).toBe(0);
    expect((await me.svc('api GET /x')).code).toBe(0);
    expect((await me.svc('api GET /x', { env: { SVC_CA_FILE: 'gone.pem' } })).code).toBe(2);
  });

  test('several private CAs may be in one bundle, with text between them', async () => {
    const path = join(ca.folder, 'bundle.pem');
    writeFileSync(path, `# ours\n${'\n'}subject=x\n${ca.cert}\n# and\n${execFileSync('cat', [ca.caFile])}`);
    expect(certificatesIn(path, 'x')).toHaveLength(2);
  });

  test('a broken certificate in a bundle is reported by its number', async () => {
    const path = join(ca.folder, 'broken.pem');
    writeFileSync(path, `${ca.cert}-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n`);
    expect(() => certificatesIn(path, 'x')).toThrow('its certificate 2 is invalid');
    expect(() => certificatesIn(join(ca.folder, 'key.pem'), 'x')).toThrow('it contains no certificates');
  });
});

test.each([
  ['a file that is not there', 'gone.pem', 'ENOENT: no such file or folder'],
  ['a folder', '.', 'EISDIR'],
  ['a file without a certificate', 'package.json', 'it is not a certificate'],
])('%s as CA file is a usage error with the path and the origin of the setting', async (_title, name, words) => {
  const service = await sandbox();
  const me = await machine({ SVC_ADDRESS: service.info.address });
  writeFileSync(join(me.home, 'package.json'), '{}');
  for (const [line, origin] of [
    [['banner', 'list', '--ca-file', name], '--ca-file'],
    [['banner', 'list'], 'SVC_CA_FILE'],
  ] as const) {
    expect(await me.svc(line, { env: { SVC_CA_FILE: name } })).toExit(
      2,
      `${join(me.home, name)} (${origin}) cannot be used: ${words}`,
    );
  }
  expect(() => certificatesIn(join(me.home, name), 'x')).toThrow(UsageError);
});
