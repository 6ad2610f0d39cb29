import { isUtf8 } from 'node:buffer';

/** Half of a surrogate pair, which decoded text never contains alone. */
const stray = /(?<![\ud800-\udbff])\udcff/;

/** Decodes a file of the language; a byte that is not UTF-8 becomes a character that {@link strayByte} finds. */
export function textOfBytes(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return isUtf8(bytes) ? text : text.replaceAll('\ufffd', '\udcff');
}

/** Returns the offset of the first byte that is not UTF-8; -1 without one. */
export function strayByte(text: string): number {
  return text.search(stray);
}
