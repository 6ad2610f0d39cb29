/** The error family: each class has its exit code and its code for machines. Any other error is a bug (exit 1). */

export interface ErrorDetails {
  /** The next thing to type or do, on one line. */
  hint?: string | undefined;
  errors?: ServerProblem[] | undefined;
  status?: number | undefined;
  /** Method and URL (secrets masked) of the failed request. */
  request?: string | undefined;
  /** True if the same command may succeed later. */
  retryable?: boolean | undefined;
  /** True if a request that failed may have been carried out. */
  sent?: boolean | undefined;
  attempts?: number | undefined;
  /** The header WWW-Authenticate of a 401. */
  challenge?: string | undefined;
  /** The kind of body of the rejection. */
  body?: 'empty' | 'json' | 'other' | undefined;
  cause?: unknown;
}

/** An entry of a server's error document: the same fields for both formats of error documents. */
export interface ServerProblem {
  title?: string;
  detail?: string;
  /** JSON pointer into the request body. */
  pointer?: string;
  /** Name of the invalid query parameter. */
  parameter?: string;
  /** Name of the invalid request header. */
  header?: string;
  code?: string;
}

export abstract class SvcError extends Error {
  abstract readonly code: string;
  abstract readonly exit: number;
  readonly hint: string | undefined;
  readonly errors: ServerProblem[] = [];
  readonly status: number | undefined;
  readonly request: string | undefined;
  readonly retryable: boolean = false;
  readonly sent: boolean | undefined;
  /** Reports the accepted write, if only a document or an id is missing in its response. */
  done?: string | undefined;
  readonly attempts: number | undefined;
  readonly challenge: string | undefined;
  readonly body: ErrorDetails['body'];

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    const { attempts, body, challenge, errors = [], hint, request, retryable = false, sent, status } = details;
    Object.assign(this, { attempts, body, challenge, errors, hint, request, retryable, sent, status });
  }
}

/** An invalid or missing flag, a malformed address or constraint. */
export class UsageError extends SvcError {
  readonly code = 'usage';
  readonly exit = 2;
}

/** An invalid value. The message is the predicate of a sentence, `must not be empty`, whose subject is the flag or setting. */
export class ValueError extends UsageError {}

/** 404, 410, an unknown version, or no match. */
export class NotFoundError extends SvcError {
  readonly code = 'not_found';
  readonly exit = 3;
}

/** No token, 401 or 403. */
export class AuthError extends SvcError {
  readonly code = 'auth';
  readonly exit = 4;
}

/** A rejection by the server: 400, 409, 415, 422 and the other 4xx. */
export class RejectedError extends SvcError {
  readonly code = 'rejected';
  readonly exit = 5;
}

/** No connection, TLS, DNS, timeout or a lost connection, after all retries. */
export class NetworkError extends SvcError {
  readonly code = 'network';
  readonly exit = 6;
}

/** 408, 429 or 5xx after all retries, or a wait that timed out. */
export class TryLaterError extends SvcError {
  readonly code = 'try_later';
  readonly exit = 7;
}

/** A failed check of a signature, checksum, archive or verification. */
export class CheckFailedError extends SvcError {
  readonly code = 'check_failed';
  readonly exit = 8;
}

/** A response that does not match the API's documents. */
export class ProtocolError extends SvcError {
  readonly code = 'protocol';
  readonly exit = 9;
}

/** Returns whether the service accepted a write (2xx), but its response cannot be used. */
export function isAccepted(error: unknown): error is SvcError {
  return error instanceof SvcError && error.sent === true && error.status !== undefined && error.status < 300;
}

/** Calls `act` with the error of an accepted write before the error is thrown. */
export function whenAccepted<Reply>(reply: Promise<Reply>, act: (error: SvcError) => unknown): Promise<Reply> {
  return reply.catch(async (error: unknown) => {
    if (isAccepted(error)) await act(error);
    throw error;
  });
}

/** Ctrl-C or a cancelled prompt (130), SIGTERM (143), SIGHUP (129). */
export class CancelledError extends SvcError {
  readonly code = 'cancelled';
  readonly exit: number;

  constructor(message = 'Cancelled.', exit = 130, details: ErrorDetails = {}) {
    super(message, details);
    this.exit = exit;
  }
}

/** Returns the reason of an aborted signal as an error. */
export function cancellation({ reason }: AbortSignal): SvcError {
  return reason instanceof SvcError ? reason : new CancelledError();
}

/** Returns a reply that only improves a message; undefined if the request failed. */
export function unlessFailed<Reply>(
  reply: Promise<Reply>,
  isIgnored = (error: unknown) => error instanceof SvcError && !(error instanceof CancelledError),
): Promise<Reply | undefined> {
  return reply.catch((error: unknown): undefined => {
    if (!isIgnored(error)) throw error;
  });
}

/** A partial failure of several actions, with the codes of the first failure. */
export class SomeFailedError extends SvcError {
  readonly code: string;
  readonly exit: number;

  constructor(message: string, first: SvcError, details: ErrorDetails = {}) {
    super(message, { ...first, cause: first, ...details });
    this.code = first.code;
    this.exit = first.exit;
  }
}

/** A local failure: an unreadable or unwritable file, a full disk. The message names the path. */
export class LocalError extends SvcError {
  readonly code = 'usage';
  readonly exit = 2;
}

/** Returns whether other requests of the command would fail in the same way: 401, 429, 5xx, network and local errors. */
export function stopsAll(error: SvcError): boolean {
  return (
    (error instanceof AuthError && error.status === 401) ||
    [LocalError, NetworkError, TryLaterError].some((type) => error instanceof type)
  );
}

/** Returns whether an error is about the whole command and not an item of a batch, such as a missing token. */
export function isAboutCommand(error: SvcError): boolean {
  return error instanceof UsageError || (error instanceof AuthError && error.status === undefined);
}

/** A request that a dry run shows and does not send. */
export interface UnsentRequest {
  method: string;
  url: string;
  /** The request headers to show, in order. */
  headers?: readonly (readonly [name: string, value: string])[];
  body: unknown;
}

/** The end of a dry run, which shows writes without sending them. The exit code is 0. */
export class DryRun extends Error {
  constructor(
    readonly request: UnsentRequest,
    /** The requests that would follow. */
    readonly others: readonly UnsentRequest[] = [],
  ) {
    super(`${request.method} ${request.url}`);
  }
}

/** Ends a dry run with its requests, if there are any. @throws {DryRun} */
export function endDryRun(requests: readonly UnsentRequest[]): void {
  const [first, ...others] = requests;
  if (first !== undefined) throw new DryRun(first, others);
}

/** Returns the title and the detail of a server's problem, else its code. Omits a text that repeats the error message. */
export function problemTexts({ code = '', detail = '', title = '' }: ServerProblem, { exit }: SvcError): string[] {
  const isRepeated = (text: string) =>
    (exit === 3 || exit === 4) && /^(\d{3}[ :]*)?(not[ _]found|unauthorized|forbidden)\.?$/i.test(text);
  return [...new Set(title || detail ? [title, detail] : [code])].filter((text) => text !== '' && !isRepeated(text));
}

/** Returns the message of an error and the service's texts about it, on one line. */
export function detailOf(error: SvcError): string {
  return [error.message, ...error.errors.flatMap((problem) => problemTexts(problem, error).slice(-1))].join(' ');
}
