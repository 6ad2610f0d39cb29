import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signature of a notification: the HMAC-SHA512 of its raw body, keyed with the token, in lower-case hexadecimal (part 1, Events). */
export function sign(body: Uint8Array | string, token: string): string {
  return createHmac('sha512', token).update(body).digest('hex');
}

/** Whether a signature is that of exactly these bytes; in constant time, and in either case of its digits. */
export function verify(body: Uint8Array | string, signature: string, token: string): boolean {
  const [given, wanted] = [Buffer.from(signature.toLowerCase()), Buffer.from(sign(body, token))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
