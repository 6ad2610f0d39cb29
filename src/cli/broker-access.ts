import { dirname, resolve } from 'node:path';
import type { Access } from '../broker/connection.ts';
import { UsageError } from '../errors.ts';
import { hasCredentials } from '../nats-url.ts';
import { percentDecoded } from '../origin.ts';
import type { NatsFile } from '../settings/nats.ts';
import { secretComplaint } from '../terminal/rules.ts';
import { joined } from '../text.ts';
import type { BrokerFlags } from './broker-flags.ts';
import type { Context } from './context.ts';

type Deps = Pick<Context, 'host' | 'read' | 'secrets' | 'settings'>;

/** A value in force and its place for messages; `rank` is 0 for the command line, 1 for the environment, 2 for the profile. */
interface Found {
  value: string;
  place: string;
  rank: number;
  /** Whether the value is the secret itself, and not the path of its file. */
  isText?: boolean;
}

/** What a Found becomes when it is chosen. */
interface Candidate extends Found {
  read(): Promise<Access>;
}

/**
 * As whom to connect: the nearest of command line, environment and profile decides. Passwords and keys are remembered as secrets.
 * @throws {UsageError} for several kinds of credentials in one place, a user without a password, and a file that cannot be read
 */
export async function accessOf(servers: readonly URL[], flags: BrokerFlags, deps: Deps): Promise<Access | undefined> {
  const all = candidates(servers, flags, deps);
  const nearest = Math.min(...all.map(({ rank }) => rank));
  const [chosen, ...others] = all.filter(({ rank }) => rank === nearest);
  if (!chosen || others.length === 0) return chosen?.read();
  throw new UsageError(
    `Several credentials for NATS are set: ${joined([chosen, ...others].map(({ place }) => place))}.`,
    {
      hint: 'Set one of them.',
    },
  );
}

function candidates(servers: readonly URL[], flags: BrokerFlags, deps: Deps): Candidate[] {
  const { natsCredsFile, natsNkeyFile, natsPasswordFile, natsTokenFile, natsUser } = flags;
  const { secrets, settings } = deps;
  const creds = fileIn('nats-creds-file', natsCredsFile, deps);
  const nkey = fileIn('nats-nkey-file', natsNkeyFile, deps);
  const token = secretIn('nats-token-file', natsTokenFile, 'SVC_NATS_TOKEN', deps);
  const user = placed('nats-user', natsUser, settings.find('nats-user'));
  const inUrl = servers.find(hasCredentials);
  const urls = inUrl && placed('nats', undefined, settings.find('nats'));
  return [
    ...offered(creds, async (found) => {
      const text = await textOf(found, deps);
      for (const [seed] of text.matchAll(seeds)) secrets.remember(seed);
      return { kind: 'creds', creds: text, origin: found.place };
    }),
    ...offered(nkey, async (found) => {
      const [seed = ''] = (await textOf(found, deps)).match(seeds) ?? [];
      return { kind: 'nkey', seed: secrets.remember(seed), origin: found.place };
    }),
    ...offered(token, async (found) => ({ kind: 'token', token: await secretOf('The NATS token', found, deps) })),
    ...offered(user, async ({ place, value }) => {
      const password = secretIn('nats-password-file', natsPasswordFile, 'SVC_NATS_PASSWORD', deps);
      if (password)
        return { kind: 'password', user: value, password: await secretOf('The NATS password', password, deps) };
      throw new UsageError(`${place} requires a password.`, {
        hint: 'Give --nats-password-file PATH, or SVC_NATS_PASSWORD.',
      });
    }),
    ...offered(urls, async ({ place }) => {
      if (servers.some((each) => hasCredentials(each) && userInfoOf(each) !== userInfoOf(inUrl!))) {
        throw new UsageError(`The URLs of ${place} have different credentials.`);
      }
      const [user, password] = [inUrl!.username, inUrl!.password].map(percentDecoded) as [string, string];
      secrets.remember(inUrl!.password || inUrl!.username);
      if (password === '') return { kind: 'token', token: secrets.remember(user) };
      return { kind: 'password', user, password: secrets.remember(password) };
    }),
  ];
}

/** The seed of a user's nkey, which its tool writes alone on a line, and a credentials file between two others. */
const seeds = /\bSU[A-Z2-7]{56}\b/g;

const userInfoOf = ({ password, username }: URL) => `${username}:${password}`;

function offered(found: Found | undefined, read: (found: Found) => Promise<Access>): Candidate[] {
  return found ? [{ ...found, read: () => read(found) }] : [];
}

/** A typed value before the one of the environment or the profile. */
function placed(
  key: string,
  typed: string | undefined,
  set: { value: string; origin: string } | undefined,
): Found | undefined {
  if (typed !== undefined) return { value: typed, place: `--${key}`, rank: 0 };
  if (set === undefined) return undefined;
  const [, variable] = /^environment (.+)$/.exec(set.origin) ?? [];
  return { value: set.value, place: variable ?? `${key} of ${set.origin}`, rank: variable ? 1 : 2 };
}

/** A path: a typed one and that of a variable is relative to the current folder, a stored one to the config file. */
function fileIn(key: NatsFile, typed: string | undefined, { host, settings }: Deps): Found | undefined {
  const found = placed(key, typed, settings.find(key));
  if (!found || found.value === '-') return found;
  const base = found.rank === 2 ? dirname(settings.store.path) : host.cwd;
  return { ...found, value: resolve(base, found.value) };
}

/** The file of a secret, or the secret itself in a variable. */
function secretIn(key: NatsFile, typed: string | undefined, variable: string, deps: Deps): Found | undefined {
  const file = fileIn(key, typed, deps);
  const text = deps.host.env[variable];
  return text && file?.rank !== 0 ? { value: text, place: variable, rank: 1, isText: true } : file;
}

/** The text of a file or a variable, without the line end that files have. */
async function textOf({ isText, place, value }: Found, { read }: Deps): Promise<string> {
  return isText ? value : (await read(place, value)).replace(/\r?\n$/, '');
}

async function secretOf(name: string, found: Found, deps: Deps): Promise<string> {
  const text = await textOf(found, deps);
  const wrong = secretComplaint(name, text);
  if (wrong !== undefined) throw new UsageError(`${found.place}: ${wrong}`);
  return deps.secrets.remember(text);
}

/** The paths of the client certificate and its key, and what to call them. */
export function certificateFiles({ natsCertFile, natsKeyFile }: BrokerFlags, deps: Deps) {
  const cert = fileIn('nats-cert-file', natsCertFile, deps);
  const key = fileIn('nats-key-file', natsKeyFile, deps);
  return { cert, key };
}
