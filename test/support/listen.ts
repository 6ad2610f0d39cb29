import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from './test-finished.ts';

/** Lets a server listen on a free port until the end of the test; returns the port. */
export async function portOf(
  server: Pick<Server, 'address' | 'close' | 'closeAllConnections' | 'keepAliveTimeout' | 'listen'>,
) {
  // On a slow machine an idle connection must not be closed just before its next request.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
