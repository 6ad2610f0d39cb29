import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Counters, Limits } from './options.ts';

/** One connection, and how far its requests are. */
export interface Connection {
  readonly socket: Socket;
  /** The answers to its requests that are not sent yet, in order. */
  readonly open: Set<ServerResponse>;
  /** Those to requests that are complete: such a connection is ours to keep, not theirs to lose. */
  readonly complete: ServerResponse[];
  /** What comes after it is no HTTP: no more is expected but that answer. */
  ending: boolean;
}

/** The open connections, the one that has kept us waiting longest first. */
export interface Connections {
  of(socket: Socket): Connection;
  /** Notes that a connection has just been useful. */
  touch(connection: Connection): void;
}

/**
 * Keeps the number of connections down: where there are too many, the one that has kept us waiting longest goes, so that
 * whoever holds hundreds of them open loses his own and not the next sender's (trust, "listener abuse").
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

  return {
    of(socket) {
      let connection = bySocket.get(socket);
      if (connection === undefined) {
        connection = byPeer.get(peer(socket)) ?? accept(socket);
        bySocket.set(socket, connection);
      }
      return connection;
    },
    touch(connection) {
      if (all.delete(connection)) all.add(connection);
    },
  };
}
