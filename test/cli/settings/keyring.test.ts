import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openKeyring } from '../../../src/cli/settings/keyring.ts';
import { type FakeKeyring, fakeKeyring } from '../../support/keyring.ts';

const entry = { address: 'https://svc.test/api/v2', config: '/home/x y/config.json', profile: 'de"f\\au\nlt' };

const systems = [
  ['secret-tool', 'linux'],
  ['security', 'darwin'],
] as const;
const open = ({ bin }: Pick<FakeKeyring, 'bin'>, system: string, signal = new AbortController().signal) =>
  openKeyring(entry, { env: { PATH: bin, SVC_TOKEN: 'canary', HOME: '/' }, signal }, system);

describe.each(systems)('a token in the keyring that %s reaches', (name, system) => {
  // trust: T-156
  test.each(['plain-token', `a"b\\c'd$(e)\`f;g&h|i#j`, '-w', '"'])(
    'a token is stored, read and removed: %s',
    async (token) => {
      const fake = fakeKeyring(name);
      const keyring = open(fake, system);
      await keyring.store(token);
      expect(Object.values(fake.items())).toEqual([token]);
      expect(await keyring.read()).toBe(token);
      await keyring.remove();
      expect(fake.items()).toEqual({});
    },
  );

  // trust: T-156
  test('storing and reading puts no token into an argument or a variable of the keyring program', async () => {
    const fake = fakeKeyring(name);
    await open(fake, system).store('canary-token');
    await open(fake, system).read();
    expect(fake.calls().length).toBe(3);
    expect(JSON.stringify(fake.calls())).not.toContain('canary');
    expect(fake.calls().flatMap(({ variables }) => variables)).not.toContain('SVC_TOKEN');
  });

  // trust: T-156
  test('a keyring entry belongs to one origin, one profile and one config file', async () => {
    const fake = fakeKeyring(name);
    await open(fake, system).store('canary-token');
    const [account = ''] = Object.keys(fake.items());
    const { address: _, ...place } = entry;
    expect(Object.fromEntries(new URLSearchParams(account))).toEqual({ origin: 'https://svc.test', ...place });
    expect(account).toMatch(/^[\w%&=+.*-]+$/);
  });

  test('removing a missing token succeeds', async () => {
    await expect(open(fakeKeyring(name), system).remove()).resolves.toBeUndefined();
  });

  test.each([
    ['locked', 'is locked', 'The keyring is locked, or has no token for https://svc.test (profile de"f\\au\nlt).'],
    ['without an answer', { prints: '' }, 'The keyring is locked, or has no token for https://svc.test'],
    ['without a token', 'stores', 'The keyring is locked, or has no token for https://svc.test'],
  ] as const)('a keyring that is %s exits with 4, and the hint names svc login', async (_title, manner, message) => {
    const fake = fakeKeyring(name);
    fake.behave(manner);
    await expect(open(fake, system).read()).rejects.toMatchObject({
      exit: 4,
      message: expect.stringContaining(message),
      hint: 'To store the token in a file: svc login https://svc.test',
    });
  });

  test('removing a token from a locked keyring exits with 4 and reports the locked keyring', async () => {
    const fake = fakeKeyring(name);
    fake.behave('is locked');
    const message = 'The keyring is locked, or did not remove the token.';
    await expect(open(fake, system).remove()).rejects.toMatchObject({ exit: 4, message });
  });

  test('a token that is too long, or that the keyring stores differently, exits with 4 and is not shown', async () => {
    const fake = fakeKeyring(name);
    fake.behave({ prints: 'canary-other' });
    const keyring = open(fake, system);
    const message = 'The keyring is locked, or did not store the token.';
    await expect(keyring.store('canary-token')).rejects.toMatchObject({ exit: 4, message });
    const long = 'The token is too long for the keyring.';
    await expect(keyring.store('x'.repeat(4_000))).rejects.toMatchObject({ exit: 4, message: long });
  });
});

describe('a keyring', () => {
  // trust: T-157
  test('a keyring that does not respond exits with 4 within 5 seconds', async () => {
    const fake = fakeKeyring();
    fake.behave('hangs');
    const began = performance.now();
    await expect(open(fake, 'linux').read()).rejects.toMatchObject({
      exit: 4,
      message: 'The keyring did not respond in 5 s.',
    });
    expect(performance.now() - began).toBeGreaterThan(4_500);
  });

  // trust: T-157
  test('Ctrl-C ends the wait for a keyring that does not respond', async () => {
    const fake = fakeKeyring();
    fake.behave('hangs');
    const aborting = new AbortController();
    const reading = open(fake, 'linux', aborting.signal).read();
    aborting.abort();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('a keyring that prints endlessly exits with 4', async () => {
    const fake = fakeKeyring();
    fake.behave({ prints: 'x'.repeat(2_000_000) });
    await expect(open(fake, 'linux').read()).rejects.toMatchObject({ exit: 4 });
  });

  // trust: T-157
  test('a missing keyring program exits with 4, and a program of that name in the current folder is ignored', () => {
    const { bin } = fakeKeyring('security');
    writeFileSync(join(bin, 'secret-tool'), '', { mode: 0o644 });
    const message = 'The keyring requires secret-tool, which is not on PATH.';
    for (const PATH of [bin, '.', '', 'bin'])
      expect(() => open({ bin: PATH }, 'linux')).toThrow(expect.objectContaining({ exit: 4, message }));
  });

  test('the keyring of Windows is not used yet', () => {
    const message = 'svc does not use the keyring of Windows yet.';
    expect(() => open(fakeKeyring(), 'win32')).toThrow(expect.objectContaining({ exit: 4, message }));
  });
});
