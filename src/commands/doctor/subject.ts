import { startDeadline } from '../../api/client/deadline.ts';
import type { Endpoint, Input, ReplyOf } from '../../api/contract/endpoint.ts';
import { account, type User } from '../../api/contract/platform/account.ts';
import { AuthError } from '../../base/errors.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import type { Context } from '../../cli/context.ts';
import { resultAfter, Skipped } from './result.ts';

/** The configuration that the checks examine. Each value is looked up once, and shared. */
export class Subject {
  /** Time limit of each request. */
  readonly limitMs: number;
  #user: Promise<User> | undefined;

  constructor(readonly context: Context) {
    // A missing profile is reported by one check; the other checks run without it.
    context.settings.allowMissingProfile();
    // Another check reports an invalid setting.
    this.limitMs = unlessThrown(() => context.settings.lookup('timeout')?.value) ?? 5_000;
  }

  /**
   * Returns the source of the effective token. @throws {AuthError} without a token; {Skipped} without a valid address, and for a token in the keyring;
   * {UsageError} for a token that a header cannot contain
   */
  token() {
    const { credentials, settings } = this.context;
    const address = unlessThrown(() => settings.knownAddress());
    if (!address) throw new Skipped('Not checked: no valid address.');
    const { origin } = address.value;
    const token = credentials.find(origin, 'platform');
    if (token?.entry) throw new Skipped(`Not checked: the token is in the keyring (${token.origin}).`, 'svc whoami');
    if (token) return token;
    throw new AuthError(`No token for ${origin}.`, { hint: `svc login ${origin}` });
  }

  hasToken(): boolean {
    return unlessThrown(() => this.token() !== undefined) ?? false;
  }

  /** Returns the user of the token. @throws {SvcError} for a rejection */
  user(): Promise<User> {
    this.#user ??= this.call(account.details, {}).then(({ data }) => data);
    return this.#user;
  }

  /** Sends a request as any command would, but without retries. @throws {SvcError} as every command */
  async call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ReplyOf<E>> {
    const { context, limitMs } = this;
    await resultAfter('settings', context.client());
    const { end, signal } = startDeadline(limitMs, context.host.signal);
    return context.platform(endpoint, input, { retries: 0, signal }).finally(end);
  }
}
