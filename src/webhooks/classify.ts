import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { signatureHeaders } from '../api/contract/dialect.ts';
import { foreignRequest } from '../base/http-server/foreign-requests.ts';
import { healthMethods, healthPath, isHealthCheck } from '../base/http-server/health.ts';
import { pathAndSearch } from '../base/http-server/server.ts';
import { createIds } from '../base/sortable-ids.ts';
import type { Cause, Delivery, HeaderPair } from './delivery.ts';
import type { Limits, ListenerOptions } from './options.ts';
import { createRecorder, type Recorder, type Request } from './recorder.ts';

const emptyBody = Buffer.alloc(0);

export interface Rejection {
  readonly status: number;
  readonly cause: Cause;
  readonly reason: string;
  readonly allow?: string;
}

/** Classifies the requests of one listener as deliveries; `headers` are the unmasked header lines. */
export class Classifier {
  readonly tooLarge: Rejection;
  private readonly hosts: string[];
  private readonly newId = createIds();
  private readonly recorder: Recorder;

  constructor(
    private readonly options: ListenerOptions & { path: string; status: number },
    private readonly limits: Limits,
  ) {
    this.hosts = [hostname(), ...(options.hosts ?? [])].map((name) => name.toLowerCase());
    this.recorder = createRecorder(options);
    const reason = `The body is larger than ${limits.bodyBytes} bytes.`;
    this.tooLarge = { status: 413, cause: 'too-large', reason };
  }

  /** Returns a rejection by the head alone; undefined for a possible delivery. `busy` is the connection's open requests. */
  rejectionOf(request: IncomingMessage, busy: number): Rejection | 'health-check' | undefined {
    const { bodyBytes, headerLines, pipelined } = this.limits;
    const { path: ownPath } = this.options;
    const { method, rawHeaders, headers, url = '/' } = request;
    if (busy > pipelined)
      return { status: 503, cause: 'overloaded', reason: 'Too many requests at once on one connection.' };
    if (rawHeaders.length > headerLines * 2) {
      const reason = `The request has more than ${headerLines} header lines.`;
      return { status: 431, cause: 'too-many-headers', reason };
    }
    if (headers.host === undefined && request.httpVersion === '1.1')
      return { status: 400, cause: 'host', reason: 'The request has no Host header, which HTTP/1.1 requires.' };
    if (isHealthCheck(request)) return 'health-check';
    if (url !== ownPath && pathOf(url) !== ownPath) return this.wrongPath(pathOf(url));
    if (method !== 'POST') {
      const reason = `Wrong method ${method}; deliveries are POST requests.`;
      return { status: 405, cause: 'method', reason, allow: 'POST' };
    }
    if (Number(headers['content-length'] ?? 0) > bodyBytes) return this.tooLarge;
    return this.foreignRejection(request);
  }

  rejected(request: IncomingMessage, headers: readonly HeaderPair[], { status, cause, reason }: Rejection): Delivery {
    const rejection = { verified: false, verdict: 'refused', cause, reason, signedWith: null } as const;
    return this.recorder.record(this.arrived(request, headers, emptyBody), rejection, status);
  }

  /** Returns the first 2 KiB of a response as text, with secrets masked. */
  answerText(body: Buffer): string {
    return this.recorder.hide(body.subarray(0, 2048).toString());
  }

  classify(request: IncomingMessage, headers: readonly HeaderPair[], body: Buffer): Delivery {
    return this.recorder.verify(this.arrived(request, headers, body), this.options.status);
  }

  /** Rejects unsigned requests from pages of other sites: only the headers of the browser reveal them. */
  private foreignRejection(request: IncomingMessage): Rejection | undefined {
    const { allowUnsigned, tokens } = this.options;
    const hasSignature = tokens.length > 0 && signatureHeaders.some((name) => request.headers[name]);
    const foreign = allowUnsigned && !hasSignature ? foreignRequest(request, this.hosts) : undefined;
    if (foreign === undefined) return undefined;
    return foreign === 'host'
      ? { status: 403, cause: 'host', reason: 'The Host is not a name of this listener; add one with --public-url.' }
      : { status: 403, cause: 'browser', reason: 'A browser sent it from a page of another site.' };
  }

  private wrongPath(path: string): Rejection {
    const accepted = `deliveries are accepted at ${this.options.path}.`;
    if (path !== healthPath)
      return { status: 404, cause: 'path', reason: `Wrong path ${this.recorder.hide(path)}; ${accepted}` };
    const reason = `Wrong path ${path}, the health check; ${accepted}`;
    return { status: 405, cause: 'path', reason, allow: healthMethods };
  }

  private arrived({ method = '', url = '/' }: IncomingMessage, headers: readonly HeaderPair[], body: Buffer): Request {
    const at = this.options.now?.() ?? new Date();
    return { id: this.newId(at.getTime()), at: at.toISOString(), method, path: url, headers, body };
  }
}

const pathOf = (target: string) => pathAndSearch(target)[0] || '/';
