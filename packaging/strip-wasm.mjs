const headerLength = 8;
const customSection = 0;

/**
 * WebAssembly without its custom sections: names and debug information, which no engine needs to run it.
 * https://webassembly.github.io/spec/core/binary/modules.html#sections
 */
export function stripWasm(wasm) {
  const kept = [wasm.subarray(0, headerLength)];
  for (let start = headerLength; start < wasm.length; ) {
    const { value, next } = unsigned(wasm, start + 1);
    if (wasm[start] !== customSection) kept.push(wasm.subarray(start, next + value));
    start = next + value;
  }
  const stripped = Buffer.concat(kept);
  if (!WebAssembly.validate(stripped)) throw new Error('The WebAssembly is not valid without its custom sections.');
  return stripped;
}

/** An unsigned LEB128 number, and the position after it. */
function unsigned(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at };
  }
}
