import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps the open connections of a server to so many: one too many ends that which has been without a request longest, so that
 * idle connections lock nobody out.
 */
export function limitConnections(server: Server, most: number): void {
  const idle = new Set<Socket>();
  let open = 0;
  // What runs TLS hands requests the secured socket, not the one below it.
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  server.on(event, (socket: Socket) => {
    open += 1;
    idle.add(socket);
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open <= most) return;
    const [oldest] = idle;
    if (oldest) idle.delete(oldest);
    oldest?.destroy();
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
