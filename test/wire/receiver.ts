import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The literal body, byte by byte. */
  raw: Buffer;
  json<T = Record<string, unknown>>(): T;
}

export interface Receiver {
  /** The address notifications are to be sent to. */
  url: string;
  /** The received requests, oldest first. */
  requests: Received[];
  /** Sets the response to every further request. */
  answer(status: number, headers?: OutgoingHttpHeaders, body?: string): void;
  /** Closes the connection of every further request without a response. */
  silence(): void;
  close(): Promise<void>;
}

/** A destination of notifications on 127.0.0.1, which returns 200 by default. */
export async function startReceiver(): Promise<Receiver> {
  let reply: [number, OutgoingHttpHeaders, string] | undefined = [200, {}, 'ok'];
  const requests: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const raw = Buffer.concat(chunks);
      requests.push({
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        raw,
        json: <T>() => JSON.parse(raw.toString('utf8')) as T,
      });
      if (reply === undefined) incoming.socket.destroy();
      else outgoing.writeHead(reply[0], reply[1]).end(reply[2]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    answer(status, headers = {}, body = '') {
      reply = [status, headers, body];
    },
    silence() {
      reply = undefined;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
