import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withSources } from '../packaging/sources.mjs';
import { ownFiles, rawText } from '../rolldown.config.mjs';
import { checkExpressions, expressions } from './expressions.mjs';
import { hostileTexts, readers } from './hostile-texts.mjs';

const size = 256 * 1024;
/** The expressions that src builds at run time; they are checked in the form in which they are built. */
const madeExpressions = {
  name: 'made-expressions',
  transform(code, id) {
    const isOwn = /[\\/]src[\\/]/.test(id) && !id.includes('node_modules') && code.includes('new RegExp(');
    return isOwn ? { code: code.replaceAll('new RegExp(', 'new globalThis.MadeRegExp('), map: null } : null;
  },
};

/** jq looks for its WebAssembly file in its own folder. */
const jqWasm = {
  name: 'jq-wasm',
  generateBundle() {
    const source = readFileSync(createRequire(import.meta.url).resolve('jq-web/jq.wasm'));
    this.emitFile({ type: 'asset', fileName: 'jq.wasm', source });
  },
};

/** Times below this are noise. */
const noiseMs = 50;
const mostTimes = 20;
const mostGrowth = 3;
const candidates = 12;

/** Measures the user CPU of every reader of others' text, with hostile text and with letters of the same size. Checks every regular expression. */
export async function run() {
  delete process.env.NODE_EXTRA_CA_CERTS;
  const made = [];
  globalThis.MadeRegExp = class extends RegExp {
    constructor(pattern, flags = '') {
      super(pattern, flags);
      made.push({ file: '(made of parts)', pattern, flags });
    }
  };
  const wanted = process.env.READER;
  const rows = readers.filter(([name]) => !wanted || wanted.split(',').some((part) => name.includes(part)));
  const files = Object.fromEntries(rows.map(([, file]) => [file.replaceAll('/', '-'), `src/${file}.ts`]));
  let failed = 0;
  const passMs = await passCost();
  console.log(`One pass over the characters of 256 KiB takes ${passMs.toFixed(1)} ms.`);
  console.log('                                        letters  256 KiB  512 KiB  worst text');
  await withSources(
    files,
    async (modules) => {
      for (const [name, file, callOf, options] of rows)
        failed += await measure(name, callOf(modules[file.replaceAll('/', '-')]), passMs, options).catch((error) => {
          console.log(`NO   ${name}: ${error.message}`);
          return 1;
        });
    },
    [rawText(), ownFiles(), jqWasm, madeExpressions],
  );
  if (!wanted) {
    const { count, accepted, faults } = checkExpressions([...expressions('src'), ...made]);
    for (const fault of faults) console.log(`NO   ${fault}`);
    failed += faults.length;
    console.log(`${count} regular expressions, ${accepted} of them accepted with a limit`);
  }
  if (failed > 0) process.exitCode = 1;
  console.log(`${failed === 0 ? 'yes' : 'NO '}  no text costs more than its length (${rows.length} readers)`);
}

// Collect garbage before each measurement, so that one text does not pay for another.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** Finds the most expensive text of a reader, and returns 1 if it costs too much. All texts are tried at 32 KiB, the most expensive at 256 KiB. */
async function measure(name, call, passMs, options) {
  const letters = await median(call, plainText(options?.plain));
  // Many readers handle letters faster than other text, so the limit is the higher of two costs: that of the letters, and of one pass over characters.
  const most = mostTimes * Math.max(letters, passMs);
  let bytes = size / 8;
  const tried = [];
  for (const [what, text] of hostileTexts(bytes, options)) tried.push({ what, ms: await cost(call, text) });
  const slowest = new Set(
    byCost(tried)
      .slice(0, candidates)
      .map(({ what }) => what),
  );
  const textOf = (worst, length) => [...hostileTexts(length, options)].find(([what]) => what === worst)[1];
  let [{ what }] = byCost(tried);
  let ms = await median(call, textOf(what, bytes));
  // A reader that is this slow at a small size would take minutes.
  if (ms <= most) {
    bytes = size;
    const large = [];
    for (const [each, text] of hostileTexts(bytes, options)) {
      if (slowest.has(each)) large.push({ what: each, ms: await cost(call, text) });
    }
    [{ what }] = byCost(large);
    ms = await median(call, textOf(what, bytes));
  }
  const isSlow = ms > most;
  const twice = isSlow ? Number.NaN : await median(call, textOf(what, 2 * size));
  const isSteep = twice > Math.max(mostGrowth * ms, 2 * noiseMs) && (await isCurve());
  // A step in the time may come from the processor's caches; quadratic time shows the step at every size.
  async function isCurve() {
    return (await median(call, textOf(what, 4 * size))) > mostGrowth * twice;
  }
  const isFaulty = isSlow || isSteep;
  const figures = [letters, ms, twice].map((each) => each.toFixed(1).padStart(8)).join(' ');
  console.log(
    `${isFaulty ? 'NO ' : 'yes'}  ${name.padEnd(34)} ${figures}  ${bytes < size ? '(32 KiB) ' : ''}${what.slice(0, 60)}`,
  );
  return Number(isFaulty);
}

/** Returns the ms that this machine needs to look once at each character of a text of that size. */
async function passCost() {
  const all = [];
  for (let round = 0; round < 21; round += 1)
    all.push(await median((text) => Array.from(text, (character) => character.codePointAt(0)), plainText()));
  return all.sort((a, b) => a - b)[10];
}

const byCost = (tried) => tried.sort((a, b) => b.ms - a.ms);

/** Returns letters; for a reader of lists, the shortest plain list. */
function plainText(plain = 'a') {
  return typeof plain === 'string' ? plain.repeat(size / plain.length) : plain(size);
}

async function median(call, text) {
  const all = [];
  for (let round = 0; round < 5; round += 1) {
    collectGarbage();
    all.push(await cost(call, text));
  }
  return all.sort((a, b) => a - b)[2];
}

/** Returns the user CPU of this process in ms for a call, even if the call rejects the text. */
async function cost(call, text) {
  const before = process.cpuUsage();
  try {
    await call(text);
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
  }
  return process.cpuUsage(before).user / 1000;
}
