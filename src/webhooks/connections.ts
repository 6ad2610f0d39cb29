import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Counters, Limits } from './options.ts';
import { faultOf, type SenderFault } from './sender-faults.ts';

/** A connection and the state of its requests. */
export class Connection {
  /** The answers to its requests that are not sent yet, in order. */
  readonly open = new Set<ServerResponse>();
  /** Its sender no longer speaks HTTP: only pending answers are still sent. */
  ending = false;
  /** Whether a request came, of which at least the headers were complete. */
  asked = false;

  constructor(readonly socket: Socket) {}

  /** The answers to requests that are complete: a connection with any is not cut off. */
  get complete(): ServerResponse[] {
    return [...this.open].filter(({ req }) => req.complete);
  }
}

/**
 * The open connections, the one that has kept us waiting longest first. Limits their number: above the limit, the one idle for longest
 * is cut off, so that a sender with hundreds of open connections loses its own, not those of other senders (trust, "listener abuse").
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
      // What runs TLS announces its own socket here too, once it is ready: the same connection by its peer.
      if (this.bySocket.has(socket)) return;
      this.accept(socket);
      this.makeRoom();
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      const connection = this.known(socket);
      // Each piece that is not HTTP is one more error. The end of a closed socket was seen.
      if (connection === undefined || connection.ending) return;
      connection.ending = true;
      const isInBody = connection.open.size > connection.complete.length;
      this.fail(faultOf(error, isInBody));
      dismiss(connection, statusOf(error.code));
    });
    server.on('timeout', (socket: Socket) => {
      const connection = this.of(socket);
      if (connection.complete.length > 0) return;
      if (connection.open.size > 0) dismiss(connection, 408);
      else socket.destroy();
    });
  }

  /** Counts and reports a request that failed before it was a delivery. */
  fail(fault: SenderFault): void {
    this.counters.broken += 1;
    this.report(fault);
  }

  of(socket: Socket): Connection {
    const connection = this.known(socket) ?? this.accept(socket);
    this.bySocket.set(socket, connection);
    return connection;
  }

  private known(socket: Socket): Connection | undefined {
    return this.bySocket.get(socket) ?? this.byPeer.get(peerOf(socket));
  }

  /** Records that a connection was just active. */
  touch(connection: Connection): void {
    if (this.all.delete(connection)) this.all.add(connection);
  }

  private makeRoom(): void {
    if (this.all.size <= this.limits.connections) return;
    for (const connection of this.all) {
      if (connection.complete.length > 0) continue;
      this.counters.cutOff += 1;
      this.all.delete(connection);
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
      const isSilent = socket.bytesRead > 0 && !connection.asked && !connection.ending;
      if (isSilent && 'setSecureContext' in this.server && this.server.listening) this.fail('silent');
      this.all.delete(connection);
      if (this.byPeer.get(peer) === connection) this.byPeer.delete(peer);
    });
    return connection;
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/** Ends a connection that does not speak HTTP, or too slowly: after the answers under way, else with an answer of its own. */
function dismiss({ complete, socket }: Connection, status: number): void {
  const last = complete.at(-1);
  if (!socket.writable) socket.destroy();
  else if (last) last.once('finish', () => closeGently(socket));
  else {
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
    socket.end(head, () => socket.destroy());
  }
}

/** Ends a connection on which more may come than is read, so that the last answer still reaches its sender. */
function closeGently(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), 1000);
  socket.once('close', () => clearTimeout(timer)).end();
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
