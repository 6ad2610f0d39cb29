import { AuthError, type SvcError, TryLaterError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import { doubt, mayBeDone, type Settled } from './attempts.ts';
import type { Asking, Attempted, FollowingDeps, SendOptions } from './follow-redirects.ts';
import { problem } from './problems.ts';

/** The error for a rejection: of a token, with its source and what to type. */
export async function rejectionOf(
  answer: Settled<Attempted<unknown>>,
  asked: Asking,
  options: SendOptions,
  deps: Pick<FollowingDeps, 'shell' | 'tokenFor' | 'tokenHint'>,
): Promise<SvcError> {
  const { attempts, status, rejection: body, url, tooLongMs } = answer;
  const { method } = asked;
  const error = problem({ status, body, request: `${method} ${maskUrl(url)}`, tooLongMs, attempts });
  if (answer.mayBeDone)
    return new TryLaterError(`${error.message} ${mayBeDone(method)}`, { ...error, ...doubt(url, deps.shell) });
  if (!(error instanceof AuthError)) return error;
  const { anonymous, audience } = options;
  const token = anonymous ? undefined : await deps.tokenFor(url.origin, audience);
  // A place that only a redirect names gets no login.
  const isElsewhere = url.origin !== asked.url.origin;
  const next = anonymous || isElsewhere ? undefined : deps.tokenHint(url.origin, audience);
  // What svc login stores is not read while the variable is set.
  const isVariable = token?.origin.kind === 'environment';
  const remedy = isVariable ? ' Set it to another token, or unset it.' : next && ` To replace it: ${next}`;
  const hint = token ? `The token came from ${token.origin}.${remedy ?? ''}` : next;
  const denied = token ? error.message : 'Not allowed without a token.';
  const message = status === 401 ? `${url.host} ${token ? 'rejected the' : 'requires a'} token.` : denied;
  const challenge = isElsewhere ? undefined : answer.headers.get('www-authenticate');
  return new AuthError(message, { ...error, challenge, hint });
}
