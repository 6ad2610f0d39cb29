import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { announce } from '../../src/commands/sandbox/announce.ts';
import { checkup, typeFix } from '../support/doctor.ts';
import { start } from '../support/running.ts';
import { cacheOf, machine, machineAt, sandbox } from '../support/svc.ts';
import { deadAddress, sendJson, silentServer, tinyServer } from '../support/tiny-server.ts';

describe('the address leads nowhere', () => {
  test('a name that DNS does not know: dns fails, what depends on it is skipped, and another address mends it', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    me.env.SVC_ADDRESS = 'https://nowhere.invalid';
    me.env.SVC_TOKEN_NOWHERE_INVALID = 'a-token';
    const { code, of, stderr } = await checkup(me);
    expect(code).toBe(8);
    expect(of('dns')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining("Can't resolve nowhere.invalid"),
    });
    const dependent = ['tcp', 'tls', 'api', 'clock', 'edition', 'token', 'organization'].map(of);
    expect(dependent.map(({ detail, status }) => [status, detail])).toEqual(
      Array.from({ length: 7 }, () => ['skipped', 'Not checked: dns failed.']),
    );
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'check_failed', message: '1 check failed: dns.' });
    expect(of('dns').fix).toBe('export SVC_ADDRESS=URL');
    await typeFix(me, of('dns'), { values: { URL: service.info.address } });
    expect((await checkup(me)).code).toBe(0);
  });

  test('in a profile, svc login mends it', async () => {
    const service = await sandbox();
    const me = await machine({ SVC_REGISTRY: service.info.registry, CI_TOKEN: service.info.tokens.owner });
    expect((await me.svc('config set address https://nowhere.invalid')).code).toBe(0);
    const { of } = await checkup(me);
    expect(of('dns').fix).toBe('svc login URL');
    await typeFix(me, of('dns'), { values: { URL: service.info.address }, more: ['--token-env', 'CI_TOKEN'] });
    expect((await checkup(me)).of('token')).toMatchObject({ status: 'ok', detail: expect.stringContaining('olive') });
  });

  test('a connection that is refused on this machine: starting a sandbox at that port mends it', async () => {
    const me = await machine({ SVC_ADDRESS: await deadAddress(), SVC_REGISTRY: (await sandbox()).info.registry });
    const { code, of } = await checkup(me);
    expect([code, of('tcp').status, of('api').detail]).toEqual([8, 'failed', 'Not checked: tcp failed.']);
    expect(of('tcp').detail).toContain('Connection refused by 127.0.0.1');
    const words = of('tcp').fix!.split(' ').slice(1);
    const started = start({ ...me, env: { ...me.env, XDG_RUNTIME_DIR: me.home } }, words);
    await started.said(/http:/);
    expect((await checkup(me)).of('tcp').status).toBe('ok');
  });

  test('a connection that is refused while a sandbox runs on another port: its variables mend it', async () => {
    const service = await sandbox();
    const me = await machine({ SVC_ADDRESS: await deadAddress(), SVC_REGISTRY: service.info.registry });
    announce({ env: me.env, home: me.home }, { ...service.info, control: service.control });
    const { of } = await checkup(me);
    expect(of('tcp')).toMatchObject({ status: 'failed', fix: 'eval "$(svc sandbox env)"' });
    await typeFix(me, of('tcp'));
    expect((await checkup(me)).of('tcp').status).toBe('ok');
  });

  test('a server that accepts and says nothing: the limit ends each step, and a longer one mends it', async () => {
    const me = await machine({
      SVC_ADDRESS: await silentServer(),
      SVC_TOKEN: 'a-token',
      SVC_REGISTRY: (await sandbox()).info.registry,
    });
    const { code, of } = await checkup(me, ['--timeout', '1s']);
    expect(code).toBe(8);
    expect(of('tcp').status).toBe('ok');
    expect(of('api')).toMatchObject({ status: 'failed', detail: expect.stringMatching(/didn't respond in time/) });
    expect(of('api').fix).toBe('svc doctor --timeout 30s');
    expect(of('token').detail).toBe('Not checked: api failed.');
    const slow = await tinyServer((_, response) => sendJson(response, {}, { status: 404 }));
    me.env.SVC_ADDRESS = slow.url;
    const [, , ...flags] = of('api').fix!.split(' ');
    expect((await checkup(me, flags)).of('api').status).toBe('ok');
  });
});

describe('a server on this machine that closes every connection and speaks no TLS', () => {
  test('is not addressed with https: the address has to change', async () => {
    const { url } = await tinyServer((_, response) => response.destroy());
    const me = await machine({ SVC_ADDRESS: url, SVC_REGISTRY: (await sandbox()).info.registry });
    const { code, of } = await checkup(me);
    expect([code, of('api').status, of('api').fix]).toEqual([8, 'failed', 'export SVC_ADDRESS=URL']);
  });

  test('is replaced by a sandbox that runs on another port', async () => {
    const service = await sandbox();
    const { url } = await tinyServer((_, response) => response.destroy());
    const me = await machine({ SVC_ADDRESS: url, SVC_REGISTRY: service.info.registry });
    announce({ env: me.env, home: me.home }, { ...service.info, control: service.control });
    const { of } = await checkup(me);
    expect(of('api').fix).toBe('eval "$(svc sandbox env)"');
    await typeFix(me, of('api'));
    expect((await checkup(me)).of('api').status).toBe('ok');
  });
});

describe('something else than the platform responds', () => {
  const page = '<html><body>Sign in</body></html>';

  test('a login page with 200 on every path: api fails, and the address of the API mends it', async () => {
    const service = await sandbox();
    const { url } = await tinyServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    );
    const me = await machineAt(service);
    me.env.SVC_ADDRESS = `${url}/portal`;
    const { code, of, stdout } = await checkup(me);
    expect([code, of('api').status, of('token').detail]).toEqual([8, 'failed', 'Not checked: api failed.']);
    expect(of('api').detail).toContain('responds with a web page instead of the API');
    expect(of('api').fix).toBe(`export SVC_ADDRESS=${url}`);
    expect(stdout).not.toContain('Sign in');
    me.env.SVC_ADDRESS = url;
    const { of: again } = await checkup(me);
    expect(again('api').fix).toBe('export SVC_ADDRESS=URL');
    await typeFix(me, again('api'), { values: { URL: service.info.address } });
    expect((await checkup(me)).code).toBe(0);
  });

  test('a redirect to a login page', async () => {
    const { url } = await tinyServer((_, response) => response.writeHead(302, { location: '/login' }).end());
    const me = await machine({ SVC_ADDRESS: url, SVC_REGISTRY: (await sandbox()).info.registry });
    expect((await checkup(me)).of('api')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('responds with a redirect (302)'),
    });
  });

  test('a web page for the token alone: token fails', async () => {
    const { url } = await tinyServer(({ headers }, response) =>
      headers.authorization === undefined
        ? sendJson(response, {}, { status: 404 })
        : response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    );
    const me = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_REGISTRY: (await sandbox()).info.registry });
    const { code, of } = await checkup(me);
    expect([code, of('api').status, of('token').status]).toEqual([8, 'ok', 'failed']);
    expect(of('token').detail).toContain('text/html');
    expect(of('organization').status).toBe('skipped');
  });
});

test('a platform that is down for now fails, and is fine once it is back', async () => {
  const service = await sandbox();
  await service.fail({ path: '/ping', status: 503 });
  const me = await machineAt(service);
  const { code, of } = await checkup(me);
  expect([code, of('api').status, of('token').detail]).toEqual([8, 'failed', 'Not checked: api failed.']);
  expect(of('api')).toMatchObject({ detail: 'The service failed (503).', fix: 'Try again later.' });
  expect((await checkup(me)).code).toBe(0);
});

describe('the token', () => {
  test('that is not one fails without its text, and another one mends it', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    me.env.SVC_TOKEN = 'two words';
    const { code, of, stdout } = await checkup(me);
    expect([code, of('token').status, of('token').fix]).toEqual([8, 'failed', 'export SVC_TOKEN=TOKEN']);
    expect(stdout).not.toContain('two words');
    await typeFix(me, of('token'), { values: { TOKEN: service.info.tokens.owner } });
    expect((await checkup(me)).code).toBe(0);
  });

  test('that is rejected is named by its source, and another one mends it', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    me.env.SVC_TOKEN = 'a-wrong-token';
    const { code, of, stdout } = await checkup(me);
    expect([code, of('api').status, of('organization').detail]).toEqual([8, 'ok', 'Not checked: token failed.']);
    expect(of('token')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('environment SVC_TOKEN'),
      fix: 'export SVC_TOKEN=TOKEN',
    });
    expect(stdout).not.toContain('a-wrong-token');
    await typeFix(me, of('token'), { values: { TOKEN: service.info.tokens.owner } });
    expect((await checkup(me)).code).toBe(0);
  });

  test('of a sandbox that is gone is replaced by that of the one at its address', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    me.env.XDG_RUNTIME_DIR = me.home;
    announce({ env: me.env, home: me.home }, { ...service.info, control: service.control });
    me.env.SVC_TOKEN = 'a-wrong-token';
    const { of } = await checkup(me);
    expect(of('token').fix).toBe(`eval "$(svc sandbox env --address ${service.info.address})"`);
    await typeFix(me, of('token'));
    expect((await checkup(me)).of('token').status).toBe('ok');
  });

  test('of a team is a warning, and the token of a user mends it', async () => {
    const service = await sandbox();
    const me = await machineAt(service, 'team');
    const { code, of } = await checkup(me);
    expect([code, of('token').status]).toEqual([0, 'warning']);
    expect(of('token').detail).toContain('Token of a team (api-team-platform');
    expect(of('token').fix).toBe('export SVC_TOKEN=TOKEN');
    await typeFix(me, of('token'), { values: { TOKEN: service.info.tokens.user } });
    expect((await checkup(me)).of('token')).toMatchObject({ status: 'ok', detail: expect.stringContaining('uma') });
  });

  test.each([
    ['site-admin', 'sol, a site administrator', 'an owner'],
    ['owner', 'olive', 'an owner'],
    ['user', 'uma', 'a member'],
    ['organization', 'Token of an organization', 'an owner'],
  ] as const)('of a %s is described with what it may do', async (kind, words, rights) => {
    const { of } = await checkup(await machineAt(await sandbox(), kind));
    expect(of('token')).toMatchObject({ status: 'ok', detail: expect.stringContaining(words) });
    expect(of('organization')).toMatchObject({ status: 'ok', detail: expect.stringContaining(rights) });
  });

  test('without one, only what requires it is skipped', async () => {
    const service = await sandbox();
    const { code, of } = await checkup(await machineAt(service, 'anonymous'));
    expect([code, of('api').status, of('edition').status]).toEqual([0, 'ok', 'ok']);
    expect(of('token')).toMatchObject({ status: 'skipped', fix: `svc login ${service.info.address}` });
    expect(of('organization').status).toBe('skipped');
  });
});

describe('the platform', () => {
  test.each([
    ['ahead of', 10],
    ['behind', -10],
  ])('a clock %s it by %i minutes is a warning with what sets the clock', async (words, minutes) => {
    const me = await machineAt(await sandbox());
    const now = () => new Date(Date.now() + minutes * 60_000);
    const { code, of } = await checkup(me, [], { now });
    expect([code, of('clock').status]).toEqual([0, 'warning']);
    expect(of('clock').detail).toContain(`This machine is 10 min ${words} 127.0.0.1`);
    expect(of('clock').fix).toMatch(/timedatectl|sntp|w32tm/);
    expect((await checkup(me)).of('clock').status).toBe('ok');
  });

  test('of the hosted edition is a warning about what exists only on the other one', async () => {
    const [hosted, own] = [await sandbox({ edition: 'hosted' }), await sandbox()];
    const me = await machineAt(hosted, 'owner');
    const { code, of } = await checkup(me);
    expect([code, of('edition').status]).toEqual([0, 'warning']);
    expect(of('edition').detail).toContain('svc banner');
    await typeFix(me, of('edition'), { values: { URL: own.info.address } });
    expect((await checkup(me)).of('edition').status).toBe('ok');
  });

  test('without the organization of the settings: the fix has no name that the platform gives', async () => {
    const me = await machineAt(await sandbox(), 'owner');
    me.env.SVC_ORGANIZATION = 'acmee';
    const { code, of } = await checkup(me);
    expect([code, of('organization').status, of('organization').fix]).toEqual([8, 'failed', 'svc organization list']);
    await typeFix(me, of('organization'));
  });

  test('that redirects the organization to another platform: no fix names that one', async () => {
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

describe('in PowerShell a fix is written for it', () => {
  test('where a variable sets a value', async () => {
    const me = await machineAt(await sandbox());
    Object.assign(me.env, { SVC_TOKEN: 'revoked', SVC_CA_FILE: 'gone.pem', TF_CLI_CONFIG_FILE: 'gone.tfrc' });
    const { checks } = await checkup(me, [], { shell: 'powershell' });
    const fixes = checks.map(({ fix }) => fix);
    expect(fixes).toEqual(expect.arrayContaining(["$env:SVC_CA_FILE = 'PATH'", 'Remove-Item Env:TF_CLI_CONFIG_FILE']));
    expect(fixes.filter((fix) => /^(export|unset|eval) /.test(fix ?? ''))).toEqual([]);
  });

  test('where a registry requires a token', async () => {
    const { url } = await tinyServer((_, response) => response.writeHead(401).end());
    const { of } = await checkup(await machine({ SVC_REGISTRY: `${url}/v1/modules/` }), [], { shell: 'powershell' });
    expect(of('registry').fix).toBe(`$env:SVC_TOKEN_127_0_0_1_${new URL(url).port} = 'TOKEN'`);
  });
});

describe('a registry', () => {
  test('in a CLI configuration that is invalid: the registries go on without it', async () => {
    const me = await machineAt(await sandbox());
    me.env.TF_CLI_CONFIG_FILE = join(me.home, 'broken.tfrc.json');
    await writeFile(me.env.TF_CLI_CONFIG_FILE, '{');
    const { code, of } = await checkup(me);
    expect([code, of('registry').status, of('registry').fix]).toEqual([8, 'failed', 'unset TF_CLI_CONFIG_FILE']);
    await typeFix(me, of('registry'));
    expect((await checkup(me)).code).toBe(0);
  });

  test('in a CLI configuration that is missing: a warning names the variable, and what to type mends it', async () => {
    const me = await machineAt(await sandbox());
    expect((await checkup(me)).of('cli-config')).toBeUndefined();
    for (const variable of ['TF_CLI_CONFIG_FILE', 'TERRAFORM_CONFIG']) {
      const path = join(me.home, 'missing.tfrc');
      me.env[variable] = path;
      const { code, of, stderr } = await checkup(me);
      expect([code, of('registry').status, stderr]).toEqual([0, 'ok', '']);
      expect(of('cli-config')).toEqual({
        name: 'cli-config',
        status: 'warning',
        detail: `${path} (environment ${variable}) does not exist. terraform and tofu then use no CLI configuration.`,
        fix: `unset ${variable}`,
      });
      await writeFile(path, '');
      expect((await checkup(me)).of('cli-config')).toMatchObject({ status: 'ok' });
      await rm(path);
      await typeFix(me, of('cli-config'));
      expect((await checkup(me)).of('cli-config')).toBeUndefined();
    }
    me.env.TF_CLI_CONFIG_FILE = me.home;
    expect((await checkup(me)).of('cli-config')).toMatchObject({ status: 'failed', fix: 'unset TF_CLI_CONFIG_FILE' });
  });

  test('in the CLI configuration of a sandbox that was stopped: that of the running one mends it', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    announce({ env: me.env, home: me.home }, { ...service.info, control: service.control });
    me.env.TF_CLI_CONFIG_FILE = join(cacheOf(me), 'sandbox-1-00000000-1-00000000.tfrc');
    const { of } = await checkup(me);
    expect(of('cli-config').fix).toBe('eval "$(svc sandbox env)"');
    await typeFix(me, of('cli-config'));
    expect((await checkup(me)).of('cli-config')).toMatchObject({ status: 'ok' });
  });

  test('whose setting is invalid has its own line, and another value mends it', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    me.env.SVC_REGISTRY = `${service.info.registry},modules.test=ftp://x/`;
    const { checks, code } = await checkup(me);
    const found = checks.filter(({ name }) => name === 'registry');
    expect([code, found.map(({ status }) => status)]).toEqual([8, ['ok', 'failed']]);
    expect(found[1]!.detail).toContain('must be an http or https URL');
    await typeFix(me, found[1]!, { values: { URL: service.info.registry } });
    expect((await checkup(me)).code).toBe(0);
  });

  test('that does not respond fails, and another URL mends it; the others stay', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    const { url } = await tinyServer((_, response) => sendJson(response, {}, { status: 404 }));
    me.env.SVC_REGISTRY = `${service.info.registry},modules.test=${url}`;
    const { checks, code, of } = await checkup(me);
    const found = checks.filter(({ name }) => name === 'registry');
    expect([code, found.map(({ status }) => status)]).toEqual([8, ['ok', 'failed']]);
    expect(found[1]!.detail).toContain('modules.test: 127.0.0.1');
    expect(found[1]!.fix).toBe(`export SVC_REGISTRY=${service.info.registry},modules.test=URL`);
    await typeFix(me, found[1]!, { values: { URL: service.info.registry } });
    expect((await checkup(me)).code).toBe(0);
    expect(of('registry').detail).toContain('environment SVC_REGISTRY');
  });

  test('that is discovered is shown with the URL of its modules', async () => {
    const service = await sandbox();
    const me = await machineAt(service);
    me.env.SVC_REGISTRY = service.info.address;
    expect((await checkup(me)).of('registry')).toMatchObject({
      status: 'ok',
      detail: `addresses without a host: ${service.info.registry} (environment SVC_REGISTRY, discovered)`,
    });
  });

  test('that requires a token names the variable', async () => {
    const { url } = await tinyServer((_, response) => response.writeHead(401).end());
    const me = await machine({ SVC_REGISTRY: `${url}/v1/modules/` });
    const { of } = await checkup(me);
    expect(of('registry')).toMatchObject({
      status: 'failed',
      fix: expect.stringMatching(/^export SVC_TOKEN_127_0_0_1_\d+=TOKEN$/),
    });
  });

  test.each(['', '/v1/modules/'])(
    '%s that redirects to another one, which requires a token, names its own variable',
    async (path) => {
      const other = await tinyServer((_, response) => response.writeHead(401).end());
      const { url } = await tinyServer((_, response) => response.writeHead(302, { location: other.url }).end());
      const { of } = await checkup(await machine({ SVC_REGISTRY: `${url}${path}` }));
      const fix = `export SVC_TOKEN_127_0_0_1_${new URL(url).port}=TOKEN`;
      expect([of('registry').status, of('registry').fix, other.seen.length > 0]).toEqual(['failed', fix, true]);
    },
  );
});
