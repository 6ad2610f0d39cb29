import { createSecureContext } from 'node:tls';
import { UsageError } from '../base/errors.ts';
import type { Broker, BrokerOptions } from '../broker/connection.ts';
import { certificatesIn, systemRoots } from '../client/ca.ts';
import { accessOf, natsFile } from './broker-access.ts';
import type { BrokerFlags } from './broker-flags.ts';
import { certificateIn } from './certificate.ts';
import type { Context } from './context.ts';
import { storedNatsUrls } from './setting.ts';
import { caFileInForce } from './transport.ts';

type Deps = Pick<Context, 'host' | 'output' | 'read' | 'secrets' | 'settings'>;

const connectMs = 10_000;

/**
 * Connects to the NATS servers of the command line, else to those in force, as the user in force. `limitMs` applies without --timeout.
 * @throws {UsageError} without servers, and for unusable files and contradicting credentials; the errors of `openBroker`
 */
export async function connectBroker(
  typed: readonly URL[] | undefined,
  flags: BrokerFlags,
  context: Deps,
  limitMs = connectMs,
): Promise<Broker> {
  const options = await brokerOptions(typed, flags, context);
  const { openBroker } = await import('../broker/connection.ts');
  return openBroker({ ...options, timeoutMs: context.settings.value('timeout') ?? limitMs });
}

async function brokerOptions(
  typed: readonly URL[] | undefined,
  flags: BrokerFlags,
  context: Deps,
): Promise<Omit<BrokerOptions, 'timeoutMs'>> {
  const { host, output, settings } = context;
  const servers = typed ?? serversInForce(settings);
  const [first, ...others] = servers.map(withoutCredentials);
  if (first === undefined) {
    throw new UsageError('Missing the URL of a NATS server.', {
      hint: 'Give it with the flag (nats://HOST:4222), in SVC_NATS, or store it with: svc config set nats URL',
    });
  }
  const access = await accessOf(servers, flags.natsCredsFile, context);
  const file = natsFile('nats-cert-file', flags.natsCertFile, context);
  const certificate = file && (await certificateIn(file.place, file.path, context));
  const caFile = caFileInForce(settings, host);
  const trusted = caFile && [
    ...systemRoots(host.env.NODE_EXTRA_CA_CERTS),
    ...certificatesIn(caFile.value, caFile.origin),
  ];
  return {
    servers: [first, ...others],
    access,
    secureContext: caFile || certificate ? createSecureContext({ ca: trusted, ...certificate }) : undefined,
    hasCertificate: certificate !== undefined,
    insecure: settings.insecureHttp,
    signal: host.signal,
    onChange: output.warn,
  };
}

function serversInForce(settings: Deps['settings']): URL[] {
  const found = settings.find('nats');
  return found ? storedNatsUrls(found.value, `nats (${found.origin})`) : [];
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}
