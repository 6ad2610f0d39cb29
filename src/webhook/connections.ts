import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Counters, Limits } from './options.ts';

/** A connection and the state of its requests. */
export interface Connection {
  readonly socket: Socket;
  /** The answers to its requests that are not sent yet, in order. */
  readonly open: Set<ServerResponse>;
  /** Those to requests that are complete: a connection with any is not cut off. */
  readonly complete: ServerResponse[];
  /** Its sender no longer speaks HTTP: only pending answers are still sent. */
  ending: boolean;
}

/** The open connections, the one that has kept us waiting longest first. */
export interface Connections {
  of(socket: Socket): Connection;
  /** Records that a connection was just active. */
  touch(connection: Connection): void;
}

/**
 * Limits the number of connections: above the limit, the one idle for longest is cut off, so that
 * a sender with hundreds of open connections loses its own, not those of other senders (trust, "listener abuse").
 */
export function watchConnections(server: Server, limits: Limits, counters: Counters): Connections {
  const all = new Set<Connection>();
  const bySocket = new WeakMap<Socket, Connection>();
  const byPeer = new Map<string, Connection>();
  const peer = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

  function makeRoom(): void {
    if (all.size <= limits.connections) return;
    for (const connection of all) {
      if (connection.complete.length > 0) continue;
      counters.cutOff += 1;
      all.delete(connection);
      connection.socket.destroy();
      return;
    }
  }

  function accept(socket: Socket): Connection {
    const open = new Set<ServerResponse>();
    const connection: Connection = {
      socket,
      open,
      get complete() {
        return [...open].filter(({ req }) => req.complete);
      },
      ending: false,
    };
    counters.connections += 1;
    all.add(connection);
    bySocket.set(socket, connection);
    const key = peer(socket);
    byPeer.set(key, connection);
    socket.once('close', () => {
      all.delete(connection);
      if (byPeer.get(key) === connection) byPeer.delete(key);
    });
    return connection;
  }

  server.on('connection', (socket: Socket) => {
    // What runs TLS announces its own socket here too, once it is ready: the same connection by its peer.
    if (bySocket.has(socket)) return;
    accept(socket);
    makeRoom();
  });

  function of(socket: Socket): Connection {
    let connection = bySocket.get(socket);
    if (connection === undefined) {
      connection = byPeer.get(peer(socket)) ?? accept(socket);
      bySocket.set(socket, connection);
    }
    return connection;
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = of(socket);
    // Each piece that is not HTTP is one more error.
    if (connection.ending) return;
    connection.ending = true;
    counters.broken += 1;
    dismiss(connection, statusOf(error.code));
  });
  server.on('timeout', (socket: Socket) => {
    const connection = of(socket);
    if (connection.complete.length > 0) return;
    if (connection.open.size > 0) dismiss(connection, 408);
    else socket.destroy();
  });

  return {
    of,
    touch(connection) {
      if (all.delete(connection)) all.add(connection);
    },
  };
}

/** Ends a connection that does not speak HTTP, or too slowly: after the answers under way, else with an answer of its own. */
function dismiss({ complete, socket }: Connection, status: number): void {
  const last = complete.at(-1);
  if (!socket.writable) socket.destroy();
  else if (last) last.once('finish', () => closeGently(socket));
  else socket.end(bareAnswer(status), () => socket.destroy());
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

/** An answer to input that is not a request. */
function bareAnswer(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}
