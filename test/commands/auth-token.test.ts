import { describe, expect, test } from 'vitest';
import { machine, machineAt, sandbox } from '../support/svc.ts';

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
    expect(stderr).toContain('Token for https://svc.test (SVC_TOKEN)');
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

test('the platform is asked with the profile’s token before the module ecosystem’s', async () => {
  const service = await sandbox();
  const me = await machineAt(service, 'anonymous');
  await me.svc(['login', service.info.address, '--token-file', '-'], { stdin: service.info.tokens.owner });
  const { stdout, stderr } = await me.svc('auth status -o json', { env: { TF_TOKEN_127_0_0_1: 'wrong' } });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout).token.origin).toContain('profile default');
});
