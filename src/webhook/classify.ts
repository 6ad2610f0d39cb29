import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { signatureHeaders } from '../contract/dialect.ts';
import { foreignRequest } from '../foreign-requests.ts';
import { type Cause, createDelivery, type Delivery, type HeaderPair, isAccepted } from './delivery.ts';
import { readNotification, unread } from './event.ts';
import { createIds } from './ids.ts';
import type { Limits, ListenerOptions } from './options.ts';
import { createMasking } from './token-mask.ts';
import { createVerifier, type Diagnosis, signatureLines } from './verify.ts';

/** Bodies of refused deliveries above this are kept, not read: a stranger does not choose how long we parse. */
const readRefusedBytes = 64 * 1024;
const nothing = Buffer.alloc(0);

/** Why a request is no delivery, and what it is answered with. */
export interface Refusal {
  status: number;
  cause: Cause;
  reason: string;
}

/** Makes deliveries of requests. */
export interface Judge {
  /** What can be said from the head alone; undefined for what may be a delivery. `busy` counts the connection's open requests. */
  refusalOf(request: IncomingMessage, busy: number): Refusal | undefined;
  tooLarge: Refusal;
  refused(request: IncomingMessage, original: readonly HeaderPair[], refusal: Refusal): Delivery;
  /** Proves or refuses the signature of a body. */
  judged(request: IncomingMessage, original: readonly HeaderPair[], body: Buffer): Delivery;
}

type JudgeOptions = ListenerOptions & { path: string; status: number };

/** A judge of what comes to a listener. */
export function createJudge(
  options: JudgeOptions,
  limits: Limits,
  diagnose: (body: Buffer, given: string) => Diagnosis,
): Judge {
  const { path: wanted, status: usual, tokens, otherTokens = [], allowUnsigned, now = () => new Date() } = options;
  const hosts = [hostname(), ...(options.hosts ?? [])].map((name) => name.toLowerCase());
  const masking = createMasking([...tokens, ...otherTokens]);
  const newId = createIds();
  const verify = createVerifier(tokens, { allowUnsigned, diagnose });

  const tooLarge = refusal(413, 'too-large', `Its body is larger than ${limits.bodyBytes} bytes.`);

  function refusalOf(request: IncomingMessage, busy: number): Refusal | undefined {
    const { method, rawHeaders, headers, url = '/' } = request;
    if (busy > limits.pipelined) return refusal(503, 'overloaded', 'Too many requests at once on one connection.');
    if (rawHeaders.length > limits.headerLines * 2) {
      return refusal(431, 'too-many-headers', `It has more than ${limits.headerLines} header lines.`);
    }
    if (url !== wanted && pathOf(url) !== wanted) {
      return refusal(404, 'path', `It went to ${masking.path(pathOf(url))}; deliveries are taken at ${wanted}.`);
    }
    if (method !== 'POST') return refusal(405, 'method', `It is a ${method}; deliveries are POSTs.`);
    if (Number(headers['content-length'] ?? 0) > limits.bodyBytes) return tooLarge;
    return needsNoProof(request) ? foreignRefusal(request) : undefined;
  }

  /** Whether a request is accepted without a signature that holds. */
  function needsNoProof({ headers }: IncomingMessage): boolean {
    return allowUnsigned === true && (tokens.length === 0 || !signatureHeaders.some((name) => headers[name]));
  }

  /** Without a signature it is the browser's word that keeps the pages of other sites out. */
  function foreignRefusal(request: IncomingMessage): Refusal | undefined {
    const foreign = foreignRequest(request, hosts);
    if (foreign === undefined) return undefined;
    if (foreign !== 'host') return refusal(403, 'browser', 'A browser sent it for a page of another site.');
    return refusal(403, 'host', 'Its Host is not a name of this listener; --public-url tells another.');
  }

  return {
    refusalOf,
    tooLarge,
    refused({ method = '', url = '/' }, original, { status, cause, reason }) {
      const at = now();
      return createDelivery(
        {
          id: newId(at.getTime()),
          at: at.toISOString(),
          verified: false,
          verdict: 'refused',
          cause,
          reason,
          signedWith: null,
          method,
          path: masking.path(url),
          headers: masking.headers(original),
          body: nothing,
          status,
        },
        unread,
      );
    },
    judged({ method = '', url = '/' }, original, body) {
      const proof = verify(body, signatureLines(original));
      const accepted = isAccepted(proof);
      const at = now();
      return createDelivery(
        {
          id: newId(at.getTime()),
          at: at.toISOString(),
          verified: proof.verified,
          verdict: proof.verdict,
          cause: proof.cause,
          reason: proof.reason,
          signedWith: proof.signedWith,
          method,
          path: masking.path(url),
          headers: masking.headers(original),
          body,
          status: accepted ? usual : 401,
        },
        accepted || body.length <= readRefusedBytes ? readNotification : unread,
      );
    },
  };
}

function refusal(status: number, cause: Cause, reason: string): Refusal {
  return { status, cause, reason };
}

/** The path of a request target, which may be a whole URL. */
function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  return path.split(/[?#]/, 1)[0] || '/';
}
