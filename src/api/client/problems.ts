import {
  AuthError,
  type ErrorDetails,
  NotFoundError,
  ProtocolError,
  RejectedError,
  type ServerProblem,
  type SvcError,
  TryLaterError,
} from '../../base/errors.ts';
import { jsonIn } from '../../base/json.ts';

/** The rejection of a request by a server. */
export interface Rejection extends Pick<ErrorDetails, 'attempts'> {
  status: number;
  body: string;
  /** Method and URL, masked. */
  request: string;
  /** The requested wait, if it was longer than the limit. */
  tooLongMs?: number | undefined;
}

/** Returns the error for an unsuccessful status, with the server's message. */
export function problem({ attempts, status, body, request, tooLongMs }: Rejection): SvcError {
  const errors = serverProblems(body);
  const kind = body.trim() === '' ? 'empty' : jsonIn(body) === undefined ? 'other' : 'json';
  const details: ErrorDetails = { attempts, body: kind, status, request, errors };
  if (status === 401) return new AuthError('The service rejected the token.', details);
  if (status === 403) return new AuthError('This token is not allowed to do that.', details);
  if (status === 404) return new NotFoundError('Not found, or not visible with this token.', details);
  if (status === 410) return new NotFoundError('No longer exists.', details);
  if (status === 409) return new RejectedError('Conflicts with an existing resource.', details);
  if (status === 429 || status >= 500 || status === 408) {
    const message = status === 429 ? 'Too many requests.' : `The service failed (${status}).`;
    const when = tooLongMs === undefined ? 'later' : `in ${Math.ceil(tooLongMs / 1000)} seconds`;
    return new TryLaterError(message, { ...details, hint: `Try again ${when}.`, retryable: true });
  }
  if (status >= 400) return new RejectedError(`The service rejected the request (${status}).`, details);
  return new ProtocolError(`Unexpected response to ${request}: ${status}.`, details);
}

/**
 * Returns the problems in every kind of error body: the platform's objects, the registry's strings, and the `title` and `detail` of the
 * `application/problem+json` that gateways send (RFC 9457); empty for HTML and any other text.
 */
export function serverProblems(body: string): ServerProblem[] {
  const value = jsonIn(body);
  const listed = (value as { errors?: unknown } | null | undefined)?.errors;
  const entries = Array.isArray(listed) ? listed : listed === undefined ? [] : [listed];
  const problems = entries.slice(0, 100).flatMap((entry) => {
    return typeof entry === 'string' || typeof entry === 'number' ? [{ title: String(entry) }] : problemIn(entry);
  });
  return [...problemIn(value), ...problems];
}

function problemIn(value: unknown): ServerProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  const { code, detail, source, title } = value as { [name in 'code' | 'detail' | 'source' | 'title']?: unknown };
  const { header, parameter, pointer } = (source ?? {}) as { [name in 'header' | 'parameter' | 'pointer']?: unknown };
  const fields = { title, detail, pointer, parameter, header, code };
  const texts = Object.entries(fields).filter(([, text]) => typeof text === 'string');
  return texts.length > 0 ? [Object.fromEntries(texts)] : [];
}
