import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const headerLength = 8;
const customSection = 0;

/** Returns the WebAssembly file of jq, which jq's script looks for in its own folder. */
export function jqWasm() {
  return {
    name: 'jq-wasm',
    generateBundle() {
      const source = stripped(readFileSync(createRequire(import.meta.url).resolve('jq-web/jq.wasm')));
      this.emitFile({ type: 'asset', fileName: 'chunks/jq.wasm', source });
    },
  };
}

/** Returns undici's parser as a file. undici has it as 72 KB of base64 in a script, which each start would scan as code. */
export function parserWasm() {
  return {
    name: 'parser-wasm',
    transform(code, id) {
      if (!id.replaceAll('\\', '/').endsWith('/undici/lib/llhttp/llhttp-wasm.js')) return null;
      const [, base64] = /'(AGFzb[\w+/=]+)'/.exec(code) ?? [];
      if (!base64) throw new Error('undici has its parser in another form than packaging/wasm.mjs reads.');
      this.emitFile({ type: 'asset', fileName: 'chunks/llhttp.wasm', source: stripped(Buffer.from(base64, 'base64')) });
      // The optimizing compiler needs longer for the parser than a command runs; the baseline compiler is enough. The flag is set after
      // Node's modules are loaded: once a flag has changed, V8 compiles them instead of taking them from Node's cache.
      const script = `if (process.versions.bun === undefined) require('node:v8').setFlagsFromString('--liftoff-only');
        module.exports = require('node:fs').readFileSync(require('node:path').join(__dirname, 'llhttp.wasm'));`;
      return { code: script, map: null };
    },
  };
}

/**
 * Removes the custom sections of WebAssembly: names and debug information, which no engine needs to run it.
 * https://webassembly.github.io/spec/core/binary/modules.html#sections
 */
function stripped(wasm) {
  const kept = [wasm.subarray(0, headerLength)];
  for (let start = headerLength; start < wasm.length; ) {
    const { value, next } = unsigned(wasm, start + 1);
    if (wasm[start] !== customSection) kept.push(wasm.subarray(start, next + value));
    start = next + value;
  }
  const result = Buffer.concat(kept);
  if (!WebAssembly.validate(result)) throw new Error('The WebAssembly is not valid without its custom sections.');
  return result;
}

/** Returns an unsigned LEB128 number, and the position after it. */
function unsigned(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at };
  }
}
