import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Counters, Limits } from './options.ts';
import { faultOf, type SenderFault } from './sender-faults.ts';

/** A connection and the state of its requests. */
export class Connection {
  /** Unsent responses to the requests of the connection, in order. */
  readonly open = new Set<ServerResponse>();
  /** True once the sender stopped speaking HTTP: only pending responses are still sent. */
  ending = false;
  /** True once the headers of a request were complete. */
  hasRequest = false;

  constructor(readonly socket: Socket) {}

  /** Responses to complete requests: a connection with any is not cut off. */
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
      // A TLS server emits the event again with the secured socket: the same connection by its peer.
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
        // The listener ends it, not the sender.
        connection.ending = true;
        socket.destroy();
      }
    });
  }

  /** Counts and reports a request that failed before it became a delivery. */
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

  /** Marks a connection as the most recently active. */
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

/** Ends a connection and keeps it readable for a second, so that the last response still reaches a sender that is still sending. */
function closeGently(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), 1000);
  socket.once('close', () => clearTimeout(timer)).end();
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
