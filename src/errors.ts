/**
 * The error family. Each class carries the exit code and the machine-readable code of the command-line contract;
 * whatever else reaches the top is a bug of ours (exit 1).
 */

/** What an error may carry besides its sentence. */
export interface ErrorDetails {
  /** One line that says what to type or do next. */
  hint?: string | undefined;
  /** The server's own words, one per problem it named. */
  errors?: ServerProblem[] | undefined;
  /** HTTP status of the answer, where there was one. */
  status?: number | undefined;
  /** Method and URL (secrets masked) of the request it is about. */
  request?: string | undefined;
  /** Whether the same command may succeed later without any change. */
  retryable?: boolean | undefined;
  /** Whether the request that got no answer may have reached the server. */
  sent?: boolean | undefined;
  /** How often the request was made. */
  attempts?: number | undefined;
  cause?: unknown;
}

/** One entry of a server's error document, both dialects folded into one shape. */
export interface ServerProblem {
  title?: string;
  detail?: string;
  /** JSON pointer into the request body. */
  pointer?: string;
  /** Name of the query parameter it is about. */
  parameter?: string;
}

export abstract class SvcError extends Error {
  abstract readonly code: string;
  abstract readonly exit: number;
  readonly hint: string | undefined;
  readonly errors: ServerProblem[];
  readonly status: number | undefined;
  readonly request: string | undefined;
  readonly retryable: boolean;
  readonly sent: boolean | undefined;
  readonly attempts: number | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.hint = details.hint;
    this.errors = details.errors ?? [];
    this.status = details.status;
    this.request = details.request;
    this.retryable = details.retryable ?? false;
    this.sent = details.sent;
    this.attempts = details.attempts;
  }
}

/** A bad or missing flag, a question with nobody to ask, a malformed address or constraint. */
export class UsageError extends SvcError {
  readonly code = 'usage';
  readonly exit = 2;
}

/** 404, 410, no such version, nothing that matches. */
export class NotFoundError extends SvcError {
  readonly code = 'not_found';
  readonly exit = 3;
}

/** No token, 401 or 403. */
export class AuthError extends SvcError {
  readonly code = 'auth';
  readonly exit = 4;
}

/** The server understood the request and refused it: 400, 409, 415, 422 and the other 4xx. */
export class RejectedError extends SvcError {
  readonly code = 'rejected';
  readonly exit = 5;
}

/** Could not connect, TLS, DNS, timeout, connection cut, with the retries used up. */
export class NetworkError extends SvcError {
  readonly code = 'network';
  readonly exit = 6;
}

/** 429 or 5xx after the allowed retries, or a wait that ran out of time. */
export class TryLaterError extends SvcError {
  readonly code = 'try_later';
  readonly exit = 7;
}

/** A signature, checksum, archive or verification that did not hold. */
export class CheckFailedError extends SvcError {
  readonly code = 'check_failed';
  readonly exit = 8;
}

/** The reply is not what the API documents. */
export class ProtocolError extends SvcError {
  readonly code = 'protocol';
  readonly exit = 9;
}

/** Ctrl-C or a cancelled prompt (130), SIGTERM (143), SIGHUP (129). */
export class CancelledError extends SvcError {
  readonly code = 'cancelled';
  readonly exit: number;

  constructor(message = 'Cancelled.', exit = 130) {
    super(message);
    this.exit = exit;
  }
}

/** What a signal that fired is thrown as. */
export function cancellation({ reason }: AbortSignal): SvcError {
  return reason instanceof SvcError ? reason : new CancelledError();
}

/** Some of many things failed, and the others were done: the codes are those of the first that failed. */
export class SomeFailedError extends SvcError {
  readonly code: string;
  readonly exit: number;

  constructor(message: string, first: SvcError) {
    const { attempts, errors, hint, request, retryable, sent, status } = first;
    super(message, { attempts, errors, hint, request, retryable, sent, status, cause: first });
    this.code = first.code;
    this.exit = first.exit;
  }
}

/** The local machine refused: an unreadable or unwritable file, a full disk. The message names the path. */
export class LocalError extends SvcError {
  readonly code = 'usage';
  readonly exit = 2;
}

/** Ends a run that was only to show the write it would send. Not a failure: the exit code is 0. */
export class DryRun extends Error {
  constructor(
    readonly request: {
      method: string;
      url: string;
      /** Those worth showing, in order. */
      headers?: readonly (readonly [name: string, value: string])[];
      body: unknown;
    },
  ) {
    super(`${request.method} ${request.url}`);
  }
}
