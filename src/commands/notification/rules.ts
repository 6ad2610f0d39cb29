import { contradiction } from '../../cli/contradictions.ts';
import { hasExtra } from '../../cli/set-flag.ts';
import type { NotificationFlags } from './flags.ts';

/** The values of a new configuration, except its workspaces. */
export type Described = NotificationFlags & { destinationType?: string | undefined; token?: string | undefined };

/**
 * Rejects values that the service certainly rejects (docs/protocol/notifications.md#fields). For unknown destination types, the
 * service decides.
 * @throws {UsageError} with the flag
 */
export function rejectContradictions(given: Described): void {
  const { destinationType: kind = '', set, url, user } = given;
  const type = `--destination-type ${kind}`;
  if (kind === 'email' && (url !== undefined || hasExtra(set, 'url'))) throw contradiction('--url', type);
  if (isWeb(kind) && user !== undefined) throw contradiction('--user', type);
}

/** Whether a destination type needs a URL. */
export function isWeb(kind: string | undefined): boolean {
  return kind === 'generic' || kind === 'slack';
}
