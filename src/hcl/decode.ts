import { isUtf8 } from 'node:buffer';

/** Half of a surrogate pair, which decoded text never contains alone: byte 0x80 is U+DC80, byte 0xFF is U+DCFF. */
const stray = /(?<![\ud800-\udbff])[\udc80-\udcff]/;

/** The text of a file of the language; a byte that is not UTF-8 becomes a character that {@link strayByte} finds. */
export function textOfBytes(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at]!);
    const part = bytes.subarray(at, at + length);
    const isWhole = part.length === length && isUtf8(part);
    text += isWhole ? decoder.decode(part) : String.fromCharCode(0xdc00 + bytes[at]!);
    at += isWhole ? length : 1;
  }
  return text;
}

/** The offset of the first byte that is not UTF-8; -1 without one. */
export function strayByte(text: string): number {
  return text.search(stray);
}

function sequenceLength(first: number): number {
  if (first < 0xc0) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}
