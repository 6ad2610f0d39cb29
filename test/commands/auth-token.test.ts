import { describe, expect, test } from 'vitest';
import { machine, machineAt, sandbox } from '../support/svc.ts';

describe('auth token', () => {
  test('auth token prints the current token and nothing else in a pipe', async () => {
    const me = await machine({ SVC_ADDRESS: 'https://svc.test', SVC_TOKEN: 'token-1' });
    expect(await me.svc('auth token')).toMatchObject({ code: 0, stdout: 'token-1\n', stderr: '' });
    expect(JSON.parse((await me.svc('auth token -o json')).stdout)).toEqual({
      token: 'token-1',
      origin: 'environment SVC_TOKEN',
    });
  });

  test('auth token names the platform and the source of the token on a terminal', async () => {
    const me = await machine({ SVC_ADDRESS: 'https://svc.test', SVC_TOKEN: 'token-1' });
    const { stdout, stderr } = await me.svc('auth token', { tty: true });
    expect(stdout).toBe('token-1\n');
    expect(stderr).toContain('Token for https://svc.test (SVC_TOKEN)');
    expect(stderr).not.toContain('token-1');
  });

  test('auth token exits with 4 without a token and with 2 without a platform', async () => {
    const me = await machine({ SVC_ADDRESS: 'https://svc.test' });
    expect(await me.svc('auth token')).toMatchObject({ code: 4, stdout: '' });
    expect((await (await machine()).svc('auth token')).code).toBe(2);
  });

  test('auth token prints the token of the requested profile', async () => {
    const service = await sandbox();
    const me = await machine();
    const { user, owner } = service.info.tokens;
    await me.svc(['login', service.info.address, '--profile', 'a', '--token-file', '-'], { stdin: user });
    await me.svc(['login', service.info.address, '--profile', 'b', '--token-file', '-'], { stdin: owner });
    expect((await me.svc('auth token --profile a')).stdout).toBe(`${user}\n`);
    expect((await me.svc('auth token')).stdout).toBe(`${owner}\n`);
  });
});

test('a platform gets the token of the profile, even if a TF_TOKEN variable of the host is set', async () => {
  const service = await sandbox();
  const me = await machineAt(service, 'anonymous');
  await me.svc(['login', service.info.address, '--token-file', '-'], { stdin: service.info.tokens.owner });
  const { stdout, stderr } = await me.svc('auth status -o json', { env: { TF_TOKEN_127_0_0_1: 'wrong' } });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout).token.origin).toContain('profile default');
});
