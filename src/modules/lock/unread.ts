import { CheckFailedError, type SvcError, UsageError } from '../../base/errors.ts';
import { counted, firstOf } from '../../base/text.ts';
import { parseCallSource } from './call-source.ts';
import type { Lock, LockedCall } from './lock-file.ts';

/** Returns the reasons why calls of a lock could not be read. */
export function unreadIn(lock: Lock): string[] {
  return [...lock.values()].flatMap(({ unread }) => unread ?? []);
}

/** Returns the error for the calls of a lock that cannot be read, if any; with `strict`, a {UsageError} for the first. */
export function unreadError(lock: Lock, strict = false): SvcError | undefined {
  const unread = unreadIn(lock);
  const first = [...lock.values()].find((call) => call.unread !== undefined);
  if (first === undefined) return undefined;
  const hint = `${whatToWrite(first)} Until then, terraform or tofu has to install it without a lock.`;
  if (strict) return new UsageError(`${unread[0]}.`, { hint });
  const message = `${counted(unread.length, 'module call')} cannot be read: ${firstOf(unread, '; ')}.`;
  return new CheckFailedError(message, { hint });
}

function whatToWrite({ source, unread = '' }: LockedCall): string {
  if (unread.includes('svc cannot evaluate')) return 'Write source and version as plain strings.';
  try {
    parseCallSource(source);
    return 'Correct its version.';
  } catch (error) {
    return (error as SvcError).hint ?? '';
  }
}

/** @throws {SvcError} the error that {@link unreadError} returns */
export function rejectUnread(lock: Lock, strict = false): void {
  const error = unreadError(lock, strict);
  if (error) throw error;
}
