import { connect, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { cancellation, NetworkError, ProtocolError } from '../base/errors.ts';
import { bareHost } from '../base/origin.ts';
import { loopbackLookup } from '../system/loopback-lookup.ts';
import { faultOf, portHint } from './faults.ts';

/** What a server says about itself before anything is sent to it. */
export interface Greeting {
  /** The address behind its name. */
  address: string;
  /** Whether it accepts TLS. */
  offersTls: boolean;
  /** Whether it requires a certificate of the client. */
  asksCertificate: boolean;
}

/** Longer than the greeting of any server with a few hundred addresses of its cluster. */
const longestGreeting = 64 * 1024;
const rejectionMs = 300;

export interface ProbeOptions {
  signal: AbortSignal;
  timeoutMs: number;
}

/**
 * Reads the greeting of a server and disconnects. The library reports a server that cannot be reached, is silent or is not NATS with
 * one message, and leaves the socket of a silent one open.
 * @throws {NetworkError} without a connection or a greeting in time; {ProtocolError} for another kind of server
 */
export async function probe(server: URL, { signal, timeoutMs }: ProbeOptions): Promise<Greeting> {
  const socket = connectTo(server);
  try {
    const line = await firstLine(socket, { signal, timeoutMs });
    return { address: socket.remoteAddress ?? bareHost(server), ...tlsOf(line, server) };
  } catch (cause) {
    if (!(cause instanceof Overdue)) throw faultOf(cause, server);
    const [message, hint] = socket.connecting
      ? [
          `Connection to ${server.host} timed out.`,
          'Check the host and the port of the URL, or wait longer with --timeout.',
        ]
      : [`${server.host} accepts connections but does not answer as a NATS server.`, portHint];
    throw new NetworkError(message, { retryable: true, hint, cause });
  } finally {
    socket.destroy();
  }
}

/**
 * The error that a server adds to its greeting before it ends the connection, as a full one does; undefined if it sends no error
 * within 300 ms. The library does not report the error: it writes to the ended connection first, and reports that failure.
 */
export async function rejectionBy(server: URL, { signal, timeoutMs }: ProbeOptions): Promise<string | undefined> {
  const socket = connectTo(server);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeoutMs, rejectionMs))]);
  let text = '';
  try {
    for await (const piece of addAbortSignal(limit, socket.setEncoding('utf8'))) {
      text += piece;
      const [, words] = /^-ERR '([^'\r\n]*)'/m.exec(text) ?? [];
      if (words !== undefined || text.length > longestGreeting) return words;
    }
  } catch {
    // What ended this connection says no more than what ended the first one.
  } finally {
    socket.destroy();
  }
  return undefined;
}

function connectTo(server: URL): Socket {
  return connect({ host: bareHost(server), port: Number(server.port), lookup: loopbackLookup });
}

class Overdue extends Error {}

/** The first line that arrives, without its end; what is longer than any greeting counts as a line. */
function firstLine(socket: Socket, { signal, timeoutMs }: ProbeOptions): Promise<string> {
  const found = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\r\n');
      if (end >= 0 || text.length > longestGreeting) resolve(text.slice(0, Math.max(end, 0)));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Overdue()), timeoutMs);
    const cancel = () => reject(cancellation(signal));
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    found.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    });
  });
}

/** @throws {ProtocolError} for a line that is not a greeting of NATS */
function tlsOf(line: string, { host }: URL): Omit<Greeting, 'address'> {
  const [, json = ''] = /^INFO (\{.*\})\s*$/.exec(line) ?? [];
  try {
    const { tls_available, tls_required, tls_verify } = JSON.parse(json) as Record<string, unknown>;
    return { offersTls: tls_available === true || tls_required === true, asksCertificate: tls_verify === true };
  } catch (cause) {
    throw new ProtocolError(`${host} is not a NATS server.`, {
      hint: portHint,
      cause,
    });
  }
}
