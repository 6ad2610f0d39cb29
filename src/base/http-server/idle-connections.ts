import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Limits the open connections of a server: beyond the limit it closes the one that has been idle longest. */
export function limitConnections(server: Server, most: number): void {
  const idle = new Set<Socket>();
  let open = 0;
  // With TLS, requests have the secured socket, not the raw one.
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
