import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { portOf } from '../support/listen.ts';
import { deadAddress } from '../support/tiny-server.ts';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

export interface Receiver {
  url: string;
  /** Every request, in the order of arrival. */
  received: Received[];
  /** The handler of all further requests. */
  answer: (response: ServerResponse, request: Received) => void;
}

/** Starts a destination of notifications on a free port for the length of a test; it responds with 200 by default. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const { method = '', url: path = '', headers } = request;
    const seen = { method, path, headers, bytes, text: bytes.toString('utf8') };
    receiver.received.push(seen);
    receiver.answer(response, seen);
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${await portOf(server)}/hook`,
    received: [],
    answer: (response) => response.end('ok'),
  };
  return receiver;
}

/** An address without a listener. */
export const deadUrl = async () => `${await deadAddress()}/`;
