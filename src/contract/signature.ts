import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** The HMAC-SHA512 of a notification's raw body, keyed with the token, in hexadecimal (docs/protocol/notifications.md#signature). */
export function sign(body: Uint8Array | string, token: string): string {
  return createHmac('sha512', token).update(body).digest('hex');
}

/** Whether a signature is that of exactly these bytes; in constant time, and in either case of its digits. */
export type SignatureCheck = (body: Uint8Array, signature: string) => boolean;

const digestBytes = 64;
/** SHA-512 works on blocks of so many bytes. */
const blockBytes = 128;
/** Larger bodies are not copied behind the key. */
const copiedBytes = 64 * 1024;

/**
 * Checks signatures made with one token. The HMAC of a body of usual size is put together from two digests (RFC 2104), the key
 * being prepared once: `createHmac` takes half as long again for each.
 */
export function createSignatureCheck(token: string): SignatureCheck {
  const key = Buffer.alloc(blockBytes);
  const bytes = Buffer.from(token);
  key.set(bytes.length > blockBytes ? hash('sha512', bytes, 'buffer') : bytes);
  const inner = Buffer.concat([key.map((byte) => byte ^ 0x36)], blockBytes + copiedBytes);
  const outer = Buffer.concat([key.map((byte) => byte ^ 0x5c)], blockBytes + digestBytes);
  const [given, wanted] = [Buffer.alloc(digestBytes), Buffer.alloc(digestBytes)];

  function digestOf(body: Uint8Array): Buffer {
    if (body.length > copiedBytes) return createHmac('sha512', token).update(body).digest();
    inner.set(body, blockBytes);
    // As text of one byte a character: Node makes that in half the time of a buffer.
    outer.write(hash('sha512', inner.subarray(0, blockBytes + body.length), 'binary'), blockBytes, 'latin1');
    wanted.write(hash('sha512', outer, 'binary'), 'latin1');
    return wanted;
  }

  return (body, signature) => isDecoded(signature, given) && timingSafeEqual(given, digestOf(body));
}

/**
 * Decodes a signature; false for what is not 128 hexadecimal digits. Node's decoder stops at what is none, and takes characters
 * beyond ASCII for others: of those no text has as many as it has bytes.
 */
function isDecoded(signature: string, into: Buffer): boolean {
  const digits = digestBytes * 2;
  return (
    signature.length === digits &&
    Buffer.byteLength(signature) === digits &&
    into.write(signature, 'hex') === digestBytes
  );
}
