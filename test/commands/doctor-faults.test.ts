import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkup, typeFix } from '../support/doctor.ts';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { deadAddress, sendJson, silentServer, tinyServer } from '../support/tiny-server.ts';
import { hasOpenssl, httpsServer, proxy, sharedAuthority } from '../support/tls.ts';

type Env = Record<string, string>;

const page = (location?: string) =>
  tinyServer((request, response) =>
    location !== undefined && request.url !== location
      ? response.writeHead(302, { location }).end()
      : response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
  );

/** Faults between this machine and the platform: the settings that cause them, and a part of the error. */
const faults: [title: string, env: () => Promise<Env>, says: string, hint: string][] = [
  ['a name unknown to DNS', async () => ({ SVC_ADDRESS: 'https://nowhere.invalid' }), "Can't resolve", 'online'],
  ['a port where nothing listens', async () => ({ SVC_ADDRESS: await deadAddress() }), 'refused', 'svc sandbox start'],
  ['a server that says nothing', async () => ({ SVC_ADDRESS: await silentServer() }), 'in time', '--timeout'],
  ['a login page', async () => ({ SVC_ADDRESS: (await page()).url }), 'a web page instead of the API', 'the address'],
  ['a redirect to a login', async () => ({ SVC_ADDRESS: (await page('/login')).url }), 'a web page', 'the address'],
  ['a port without TLS', async () => ({ SVC_ADDRESS: (await page()).url.replace('http', 'https') }), 'TLS', 'http://'],
  ['a proxy that is not there', async () => proxied('http://127.0.0.1:9'), 'the proxy http://127.0.0.1:9', 'listens'],
  ['a proxy that wants a password', async () => proxied((await proxy({ rejection: 407 })).url), '(407)', 'PASSWORD'],
  ['a proxy that is no URL', async () => proxied('socks5://me:c4n4ry@127.0.0.1'), 'HTTPS_PROXY', 'http://proxy.'],
];
if (hasOpenssl()) {
  const ca = sharedAuthority();
  const secure = () => httpsServer(ca, (_, response) => sendJson(response, {}, { status: 404 }));
  faults.push([
    'a CA that is unknown',
    async () => ({ SVC_ADDRESS: `https://127.0.0.1:${await secure()}` }),
    'unknown CA',
    'CA',
  ]);
}

function proxied(url: string): Env {
  return { SVC_ADDRESS: 'https://svc.test', HTTPS_PROXY: url };
}

describe('faults of the platform', () => {
  // trust: T-135
  test.each(faults)(
    'doctor reports a fault of the platform with the same message and hint as other commands: %s',
    async (_title, envOf, says, hint) => {
      const env = await envOf();
      const { host } = new URL(env.SVC_ADDRESS!);
      const token = { [`SVC_TOKEN_${host.replace(/[.:]/g, '_').toUpperCase()}`]: 'a-token' };
      const me = await machine({ SVC_REGISTRY: (await sandbox()).info.registry, ...token, ...env });
      const { code, of, stderr, stdout } = await checkup(me, ['--timeout', '2s']);
      const whoami = await me.svc('whoami --json --timeout 2s --retries 0');
      const { error } = JSON.parse(whoami.stderr);
      expect([code, of('platform').status, of('token').status]).toEqual([8, 'failed', 'skipped']);
      expect(of('platform')).toMatchObject({ detail: error.message, fix: error.hint ?? null });
      expect(error.message).toContain(says);
      expect(error.hint).toContain(hint);
      expect(stdout + stderr + whoami.stderr).not.toMatch(/c4n4ry|Sign in/);
    },
  );
});

test('doctor fails while the platform responds with 503, and passes afterwards', async () => {
  const service = await sandbox();
  await service.fail({ path: '/account', status: 503 });
  const me = await machineAt(service);
  const { code, of } = await checkup(me);
  expect([code, of('platform').status, of('token').detail]).toEqual([8, 'failed', 'Not checked: platform failed.']);
  expect(of('organization').detail).toBe('Not checked: platform failed.');
  expect(of('platform')).toMatchObject({ detail: 'The service failed (503).', fix: 'Try again later.' });
  expect((await checkup(me)).code).toBe(0);
});

describe('the token', () => {
  test('doctor fails for a malformed token without showing it, and passes with another one', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    me.env.SVC_TOKEN = 'two words';
    const { code, of, stdout } = await checkup(me);
    expect([code, of('token').status, of('token').fix]).toEqual([8, 'failed', 'Fix SVC_TOKEN.']);
    expect(stdout).not.toContain('two words');
    me.env.SVC_TOKEN = service.info.tokens.owner;
    expect((await checkup(me)).code).toBe(0);
  });

  test('doctor names the source of a rejected token, and passes with another one', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    me.env.SVC_TOKEN = 'a-wrong-token';
    const { code, of, stdout } = await checkup(me);
    expect([code, of('platform').status, of('organization').detail]).toEqual([8, 'ok', 'Not checked: token failed.']);
    expect(of('token')).toMatchObject({
      status: 'failed',
      fix: 'The token comes from SVC_TOKEN. Set it to another token, or unset it.',
    });
    expect(stdout).not.toContain('a-wrong-token');
    me.env.SVC_TOKEN = service.info.tokens.owner;
    expect((await checkup(me)).code).toBe(0);
  });

  test('doctor warns about a team token and says what it cannot do', async () => {
    const service = await sandbox();
    const me = await machineAt(service, 'team');
    const { code, of } = await checkup(me);
    expect([code, of('token').status]).toEqual([0, 'warning']);
    expect(of('token').detail).toContain('Token of a team (api-team-platform');
    expect(of('token').fix).toContain('the token of a user');
  });

  test.each([
    ['site-admin', 'sol, a site administrator', 'an owner'],
    ['owner', 'olive', 'an owner'],
    ['user', 'uma', 'a member'],
    ['organization', 'Token of an organization', 'an owner'],
  ] as const)('doctor describes what a %s token may do', async (kind, words, rights) => {
    const { of } = await checkup(await machineAt(await sandbox(), kind));
    expect(of('token')).toMatchObject({ status: 'ok', detail: expect.stringContaining(words) });
    expect(of('organization')).toMatchObject({ status: 'ok', detail: expect.stringContaining(rights) });
  });

  test('doctor without a token skips only the checks that require one', async () => {
    const service = await sandbox();
    const { code, of } = await checkup(await machineAt(service, 'anonymous'));
    expect([code, of('platform').status]).toEqual([8, 'ok']);
    expect(of('token')).toMatchObject({ status: 'failed', fix: `svc login ${service.info.address}` });
    expect(of('organization').status).toBe('skipped');
  });
});

describe('the platform', () => {
  test('doctor fails for an organization that does not exist, and gives no fix', async () => {
    const me = await machineAt(await sandbox(), 'owner');
    me.env.SVC_ORGANIZATION = 'acmee';
    const { code, of } = await checkup(me);
    expect(code).toBe(8);
    const detail: unknown = expect.stringContaining('organization');
    expect(of('organization')).toMatchObject({ status: 'failed', detail, fix: null });
  });

  // trust: T-137
  test('doctor never suggests a login for the platform to which the organization redirects', async () => {
    const other = await tinyServer((_, response) => response.writeHead(401).end());
    const user = { id: 'user-1', type: 'users', attributes: { username: 'olive' } };
    const { url } = await tinyServer((request, response) => {
      if (!request.url?.includes('/organizations/')) sendJson(response, { data: user });
      else response.writeHead(302, { location: other.url }).end();
    });
    const env = { SVC_ADDRESS: url, SVC_ORGANIZATION: 'acme', SVC_TOKEN: 'token' };
    const { checks, of } = await checkup(await machine({ ...env, SVC_REGISTRY: (await sandbox()).info.registry }));
    expect([of('token').status, of('organization').status, other.seen.length]).toEqual(['ok', 'failed', 1]);
    expect(checks.filter(({ fix }) => fix?.includes(new URL(other.url).port))).toEqual([]);
  });
});

describe('a registry', () => {
  const absent = async () => (await tinyServer((_, response) => sendJson(response, {}, { status: 404 }))).url;

  test('doctor reports an invalid CLI configuration and still checks the registries', async () => {
    const me = await machineAt(await sandbox());
    me.env.TF_CLI_CONFIG_FILE = join(me.home, 'broken.tfrc.json');
    await writeFile(me.env.TF_CLI_CONFIG_FILE, '{');
    const { code, of } = await checkup(me);
    expect([code, of('registry').status, of('registry').detail]).toEqual([
      8,
      'failed',
      expect.stringContaining('broken.tfrc.json'),
    ]);
    delete me.env.TF_CLI_CONFIG_FILE;
    expect((await checkup(me)).code).toBe(0);
  });

  test('doctor warns about a missing CLI configuration with its variable, and its fix works', async () => {
    const me = await machineAt(await sandbox());
    me.env.TF_CLI_CONFIG_FILE = join(me.home, 'missing.tfrc');
    const { checks, code } = await checkup(me);
    const found = checks.filter(({ name }) => name === 'registry');
    expect([code, found.map(({ status }) => status)]).toEqual([0, ['warning', 'ok']]);
    expect(found[0]!.detail).toContain('missing.tfrc');
    await typeFix(me, found[0]!);
    expect((await checkup(me)).of('registry').status).toBe('ok');
  });

  test.each<[title: string, url: () => Promise<string>, ...said: string[]]>([
    ['whose setting is invalid', async () => 'ftp://x/', 'must be an http or https URL', 'SVC_REGISTRY'],
    ['that does not respond', absent, 'modules.test (SVC_REGISTRY): 127.0.0.1'],
  ])(
    'doctor reports a registry %s on a line of its own, and still checks the other registries',
    async (_, urlOf, ...said) => {
      const service = await sandbox();
      const me = await machineAt(service);
      me.env.SVC_REGISTRY = `${service.info.registry},modules.test=${await urlOf()}`;
      const { checks, code } = await checkup(me);
      const found = checks.filter(({ name }) => name === 'registry');
      expect([code, found.map(({ status }) => status)]).toEqual([8, ['ok', 'failed']]);
      for (const part of said) expect(found[1]!.detail).toContain(part);
    },
  );

  test('doctor shows a discovered registry with the URL of its modules', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    me.env.SVC_REGISTRY = service.info.address;
    expect((await checkup(me)).of('registry')).toMatchObject({
      status: 'ok',
      detail: `addresses without a host: ${service.info.registry} (SVC_REGISTRY, discovered)`,
    });
  });

  test('doctor names the token variable of a registry that requires a token', async () => {
    const { url } = await tinyServer((_, response) => response.writeHead(401).end());
    const me = await machine({ SVC_REGISTRY: `${url}/v1/modules/` });
    const { of } = await checkup(me);
    expect(of('registry')).toMatchObject({ status: 'failed', fix: expect.stringMatching(/SVC_TOKEN_127_0_0_1_\d+/) });
  });

  // trust: T-137
  test.each(['', '/v1/modules/'])(
    'doctor suggests no token for the registry to which the registry at "%s" redirects',
    async (path) => {
      const other = await tinyServer((_, response) => response.writeHead(401).end());
      const { url } = await tinyServer((_, response) => response.writeHead(302, { location: other.url }).end());
      const { of } = await checkup(await machine({ SVC_REGISTRY: `${url}${path}` }));
      expect([of('registry').status, other.seen.length > 0]).toEqual(['failed', true]);
      expect(of('registry').fix ?? '').not.toContain(new URL(other.url).port);
    },
  );
});
