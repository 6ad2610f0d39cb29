import { CheckFailedError, type SvcError, UsageError } from '../base/errors.ts';
import { counted, firstOf } from '../base/text.ts';
import type { Lock } from './lock-file.ts';

/** Why calls of a lock could not be read. */
export function unreadIn(lock: Lock): string[] {
  return [...lock.values()].flatMap(({ unread }) => unread ?? []);
}

/** The error about the calls of a lock that cannot be read, if any. */
export function unreadError(
  lock: Lock,
  Failure: new (...words: ConstructorParameters<typeof SvcError>) => SvcError = CheckFailedError,
): SvcError | undefined {
  const unread = unreadIn(lock);
  if (unread.length === 0) return undefined;
  const message = `${counted(unread.length, 'module call')} cannot be read: ${firstOf(unread, '; ')}.`;
  return new Failure(message, {
    hint: 'Write source and version as plain strings. Until then, terraform or tofu has to install it without a lock.',
  });
}

/** @throws {CheckFailedError} for a lock with calls that cannot be read; with `strict`, a {UsageError} */
export function rejectUnread(lock: Lock, strict = false): void {
  const error = unreadError(lock, strict ? UsageError : CheckFailedError);
  if (error) throw error;
}
