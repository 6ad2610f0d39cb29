import { startDeadline } from '../../api/client/deadline.ts';
import type { Endpoint, Input, ReplyOf } from '../../api/contract/endpoint.ts';
import { account, type User } from '../../api/contract/platform/account.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import type { Context } from '../../cli/context.ts';
import type { Setting } from '../../cli/settings/sources.ts';
import { after, Skipped } from './result.ts';

/** The parts that the checks examine. Each part is looked up once, and shared. */
export interface Subject {
  context: Context;
  /** Time limit of each request. */
  limitMs: number;
  /** Returns the effective address. @throws {Skipped} without a valid address */
  address(): Setting<URL>;
  /**
   * Returns the source of the effective token. @throws {Skipped} without a token, and for a token in the keyring; {UsageError} for a
   * token that a header cannot contain
   */
  token(): Pick<Setting<string>, 'origin'>;
  /** Returns the user of the token. @throws {SvcError} for a rejection */
  user(): Promise<User>;
  /** Sends the request that any command would send, once. @throws {SvcError} as every command */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ReplyOf<E>>;
}

const defaultLimitMs = 5_000;

export function createSubject(context: Context): Subject {
  // Report a missing profile in one check, and run the others without it.
  context.settings.mayMakeProfile();
  // Another check reports an invalid setting.
  const limitMs = unlessThrown(() => context.settings.lookup('timeout')?.value) ?? defaultLimitMs;
  let user: Promise<User> | undefined;
  const subject: Subject = {
    context,
    limitMs,
    address() {
      const found = unlessThrown(() => context.settings.knownAddress());
      if (found) return found;
      throw new Skipped('Not checked: no valid address.');
    },
    token() {
      const { origin } = subject.address().value;
      const found = context.credentials.find(origin, 'platform');
      if (found?.entry) throw new Skipped(`Not checked: the token is in the keyring (${found.origin}).`, 'svc whoami');
      if (found) return found;
      throw new Skipped(`No token for ${origin}.`, `svc login ${origin}`);
    },
    user() {
      user ??= subject.call(account.details, {}).then(({ data }) => data);
      return user;
    },
    async call(endpoint, input) {
      await after('settings', context.client());
      const { end, signal } = startDeadline(limitMs, context.host.signal);
      return context.platform(endpoint, input, { retries: 0, signal }).finally(end);
    },
  };
  return subject;
}
