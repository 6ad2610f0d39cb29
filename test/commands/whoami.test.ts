import { expect, test } from 'vitest';
import { machineAt, sandbox } from '../support/svc.ts';

test.each([
  ['site-admin', 'sol', false],
  ['owner', 'olive', false],
  ['user', 'uma', false],
  ['team', 'api-team-platform', true],
  ['organization', 'api-org-acme', true],
] as const)('whoami shows the user of the %s token', async (kind, username, service) => {
  const { svc } = await machineAt(await sandbox(), kind);
  const { code, stdout } = await svc('whoami --json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    type: 'users',
    attributes: { username, 'is-service-account': service },
    relationships: expect.any(Object),
  });
});

test('whoami prints a card on a terminal and one line for each field in a pipe', async () => {
  const { svc } = await machineAt(await sandbox());
  expect((await svc('whoami', { tty: true, env: { NO_COLOR: '1' } })).stdout).toMatch(/^id +user-\w+\nusername +sol\n/);
  expect((await svc('whoami')).stdout).toMatch(/^id\tuser-\w+\nusername\tsol\n/);
});

test('whoami without a token sends nothing and exits with 4', async () => {
  let requests = 0;
  const { svc } = await machineAt(await sandbox({ onRequest: () => void requests++ }), 'anonymous');
  const { code, stdout, stderr } = await svc('whoami -o json');
  expect([code, stdout, requests]).toEqual([4, '', 0]);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'auth', exit: 4, retryable: false } });
});

test('whoami with a wrong token names the source of the token', async () => {
  const { svc } = await machineAt(await sandbox());
  const { code, stderr } = await svc('whoami', { env: { SVC_TOKEN: 'wrong-token' } });
  expect(code).toBe(4);
  expect(stderr).toContain('SVC_TOKEN');
  expect(stderr).not.toContain('wrong-token');
});

test('an invalid timeout, number of retries or output format in the environment is a usage error that names the variable', async () => {
  const { svc } = await machineAt(await sandbox());
  for (const name of ['SVC_TIMEOUT', 'SVC_RETRIES', 'SVC_OUTPUT']) {
    expect(await svc('whoami', { env: { [name]: 'nonsense' } })).toExit(2, name);
  }
});

test('the hint for a rejected token in a variable is to change the variable, because svc login would not replace it', async () => {
  const { svc } = await machineAt(await sandbox());
  expect(await svc('whoami', { env: { SVC_TOKEN: 'bogus' } })).toExit(
    4,
    'The token comes from SVC_TOKEN. Set it to another token, or unset it.',
  );
});

test('an unreachable platform is reported with the source of its address', async () => {
  const { svc } = await machineAt(await sandbox());
  const hint =
    "Hint: Check the host name, and that this machine is online. The platform's address comes from SVC_ADDRESS.\n";
  expect(await svc('whoami', { env: { SVC_ADDRESS: 'https://nosuch.invalid' } })).toExit(6, hint);
});
