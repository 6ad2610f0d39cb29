import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { monotonicMs } from '../base/clock.ts';
import type { Counters, Limits } from './options.ts';

export class Connection {
  /** Unsent responses to the requests of the connection, in order. */
  readonly open = new Set<ServerResponse>();
  /** True once the sender has stopped speaking HTTP: then only pending responses are sent. */
  ending = false;
  hasRequest = false;

  constructor(readonly socket: Socket) {}

  /** Responses to completely received requests: a connection with such a response is not cut off. */
  get complete(): ServerResponse[] {
    return [...this.open].filter(({ req }) => req.complete);
  }
}

/**
 * The open connections, the least recently active first. Above the limit, the connection that was idle longest is cut off, so that a
 * sender with hundreds of open connections loses its own, not those of other senders (trust, "listener abuse").
 */
export class Connections {
  private readonly all = new Set<Connection>();
  private readonly bySocket = new WeakMap<Socket, Connection>();
  private readonly byPeer = new Map<string, Connection>();

  constructor(
    private readonly server: Server,
    private readonly limits: Limits,
    private readonly counters: Counters,
    private readonly report: (fault: SenderFault) => void,
  ) {
    server.on('connection', (socket: Socket) => {
      // A TLS server emits the event a second time, with the secured socket of the same connection.
      if (this.bySocket.has(socket)) return;
      this.accept(socket);
      this.makeRoom();
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      const connection = this.find(socket);
      // Count only the first error of a connection: each further piece that is not HTTP raises another.
      if (connection === undefined || connection.ending) return;
      connection.ending = true;
      const isInBody = connection.open.size > connection.complete.length;
      this.fail(faultOf(error, isInBody));
      // Without a handshake no response can be sent.
      if (error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') socket.destroy();
      else dismiss(connection, statusOf(error.code));
    });
    server.on('timeout', (socket: Socket) => {
      const connection = this.of(socket);
      if (connection.complete.length > 0) return;
      if (connection.open.size > 0) dismiss(connection, 408);
      else {
        // The listener ends the connection, so do not count it as ended by the sender.
        connection.ending = true;
        socket.destroy();
      }
    });
  }

  fail(fault: SenderFault): void {
    this.counters.broken += 1;
    this.report(fault);
  }

  of(socket: Socket): Connection {
    const connection = this.find(socket) ?? this.accept(socket);
    this.bySocket.set(socket, connection);
    return connection;
  }

  private find(socket: Socket): Connection | undefined {
    return this.bySocket.get(socket) ?? this.byPeer.get(peerOf(socket));
  }

  touch(connection: Connection): void {
    if (this.all.delete(connection)) this.all.add(connection);
  }

  private makeRoom(): void {
    if (this.all.size <= this.limits.connections) return;
    for (const connection of this.all) {
      if (connection.complete.length > 0) continue;
      this.counters.cutOff += 1;
      this.all.delete(connection);
      connection.ending = true;
      connection.socket.destroy();
      return;
    }
  }

  private accept(socket: Socket): Connection {
    const connection = new Connection(socket);
    this.counters.connections += 1;
    this.all.add(connection);
    this.bySocket.set(socket, connection);
    const peer = peerOf(socket);
    this.byPeer.set(peer, connection);
    socket.once('close', () => {
      if (socket.bytesRead > 0) this.counters.heard += 1;
      const isSilent = socket.bytesRead > 0 && !connection.hasRequest && !connection.ending;
      if (isSilent && 'setSecureContext' in this.server && this.server.listening) this.fail('silent');
      this.all.delete(connection);
      if (this.byPeer.get(peer) === connection) this.byPeer.delete(peer);
    });
    return connection;
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/** Ends a connection that does not speak HTTP, or too slowly: after the pending responses, or with an empty one. */
function dismiss({ complete, socket }: Connection, status: number): void {
  const last = complete.at(-1);
  if (!socket.writable) socket.destroy();
  else if (last) last.once('finish', () => closeGently(socket));
  else {
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
    socket.end(head, () => socket.destroy());
  }
}

/** Ends a connection, but reads it for a second: otherwise a sender that is still sending loses the response. */
function closeGently(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), 1000);
  socket.once('close', () => clearTimeout(timer)).end();
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

const faults = {
  tls: 'TLS at an http port: use --tls-cert, or http:// in --public-url.',
  plain: 'HTTP at an https port: use https:// in --public-url, or listen without --tls-cert.',
  certificate:
    'A sender rejected the certificate of the listener: it must trust the authority, and the name in the URL must be in it.',
  silent:
    'A sender ended a TLS connection without a request, as senders do that do not trust the certificate of the listener.',
  http2: 'HTTP/2 at a port for HTTP/1.1: let the proxy or the sender use HTTP/1.1.',
  headers: 'Too large headers: look for a proxy that adds headers or cookies.',
  body: 'A request ended before its body was complete: its Content-Length must be the number of bytes that are sent.',
  slow: 'A request was not complete in time: look for a sender or a proxy that is slow or stops half-way.',
  head: 'A request that is not HTTP, or ended before its headers were complete.',
} as const;
type SenderFault = keyof typeof faults;

const minuteMs = 60_000;

/** Returns a function that reports each kind of fault at most once a minute. */
export function createFaultReport(
  report: (message: string) => void,
  clock = monotonicMs,
): (fault: SenderFault) => void {
  const reported = new Map<SenderFault, number>();
  return (fault) => {
    const now = clock();
    if (now - (reported.get(fault) ?? -minuteMs) < minuteMs) return;
    reported.set(fault, now);
    report(faults[fault]);
  };
}

function faultOf(
  { code = '', rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer },
  inBody: boolean,
): SenderFault {
  if (code === 'ERR_SSL_HTTP_REQUEST') return 'plain';
  if (code.startsWith('ERR_SSL_') && /CERTIFICATE|UNKNOWN_CA/.test(code)) return 'certificate';
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' || code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return 'slow';
  if (inBody) return 'body';
  // A TLS handshake begins with the type 22 and the major version 3.
  if (rawPacket?.[0] === 22 && rawPacket[1] === 3) return 'tls';
  return rawPacket?.toString('latin1').startsWith('PRI * HTTP/2') ? 'http2' : 'head';
}
