import { describe, expect, test } from 'vitest';
import { machineAt, sandbox } from '../support/svc.ts';

const me = async () => machineAt(await sandbox(), 'user');

describe('account update', () => {
  test('says that a new address has to be confirmed, and later only where it is about an address', async () => {
    const { svc } = await me();
    expect((await svc('account update --email new@example.com')).stderr).toContain(
      'new@example.com has to be confirmed first.',
    );
    const renamed = await svc('account update --username somebody -o json');
    expect(JSON.parse(renamed.stdout).attributes['unconfirmed-email']).toBe('new@example.com');
    expect(renamed.stderr).toBe('Changed the account.\n');
    expect((await svc('account update --set email=other@example.com')).stderr).toContain('other@example.com has to be');
  });
});

describe('account password', () => {
  test('that is refused names the flag of the current one', async () => {
    const { svc } = await me();
    const env = { OLD: 'wrong-password', NEW: 'long-enough-password' };
    const { code, stderr } = await svc('account password --current-password-env OLD --password-env NEW', { env });
    expect(code).toBe(5);
    expect(stderr).toContain('--current-password-file');
    expect(stderr).not.toMatch(/wrong-password|long-enough/);
  });
});
