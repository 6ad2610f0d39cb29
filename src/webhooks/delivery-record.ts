import { isUtf8 } from 'node:buffer';
import type { Delivery } from './delivery.ts';
import { verdicts } from './inspector/page/verdicts.mjs';

/** A stored delivery in JSON output: the body as text if it is UTF-8, otherwise in base64. */
export type DeliveryRecord = ReturnType<typeof recordOf>;

/** Returns the record of a delivery. */
export function recordOf(delivery: Delivery) {
  const { id, at, verified, verdict, cause, reason, signedWith, method, path, trigger, status, marks } = delivery;
  const { body, bodySize, headers, movedBy, notification } = delivery;
  const bytes = isUtf8(body) ? { body: body.toString() } : { base64: body.toString('base64') };
  return {
    ...{ id, at, verified, verdict, verdictText: verdicts[verdict].words, cause, reason, signedWith, status },
    ...{ method, path, trigger, marks, notification, headers, bodySize },
    ...bytes,
    ...(movedBy && { movedBy }),
  };
}

/** Returns a delivery as an event of a listener. A repeated delivery has the id of the first, which is stored; an unstored one has none. */
export function eventOf(delivery: Delivery) {
  const { id, at, verified, reason, isStored, repeats, signedWith, trigger, status, notification, failure } = delivery;
  const idFields = repeats === undefined ? { id } : { id: repeats, repeated: true };
  return {
    event: 'delivery',
    ...(isStored === false ? { id: null, stored: false } : idFields),
    ...{ at, verified, reason, signedWith, trigger, status, notification },
    ...(failure !== undefined && { failure }),
  };
}
