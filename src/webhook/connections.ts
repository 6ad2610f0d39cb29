import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.ts';
import type { Counters } from './options.ts';

/** One connection, and how far its requests are. */
export interface Connection {
  readonly socket: Socket;
  /** Requests whose body is still coming in. */
  receiving: number;
  /** Requests that are complete and not answered yet: such a connection is ours to keep, not theirs to lose. */
  answering: number;
  /** The answer to the last one that was complete. */
  last: ServerResponse | undefined;
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
  const open = new Set<Connection>();
  const bySocket = new WeakMap<Socket, Connection>();
  const byPeer = new Map<string, Connection>();
  const peer = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

  function makeRoom(): void {
    if (open.size <= limits.connections) return;
    for (const connection of open) {
      if (connection.answering > 0) continue;
      counters.cutOff += 1;
      open.delete(connection);
      connection.socket.destroy();
      return;
    }
  }

  function accept(socket: Socket): Connection {
    const connection: Connection = { socket, receiving: 0, answering: 0, last: undefined, ending: false };
    counters.connections += 1;
    open.add(connection);
    bySocket.set(socket, connection);
    const key = peer(socket);
    byPeer.set(key, connection);
    socket.once('close', () => {
      open.delete(connection);
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
      if (open.delete(connection)) open.add(connection);
    },
  };
}
