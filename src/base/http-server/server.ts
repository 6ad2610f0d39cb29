import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../errors.ts';
import { cannot, errnoOf } from '../system/files.ts';
import { holdSignals } from '../system/signals.ts';

/** Creates an http server, or an https server if a certificate is given. @throws {UsageError} for an unusable certificate or key */
export async function createHttpServer(
  options: ServerOptions,
  tls: { cert: string | Buffer; key: string | Buffer } | undefined,
  listener?: RequestListener,
): Promise<Server> {
  if (!tls) return createServer(options, listener);
  const https = await import('node:https');
  try {
    return https.createServer({ ...options, cert: tls.cert, key: tls.key }, listener);
  } catch (cause) {
    throw new UsageError(`--tls-cert, --tls-key: cannot use the certificate or its key: ${(cause as Error).message}.`, {
      hint: 'Both files must be in PEM format, and the key must belong to the certificate.',
      cause,
    });
  }
}

/** The open connections of each server: Node does not close a connection that is still in the TLS handshake. */
const socketsOf = new WeakMap<Server, Set<Socket>>();

/** Starts listening and returns the port. @throws {LocalError} if it cannot bind */
export async function bind(server: Server, host: string, port: number): Promise<number> {
  const sockets = new Set<Socket>();
  socketsOf.set(server, sockets);
  server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    const hint = errnoOf(cause) === 'EADDRINUSE' ? 'Choose another port with --port; 0 chooses a free one.' : undefined;
    throw cannot(`listen on ${host}, port ${port}`, cause, hint);
  });
  server.once('close', holdSignals());
  return (server.address() as AddressInfo).port;
}

/** Returns the path and query of a request target, which may be a whole URL (RFC 9112, section 3.2.2). */
export function pathAndSearch(target: string): [path: string, search: string] {
  const withoutOrigin = target.replace(/^https?:\/\/[^/?]*/i, '');
  const path = withoutOrigin.split('?', 1)[0]!;
  return [path, withoutOrigin.slice(path.length)];
}

/** Stops accepting requests, waits for those in flight up to a limit, and closes every connection. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  // With a grace of 0, requests in flight get no response.
  if (graceMs > 0) await Promise.race([closed, setTimeout(graceMs, undefined, { ref: false })]);
  for (const socket of socketsOf.get(server) ?? []) socket.destroy();
  await closed;
}
