import { CheckFailedError } from '../errors.ts';
import type { Delivery } from './delivery.ts';

/**
 * What may be signed anew. Signing what nobody proved would vouch for what a stranger may have written, so it takes a word.
 * @throws {CheckFailedError} for a delivery that was not verified, unless that is allowed; `hint` says how
 */
export function checkReplayable(
  { id, reason, verified }: Pick<Delivery, 'id' | 'reason' | 'verified'>,
  allowUnverified: boolean,
  hint?: string,
): void {
  if (verified || allowUnverified) return;
  throw new CheckFailedError(`Delivery ${id} was not verified, so it is not signed: ${reason}`, { hint });
}
