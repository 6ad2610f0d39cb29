import { dirname, resolve } from 'node:path';
import { createTransport, defaultTimeouts, type Route, type Transport } from '../api/client/http.ts';
import { namesProxy } from '../api/client/proxy-variables.ts';
import { createTrace, type Trace } from '../api/client/trace.ts';
import { isLoopback } from '../base/origin.ts';
import type { Secrets } from '../base/secrets.ts';
import { evalOf } from '../base/shell-word.ts';
import type { SendOptions } from '../webhooks/send.ts';
import type { Context, Host, Trusted } from './context.ts';
import type { Settings } from './settings/resolve.ts';
import { printableLines } from './terminal/printable.ts';

interface TransportDeps {
  settings: Settings;
  host: Pick<Host, 'cwd' | 'env' | 'home' | 'shell'>;
  secrets: Secrets;
  /** The certificates that replace those of the setting. */
  trusted?: Trusted | undefined;
}

/** Returns the --debug trace of every exchange on stderr. */
export function traceOf({ debug, host, secrets }: Pick<Context, 'debug' | 'host' | 'secrets'>): Trace {
  return createTrace(debug, (line) => host.stderr.write(`${printableLines(line)}\n`), secrets);
}

/** Opens the transport with the effective timeouts, certificates and proxies. */
export async function openTransport(deps: TransportDeps): Promise<Transport> {
  const ms = deps.settings.lookup('timeout')?.value;
  const timeouts = ms === undefined ? defaultTimeouts : { connectMs: ms, attemptMs: ms, idleMs: ms, discoveryMs: ms };
  return createTransport(timeouts, { ...(await routeInForce(deps)), startHint: (url) => sandboxHint(url, deps.host) });
}

/** Returns the hint if no server listens at a URL of this machine: how to use a running sandbox, or to start one. */
async function sandboxHint({ hostname, origin }: URL, host: TransportDeps['host']): Promise<string | undefined> {
  if (!isLoopback(hostname)) return undefined;
  const { toUseSandbox } = await import('../sandbox/note.ts');
  const start = `To start the built-in service: svc sandbox start, then ${evalOf('svc sandbox env', host.shell)}`;
  return toUseSandbox(host, origin) ?? start;
}

/** Returns the effective certificates and proxies; loads nothing if neither is set. */
export async function routeInForce({ settings, host, secrets, trusted }: TransportDeps): Promise<Route> {
  const { env } = host;
  const proxyFor = namesProxy(env) ? (await import('../api/client/proxy.ts')).proxies(env, secrets) : undefined;
  const caFile = trusted ?? caFileInForce(settings, host);
  if (!caFile) return { proxyFor };
  const { trustWith } = await import('../api/client/ca.ts');
  return { proxyFor, secureContext: trustWith(caFile.value, caFile.origin, env.NODE_EXTRA_CA_CERTS) };
}

/** Returns the certificate file that the setting names. A path that the config file stores is relative to the config file. */
export function caFileInForce(settings: Settings, host: Pick<Host, 'cwd'>): Trusted | undefined {
  const caFile = settings.lookup('ca-file');
  if (!caFile) return undefined;
  const base = caFile.origin.kind === 'profile' ? dirname(settings.store.path) : host.cwd;
  return { value: resolve(base, caFile.value), origin: String(caFile.origin) };
}

/** Returns the options for requests to a receiver: the effective timeout, certificates and proxies, and the trace of --debug. */
export async function sendOptions(
  sender: Pick<Context, 'debug' | 'host' | 'secrets' | 'settings'>,
): Promise<SendOptions> {
  const { host, settings } = sender;
  const timeoutMs = settings.lookup('timeout')?.value;
  return { signal: host.signal, route: await routeInForce(sender), timeoutMs, trace: traceOf(sender) };
}
