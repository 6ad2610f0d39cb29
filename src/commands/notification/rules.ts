import { hasExtra } from '../../cli/set-flag.ts';
import { UsageError } from '../../errors.ts';
import type { NotificationFlags } from './flags.ts';

/** What a new configuration is made of, besides its workspaces. */
export type Described = NotificationFlags & { destinationType?: string | undefined; token?: string | undefined };

/**
 * Refuses what is certain to be refused (docs/protocol/notifications.md#fields). Of kinds of destination that nobody here knows
 * nothing is certain.
 * @throws {UsageError} naming the flag
 */
export function refuseContradictions(given: Described): void {
  const { destinationType: kind = '', set, url, user } = given;
  const refuse = (flag: string, reason: string) => {
    throw new UsageError(`${flag}: ${reason}; the destination type is ${kind}.`);
  };
  if (kind === 'email' && (url !== undefined || hasExtra(set, 'url'))) refuse('--url', 'e-mail has none');
  if (isWeb(kind) && user !== undefined) refuse('--user', 'only e-mail is sent to users');
}

/** Whether a kind of destination is known to need a URL. */
export function isWeb(kind: string | undefined): boolean {
  return kind === 'generic' || kind === 'slack';
}
