import { isUtf8 } from 'node:buffer';
import type { Delivery } from './delivery.ts';
import { verdicts } from './inspector/page/verdicts.mjs';

/** A delivery as machines get it from the journal: its bytes as text where that keeps all of them, else in base64. */
export type DeliveryRecord = ReturnType<typeof recordOf>;

/** A delivery as a record. */
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

/** A delivery as one of the events of a listener. A repeated one has the id of the first, which is stored; one that is not stored has none. */
export function eventOf(delivery: Delivery) {
  const { id, at, verified, reason, isStored, repeats, signedWith, trigger, status, notification, failure } = delivery;
  const known = repeats === undefined ? { id } : { id: repeats, repeated: true };
  return {
    event: 'delivery',
    ...(isStored === false ? { id: null, stored: false } : known),
    ...{ at, verified, reason, signedWith, trigger, status, notification },
    ...(failure !== undefined && { failure }),
  };
}
