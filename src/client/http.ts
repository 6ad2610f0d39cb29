import { setFlagsFromString } from 'node:v8';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { NetworkError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';

/** One attempt at one request. */
export interface HttpRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Whose patience applies: discovery has less of it. */
  patience?: 'discovery' | undefined;
}

/** What came back, body still on the wire. */
export interface HttpAnswer {
  status: number;
  statusText: string;
  url: URL;
  headers: Headers;
  body: AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown };
}

/** A response's header lines as they were sent: repeated names stay apart. */
export interface Headers {
  /** Every value of a name, in the order sent. */
  all(name: string): string[];
  /** The first value of a name. */
  get(name: string): string | undefined;
  lines(): [name: string, value: string][];
}

/** How long each phase may take, in milliseconds. */
export interface Timeouts {
  connectMs: number;
  headersMs: number;
  /** Between two pieces of a body. */
  idleMs: number;
  /** For the head of a discovery document, and between two pieces of it. */
  discoveryMs: number;
}

export const defaultTimeouts: Timeouts = {
  connectMs: 10_000,
  headersMs: 30_000,
  idleMs: 30_000,
  discoveryMs: 10_000,
};

/** The engine under every request. It decides nothing by itself: no redirect, no retry, no decoding. */
export interface Transport {
  /** @throws {TransportFault} when no complete head of an answer came */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** A network failure, with what the retry policy must know: whether the request can have reached the server. */
export class TransportFault extends NetworkError {
  constructor(
    message: string,
    readonly sent: boolean,
    cause: unknown,
    request: string,
  ) {
    super(message, { cause, request, retryable: true });
  }
}

/** undici as the engine, with its keep-alive and pooling. */
export function createTransport(timeouts: () => Timeouts): Transport {
  // The optimising compiler spends longer on undici's parser than a command takes; the baseline one is enough.
  setFlagsFromString('--liftoff-only');
  let agent: Agent | undefined;
  return {
    async send({ method, url, headers, body, patience }, signal) {
      const { connectMs, headersMs, idleMs, discoveryMs } = timeouts();
      agent ??= new Agent({ connect: { timeout: connectMs } });
      try {
        const answer = await request.call(agent, {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: method as 'GET',
          headers,
          body: body ?? null,
          signal,
          responseHeaders: 'raw',
          headersTimeout: patience === 'discovery' ? discoveryMs : headersMs,
          bodyTimeout: patience === 'discovery' ? discoveryMs : idleMs,
        });
        // A body that is given up emits an error that nobody may be waiting for; who reads it learns of it all the same.
        answer.body.on('error', () => {});
        return {
          status: answer.statusCode,
          statusText: (answer as { statusText?: string }).statusText ?? '',
          url,
          headers: readHeaders(answer.headers),
          body: answer.body as HttpAnswer['body'],
        };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw asFault(error, `${method} ${maskUrl(url)}`, url);
      }
    },
    async close() {
      await agent?.destroy();
    },
  };
}

function readHeaders(raw: string[]): Headers {
  const lines: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) lines.push([(raw[i] as string).toLowerCase(), raw[i + 1] as string]);
  const all = (name: string) => lines.filter(([key]) => key === name).map(([, value]) => value);
  return { all, get: (name) => all(name)[0], lines: () => lines };
}

const neverSent: Record<string, (host: string) => string> = {
  ECONNREFUSED: (host) => `Nothing answers at ${host} (connection refused).`,
  ENOTFOUND: (host) => `There is no host called ${host} (DNS).`,
  EAI_AGAIN: (host) => `The name ${host} could not be looked up (DNS).`,
  EHOSTUNREACH: (host) => `There is no way to ${host} (host unreachable).`,
  ENETUNREACH: (host) => `There is no way to ${host} (network unreachable).`,
  UND_ERR_CONNECT_TIMEOUT: (host) => `${host} did not take the connection in time.`,
};

const afterSending: Record<string, (host: string) => string> = {
  UND_ERR_HEADERS_TIMEOUT: (host) => `${host} did not answer in time.`,
  UND_ERR_BODY_TIMEOUT: (host) => `${host} stopped sending in the middle of its answer.`,
  UND_ERR_SOCKET: (host) => `${host} cut the connection.`,
  ECONNRESET: (host) => `${host} cut the connection.`,
  EPIPE: (host) => `${host} cut the connection.`,
  UND_ERR_HEADERS_OVERFLOW: (host) => `${host} sent more headers than anybody should.`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: (host) => `${host} sent fewer bytes than it announced.`,
};

/** A transport's error in words, with the code that names the phase. */
export function asFault(error: unknown, request: string, { host }: URL): TransportFault {
  const code = codeOf(error);
  const early = neverSent[code];
  if (early) return new TransportFault(early(host), false, error, request);
  const late = afterSending[code];
  if (late) return new TransportFault(late(host), true, error, request);
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/.test(code)) {
    return new TransportFault(`No secure connection to ${host} (${code}).`, false, error, request);
  }
  if (error instanceof Error && error.name === 'HTTPParserError')
    return new TransportFault(`${host} does not speak HTTP.`, true, error, request);
  const words = error instanceof Error ? error.message : String(error);
  return new TransportFault(`The connection to ${host} failed: ${words}.`, true, error, request);
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  return codeOf(cause ?? errors?.[0]);
}
