import { UsageError } from '../../errors.ts';
import type { Profile } from '../../settings/config.ts';

/**
 * A profile's token belongs to the origin of its address: another address must not take it along.
 * @throws {UsageError} for a change that would send the token elsewhere
 */
export function keepTokenAtHome(name: string, { address, token }: Profile, next: string | undefined): void {
  if (token === undefined) return;
  const [from, to] = [originOf(address), originOf(next)];
  if (from !== undefined && from === to) return;
  throw new UsageError(`Profile ${name} holds a token${from ? ` for ${from}` : ''}, which must not go anywhere else.`, {
    hint: to
      ? `svc login ${to}, svc profile create NAME --address ${to}, or svc logout first.`
      : `svc logout --profile ${name} first.`,
  });
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}
