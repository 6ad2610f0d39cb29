import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { monotonicMs } from '../base/clock.ts';
import { LocalError } from '../base/errors.ts';
import { foreignRequest } from '../base/http-server/foreign-requests.ts';
import { pathAndSearch } from '../base/http-server/server.ts';
import { answerControl, type Controlled } from './control.ts';
import { answer, dialectOf, type Routes } from './exchange.ts';
import { type Fault, faultReply } from './faults.ts';
import { type RateLimit, tooManyRequests } from './rate-limit.ts';
import { bytesOf, type Dialect, forbidden, Rejection, type Reply, rejectionReply, send } from './reply.ts';

/** A line of the access log. */
export interface RequestEntry {
  method: string;
  /** Path and query as sent. */
  target: string;
  /** The status of the reply; 0 if a fault closed the connection. */
  status: number;
  durationMs: number;
  fault?: Fault['kind'];
  error?: unknown;
}

export interface Running extends Controlled {
  readonly routes: Routes;
  readonly rate: RateLimit;
  /** The accepted host names besides the sandbox's own address. */
  readonly hosts: readonly string[];
  readonly onRequest: ((entry: RequestEntry) => void) | undefined;
}

/** Handles one request up to the last byte of the reply. Never throws. */
export async function serve(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const start = monotonicMs();
  const { method = 'GET', url: target = '/' } = request;
  const entry: RequestEntry = { method, target, status: 0, durationMs: 0 };
  try {
    const { reply, fault } = await exchange(running, request, entry);
    entry.status = await deliver(response, reply, fault, method === 'HEAD');
  } catch (error) {
    entry.error = error;
    response.destroy();
  }
  running.onRequest?.({ ...entry, durationMs: monotonicMs() - start });
}

/** Returns the reply to a request, with the fault of a matching rule; undefined if no reply is to be sent. */
async function exchange(
  running: Running,
  request: IncomingMessage,
  entry: RequestEntry,
): Promise<{ reply?: Reply | undefined; fault?: Fault | undefined }> {
  const [path, search] = pathAndSearch(entry.target);
  const dialect = dialectOf(path);
  const foreign = foreignRequest(request, running.hosts);
  if (foreign !== undefined) {
    const name = 'Host is not allowed; start the sandbox with --allow-host NAME';
    const why = foreign === 'host' ? name : 'Requests from another site are not allowed';
    return { reply: rejectionReply(dialect, forbidden(why)) };
  }
  if (path.startsWith('/sandbox/')) {
    return { reply: await replyOf(entry, dialect, () => answerControl(running, request, path)) };
  }
  const fault = running.faults.take(entry.method, path);
  if (fault !== undefined) entry.fault = fault.kind;
  await running.faults.delay();
  const { exceeded, headers } = running.rate.count(request);
  if (fault?.kind === 'hang' || fault?.kind === 'reset') return { fault };
  const respond = async () => {
    if (exceeded) throw tooManyRequests();
    return answer(running.service, running.routes, request, path, search);
  };
  const reply = (fault && faultReply(fault, dialect)) ?? (await replyOf(entry, dialect, respond));
  return { reply: { ...reply, headers: { ...headers, ...reply.headers } }, fault };
}

async function replyOf(entry: RequestEntry, dialect: Dialect, respond: () => Promise<Reply>): Promise<Reply> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof Rejection) return rejectionReply(dialect, error);
    entry.error = error;
    const unsaved = error instanceof LocalError ? { detail: 'The state could not be saved; nothing was changed' } : {};
    return rejectionReply(dialect, new Rejection(500, { title: 'internal server error', ...unsaved }));
  }
}

/** Sends a reply, changed by its fault if there is one, and returns the status that was sent. */
async function deliver(
  response: ServerResponse,
  reply: Reply | undefined,
  fault: Fault | undefined,
  head: boolean,
): Promise<number> {
  if (reply === undefined) {
    if (fault?.kind === 'hang') await once(response, 'close');
    response.destroy();
    return 0;
  }
  const headers = { 'x-request-id': randomUUID(), ...reply.headers };
  if (fault?.kind !== 'cut' && fault?.kind !== 'stall') {
    await send(response, { ...reply, headers }, head);
    return reply.status;
  }
  const bytes = await bytesOf(reply);
  response.writeHead(reply.status, { ...headers, 'content-length': String(Math.max(2, bytes.length)) });
  await new Promise((resolve) => response.write(bytes.subarray(0, Math.max(1, bytes.length >> 1)), resolve));
  if (fault.kind === 'stall') await once(response, 'close');
  response.destroy();
  return reply.status;
}
