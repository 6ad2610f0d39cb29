import { isUtf8 } from 'node:buffer';

/** Half of a surrogate pair, which decoded text never contains alone. */
const stray = /(?<![\ud800-\udbff])\udcff/;

/** The text of a file of the language; what is not UTF-8 becomes a character that {@link strayByte} finds. */
export function textOfBytes(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return isUtf8(bytes) ? text : text.replaceAll('\ufffd', '\udcff');
}

/** The offset of the first byte that is not UTF-8; -1 without one. */
export function strayByte(text: string): number {
  return text.search(stray);
}
