import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { signatureHeaders } from '../contract/dialect.ts';
import { foreignRequest } from '../http-server/foreign-requests.ts';
import { healthMethods, healthPath, isHealthCheck } from '../http-server/health.ts';
import { type Cause, createIds, type Delivery, type HeaderPair } from './delivery.ts';
import type { Limits, ListenerOptions } from './options.ts';
import { createRecorder, type Request } from './recorder.ts';

const emptyBody = Buffer.alloc(0);

/** Why a request is not a delivery, and the status of its answer. */
export interface Rejection {
  readonly status: number;
  readonly cause: Cause;
  readonly reason: string;
  /** The allowed methods, of a 405. */
  readonly allow?: string;
}

/** Classifies requests as deliveries; `headers` are the unmasked header lines. */
export interface Classifier {
  /** The rejection by the head alone; undefined for a possible delivery. `busy` counts the open requests of its connection. */
  rejectionOf(request: IncomingMessage, busy: number): Rejection | 'health-check' | undefined;
  readonly tooLarge: Rejection;
  /** The record of a rejected request, whose body is not read. */
  rejected(request: IncomingMessage, headers: readonly HeaderPair[], rejection: Rejection): Delivery;
  /** Verifies the signature of a body. */
  classify(request: IncomingMessage, headers: readonly HeaderPair[], body: Buffer): Delivery;
}

/** The classifier of one listener. */
export function createClassifier(
  options: ListenerOptions & { path: string; status: number },
  limits: Limits,
): Classifier {
  const { path: ownPath, status: usualStatus, tokens, allowUnsigned, now = () => new Date() } = options;
  const hosts = [hostname(), ...(options.hosts ?? [])].map((name) => name.toLowerCase());
  const newId = createIds();
  const { hide, record, verify } = createRecorder(options);

  const tooLarge = {
    status: 413,
    cause: 'too-large',
    reason: `The body is larger than ${limits.bodyBytes} bytes.`,
  } as const;

  /** Whether a request is accepted without a verified signature. */
  function needsNoProof({ headers }: IncomingMessage): boolean {
    return allowUnsigned === true && (tokens.length === 0 || !signatureHeaders.some((name) => headers[name]));
  }

  /** Without a signature, only the headers of the browser identify pages of other sites. */
  function foreignRejection(request: IncomingMessage): Rejection | undefined {
    const foreign = foreignRequest(request, hosts);
    if (foreign === undefined) return undefined;
    return foreign === 'host'
      ? { status: 403, cause: 'host', reason: 'The Host is not a name of this listener; add one with --public-url.' }
      : { status: 403, cause: 'browser', reason: 'A browser sent it from a page of another site.' };
  }

  function wrongPath(path: string): Rejection {
    const accepted = `deliveries are accepted at ${ownPath}.`;
    return path === healthPath
      ? {
          status: 405,
          cause: 'path',
          reason: `Wrong path ${path}, the health check; ${accepted}`,
          allow: healthMethods,
        }
      : { status: 404, cause: 'path', reason: `Wrong path ${hide(path)}; ${accepted}` };
  }

  /** A request that arrived now. */
  function arrived({ method = '', url = '/' }: IncomingMessage, headers: readonly HeaderPair[], body: Buffer): Request {
    const at = now();
    return { id: newId(at.getTime()), at: at.toISOString(), method, path: url, headers, body };
  }

  return {
    tooLarge,
    rejectionOf(request, busy) {
      const { method, rawHeaders, headers, url = '/' } = request;
      if (busy > limits.pipelined) {
        return { status: 503, cause: 'overloaded', reason: 'Too many requests at once on one connection.' };
      }
      if (rawHeaders.length > limits.headerLines * 2) {
        return {
          status: 431,
          cause: 'too-many-headers',
          reason: `The request has more than ${limits.headerLines} header lines.`,
        };
      }
      if (isHealthCheck(request)) return 'health-check';
      if (url !== ownPath && pathOf(url) !== ownPath) return wrongPath(pathOf(url));
      if (method !== 'POST') {
        const reason = `Wrong method ${method}; deliveries are POST requests.`;
        return { status: 405, cause: 'method', reason, allow: 'POST' };
      }
      if (Number(headers['content-length'] ?? 0) > limits.bodyBytes) return tooLarge;
      return needsNoProof(request) ? foreignRejection(request) : undefined;
    },
    rejected(request, headers, { status, cause, reason }) {
      const rejection = { verified: false, verdict: 'refused', cause, reason, signedWith: null } as const;
      return record(arrived(request, headers, emptyBody), rejection, status);
    },
    classify(request, headers, body) {
      return verify(arrived(request, headers, body), usualStatus);
    },
  };
}

/** The path of a request target, which may be a whole URL. */
function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  return path.split(/[?#]/, 1)[0] || '/';
}
