import { UsageError } from '../../base/errors.ts';
import type { Profile } from '../../cli/settings/config.ts';
import { originOf } from '../../cli/settings/credentials.ts';

/**
 * Rejects a change of address that would send a profile's token to another origin: the token belongs to the origin of its address.
 * @throws {UsageError} for such a change
 */
export function keepTokenAtHome(name: string, { address, keyring, token }: Profile, next: string | undefined): void {
  if (token === undefined && !keyring) return;
  const [from, to] = [originOf(address), originOf(next)];
  if (from !== undefined && from === to) return;
  throw new UsageError(
    `Profile ${name} has a token${from ? ` for ${from}` : ''}. svc does not send it to another address.`,
    {
      hint: to
        ? `Log in there with svc login ${to}, create another profile with svc profile create NAME --address ${to}, or run svc logout first.`
        : `Run svc logout --profile ${name} first.`,
    },
  );
}
