import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { signatureHeaders } from '../contract/dialect.ts';
import { foreignRequest } from '../foreign-requests.ts';
import { healthMethods, healthPath, isHealthCheck } from '../health.ts';
import { isSecretField, mask, maskUrls } from '../secrets.ts';
import { type Cause, createIds, type Delivery, type HeaderPair, isAccepted, type Token } from './delivery.ts';
import { createListenerDiagnosis } from './diagnose.ts';
import { readNotification, unread } from './event.ts';
import type { Limits, ListenerOptions } from './options.ts';
import { createVerifier, signatureLines } from './verify.ts';

/** Larger bodies of unverified deliveries are stored but not parsed, so that an unauthenticated sender cannot keep the listener busy. */
const parsedUnverifiedBytes = 64 * 1024;
/** The number of header names whose classification is cached; senders choose the names. */
const maxNames = 1000;
const emptyBody = Buffer.alloc(0);

/** Why a request is not a delivery, and the status of its answer. */
export interface Rejection {
  readonly status: number;
  readonly cause: Cause;
  readonly reason: string;
  /** The allowed methods, of a 405. */
  readonly allow?: string;
}

type Classification = Pick<Delivery, 'verified' | 'verdict' | 'cause' | 'reason' | 'signedWith'>;

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
  const {
    path: ownPath,
    status: usualStatus,
    tokens,
    otherTokens = [],
    allowUnsigned,
    now = () => new Date(),
  } = options;
  const hosts = [hostname(), ...(options.hosts ?? [])].map((name) => name.toLowerCase());
  const { hide, maskHeaders } = createMasking([...tokens, ...otherTokens]);
  const newId = createIds();
  const verify = createVerifier(tokens, { allowUnsigned, diagnose: createListenerDiagnosis(tokens, otherTokens) });

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

  function deliveryOf(
    { method = '', url = '/' }: IncomingMessage,
    headers: readonly HeaderPair[],
    { verified, verdict, cause, reason, signedWith }: Classification,
    status: number,
    body: Buffer,
  ): Delivery {
    const at = now();
    const isRead = isAccepted({ verdict }) || (verdict !== 'refused' && body.length <= parsedUnverifiedBytes);
    const { notification, trigger, marks } = isRead ? readNotification(body) : unread;
    return {
      id: newId(at.getTime()),
      at: at.toISOString(),
      verified,
      verdict,
      cause,
      reason,
      signedWith,
      method,
      path: hide(url),
      headers: maskHeaders(headers),
      body,
      bodySize: body.length,
      status,
      notification,
      trigger,
      marks,
    };
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
      return deliveryOf(request, headers, rejection, status, emptyBody);
    },
    classify(request, headers, body) {
      const proof = verify(body, signatureLines(headers));
      return deliveryOf(request, headers, proof, isAccepted(proof) ? usualStatus : 401, body);
    },
  };
}

/** Hides the secrets of a request: fields with a secret name, and our own tokens everywhere. The body is signed and stays unchanged. */
function createMasking(tokens: readonly Token[]) {
  const secrets = tokens.map(({ value }) => value).filter((value) => value.length >= 4);
  const values = [...new Set(secrets.flatMap((value) => [value, encodeURIComponent(value)]))];
  const secretNames = new Map<string, boolean>();

  function hide(text: string): string {
    let shown = maskUrls(text);
    for (const value of values) if (shown.includes(value)) shown = shown.replaceAll(value, mask);
    return shown;
  }

  function isSecretName(name: string): boolean {
    let isSecret = secretNames.get(name);
    if (isSecret === undefined) {
      if (secretNames.size >= maxNames) secretNames.clear();
      isSecret = isSecretField(name);
      secretNames.set(name, isSecret);
    }
    return isSecret;
  }

  return {
    hide,
    maskHeaders: (headers: readonly HeaderPair[]) =>
      headers.map(([name, value]): HeaderPair => [name, isSecretName(name) ? mask : hide(value)]),
  };
}

/** The path of a request target, which may be a whole URL. */
function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  return path.split(/[?#]/, 1)[0] || '/';
}
