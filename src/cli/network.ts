import { type Client, type ClientParts, createClient } from '../client/client.ts';
import { createDiscovery, type Discover } from '../client/discovery.ts';
import { version } from '../version.ts';
import type { Context, Trusted } from './context.ts';
import { openTransport, traceOf } from './transport.ts';

/** The way to every server, with the settings in force. */
export interface Network {
  client: Client;
  discover: Discover;
  close(): Promise<void>;
}

type NetworkParts = Pick<
  Context,
  'credentials' | 'debug' | 'dryRun' | 'host' | 'output' | 'progress' | 'secrets' | 'settings'
>;

/**
 * With `trusted` its certificates are those to trust, in place of the setting's.
 * @throws {UsageError} for a setting that is none, and for certificates that cannot be read
 */
export async function openNetwork(parts: NetworkParts, keep: ClientParts['keep'], trusted?: Trusted): Promise<Network> {
  const { credentials, dryRun, host, output, progress, secrets, settings } = parts;
  // Whatever a service says, it does not show what is kept.
  for (const { token } of Object.values(settings.profile().held.notifications ?? {})) secrets.remember(token);
  const transport = await openTransport({ ...parts, trusted });
  const retries = settings.value('retries');
  const client = createClient({
    transport,
    tokenFor: credentials.tokenFor,
    tokenHint: credentials.hintFor,
    retries,
    trace: traceOf(parts),
    signal: host.signal,
    now: host.now,
    userAgent: `svc/${version}`,
    dryRun,
    remember: secrets.remember,
    waiting: progress,
    retrying(message) {
      if (!output.writesJson) output.note(message);
    },
    keep,
  });
  return { client, discover: createDiscovery(client), close: transport.close };
}
