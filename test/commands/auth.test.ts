import { describe, expect, test } from 'vitest';
import { machineAt, sandbox } from '../support/svc.ts';

describe('auth status', () => {
  test('names each value with where it comes from, and never the token', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service, 'owner');
    const { code, stdout, stderr } = await svc('auth status --json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      address: { value: `${service.info.address}/api/v2`, origin: 'environment SVC_ADDRESS' },
      organization: { value: 'acme', origin: 'environment SVC_ORGANIZATION' },
      token: { origin: 'environment SVC_TOKEN' },
      user: { username: 'olive' },
    });
    expect(stdout + stderr).not.toContain(service.info.tokens.owner);
  });

  test('without a token is exit 4 with what to type', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service, 'anonymous');
    expect(await svc('auth status')).toExit(4, `svc login ${service.info.address}`);
  });

  test('of a platform that does not answer names on stderr what is known here (exit 6)', async () => {
    const { svc } = await machineAt(await sandbox());
    const status = await svc('auth status', { env: { SVC_ADDRESS: 'http://127.0.0.1:9' } });
    expect(status).toFail(6, /address: .*127\.0\.0\.1:9.* \(environment SVC_ADDRESS\)/);
    expect(status.stderr).toContain('token: not checked (environment SVC_TOKEN)');
  });

  test('with a token that is not accepted is exit 4', async () => {
    const { svc } = await machineAt(await sandbox());
    expect((await svc('auth status', { env: { SVC_TOKEN: 'wrong-token' } })).code).toBe(4);
  });
});
