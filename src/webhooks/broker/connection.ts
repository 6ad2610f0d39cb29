import { setTimeout as pause } from 'node:timers/promises';
import { checkServerIdentity, type SecureContext } from 'node:tls';
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  errors,
  type NatsConnection,
  type NodeConnectionOptions,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import { AuthError, cancellation, NetworkError, type SvcError, UsageError } from '../../base/errors.ts';
import { bareHost, isLoopback } from '../../base/origin.ts';
import { holdSignals } from '../../base/system/signals.ts';
import { certificateHint, faultOf, isCertificateAlert, isDisconnect, portHint } from './faults.ts';

type NodeTlsOptions = NonNullable<NodeConnectionOptions['tls']>;

export type Access =
  | { kind: 'password'; user: string; password: string }
  | { kind: 'token'; token: string }
  /** The text of a credentials file, which contains a JWT and a seed. */
  | { kind: 'creds'; creds: string; origin: string };

export interface BrokerOptions {
  /** `nats://HOST:PORT` or `tls://HOST:PORT`, without credentials. Other servers that a server announces are not used. */
  servers: readonly [URL, ...URL[]];
  access?: Access | undefined;
  /** Trusted certificates and the client certificate. Default: the certificates of the system. */
  secureContext?: SecureContext | undefined;
  /** True if this client has a certificate, which requires TLS. */
  hasCertificate?: boolean | undefined;
  /** True if passwords and tokens may be sent to other machines without TLS. */
  insecure: boolean;
  timeoutMs: number;
  signal: AbortSignal;
  onChange?: ((message: string) => void) | undefined;
}

export interface Broker {
  readonly connection: NatsConnection;
  /** The first server that accepted the connection; for messages. */
  readonly server: URL;
  /**
   * Rejects when the connection is lost for good: the server no longer accepts the credentials, or the user lacks the permission to fetch
   * or acknowledge messages, which fails no request. Never resolves.
   */
  readonly lost: Promise<never>;
  /** Sends pending data, unless the connection is lost, and disconnects. */
  close(): Promise<void>;
}

/** Subjects that a reader uses without a reply: no request fails if the user lacks the permission. */
const readingSubjects = /^\$JS\.(?:[^.]+\.)?(?:API\.CONSUMER\.MSG\.NEXT|ACK)\./;
const reconnectMs = 500;
const flushMs = 2000;
const reasonMs = 1000;

/**
 * Connects to the first server that accepts the connection. TLS is used where a server offers it.
 * @throws {NetworkError} if none can be reached, or TLS fails or is missing; {AuthError} for rejected credentials; {TryLaterError} if
 * the server ends the connection; {UsageError} for an unusable key
 */
export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const { access, onChange, servers, signal, timeoutMs } = options;
  const addresses = new Map(servers.map((server) => [addressOf(server), server]));
  const authenticator = access && authenticatorOf(access);
  const last = servers.at(-1)!;
  const fault = (error: unknown) => withCause(faultOf(error, last), options, last);
  const dial = (overrides: NodeConnectionOptions) => {
    const connecting = connect({
      ...defaults,
      // The library drops a server that it cannot reach at first; the second copy remains for reconnecting.
      servers: [...addresses.keys(), ...(addresses.size > 1 ? addresses.keys() : [])],
      ...(authenticator && { authenticator }),
      ...(needsTls(options) && { tls: tlsOf(options) }),
      ...overrides,
    });
    return unlessCancelled(connecting, signal);
  };
  const connection = await dial({ timeout: timeoutMs }).catch(async (error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw fault(error);
    // While it reconnects, the library hides why the server ended the first connection; so connect once without it.
    const reason = dial({ timeout: reasonMs, reconnect: false });
    throw fault(await reason.then((late) => late.close().then(() => error)).catch((cause: unknown) => cause));
  });
  void connection.closed().finally(holdSignals());
  const server = addresses.get(connection.getServer()) ?? last;
  const lost = new Promise<never>((_, reject) => {
    void connection.closed().then((error) => error && reject(fault(error)));
    void report(connection, onChange, (denial) => reject(faultOf(denial, server)));
  });
  lost.catch(() => undefined);
  return { connection, server, lost, close: () => close(connection) };
}

const defaults: NodeConnectionOptions = {
  name: 'svc',
  noRandomize: true,
  // Send no password to other addresses that a server announces.
  ignoreClusterUpdates: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: reconnectMs,
  reconnectJitter: reconnectMs,
  reconnectJitterTLS: reconnectMs,
};

const { close: closeTransport } = NodeTransport.prototype;
// The library leaves the socket of a timed-out connection open, and the open socket would keep the process alive.
NodeTransport.prototype.close = function (this: NodeTransport, error?: Error) {
  if (!this.connected) this.discard();
  return closeTransport.call(this, error);
};

/** Returns a promise that rejects if the run is cancelled first; a connection that opens after that is closed. */
function unlessCancelled(connecting: Promise<NatsConnection>, signal: AbortSignal): Promise<NatsConnection> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      connecting.then((connection) => connection.close()).catch(() => undefined);
      reject(cancellation(signal));
    };
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    connecting.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}

function withCause(fault: SvcError, options: BrokerOptions, { host }: URL): SvcError {
  const { access } = options;
  const { cause, message } = fault;
  if (fault instanceof AuthError && !access && !isCertificateAlert(cause))
    return new AuthError(`${host} requires credentials.`, { hint: fault.hint, cause });
  if (!(fault instanceof NetworkError)) return fault;
  const connectionError = (hint: string) => new NetworkError(message, { retryable: true, hint, cause });
  if (cause instanceof errors.TimeoutError) return connectionError(portHint);
  if (isDisconnect(cause) && needsTls(options))
    return connectionError(`The server may require another client certificate. ${certificateHint}`);
  if (cause instanceof errors.ConnectionError && isExposed(options))
    return connectionError(`A ${access?.kind} requires TLS. Use a credentials file, or allow it with --insecure-http.`);
  return fault;
}

/** Returns the authenticator for credentials. @throws {UsageError} with the file of an unusable key, but not its content */
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

/** Returns whether a password or a token would be sent to another machine without TLS. */
function isExposed({ access, insecure, servers }: BrokerOptions): boolean {
  const isSecret = access?.kind === 'password' || access?.kind === 'token';
  return isSecret && !insecure && servers.some(({ hostname }) => !isLoopback(hostname));
}

function needsTls(options: BrokerOptions): boolean {
  const { hasCertificate = false, servers } = options;
  return isExposed(options) || hasCertificate || servers.some(({ protocol }) => protocol === 'tls:');
}

function tlsOf({ secureContext, servers }: BrokerOptions): NodeTlsOptions {
  const names = servers.map(bareHost);
  const checked = {
    secureContext,
    // The library passes "localhost" as the name if the server is an IP address.
    checkServerIdentity: (name: string, certificate: Parameters<typeof checkServerIdentity>[1]) => {
      const faults = (names.includes(name) ? [name] : names).map((each) => checkServerIdentity(each, certificate));
      return faults.includes(undefined) ? undefined : faults[0];
    },
  };
  return checked as NodeTlsOptions;
}

/** Returns the address of a server. Names of this machine are not resolved by DNS, which could return another machine. */
function addressOf({ host, hostname, port }: URL): string {
  return /(^|\.)localhost$/i.test(hostname) ? `127.0.0.1:${port}` : host;
}

async function report(
  connection: NatsConnection,
  onChange: BrokerOptions['onChange'],
  onDenial: (error: unknown) => void,
): Promise<void> {
  for await (const status of connection.status()) {
    const denial = status.type === 'error' ? status.error : undefined;
    if (denial instanceof errors.PermissionViolationError && readingSubjects.test(denial.subject)) onDenial(denial);
    if (status.type === 'disconnect') onChange?.(`Lost the connection to ${status.server}; reconnecting.`);
    if (status.type === 'reconnect') onChange?.(`Connected to ${status.server} again.`);
  }
}

async function close(connection: NatsConnection): Promise<void> {
  if (connection.isClosed()) return;
  await Promise.race([connection.flush().catch(() => undefined), pause(flushMs, undefined, { ref: false })]);
  await connection.close();
}
