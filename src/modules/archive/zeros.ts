const zeros = Buffer.alloc(64 * 1024);

/** Whether every byte is zero. */
export function isAllZero(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const part = bytes.subarray(at, at + zeros.length);
    if (!zeros.subarray(0, part.length).equals(part)) return false;
  }
  return true;
}
