import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';

/** What must not change unnoticed: folders, and files of the listener. */
const rooms = {
  ...{ sandbox: ['src/sandbox'], client: ['src/client'], archive: ['src/module/archive'], lock: ['src/lock'] },
  signature: ['verify', 'signature-header', 'diagnose', 'classify', 'body-variants'],
  listener: ['listener', 'request-handler', 'connections', 'delivery', 'journal', 'journal-line', 'recorder'],
  apply: ['src/site'],
};

/** Where a fault is looked for first, which is much faster than everywhere. */
const near = { sandbox: 'wire', archive: 'module', signature: 'webhook', listener: 'webhook', apply: 'commands' };

/** These judge what is built, or every source at once. */
const built = ['--exclude=test/{bin,docs,packaging,reference,compatibility}/**', '--exclude=test/*.test.ts'];

const unnamed = 'no test, but the run: it was endless or ended early';
const opposites = { '===': '!==', '!==': '===', '<': '>=', '>': '<=' };

function filesOf(path) {
  const named = path.includes('/') ? path : `src/webhook/${path}.ts`;
  if (!statSync(named).isDirectory()) return [named];
  const below = readdirSync(named, { recursive: true, encoding: 'utf8' }).sort();
  return below.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')).map((name) => join(named, name));
}

/** Each condition negated and each comparison reversed: `{ file, line, start, end, text }`. */
function faultsIn(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const faults = [];
  const put = (node, text) => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    faults.push({ file, line: source.getLineAndCharacterOfPosition(start).line + 1, start, end, text });
  };
  const visit = (node) => {
    if (ts.isIfStatement(node)) put(node.expression, `!(${node.expression.getText(source)})`);
    else if (ts.isConditionalExpression(node)) put(node.condition, `!(${node.condition.getText(source)})`);
    else if (ts.isBinaryExpression(node)) {
      const opposite = opposites[node.operatorToken.getText(source)];
      if (opposite) put(node.operatorToken, opposite);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** As many of each room as of another, drawn from the seed. */
function chosen(seed) {
  const pools = Object.entries(rooms).map(([room, paths]) => [room, paths.flatMap(filesOf).flatMap(faultsIn)]);
  return Array.from({ length: 60 }, (_, index) => {
    const [room, pool] = pools[index % pools.length];
    const drawn = createHash('sha256').update(`${seed} ${index}`).digest().readUInt32BE();
    return { room, ...pool.splice(drawn % pool.length, 1)[0] };
  });
}

/** Runs tests in the copy until one fails; the file of that one, if one does. */
async function failure(copy, words) {
  const always = ['--run', '--bail=1', '--reporter=dot', '--no-color', '--maxWorkers=2', ...built];
  const run = ['node_modules/vitest/vitest.mjs', ...words, ...always];
  // Ends its workers too: one in an endless loop would slow down all that follow.
  const vitest = spawn('timeout', ['--signal=KILL', '180', process.execPath, ...run], { cwd: copy });
  let output = '';
  for (const stream of [vitest.stdout, vitest.stderr]) stream.on('data', (text) => (output += text));
  const status = await new Promise((resolve) => vitest.on('close', resolve));
  return status === 0 ? undefined : (output.match(/^ FAIL +(\S+)/m)?.[1] ?? unnamed);
}

/** The test file that fails with the fault and passes without it. */
async function noticed(copy, { room, file, start, end, text }, broken) {
  const [path, whole] = [join(copy, file), readFileSync(file, 'utf8')];
  let others = [`--exclude=test/!(${near[room] ?? room})/**`];
  for (;;) {
    writeFileSync(path, whole.slice(0, start) + text + whole.slice(end));
    const words = ['related', file, ...others, ...broken];
    const name = await failure(copy, words);
    writeFileSync(path, whole);
    // What fails here without a fault too judges nothing, a run that takes too long included.
    const withoutFault = name && (await failure(copy, name === unnamed ? words : ['run', name]));
    if (name && !withoutFault) return name;
    if (name && withoutFault !== unnamed) broken.push(`--exclude=${withoutFault}`);
    else if (others.length === 0) return undefined;
    else others = [];
  }
}

/**
 * Puts faults into a copy, one at a time, and counts those that a test notices. MUTANTS_SEED repeats a run; MUTANTS_PART=2/6 runs a
 * part of it; MUTANTS_TESTS is a folder whose tests judge instead, such as those of an earlier commit.
 */
export async function run() {
  const { MUTANTS_SEED = String(randomInt(2 ** 31)), MUTANTS_PART = '1/1', MUTANTS_TESTS = 'test' } = process.env;
  console.log(`MUTANTS_SEED=${MUTANTS_SEED}`);
  const [part, parts] = MUTANTS_PART.split('/').map(Number);
  const faults = chosen(MUTANTS_SEED).filter((_, index) => index % parts === part - 1);
  const copy = mkdtempSync(join(tmpdir(), 'svc-mutants-'));
  const tracked = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.trim().split('\n');
  for (const name of new Set(tracked.map((path) => path.split('/')[0]))) {
    cpSync(name === 'test' ? MUTANTS_TESTS : name, join(copy, name), { recursive: true });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  const [found, broken] = [[], []];
  for (const fault of faults) {
    const name = await noticed(copy, fault, broken);
    if (name) found.push(name);
    console.log(`${name ? 'yes' : 'NO '}  ${fault.room}  ${fault.file}:${fault.line}  ${fault.text}  ${name ?? ''}`);
  }
  rmSync(copy, { recursive: true });
  console.log(
    `${found.length} of ${faults.length} faults are noticed; failed without one: ${broken.join(' ') || 'nothing'}`,
  );
  if (found.length < faults.length * 0.95) process.exitCode = 1;
}
