import { describe, expect, test } from 'vitest';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

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

  test('auth status without a token exits with 4 and what to type', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service, 'anonymous');
    expect(await svc('auth status')).toExit(4, `svc login ${service.info.address}`);
  });

  test('auth status prints what this machine knows on stderr if the platform is unreachable (exit 6)', async () => {
    const { svc } = await machineAt(await sandbox());
    const status = await svc('auth status', { env: { SVC_ADDRESS: 'http://127.0.0.1:9' } });
    expect(status).toFail(6, /address: .*127\.0\.0\.1:9.* \(SVC_ADDRESS\)/);
    expect(status.stderr).toContain('token: not checked (SVC_TOKEN)');
  });

  test.each<[title: string, exit: number, status: number, body: string]>([
    ['429', 7, 429, '{}'],
    ['500', 7, 500, '{"errors":[{"title":"down"}]}'],
    ['a 502 in HTML', 7, 502, '<!DOCTYPE html>'],
    ['HTML', 9, 200, '<!DOCTYPE html>'],
    ['404', 3, 404, '{}'],
  ])('auth status shows what is known here when the platform responds with %s', async (_, exit, status, body) => {
    const { url } = await tinyServer((_request, response) => response.writeHead(status).end(body));
    const me = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_RETRIES: '0' });
    const { code, stderr } = await me.svc('auth status');
    expect([code, stderr]).toEqual([exit, expect.stringContaining(`address: ${url}/api/v2 (SVC_ADDRESS)\n`)]);
    expect(stderr).toContain('token: not checked (SVC_TOKEN)\n');
  });

  test('auth status exits with 4 for a rejected token', async () => {
    const { svc } = await machineAt(await sandbox());
    expect((await svc('auth status', { env: { SVC_TOKEN: 'wrong-token' } })).code).toBe(4);
  });
});
