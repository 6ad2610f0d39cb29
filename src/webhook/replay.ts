import { CheckFailedError } from '../base/errors.ts';
import type { Delivery } from './delivery.ts';

/**
 * Whether a delivery may be signed again. Signing an unverified one would authenticate content of unknown origin, so it requires a flag.
 * @throws {CheckFailedError} for a delivery that was not verified, unless that is allowed; `hint` says how; for one that is not whole
 */
export function checkReplayable(
  delivery: Pick<Delivery, 'body' | 'bodySize' | 'id' | 'reason' | 'verified'>,
  allowUnverified: boolean,
  hint?: string,
): void {
  const { id, reason, verified } = delivery;
  if (!verified && !allowUnverified) {
    throw new CheckFailedError(`Delivery ${id} was not verified, so it is not signed: ${reason}`, { hint });
  }
  checkWhole(delivery);
}

/** @throws {CheckFailedError} for a delivery of which only the beginning is stored */
export function checkWhole({ body, bodySize, id }: Pick<Delivery, 'body' | 'bodySize' | 'id'>): void {
  if (body.length === bodySize) return;
  throw new CheckFailedError(
    `Only the first ${body.length} of ${bodySize} bytes of delivery ${id} are stored: it was not accepted.`,
  );
}
