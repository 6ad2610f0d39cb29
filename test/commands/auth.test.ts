import { describe, expect, test } from 'vitest';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

describe('auth status', () => {
  test('auth status names the origin of each value, and never shows the token', async () => {
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

  test.each([
    ['site-admin', /^✓ Token of sol, a site administrator, from SVC_TOKEN: may do everything\.$/m],
    [
      'user',
      /^✓ Token of uma, from SVC_TOKEN: may do what the user may; banners and the site require an administrator\.$/m,
    ],
    ['team', /^✓ Token of a team \(api-team-\w+\), from SVC_TOKEN: cannot change teams, .*\.$/m],
    ['organization', /^✓ Token of an organization \(\S+\), from SVC_TOKEN: may do what its owner may, .*\.$/m],
  ] as const)('auth status on a terminal says what a %s token may do', async (caller, rights) => {
    const service = await sandbox();
    const { svc } = await machineAt(service, caller);
    const { stdout } = await svc('auth status', { tty: true, columns: 150, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(rights);
    expect(stdout).toMatch(new RegExp(`^✓ Connected to ${service.info.api} \\(SVC_ADDRESS\\) as \\S+\n`));
    expect(stdout).toMatch(/^✓ Profile default, organization acme \(SVC_ORGANIZATION\)\n/m);
    expect(stdout).not.toContain('expire');
  });

  test.each([
    ['a date', '"2026-12-24T08:00:00Z"', '✓ The token expires on 2026-12-24 (in 3 weeks).\n'],
    [
      'a date of this week',
      '"2026-12-03T08:00:00Z"',
      '! The token expires on 2026-12-03 (in 2 days).\n  Set SVC_TOKEN to a new token.\n',
    ],
    ['a date of the past', '"2026-11-24T08:00:00Z"', '! The token expired on 2026-11-24 (1 week ago).\n'],
    ['null', 'null', '✓ The token does not expire.\n'],
  ])('auth status shows when the token expires if the service says so: %s', async (_, end, line) => {
    const requests: string[] = [];
    const { url } = await tinyServer(({ url = '' }, response) => {
      requests.push(url);
      const links = '"links":{"auth-token":"/api/v2/authentication-tokens/at-1"}';
      const account = `{"data":{"id":"user-1","type":"users","attributes":{"username":"nell"},${links}}}`;
      response.end(url.endsWith('/at-1') ? `{"data":{"attributes":{"expired-at":${end}}}}` : account);
    });
    const me = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token' });
    const now = () => new Date('2026-12-01T08:00:00Z');
    const { stdout } = await me.svc('auth status', { tty: true, columns: 120, env: { NO_COLOR: '1' }, now });
    expect(stdout).toContain(line);
    expect(requests).toEqual(['/api/v2/account/details', '/api/v2/authentication-tokens/at-1']);
    expect(stdout).toContain('! Profile default, no default organization\n  svc config set organization NAME\n');
  });

  test('auth status shows no expiry if the link of the token leads to another host or is rejected', async () => {
    const requests: string[] = [];
    const elsewhere = await tinyServer(({ url = '' }) => void requests.push(url));
    for (const link of [`${elsewhere.url}/token`, '/api/v2/authentication-tokens/at-1', 7]) {
      const { url } = await tinyServer(({ url = '' }, response) => {
        const links = { 'auth-token': link };
        const data = { id: 'user-1', type: 'users', attributes: { username: 'nell' }, links };
        response.writeHead(url.endsWith('/details') ? 200 : 404).end(JSON.stringify({ data }));
      });
      const me = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token' });
      const { code, stdout } = await me.svc('auth status', { tty: true });
      expect([code, stdout]).toEqual([0, expect.not.stringContaining('expire')]);
    }
    expect(requests).toEqual([]);
  });

  test('auth status without a token exits with 4 and suggests svc login', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service, 'anonymous');
    expect(await svc('auth status')).toExit(4, `svc login ${service.info.address}`);
  });

  test('auth status exits with 6 and prints the local settings on stderr if the platform is unreachable', async () => {
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
  ])('auth status shows the local settings if the platform responds with %s', async (_, exit, status, body) => {
    const { url } = await tinyServer((_request, response) => response.writeHead(status).end(body));
    const me = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_RETRIES: '0' });
    const { code, stderr } = await me.svc('auth status');
    expect([code, stderr]).toEqual([exit, expect.stringContaining(`address: ${url}/api/v2 (SVC_ADDRESS)\n`)]);
    expect(stderr).toContain('token: not checked (SVC_TOKEN)\n');
  });

  test('auth status exits with 4 for a rejected token, and says which one it is', async () => {
    const { svc } = await machineAt(await sandbox());
    const rejected = await svc('auth status', { env: { SVC_TOKEN: 'wrong-token' } });
    expect(rejected).toFail(
      4,
      /^address: .* \(SVC_ADDRESS\)$/m,
      'token: rejected (SVC_TOKEN)\n',
      'rejected the token.',
    );
  });
});
