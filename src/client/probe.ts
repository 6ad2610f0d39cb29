import { connect, isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
import type { NetworkError } from '../errors.ts';
import { loopbackLookup } from '../loopback-lookup.ts';
import { portOf } from '../origin.ts';
import { Overdue, startDeadline, throwIfCancelled } from './deadline.ts';
import { asFault } from './faults.ts';
import type { HttpProxy } from './proxy.ts';
import { plainHost, proxyRequest, proxyStatus } from './proxy-request.ts';
import { ProxyFailure, proxyFault, takesTunnel } from './proxy-transport.ts';

/** The limits of one step of a connection: its own time, and the end of the run. */
export interface StepLimits {
  limitMs: number;
  signal: AbortSignal;
}

/** The steps of a connection to a server, directly or through a proxy. Each throws a {NetworkError} for a failure and after its time. */
export interface Probe {
  /** The addresses of the first host: the proxy, or the server. Undefined if it is an address already. */
  addresses(): Promise<string[] | undefined>;
  /** A connection to the first host, whichever of its addresses responds first. */
  socket(addresses: readonly string[] | undefined): Promise<Socket>;
  /** The same, on to the server. */
  through(socket: Socket): Promise<Socket>;
  /** The TLS handshake. Nothing is sent over the connection, so that an untrusted certificate can be described. */
  handshake(socket: Socket): Promise<Session>;
  /** Ends all connections. */
  close(): void;
}

/** A completed handshake. */
export interface Session {
  protocol: string;
  /** From the server's certificate to the last known issuer. */
  chain: tls.PeerCertificate[];
  /** Why the certificate is rejected; undefined for a trusted one. */
  rejection: NetworkError | undefined;
}

/** @param secureContext the certificates to trust instead of the system's */
export function createProbe(
  url: URL,
  { proxy, secureContext }: { proxy: HttpProxy | undefined; secureContext: tls.SecureContext | undefined },
  { limitMs, signal }: StepLimits,
): Probe {
  const first = proxy?.url ?? url;
  const sockets = new Set<Socket>();
  const ofFirst = (cause: unknown) =>
    proxy ? proxyFault(new ProxyFailure(undefined, cause), '', url, proxy) : asFault(cause, '', url);

  /** Runs one step. `late` is the code of a step that takes too long. */
  async function step<Result>(late: string, fault: (cause: unknown) => NetworkError, act: () => Promise<Result>) {
    const deadline = startDeadline(limitMs, signal);
    const aborted = new Promise<never>((_, reject) => {
      deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason), { once: true });
    });
    try {
      signal.throwIfAborted();
      return await Promise.race([act(), aborted]);
    } catch (error) {
      throwIfCancelled(deadline.signal);
      throw fault(error instanceof Overdue ? { code: late } : error);
    } finally {
      deadline.end();
    }
  }

  function opened<Kind extends Socket>(socket: Kind, event: 'connect' | 'secureConnect'): Promise<Kind> {
    sockets.add(socket);
    return new Promise((resolve, reject) => {
      socket.once(event, () => resolve(socket)).on('error', reject);
      socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    });
  }

  function secured(socket: Socket, { hostname }: URL, options: tls.ConnectionOptions): Promise<tls.TLSSocket> {
    const host = plainHost(hostname);
    const servername = isIP(host) ? '' : host;
    return opened(
      tls.connect({ socket, host, servername, ...(secureContext && { secureContext }), ...options }),
      'secureConnect',
    );
  }

  return {
    addresses: async () => {
      const host = plainHost(first.hostname);
      if (isIP(host)) return undefined;
      return step('EAI_AGAIN', ofFirst, () => lookUp(host));
    },

    // All at once: Node tries one after the other, and gives up one of them whenever this process is busy for 250 ms.
    socket: (addresses = [plainHost(first.hostname)]) =>
      step('UND_ERR_CONNECT_TIMEOUT', ofFirst, () =>
        Promise.any(addresses.map((host) => opened(connect({ host, port: portOf(first) }), 'connect'))),
      ),

    through: async (socket) => {
      if (!proxy) return socket;
      const onward = await step('UND_ERR_HEADERS_TIMEOUT', ofFirst, async () => {
        const channel = first.protocol === 'https:' ? await secured(socket, first, {}) : socket;
        return { channel, status: await proxyStatus(channel, proxyRequest(url, proxy)) };
      });
      const { channel, status } = onward;
      if (takesTunnel(url, proxy) ? status === 200 : status !== 407) return channel;
      throw proxyFault(new ProxyFailure(status), '', url, proxy);
    },

    handshake: (socket) =>
      step(
        'UND_ERR_HEADERS_TIMEOUT',
        (cause) => asFault(cause, '', url),
        async () => sessionOf(await secured(socket, url, { rejectUnauthorized: false }), url),
      ),

    close() {
      // TLS first: Node 20 crashes if the socket below it is destroyed before it.
      for (const socket of [...sockets].reverse()) socket.destroy();
    },
  };
}

function sessionOf(socket: tls.TLSSocket, url: URL): Session {
  const leaf = socket.getPeerCertificate(true);
  const chain: tls.PeerCertificate[] = [];
  for (let at: tls.DetailedPeerCertificate | undefined = leaf; at?.raw && !isIn(chain, at); at = at.issuerCertificate) {
    chain.push(at);
  }
  // Node sets the code of the error, whatever its type says.
  const code = socket.authorized ? undefined : String(socket.authorizationError);
  const rejection =
    code === undefined ? undefined : asFault(Object.assign(new Error(code), { code, cert: leaf }), '', url);
  return { protocol: socket.getProtocol() ?? '', chain, rejection };
}

function isIn(chain: readonly tls.PeerCertificate[], { fingerprint256 }: tls.PeerCertificate): boolean {
  return chain.some((each) => each.fingerprint256 === fingerprint256);
}

function lookUp(host: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    loopbackLookup(host, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve([found].flat().map((each) => (typeof each === 'string' ? each : each.address)));
    });
  });
}
