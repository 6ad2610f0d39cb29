import { dirname, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { hasCredentials } from '../base/nats-url.ts';
import { percentDecoded } from '../base/origin.ts';
import type { Access } from '../broker/connection.ts';
import type { NatsFile } from '../settings/nats.ts';
import type { Context } from './context.ts';

type Deps = Pick<Context, 'host' | 'read' | 'secrets' | 'settings'>;

/** A file in force, and its place for messages. */
interface Found {
  path: string;
  place: string;
}

/** The seed of a user's nkey, which a credentials file has between two other lines. */
const seeds = /\bSU[A-Z2-7]{56}\b/g;

/**
 * As whom to connect: by the credentials file in force, or the credentials in the URLs. Passwords and keys are remembered as secrets.
 * @throws {UsageError} for both, for URLs with different credentials, and for a file that cannot be read
 */
export async function accessOf(
  servers: readonly URL[],
  typed: string | undefined,
  deps: Deps,
): Promise<Access | undefined> {
  const { read, secrets } = deps;
  const file = natsFile('nats-creds-file', typed, deps);
  const inUrl = servers.find(hasCredentials);
  if (file && inUrl) {
    throw new UsageError(`Several credentials for NATS are set: ${file.place}, and those in the URL.`, {
      hint: 'Set one of them.',
    });
  }
  if (file) {
    const creds = await read(file.place, file.path);
    for (const [seed] of creds.matchAll(seeds)) secrets.remember(seed);
    return { kind: 'creds', creds, origin: file.place };
  }
  if (!inUrl) return undefined;
  if (servers.some((each) => hasCredentials(each) && userInfoOf(each) !== userInfoOf(inUrl)))
    throw new UsageError('The URLs of the NATS servers have different credentials.');
  const [user, password] = [inUrl.username, inUrl.password].map(percentDecoded) as [string, string];
  secrets.remember(inUrl.password || inUrl.username);
  if (password === '') return { kind: 'token', token: secrets.remember(user) };
  return { kind: 'password', user, password: secrets.remember(password) };
}

const userInfoOf = ({ password, username }: URL) => `${username}:${password}`;

/** A file in force: a typed path and that of a variable is relative to the current folder, a stored one to the config file. */
export function natsFile(key: NatsFile, typed: string | undefined, { host, settings }: Deps): Found | undefined {
  if (typed !== undefined) return { path: resolve(host.cwd, typed), place: `--${key}` };
  const found = settings.find(key);
  if (!found) return undefined;
  const { kind, name } = found.origin;
  if (kind === 'environment') return { path: resolve(host.cwd, found.value), place: name };
  return { path: resolve(dirname(settings.store.path), found.value), place: `${key} of ${found.origin}` };
}
