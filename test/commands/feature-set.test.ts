import { describe, expect, test } from 'vitest';
import { type Caller, watchedMachine } from '../support/svc.ts';

const requestsOf = (caller: Caller, edition: 'hosted' | 'self-hosted' = 'hosted') =>
  watchedMachine(caller, { edition });

describe('feature-set list', () => {
  test('feature-set list shows the public plans, with the cost in cents as the service returns it', async () => {
    const { svc, requests } = await requestsOf('user');
    const { code, stdout } = await svc('feature-set list --columns identifier,cost');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'free\t0\nstandard\t10\nplus\t47\n' });
    expect(requests).toEqual([expect.stringMatching(/^GET \/api\/v2\/feature-sets\?/)]);
  });

  test.each(['--organization', '--org'])(
    'feature-set list %s lists the feature sets that the organization may have',
    async (flag) => {
      const { svc, requests } = await requestsOf('user');
      const { code, stdout, stderr } = await svc(`feature-set list ${flag} acme --columns identifier`);
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'free\nstandard\nplus\nenterprise\n', stderr: '' });
      expect(requests).toEqual([expect.stringMatching(/^GET \/api\/v2\/organizations\/acme\/feature-sets\?/)]);
    },
  );

  test("feature-set list lists the public plans even if a default organization is set, and names the command for the organization's list", async () => {
    const { svc } = await requestsOf('user');
    const { stdout, stderr } = await svc('feature-set list --columns identifier');
    expect(stdout).not.toContain('enterprise');
    expect(stderr).toBe('Feature sets available to acme: svc feature-set list --organization acme\n');
    const without = await svc('feature-set list', { env: { SVC_ORGANIZATION: undefined } });
    expect(without).toMatchObject({ code: 0, stderr: '' });
  });

  test.each(['feature-set list', 'feature-set list --organization acme'])(
    'svc %s exits with 3 on the self-hosted edition',
    async (line) => {
      const { svc } = await requestsOf('owner', 'self-hosted');
      expect(await svc(line)).toMatchObject({ code: 3, stdout: '' });
    },
  );
});
