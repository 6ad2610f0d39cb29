import { CheckFailedError, type SvcError, UsageError } from '../base/errors.ts';
import { counted, firstOf } from '../base/text.ts';
import type { Lock } from './lock-file.ts';

/** The calls of a lock that could not be read, with the reasons. */
export function unreadIn(lock: Lock): { module: string; why: string }[] {
  return [...lock].flatMap(([module, { unread }]) => (unread === undefined ? [] : { module, why: unread }));
}

/** The error about the calls of a lock that cannot be read, if any. */
export function unreadError(lock: Lock, strict = false): SvcError | undefined {
  const unread = unreadIn(lock);
  if (unread.length === 0) return undefined;
  const Failure = strict ? UsageError : CheckFailedError;
  const what = `${counted(unread.length, 'module call')} cannot be read`;
  return new Failure(
    `${what}: ${firstOf(
      unread.map(({ why }) => why),
      '; ',
    )}.`,
    {
      hint: 'Write its source and version as plain strings. Until then, terraform or tofu has to install it without a lock.',
    },
  );
}

/** @throws {CheckFailedError} for a lock with calls that cannot be read; with `strict`, a {UsageError} */
export function rejectUnread(lock: Lock, strict = false): void {
  const error = unreadError(lock, strict);
  if (error) throw error;
}
