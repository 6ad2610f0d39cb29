import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { portOf } from '../../../support/listen.ts';
import { onTestFinished } from '../../../support/test-finished.ts';

interface Data {
  id?: string;
  attributes?: Readonly<Record<string, unknown>>;
  relationships?: Readonly<Record<string, unknown>>;
}

/** A request and its reply. */
export interface Exchange {
  method: string;
  /** Without the prefix of the API and the query. */
  path: string;
  body: { data?: Data } | undefined;
  status: number;
  reply: { data?: Data } | undefined;
}

/** `reset` loses the request before it has an effect, `cut` and `html` lose the reply. */
export type Fault = 'reset' | 'cut' | 'html';

export interface Follower {
  /** @returns the fault of this request */
  arrived(exchange: Exchange): Fault | undefined;
  answered(exchange: Exchange, isDelivered: boolean): void;
}

/** Stands between svc and a service until the end of the test. Returns its address. */
export async function startProxy(service: string, follower: Follower): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const { host } = new URL(service);
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request).catch(() => undefined);
    if (bytes === undefined) return;
    const { method = 'GET', url = '/' } = request;
    const path = url.replace(/^\/api\/v2/, '').replace(/\?.*/, '');
    const exchange: Exchange = { method, path, body: json(bytes), status: 0, reply: undefined };
    const fault = follower.arrived(exchange);
    if (fault === 'reset') {
      response.destroy();
      return;
    }
    const headers = { ...request.headers, host };
    const reply = await passOn(`${service}${url}`, { method, headers, agent }, bytes);
    exchange.status = reply.statusCode ?? 0;
    const content = await buffer(reply);
    exchange.reply = json(content);
    follower.answered(exchange, fault === undefined);
    deliver(response, reply, content, fault);
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

function passOn(url: string, options: object, bytes: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    send(url, options, resolve).on('error', reject).end(bytes);
  });
}

function deliver(response: ServerResponse, reply: IncomingMessage, content: Buffer, fault: Fault | undefined): void {
  if (fault === 'cut') response.destroy();
  else if (fault === 'html')
    response.writeHead(502, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Bad Gateway</title>');
  else {
    const { 'transfer-encoding': _, ...headers } = reply.headers;
    response.writeHead(reply.statusCode ?? 502, headers).end(content);
  }
}

function json(bytes: Buffer): Exchange['body'] {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
