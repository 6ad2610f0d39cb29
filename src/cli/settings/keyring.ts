import { platform } from 'node:os';
import { AuthError, cancellation } from '../../base/errors.ts';
import { platformUrl } from '../../base/origin.ts';
import { runChild } from '../../base/system/child.ts';
import { type Environment, findProgram } from '../../base/system/programs.ts';
import type { Profile } from './config.ts';

const limitMs = 5_000;
/** The variables that the keyring programs get. Other variables may contain tokens. */
const passedVariables = /^(?:PATH|HOME|USER|LANG|LC_\w+|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR|DBUS_\w+)$/;

const find = 'find-generic-password';
/** The arguments of the keyring programs, and the exit code of a search that finds nothing. */
const programs = {
  'secret-tool': { clear: 'clear', lookup: ['lookup'], search: 'search', key: ['service', 'svc', 'account'], none: 0 },
  security: {
    clear: 'delete-generic-password',
    lookup: [find, '-w'],
    search: find,
    key: ['-s', 'svc', '-a'],
    none: 44,
  },
} as const;

/** The profile whose token is in the keyring, its config file, and its address. */
export type KeyringEntry = Record<'address' | 'config' | 'profile', string>;

export type Host = Readonly<{ env: Environment; signal: AbortSignal }>;

/** Returns functions for the token of a profile in the keyring, by the origin of its address. @throws {AuthError} as the functions do */
export function openKeyring({ address, config, profile }: KeyringEntry, host: Host, system: string = platform()) {
  const { env, signal } = host;
  const { origin } = platformUrl(address, { insecureHttp: true, source: 'The address' });
  const fault = (text: string) => new AuthError(text, { hint: `To store the token in a file: svc login ${origin}` });
  if (system === 'win32') throw fault('svc does not use the keyring of Windows yet.');
  const name = system === 'darwin' ? 'security' : 'secret-tool';
  const file = findProgram(env, name);
  if (file === undefined) throw fault(`The keyring requires ${name}, which is not on PATH.`);
  const { clear, key, lookup, none, search } = programs[name];
  // This encoding has no character with a meaning for `security`.
  const account = new URLSearchParams({ origin, profile, config }).toString();

  async function call(words: readonly string[], input = '') {
    const ended = await runChild([file ?? name, ...words], {
      env: Object.fromEntries(Object.entries(env).filter(([variable]) => passedVariables.test(variable))),
      graceMs: 0,
      input: Buffer.from(input),
      signal,
      timeoutMs: limitMs,
    });
    if (signal.aborted) throw cancellation(signal);
    if (ended.timedOut) throw fault(`The keyring did not respond in ${limitMs / 1000} s.`);
    return ended;
  }

  async function found(): Promise<string | undefined> {
    const { exit, stdout } = await call([...lookup, ...key, account]);
    return exit === 0 && stdout !== '' ? stdout.trim() : undefined;
  }

  return {
    async read(): Promise<string> {
      const token = await found();
      if (token !== undefined) return token;
      throw fault(`The keyring is locked, or has no token for ${origin} (profile ${profile}).`);
    },
    /** Passes a token to the program through stdin, and reads it back to check that it was stored. */
    async store(token: string): Promise<void> {
      const line = `add-generic-password -U -s svc -a ${account} -w "${token.replace(/["\\]/g, '\\$&')}"\n`;
      // `security` reads the rest of a longer line as another command.
      if (line.length > 4_000) throw fault('The token is too long for the keyring.');
      if (name === 'security') await call(['-i'], line);
      else await call(['store', '--label', `svc ${origin}`, ...key, account], token);
      if ((await found()) !== token) throw fault('The keyring is locked, or did not store the token.');
    },
    /** Removes the token. A missing token is not an error. */
    async remove(): Promise<void> {
      await call([clear, ...key, account]);
      const { exit, stdout } = await call([search, ...key, account]);
      if (exit !== none || stdout !== '') throw fault('The keyring is locked, or did not remove the token.');
    },
  };
}

/** Removes the token of a profile from the keyring, if the profile has one there. @throws {AuthError} if the keyring still has it */
export async function removeToken(profile: string, held: Profile | undefined, config: string, host: Host) {
  if (held?.keyring) await openKeyring({ address: held.address ?? '', config, profile }, host).remove();
}

/** Copies the token of one profile in the keyring to another profile. @throws {AuthError} if the keyring does not store the copy */
export async function copyToken(from: string, to: string, held: Profile, config: string, host: Host) {
  const keyringOf = (profile: string) => openKeyring({ address: held.address ?? '', config, profile }, host);
  if (held.keyring) await keyringOf(to).store(await keyringOf(from).read());
}
