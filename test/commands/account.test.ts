import { describe, expect, test } from 'vitest';
import { machineAt, sandbox } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const me = async () => machineAt(await sandbox(), 'user');

describe('account update', () => {
  test('account update changes name and address', async () => {
    const { svc } = await me();
    const { stdout, stderr } = await svc('account update --username somebody --email new@example.com -o json');
    expect(JSON.parse(stdout).attributes).toMatchObject({ username: 'somebody', email: 'new@example.com' });
    expect(stderr).toBe('Updated your account.\n');
  });

  test('account update says that a new e-mail address must be confirmed, but only if the service says so and the address changed', async () => {
    const attributes = { username: 'uma', email: 'old@example.com', 'unconfirmed-email': 'new@example.com' };
    const user = { id: 'user-1', type: 'users', attributes };
    const server = await tinyServer((_, response) => sendJson(response, { data: user }));
    const { svc } = await me();
    const update = async (flags: string) =>
      (await svc(`account update ${flags}`, { env: { SVC_ADDRESS: server.url } })).stderr;
    const words =
      'Updated your account.\nnew@example.com must be confirmed. Until then the old address remains in use.\n';
    expect(await update('--email new@example.com')).toBe(words);
    expect(await update('--set email=new@example.com')).toBe(words);
    expect(await update('--username uma')).toBe('Updated your account.\n');
    const shown = await svc('account show --columns email,unconfirmed-email', { env: { SVC_ADDRESS: server.url } });
    expect(shown.stdout).toContain('new@example.com');
  });
});

test('account update warns about an attribute that the service ignored, and with --strict exits with 8', async () => {
  const { svc } = await me();
  const words = 'account update --set is-admin:=true';
  const message = 'The service ignored is-admin (it is false).';
  expect(await svc(words)).toMatchObject({ code: 0, stderr: `Updated your account.\nWarning: ${message}\n` });
  expect(await svc(`${words} --strict`)).toExit(8, message);
  expect(await svc('account update --email new@example.com --strict')).toMatchObject({ code: 0 });
});

describe('the account of a team token', () => {
  test.each(['account update --username other', 'account password --password-env NEW'])(
    'svc %s exits with 3 for a team token and names the token that the service requires',
    async (words) => {
      const { svc } = await machineAt(await sandbox({ edition: 'hosted' }), 'team');
      const options = words.includes('password') ? { stdin: 'old\n', env: { NEW: 'long-enough-password' } } : {};
      const more = words.includes('password') ? ' --current-password-file -' : '';
      expect(await svc(`${words}${more}`, options)).toExit(
        3,
        "requires a user's token, not a team's or an organization's",
      );
    },
  );
});

describe('account hcp-organization', () => {
  test.each(['site-admin', 'team', 'organization'] as const)(
    'account hcp-organization rejects the %s token and names the token that it requires',
    async (who) => {
      const { svc } = await machineAt(await sandbox({ edition: 'hosted' }), who);
      expect(await svc('account hcp-organization 2f6b1d84-7c3e-4a59-9d02-8e51c7a4b360')).toExit(
        3,
        "requires a member's token",
      );
    },
  );
});

describe('account password', () => {
  test('account password names --current-password-env when the service rejects the current password', async () => {
    const { svc } = await me();
    const env = { OLD: 'wrong-password', NEW: 'long-enough-password' };
    const { code, stderr } = await svc('account password --current-password-env OLD --password-env NEW', { env });
    expect(code).toBe(5);
    expect(stderr).toContain('--current-password-env');
    expect(stderr).not.toMatch(/wrong-password|long-enough/);
  });

  // trust: T-207
  test('account password shows the names of its flags and fields unmasked if the new password is the word password', async () => {
    const { svc } = await me();
    const options = { stdin: 'password\n', env: { NEW: 'password' } };
    const words = 'account password --current-password-file - --password-env NEW';
    expect(await svc(words, options)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/^Warning: The new password has .+\nError: --(current-password-file|password-env)/),
    });
    const { stdout } = await svc(`${words} --dry-run -o json`, options);
    expect(JSON.parse(stdout)).toMatchObject({
      url: expect.stringMatching(/\/account\/password$/),
      body: { data: { attributes: { current_password: '***', password: '***', password_confirmation: '***' } } },
    });
  });
});
