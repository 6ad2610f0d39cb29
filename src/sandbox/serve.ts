import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerControl, type Controlled } from './control.ts';
import { answer, dialectOf, type Routed } from './exchange.ts';
import { type Fault, faultReply } from './faults.ts';
import { type RateLimit, tooManyRequests } from './rate-limit.ts';
import { Refusal } from './refusal.ts';
import { bytesOf, type Reply, refusalReply, send } from './reply.ts';

/** One line of the access log. */
export interface RequestEntry {
  method: string;
  /** Path and query as they came. */
  target: string;
  /** 0 where the connection was spoiled on purpose. */
  status: number;
  durationMs: number;
  fault?: Fault['kind'];
  /** What went wrong inside the sandbox, behind a 500. */
  error?: unknown;
}

/** Everything one exchange needs of the running sandbox. */
export interface Running extends Controlled {
  readonly service: Routed;
  readonly rate: RateLimit;
  readonly onRequest: ((entry: RequestEntry) => void) | undefined;
}

/** One exchange from the request to the last byte; nothing a client sends or does may escape it as an exception. */
export async function serve(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const start = performance.now();
  const { method = 'GET', url: target = '/' } = request;
  const [path, search] = pathAndSearch(target);
  const entry: RequestEntry = { method, target, status: 0, durationMs: 0 };
  try {
    const steering = path.startsWith('/sandbox/');
    const fault = steering ? undefined : running.faults.take(method, path);
    if (fault !== undefined) entry.fault = fault.kind;
    if (!steering) await running.faults.delay();
    const standing = steering ? undefined : running.rate.count(request);
    const spoiled = fault && faultReply(fault, dialectOf(path));
    const silent = fault?.kind === 'hang' || fault?.kind === 'reset';
    const reply =
      spoiled ?? (silent ? undefined : await replyTo(running, request, path, search, entry, standing?.exceeded));
    const headers = { ...standing?.headers, ...reply?.headers };
    entry.status = await deliver(response, reply && { ...reply, headers }, fault, method === 'HEAD');
  } catch (error) {
    entry.error = error;
    response.destroy();
  }
  running.onRequest?.({ ...entry, durationMs: performance.now() - start });
}

/** A request's target may be a whole URL, as proxies send it (RFC 9112, section 3.2.2). */
function pathAndSearch(target: string): [string, string] {
  const local = target.replace(/^https?:\/\/[^/?]*/i, '');
  const path = local.split('?', 1)[0]!;
  return [path, local.slice(path.length)];
}

async function replyTo(
  running: Running,
  request: IncomingMessage,
  path: string,
  search: string,
  entry: RequestEntry,
  exceeded = false,
): Promise<Reply> {
  try {
    if (exceeded) throw tooManyRequests();
    if (path.startsWith('/sandbox/')) return await answerControl(running, request, path);
    return await answer(running.service, request, path, search);
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(dialectOf(path), error);
    entry.error = error;
    return refusalReply(dialectOf(path), new Refusal(500, { title: 'internal server error' }));
  }
}

/** Sends a reply, or what its fault makes of it; answers the status that was sent. */
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
