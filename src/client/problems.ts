import {
  AuthError,
  type ErrorDetails,
  NotFoundError,
  ProtocolError,
  RejectedError,
  type ServerProblem,
  type SvcError,
  TryLaterError,
} from '../errors.ts';

/** What a server said no with. */
export interface Refusal {
  status: number;
  /** The decoded body. */
  body: string;
  /** Method and URL, masked. */
  request: string;
  /** The wait it asked for, where that was longer than we wait. */
  refusedMs?: number | undefined;
}

/** The error for a status that is not success, with the server's own words in it. */
export function problem({ status, body, request, refusedMs }: Refusal): SvcError {
  const errors = serverWords(body);
  const details: ErrorDetails = { status, request, errors };
  const asked = `${request} answered ${status}`;
  if (status === 401) return new AuthError(`The token was not accepted: ${asked}.`, details);
  if (status === 403) return new AuthError(`Not allowed: ${asked}.`, details);
  if (status === 404) return new NotFoundError(`Not found, or not yours to see: ${asked}.`, details);
  if (status === 429) {
    return new TryLaterError(`Too many requests: ${asked}.`, { ...details, ...later(refusedMs), retryable: true });
  }
  if (status >= 500) {
    return new TryLaterError(`The service failed: ${asked}.`, { ...details, ...later(refusedMs), retryable: true });
  }
  if (status >= 400) return new RejectedError(`The service refused: ${asked}.`, details);
  return new ProtocolError(`An answer that means nothing here: ${asked}.`, details);
}

function later(refusedMs: number | undefined): ErrorDetails {
  return {
    hint: refusedMs === undefined ? 'Try again later.' : `Try again in ${Math.ceil(refusedMs / 1000)} seconds.`,
  };
}

/** Both kinds of error body, the platform's objects and the registry's strings, as one; nothing for HTML or noise. */
export function serverWords(body: string): ServerProblem[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [];
  }
  const listed = (value as { errors?: unknown } | null)?.errors;
  const entries = Array.isArray(listed) ? listed : listed === undefined ? [] : [listed];
  return entries.slice(0, 100).flatMap(oneProblem);
}

function oneProblem(entry: unknown): ServerProblem[] {
  if (typeof entry === 'string' || typeof entry === 'number') return [{ title: String(entry) }];
  if (typeof entry !== 'object' || entry === null) return [];
  const { title, detail, source } = entry as { title?: unknown; detail?: unknown; source?: { pointer?: unknown } };
  const found: ServerProblem = {};
  if (typeof title === 'string') found.title = title;
  if (typeof detail === 'string') found.detail = detail;
  if (typeof source?.pointer === 'string') found.pointer = source.pointer;
  return Object.keys(found).length > 0 ? [found] : [];
}
