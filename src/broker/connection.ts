import { setTimeout as pause } from 'node:timers/promises';
import { checkServerIdentity, type SecureContext } from 'node:tls';
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  errors,
  type NatsConnection,
  type NatsConnectionImpl,
  type NodeConnectionOptions,
  type ProtocolHandler,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import { AuthError, cancellation, NetworkError, type SvcError, TryLaterError, UsageError } from '../base/errors.ts';
import { bareHost, isLoopback } from '../base/origin.ts';
import { holdSignals } from '../system/signals.ts';
import { certificateAlert } from './client-certificate.ts';
import { certificateHint, faultOf, isCertificateAlert, isDisconnect, portHint } from './faults.ts';
import { type Greeting, probe, rejectionBy } from './probe.ts';

/** How a connection proves who it is. */
export type Access =
  | { kind: 'password'; user: string; password: string }
  | { kind: 'token'; token: string }
  /** The text of a credentials file: a JWT and a seed. */
  | { kind: 'creds'; creds: string; origin: string };

export interface BrokerOptions {
  /** `nats://HOST:PORT` or `tls://HOST:PORT`, without credentials. Only these servers are used, never those that a server names. */
  servers: readonly [URL, ...URL[]];
  access?: Access | undefined;
  /** The trusted certificates and the one of this client; by default, those of the system. */
  secureContext?: SecureContext | undefined;
  /** Whether this client has a certificate, which requires TLS. */
  hasCertificate?: boolean | undefined;
  /** Whether a password or a token may be sent to other machines without TLS. */
  insecure: boolean;
  /** Time limit of a connection, in ms. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Reports a lost connection and its return, each in a sentence. */
  onChange?: ((message: string) => void) | undefined;
}

/** A connection, which is made again with waits when it is lost. */
export interface Broker {
  readonly connection: NatsConnection;
  /** The server that was reached first, for messages. */
  readonly server: URL;
  /** Rejects when the connection is lost for good: the server does not accept the credentials any more. Never resolves. */
  readonly lost: Promise<never>;
  /** Sends what is pending, unless the connection is lost, and disconnects. */
  close(): Promise<void>;
}

const reconnectMs = 500;
const flushMs = 2000;

/**
 * Connects to the first server that can be reached and is not full.
 * @throws {NetworkError} if none can, or TLS fails; {TryLaterError} if it is full; {AuthError} for rejected credentials; {ProtocolError} for another kind of server;
 * {UsageError} for an unusable key, and for a password or token that would leave this machine without TLS
 */
export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const authenticator = options.access && authenticatorOf(options.access);
  let first: unknown;
  for (const server of options.servers) {
    try {
      return await openAt(server, authenticator, options);
    } catch (error) {
      const isNext = error instanceof NetworkError || error instanceof TryLaterError;
      if (options.signal.aborted || !isNext) throw error;
      first ??= error;
    }
  }
  throw first;
}

async function openAt(server: URL, authenticator: Authenticator | undefined, options: BrokerOptions): Promise<Broker> {
  const { access, hasCertificate, onChange, servers, signal, timeoutMs } = options;
  const greeting = await probe(server, { signal, timeoutMs });
  const tls = tlsOf(options, server, greeting);
  const fault = (error: unknown) => named(faultOf(error, server), access, server);
  // The library would drop this error and wait for the time limit.
  const alert = hasCertificate && tls && (await certificateAlert(server, tls, { signal, timeoutMs }));
  if (alert) throw fault(alert);
  const connection = await connect({
    name: 'svc',
    servers: [addressOf(server, greeting)],
    noRandomize: true,
    // A password goes to no address that a server names.
    ignoreClusterUpdates: true,
    ...(authenticator && { authenticator }),
    ...(tls && { tls }),
    timeout: timeoutMs,
    // Set once it is connected: with it, the library ignores the end of the first connection until the time limit.
    reconnect: false,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    reconnectJitter: reconnectMs,
    reconnectJitterTLS: reconnectMs,
  }).catch(async (error: unknown) => {
    const words = isDisconnect(error) ? await rejectionBy(server, { signal, timeoutMs }) : undefined;
    throw fault(words === undefined ? error : new errors.ProtocolError(words));
  });
  const { protocol } = connection as NatsConnectionImpl;
  protocol.options.reconnect = true;
  // They are added now, since the library reports the error of the last server that it tried.
  for (const other of servers) if (other !== server) protocol.servers.addServer(other.host);
  void report(connection, onChange);
  void connection.closed().finally(holdSignals());
  const lost = connection
    .closed()
    .then((error) => (error ? Promise.reject(fault(error)) : new Promise<never>(() => {})));
  lost.catch(() => undefined);
  const broker = { connection, server, lost, close: () => close(connection, protocol) };
  if (!signal.aborted) return broker;
  await broker.close();
  throw cancellation(signal);
}

/** Without credentials, a rejection means that some are required. The ports of a cluster greet and then say nothing. */
function named(fault: SvcError, access: Access | undefined, { host }: URL): SvcError {
  if (fault.cause instanceof errors.TimeoutError) {
    return new NetworkError(fault.message, { retryable: true, hint: portHint, cause: fault.cause });
  }
  if (access || !(fault instanceof AuthError) || isCertificateAlert(fault.cause)) return fault;
  return new AuthError(`${host} requires credentials.`, { hint: fault.hint, cause: fault });
}

/** @throws {UsageError} naming the file of an unusable key, and nothing of its content */
function authenticatorOf(access: Access): Authenticator {
  if (access.kind === 'password') return usernamePasswordAuthenticator(access.user, access.password);
  if (access.kind === 'token') return tokenAuthenticator(access.token);
  const authenticator = credsAuthenticator(new TextEncoder().encode(access.creds));
  try {
    authenticator('a nonce');
  } catch {
    throw new UsageError(`${access.origin} does not contain credentials of NATS (a JWT and a seed).`);
  }
  return authenticator;
}

/** What TLS needs; undefined for a plain connection. */
function tlsOf(
  options: BrokerOptions,
  server: URL,
  { asksCertificate, offersTls }: Greeting,
): NodeConnectionOptions['tls'] | undefined {
  const { access, hasCertificate, insecure, secureContext, servers } = options;
  const isSecret = access?.kind === 'password' || access?.kind === 'token';
  const isExposed = isSecret && !insecure && servers.some(({ hostname }) => !isLoopback(hostname));
  const isRequired = isExposed || hasCertificate || servers.some(({ protocol }) => protocol === 'tls:');
  if (!offersTls && isExposed) {
    throw new UsageError(`${server.host} does not offer TLS, and a ${access.kind} would be exposed to the network.`, {
      hint: 'Use a credentials file, or allow it with --insecure-http.',
    });
  }
  if (!offersTls && isRequired) {
    throw new NetworkError(`${server.host} does not offer TLS.`, {
      hint: hasCertificate ? 'A client certificate requires TLS.' : `Without TLS: nats://${server.host}`,
    });
  }
  if (asksCertificate && !hasCertificate) {
    throw new AuthError(`${server.host} requires a client certificate.`, {
      hint: certificateHint,
    });
  }
  if (!offersTls) return undefined;
  const names = servers.map(bareHost);
  const checked = {
    secureContext,
    // The library gives an address as "localhost".
    checkServerIdentity: (name: string, certificate: Parameters<typeof checkServerIdentity>[1]) => {
      const faults = (names.includes(name) ? [name] : names).map((each) => checkServerIdentity(each, certificate));
      return faults.includes(undefined) ? undefined : faults[0];
    },
  };
  return checked as NodeConnectionOptions['tls'];
}

/** This machine's own names are never looked up, since DNS could answer with another machine. */
function addressOf({ host, hostname, port }: URL, { address }: Greeting): string {
  if (!isLoopback(hostname)) return host;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

async function report(connection: NatsConnection, onChange: BrokerOptions['onChange']): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') onChange?.(`Lost the connection to ${status.server}; reconnecting.`);
    if (status.type === 'reconnect') onChange?.(`Connected to ${status.server} again.`);
  }
}

async function close(connection: NatsConnection, protocol: ProtocolHandler): Promise<void> {
  if (connection.isClosed()) return;
  await Promise.race([connection.flush().catch(() => undefined), pause(flushMs, undefined, { ref: false })]);
  await connection.close();
  // A connection that was still being made would hold the process until it times out.
  protocol.transport.discard();
}
