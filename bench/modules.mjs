import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/experimental';
import config from '../rolldown.config.mjs';
import { median } from './pairs.mjs';
import { row } from './table.mjs';

const chunks = ['main', 'program', 'schemas', 'context', 'http', 'banner', 'banners'];
const { minify } = config.output;

/** The cost of the ten largest modules of one GET (`svc banner list`): their minified size, and the time to compile each in a process of its own. */
export async function run({ quick }) {
  const runs = quick ? 5 : 21;
  const { output, ...input } = config;
  const bundle = await rolldown({ ...input, cwd: resolve(import.meta.dirname, '..'), logLevel: 'silent' });
  const built = await bundle.generate({ ...output, minify: false });
  const loaded = built.output.filter((chunk) => chunk.type === 'chunk' && chunks.includes(chunk.name));
  const modules = loaded.flatMap((chunk) => Object.entries(chunk.modules)).map(([id, { code }]) => sized(id, code));
  const folder = mkdtempSync(join(tmpdir(), 'svc-modules-'));
  try {
    const largest = modules.sort((a, b) => b.text.length - a.text.length).slice(0, 10);
    return largest.map(({ id, text }) => {
      const file = join(folder, 'module.cjs');
      // Compile each module as a function, like in the bundle: V8 compiles that at once, and the functions in it when they are called.
      writeFileSync(file, `(function (exports, module, require) {${text}\n})`);
      const took = Array.from({ length: runs }, () => compiling(file));
      return row(`${id}, ${(text.length / 1000).toFixed(1)} KB, to compile`, median(took), 'ms');
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sized(id, code) {
  const { code: text } = minifySync('module.js', code ?? '', {
    ...minify,
    mangle: { ...minify.mangle, toplevel: true },
  });
  return { id: id.replaceAll('\\', '/').replace(/^.*\/(?=node_modules\/|src\/)/, ''), text };
}

/** The milliseconds that a new process needs to compile a file. */
function compiling(file) {
  const script = `const vm = require('node:vm'); const text = require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8');
    new vm.Script('(function () {})'); const began = process.hrtime.bigint(); new vm.Script(text);
    console.log(Number(process.hrtime.bigint() - began) / 1e6);`;
  return Number(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout);
}
