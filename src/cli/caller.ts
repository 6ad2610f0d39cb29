import type { Endpoint } from '../contract/endpoint.ts';
import { account, type User } from '../contract/platform/account.ts';
import { AuthError, NotFoundError } from '../errors.ts';
import { printable } from '../terminal/printable.ts';
import type { Platform } from './context.ts';

const timeoutMs = 2_000;
const longestName = 100;

/**
 * Adds the user of the token to an error about access: `with this token (user olive)`. Asks for the user after a 403, and after the
 * 404 of a write, with which the platform denies access (docs/protocol/conventions.md#access).
 */
export async function withCaller(
  error: unknown,
  { method }: Endpoint,
  callerOf: () => Promise<string | undefined>,
): Promise<unknown> {
  const isDenied =
    (error instanceof AuthError && error.status === 403) ||
    (error instanceof NotFoundError && error.status === 404 && method !== 'GET');
  if (!isDenied) return error;
  const caller = await callerOf();
  if (caller === undefined) return error;
  const message = error.message.replace(/\bthis token\b/i, (phrase) => `${phrase} (${caller})`);
  return new (error instanceof AuthError ? AuthError : NotFoundError)(message, error);
}

/** The user of the token, as a message names it; undefined if the service does not say. */
export async function describeCaller(call: Platform): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { data } = await call(account.details, {}, { redirects: 0, retries: 0, signal });
    return callerName(data);
  } catch {
    return undefined;
  }
}

/** assumed: `authenticated-resource` tells the kind of token, such as `teams` (docs/protocol/account.md#assumed). */
export function tokenOwner({ relationships }: User): unknown {
  return (relationships?.['authenticated-resource'] as { data?: { type?: unknown } | null } | undefined)?.data?.type;
}

function callerName(user: User): string | undefined {
  const owner = tokenOwner(user);
  if (owner === 'teams') return 'team token';
  if (owner === 'organizations') return 'organization token';
  const { 'is-service-account': isService, username } = user.attributes;
  if (!username) return undefined;
  return `${isService ? 'service user' : 'user'} ${printable(username.slice(0, longestName))}`;
}
