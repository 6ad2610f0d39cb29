import { CheckFailedError, UsageError } from '../base/errors.ts';
import { counted, firstOf } from '../base/text.ts';
import type { Lock } from './lock-file.ts';

/** The calls of a lock that could not be read, with the reasons. */
export function unreadIn(lock: Lock): { module: string; why: string }[] {
  return [...lock].flatMap(([module, { unread }]) => (unread === undefined ? [] : { module, why: unread }));
}

/** @throws {CheckFailedError} for a lock with calls that cannot be read; with `strict`, a {UsageError} */
export function rejectUnread(lock: Lock, strict = false): void {
  const unread = unreadIn(lock);
  if (unread.length === 0) return;
  const Failure = strict ? UsageError : CheckFailedError;
  const what = `${counted(unread.length, 'module call')} cannot be read`;
  throw new Failure(
    `${what}: ${firstOf(
      unread.map(({ why }) => why),
      '; ',
    )}.`,
    {
      hint: 'Write its source and version as plain strings. Until then, terraform or tofu has to install it without a lock.',
    },
  );
}
