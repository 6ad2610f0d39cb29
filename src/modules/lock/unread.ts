import { CheckFailedError, type SvcError, UsageError } from '../../base/errors.ts';
import { counted, firstOf } from '../../base/text.ts';
import type { Lock } from './lock-file.ts';

const hint =
  'Write source and version as plain strings. Until then, terraform or tofu has to install it without a lock.';

/** Why calls of a lock could not be read. */
export function unreadIn(lock: Lock): string[] {
  return [...lock.values()].flatMap(({ unread }) => unread ?? []);
}

/** The error about the calls of a lock that cannot be read, if any; with `strict`, a {UsageError} for the first. */
export function unreadError(lock: Lock, strict = false): SvcError | undefined {
  const unread = unreadIn(lock);
  if (unread.length === 0) return undefined;
  if (strict) return new UsageError(`${unread[0]}.`, { hint });
  const message = `${counted(unread.length, 'module call')} cannot be read: ${firstOf(unread, '; ')}.`;
  return new CheckFailedError(message, { hint });
}

/** @throws {SvcError} as {@link unreadError} says */
export function rejectUnread(lock: Lock, strict = false): void {
  const error = unreadError(lock, strict);
  if (error) throw error;
}
