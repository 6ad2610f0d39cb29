import { UsageError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { Context } from '../../cli/context.ts';
import type { SendOptions } from '../../webhooks/send.ts';

type Sender = Pick<Context, 'debug' | 'host' | 'secrets' | 'settings'>;

/** The URL a flag names. @throws {UsageError} for anything but http and https */
export function destination(flag: string, text?: string): URL {
  if (text === undefined) throw new UsageError(`Missing required flag ${flag}: the URL of the receiver.`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${flag} must be an http or https URL, not "${maskUrl(text)}".`);
  }
  return url;
}

/** The effective timeout, certificates and proxies for what is sent to a receiver, and the trace of --debug. */
export async function sendOptions(sender: Sender): Promise<SendOptions> {
  const { host, settings } = sender;
  const { routeInForce, traceOf } = await import('../../cli/transport.ts');
  const route = await routeInForce(sender);
  return { signal: host.signal, route, timeoutMs: settings.lookup('timeout')?.value, trace: traceOf(sender) };
}
