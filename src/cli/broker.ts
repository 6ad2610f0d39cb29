import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { trustWith } from '../api/client/ca.ts';
import { UsageError } from '../base/errors.ts';
import { hasCredentials } from '../base/nats-url.ts';
import { percentDecoded } from '../base/origin.ts';
import type { Access, Broker } from '../webhooks/broker/connection.ts';
import type { BrokerFlags } from './broker-flags.ts';
import { certificateIn } from './certificate.ts';
import type { Context } from './context.ts';
import { storedNatsUrls } from './setting.ts';
import type { SettingKey } from './settings/table.ts';
import { caFileInForce } from './transport.ts';

type AccessFlags = Omit<BrokerFlags, 'stream'>;

type Deps = Pick<Context, 'host' | 'output' | 'read' | 'secrets' | 'settings'>;

const connectMs = 10_000;

/**
 * Connects to the NATS servers of the command line, else of the settings, with the login of the settings. `limitMs` is the time
 * limit
 * if --timeout is not given.
 * @throws {UsageError} without servers, for unusable files, and for contradicting credentials; the errors of `openBroker`
 */
export async function connectBroker(
  typed: readonly URL[] | undefined,
  flags: AccessFlags,
  context: Deps,
  limitMs = connectMs,
): Promise<Broker> {
  const { host, output, settings } = context;
  const stored = settings.lookup('nats');
  const servers = typed ?? (stored ? storedNatsUrls(stored.value, `nats (${stored.origin})`) : []);
  const [first, ...others] = servers.map((url) => Object.assign(new URL(url), { username: '', password: '' }));
  if (first === undefined) {
    throw new UsageError('Missing the URL of a NATS server.', {
      hint: 'Specify it with the flag (nats://HOST:4222), in SVC_NATS, or store it with: svc config set nats URL',
    });
  }
  const access = await accessOf(servers, flags.natsCredsFile, context);
  const file = natsFile('nats-cert-file', flags.natsCertFile, context);
  const certificate = file && (await certificateIn(file.place, file.path, context));
  const caFile = caFileInForce(settings, host);
  const secureContext = caFile
    ? trustWith(caFile.value, caFile.origin, host.env.NODE_EXTRA_CA_CERTS, certificate)
    : certificate && createSecureContext(certificate);
  const { openBroker } = await import('../webhooks/broker/connection.ts');
  return openBroker({
    servers: [first, ...others],
    access,
    secureContext,
    hasCertificate: certificate !== undefined,
    insecure: settings.insecureHttp,
    signal: host.signal,
    onChange: output.warn,
    timeoutMs: settings.lookup('timeout')?.value ?? limitMs,
  });
}

/** The seed of a user's nkey. In a credentials file it stands between two marker lines. */
const seeds = /\bSU[A-Z2-7]{56}\b/g;

/** Returns the login that the credentials file or the URLs contain, and masks it. @throws {UsageError} for several logins */
async function accessOf(servers: readonly URL[], typed: string | undefined, deps: Deps): Promise<Access | undefined> {
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

/** Returns the path of a file setting. A path that the config file stores is relative to the config file. */
function natsFile(key: SettingKey & `nats-${string}`, typed: string | undefined, { host, settings }: Deps) {
  if (typed !== undefined) return { path: resolve(host.cwd, typed), place: `--${key}` };
  const setting = settings.lookup(key);
  if (!setting) return undefined;
  const { kind, name } = setting.origin;
  if (kind === 'environment') return { path: resolve(host.cwd, setting.value), place: name };
  return { path: resolve(dirname(settings.store.path), setting.value), place: `${key} of ${setting.origin}` };
}
