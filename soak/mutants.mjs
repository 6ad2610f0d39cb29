import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

const webhook = (...names) => names.map((name) => `src/webhooks/${name}.ts`);

/** The parts of src whose code must not change without a failing test. */
const rooms = {
  ...{
    sandbox: ['src/sandbox'],
    client: ['src/api/client'],
    archive: ['src/modules/archive'],
    lock: ['src/modules/lock'],
  },
  signature: webhook('verify', 'signature-header', 'diagnose', 'classify', 'mistakes', 'json-variants'),
  listener: webhook('listener', 'request-handler', 'connections', 'delivery', 'journal', 'delivery-record', 'recorder'),
  apply: ['src/platform/site'],
};

/** Excludes tests of the built program, and tests that read all sources at once. */
const built = ['--exclude=test/{bin,docs,packaging,reference,compatibility}/**', '--exclude=test/*.test.ts'];
const unnamed = 'no test, but the run: it was endless or ended early';

function filesOf(paths) {
  const { stdout } = spawnSync('git', ['ls-files', ...paths], { encoding: 'utf8' });
  return stdout.split('\n').filter((name) => /(?<!\.d)\.ts$/.test(name));
}

/** Each condition and each comparison of a file, to be negated. */
function faultsIn(file) {
  const source = readFileSync(file, 'utf8');
  const faults = [];
  const put = ({ start, end }) => {
    const line = source.slice(0, start).split('\n').length;
    faults.push({ file, line, start, end, text: source.slice(start, end).replace(/\s+/g, ' ') });
  };
  const visitor = new Visitor({
    IfStatement: ({ test }) => put(test),
    ConditionalExpression: ({ test }) => put(test),
    BinaryExpression: (node) => /^([!=]==|<|>)$/.test(node.operator) && put(node),
  });
  const { errors, program } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  visitor.visit(program);
  return faults;
}

/** Returns the same number of faults from each part, drawn with the seed. */
function chosen(seed) {
  const pools = Object.entries(rooms).map(([room, paths]) => [room, filesOf(paths).flatMap(faultsIn)]);
  return Array.from({ length: 60 }, (_, id) => {
    const [room, pool] = pools[id % pools.length];
    const drawn = createHash('sha256').update(`${seed} ${id}`).digest().readUInt32BE();
    return { id, room, ...pool.splice(drawn % pool.length, 1)[0] };
  });
}

/** The code that negates one expression, the one that this run selects. It records the test file that evaluates it, except during imports. */
const decision = `import { appendFileSync } from 'node:fs';
const told = new Set();
export function isFaulty(id) {
  const { current, filepath } = globalThis.__vitest_worker__ ?? {};
  const line = id + ' ' + (current?.type === 'test' ? filepath : '');
  if (told.size < told.add(line).size) appendFileSync(import.meta.dirname + '/evaluated', line + '\\n');
  return process.env.FAULT === String(id);
}`;

/** Writes every fault into the sources. A run activates one of them. */
function putFaults(faults) {
  writeFileSync('decision.mjs', decision);
  for (const file of new Set(faults.map((fault) => fault.file))) {
    const its = faults.filter((fault) => fault.file === file);
    const marks = [
      ...its.map(({ id, start }) => [start, `(isFaulty(${id}) !== !!(`]),
      ...its.map(({ end }) => [end, '))']),
    ];
    let text = readFileSync(file, 'utf8');
    for (const [at, mark] of marks.sort(([a], [b]) => b - a)) text = text.slice(0, at) + mark + text.slice(at);
    writeFileSync(file, `import { isFaulty } from '${process.cwd()}/decision.mjs';\n${text}`);
  }
}

/** Returns the test files that fail, when vitest runs with these arguments and this fault. */
async function failures(words, FAULT = '', seconds = '300') {
  const run = ['node_modules/vitest/vitest.mjs', ...words, '--run', '--reporter=dot', '--no-color', ...built];
  // Use `timeout`, which also ends the workers: a worker in an endless loop would slow down all later runs.
  const vitest = spawn('timeout', ['-sKILL', seconds, 'node', ...run], { env: { ...process.env, FAULT } });
  let output = '';
  for (const stream of [vitest.stdout, vitest.stderr]) stream.on('data', (text) => (output += text));
  const status = await new Promise((resolve) => vitest.on('close', resolve));
  const files = [...output.matchAll(/^ FAIL +(\S+)/gm)].map(([, name]) => name);
  return status === 0 || files.length > 0 ? files : [unnamed];
}

/** Puts faults into a copy of the last commit and counts those that a test notices. MUTANTS_SEED repeats a run. */
export async function run() {
  const { MUTANTS_SEED = String(randomInt(2 ** 31)) } = process.env;
  console.log(`MUTANTS_SEED=${MUTANTS_SEED}`);
  const [here, copy] = [process.cwd(), mkdtempSync(join(tmpdir(), 'svc-mutants-'))];
  spawnSync('git', ['clone', '--quiet', here, copy]);
  symlinkSync(join(here, 'node_modules'), join(copy, 'node_modules'));
  process.chdir(copy);
  const faults = chosen(MUTANTS_SEED);
  putFaults(faults);
  const broken = await failures(['run'], '', '1200');
  console.log(`Failed without a fault, and judge none: ${broken.join(', ') || 'nothing'}`);
  const judges = [...broken.map((name) => `--exclude=${name}`), '--bail=1'];
  const evaluated = readFileSync('evaluated', 'utf8').replaceAll(`${copy}/`, '').split('\n');
  let found = 0;
  for (const { id, room, file, line, text } of faults) {
    const tests = evaluated.filter((each) => each.startsWith(`${id} t`)).map((each) => each.split(' ')[1]);
    const words = tests.length > 0 ? ['run', ...tests, ...judges] : ['related', file, ...judges];
    const [name] = await failures(words, String(id));
    const isNoticed = name && (await failures(name === unnamed ? words : ['run', name])).length === 0;
    if (isNoticed) found += 1;
    console.log(`${isNoticed ? 'yes' : 'NO '}  ${room}  ${file}:${line}  ${text}  ${name ?? ''}`);
  }
  process.chdir(here);
  rmSync(copy, { recursive: true });
  console.log(`${found} of ${faults.length} faults are noticed`);
  if (found < faults.length * 0.95) process.exitCode = 1;
}
