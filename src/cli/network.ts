import { Client, type ClientDeps } from '../api/client/client.ts';
import type { Discover } from '../api/client/discovery.ts';
import { version } from '../base/version.ts';
import type { Context, Trusted } from './context.ts';
import { openTransport, traceOf } from './transport.ts';

/** The HTTP client for all servers, with the effective settings. */
export interface Network {
  client: Client;
  discover: Discover;
  close(): Promise<void>;
}

export type NetworkParts = Pick<
  Context,
  'credentials' | 'debug' | 'dryRun' | 'host' | 'output' | 'progress' | 'secrets' | 'settings'
>;

/** Opens the network; `trusted` replaces the certificates that the setting names. @throws {UsageError} for an invalid setting */
export async function openNetwork(parts: NetworkParts, keep: ClientDeps['keep'], trusted?: Trusted): Promise<Network> {
  const { credentials, dryRun, host, output, progress, secrets, settings } = parts;
  // A server may echo a stored secret, so mask all of them.
  for (const { token } of Object.values(settings.profile().held.notifications ?? {})) secrets.remember(token);
  const transport = await openTransport({ ...parts, trusted });
  const client = new Client({
    transport,
    tokenFor: (origin, audience) => credentials.tokenFor(origin, audience),
    tokenHint: (origin, audience) => credentials.hintFor(origin, audience),
    retries: settings.lookup('retries')?.value,
    trace: traceOf(parts),
    signal: host.signal,
    now: host.now,
    shell: host.shell,
    userAgent: `svc/${version}`,
    dryRun,
    remember: secrets.remember,
    waiting: progress,
    retrying(message) {
      if (!output.writesJson) output.note(message);
    },
    keep,
  });
  let discovery: Promise<Discover> | undefined;
  return {
    client,
    async discover(origin) {
      discovery ??= import('../api/client/discovery.ts').then(({ createDiscovery }) => createDiscovery(client));
      return (await discovery)(origin);
    },
    close: transport.close,
  };
}
