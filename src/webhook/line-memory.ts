const usualBytes = 256 * 1024;
/** More than this is not kept for the next use. */
const mostKeptBytes = 8 * 1024 * 1024;
/** Of one UTF-16 unit as UTF-8. */
const maxUnitBytes = 3;
const [quotationMark, backslash, space] = [0x22, 0x5c, 0x20];

/** Lines as they go to a file. The memory is the same from use to use. */
export interface LineMemory {
  readonly length: number;
  /** Valid until something is added. */
  bytes(): Buffer;
  add(text: string): void;
  /** Adds UTF-8 as the inside of a JSON string: a string to be escaped, and the escaped one, would be made only to be thrown away. */
  addEscaped(utf8: Buffer): void;
  clear(): void;
}

export function createLineMemory(): LineMemory {
  let memory = Buffer.allocUnsafeSlow(usualBytes);
  let used = 0;

  /** Makes room for so many bytes more. */
  function reserve(bytes: number): void {
    if (used + bytes <= memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(used + bytes, memory.length * 2));
    memory.copy(larger, 0, 0, used);
    memory = larger;
  }

  function add(text: string): void {
    reserve(text.length * maxUnitBytes);
    used += memory.write(text, used);
  }

  return {
    get length() {
      return used;
    },
    bytes: () => memory.subarray(0, used),
    add,
    addEscaped(utf8) {
      reserve(utf8.length * 2);
      // Variables of its own: those outside are looked up for each byte.
      let [to, at] = [memory, used];
      for (let from = 0; from < utf8.length; from += 1) {
        const byte = utf8[from]!;
        if (byte < space) {
          used = at;
          add(JSON.stringify(String.fromCharCode(byte)).slice(1, -1));
          reserve((utf8.length - from) * 2);
          [to, at] = [memory, used];
          continue;
        }
        if (byte === quotationMark || byte === backslash) {
          to[at] = backslash;
          at += 1;
        }
        to[at] = byte;
        at += 1;
      }
      used = at;
    },
    clear() {
      used = 0;
      if (memory.length > mostKeptBytes) memory = Buffer.allocUnsafeSlow(usualBytes);
    },
  };
}
