import { rejectArchive, shownBytes } from './rejection.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 or rejects: readers disagree on names in other encodings. */
export function decodeName(bytes: Buffer, start = 0, end = bytes.length): string {
  const text = bytes.toString('latin1', start, end);
  if (!/[^\0-\x7f]/.test(text)) return text;
  const part = bytes.subarray(start, end);
  try {
    return utf8.decode(part);
  } catch (cause) {
    return rejectArchive(`the name ${shownBytes(part)} is not UTF-8`, cause);
  }
}
