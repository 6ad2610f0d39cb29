import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

describe('auth token', () => {
  test('prints the token in force and nothing else in a pipe', async () => {
    const me = await machine({ SVC_ADDRESS: 'https://svc.test', SVC_TOKEN: 'token-1' });
    expect(await me.svc('auth token')).toMatchObject({ code: 0, stdout: 'token-1\n', stderr: '' });
    expect(JSON.parse((await me.svc('auth token -o json')).stdout)).toEqual({
      token: 'token-1',
      origin: 'environment SVC_TOKEN',
    });
  });

  test('on a terminal says what it is that is shown', async () => {
    const me = await machine({ SVC_ADDRESS: 'https://svc.test', SVC_TOKEN: 'token-1' });
    const { stdout, stderr } = await me.svc('auth token', { tty: true });
    expect(stdout).toBe('token-1\n');
    expect(stderr).toContain('Token for https://svc.test (environment SVC_TOKEN)');
    expect(stderr).not.toContain('token-1');
  });

  test('without one is exit 4, without a platform exit 2', async () => {
    const me = await machine({ SVC_ADDRESS: 'https://svc.test' });
    expect(await me.svc('auth token')).toMatchObject({ code: 4, stdout: '' });
    expect((await (await machine()).svc('auth token')).code).toBe(2);
  });

  test('is that of the profile asked for', async () => {
    const service = await sandbox();
    const me = await machine();
    const { user, owner } = service.info.tokens;
    await me.svc(['login', service.info.address, '--profile', 'a', '--token-file', '-'], { stdin: user });
    await me.svc(['login', service.info.address, '--profile', 'b', '--token-file', '-'], { stdin: owner });
    expect((await me.svc('auth token --profile a')).stdout).toBe(`${user}\n`);
    expect((await me.svc('auth token')).stdout).toBe(`${owner}\n`);
  });
});

describe('a registry gets the token', () => {
  const modules = { modules: [{ versions: [{ version: '1.0.0' }] }] };
  const registry = () => tinyServer((_, response) => sendJson(response, modules));
  const ask = 'module versions acme/network/cloud';

  test('of its host variable, of the ecosystem’s credentials file, or none', async () => {
    const server = await registry();
    const { port } = new URL(server.url);
    const me = await machine({ SVC_REGISTRY: `${server.url}/v1/modules/` });
    const sent = async (env: Record<string, string> = {}) => {
      expect((await me.svc(ask, { env })).code).toBe(0);
      return server.seen.at(-1)?.headers.authorization;
    };
    expect(await sent()).toBeUndefined();
    expect(await sent({ SVC_TOKEN: 'any' })).toBeUndefined();
    await mkdir(join(me.home, '.terraform.d'));
    const file = join(me.home, '.terraform.d', 'credentials.tfrc.json');
    await writeFile(file, JSON.stringify({ credentials: { [`127.0.0.1:${port}`]: { token: 'of-file' } } }));
    expect(await sent()).toBe('Bearer of-file');
    expect(await sent({ TF_TOKEN_127_0_0_1: 'of-tf' })).toBe('Bearer of-tf');
    expect(await sent({ TF_TOKEN_127_0_0_1: 'of-tf', SVC_TOKEN_127_0_0_1: 'of-svc' })).toBe('Bearer of-svc');
  });

  test('SVC_TOKEN where it is on the platform’s own origin', async () => {
    const server = await registry();
    const me = await machine({ SVC_ADDRESS: server.url, SVC_REGISTRY: `${server.url}/v1/modules/`, SVC_TOKEN: 'any' });
    expect((await me.svc(ask)).code).toBe(0);
    expect(server.seen.at(-1)?.headers.authorization).toBe('Bearer any');
  });

  test('and a broken credentials file is a warning that names it, once, no error', async () => {
    const server = await registry();
    const me = await machine({ SVC_REGISTRY: `${server.url}/v1/modules/` });
    await mkdir(join(me.home, '.terraform.d'));
    await writeFile(join(me.home, '.terraform.d', 'credentials.tfrc.json'), '{"credentials":{"x":{"token":"canary');
    const { code, stderr } = await me.svc(ask);
    expect(code).toBe(0);
    expect(stderr.match(/Warning: Cannot use the credentials file/g)).toHaveLength(1);
    expect(stderr).toContain(join(me.home, '.terraform.d', 'credentials.tfrc.json'));
    expect(stderr).not.toContain('canary');
  });
});

test('the platform is asked with the profile’s token before the module ecosystem’s', async () => {
  const service = await sandbox();
  const me = await machineAt(service, 'anonymous');
  await me.svc(['login', service.info.address, '--token-file', '-'], { stdin: service.info.tokens.owner });
  const { stdout, stderr } = await me.svc('auth status -o json', { env: { TF_TOKEN_127_0_0_1: 'wrong' } });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout).token.origin).toContain('profile default');
});
