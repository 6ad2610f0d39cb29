import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the HMAC-SHA512 of a notification's raw body, keyed with the token, in hexadecimal (docs/protocol/notifications.md#signature). */
export function sign(body: Uint8Array | string, token: string): string {
  return createHmac('sha512', token).update(body).digest('hex');
}

/** Returns whether a text is 128 hexadecimal digits. */
export function isSignatureForm(text: string): boolean {
  return /^[0-9A-Fa-f]{128}$/.test(text);
}

/** Returns whether a signature matches exactly these bytes; in constant time, ignoring the case of its digits. */
export function isSignatureOf(body: Uint8Array, signature: string, token: string): boolean {
  // Node's decoder stops at the first character that is not a digit, and misreads characters beyond ASCII.
  if (!isSignatureForm(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha512', token).update(body).digest());
}
