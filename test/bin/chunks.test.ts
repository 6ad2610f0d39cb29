import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { leaveOut, plainExports } from '../../rolldown.config.mjs';
import { helpText } from '../../src/cli/help-page.ts';
import { everyCommand } from '../../src/cli/reference/phrases.ts';
import { policyDocument } from '../../src/modules/policy/policy.ts';
import { siteDocument } from '../../src/platform/site/schema.ts';
import { sandbox } from '../support/svc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pathOf, wholeTree } from '../support/tree.ts';

beforeAll(() => {
  if (!existsSync('dist/main.cjs'))
    throw new Error('dist/main.cjs is missing: run `npm run build` before these tests.');
});

/** A text that occurs only in the code of one package. */
const marks = { conf: '__internal__', commander: 'commander.helpDisplayed' };

/** The packages above whose chunks a command loads. */
async function loadedBy(words: string): Promise<string[]> {
  const texts = (await filesOf(words)).map((path) => readFileSync(path, 'utf8'));
  return Object.entries(marks).flatMap(([name, mark]) => (texts.some((text) => text.includes(mark)) ? [name] : []));
}

/** The files of the built program that a command loads. */
async function filesOf(words: string): Promise<string[]> {
  return (await loaded(words)).files.filter((path) => path.startsWith(resolve('dist')));
}

interface Loaded {
  files: string[];
  /** The modules of Node. */
  builtins: string[];
  /** The flags of V8 that are set. */
  flags: string[];
  /** The modules of Node that are loaded after a flag of V8 has changed. */
  late: string[];
}

const runs = new Map<string, Promise<Loaded>>();

/** The files and the modules of Node that a command loads. Each command runs once. */
function loaded(words: string): Promise<Loaded> {
  const run = runs.get(words) ?? watched(words);
  runs.set(words, run);
  return run;
}

async function watched(words: string): Promise<Loaded> {
  const home = temporaryFolder();
  const { info } = await sandbox();
  const list = join(home, 'loaded.json');
  await writeFile(
    join(home, 'watch.cjs'),
    `const v8 = require('node:v8');
    const { setFlagsFromString } = v8;
    const flags = [];
    let early;
    v8.setFlagsFromString = (flag) => {
      early ??= process.moduleLoadList.length;
      flags.push(flag);
      setFlagsFromString(flag);
    };
    process.on('exit', () => {
      const builtins = process.moduleLoadList.map((entry) => entry.replace('NativeModule ', ''));
      const late = builtins.slice(early ?? builtins.length);
      const loaded = JSON.stringify({ files: Object.keys(require.cache), builtins, flags, late });
      require('node:fs').writeFileSync(${JSON.stringify(list)}, loaded);
    });`,
  );
  await execa(process.execPath, ['--require', join(home, 'watch.cjs'), resolve('bin/svc.js'), ...words.split(' ')], {
    extendEnv: false,
    env: {
      HOME: home,
      SVC_ADDRESS: info.address,
      SVC_REGISTRY: info.registry,
      SVC_TOKEN: info.tokens['site-admin'],
    },
  });
  return JSON.parse(readFileSync(list, 'utf8'));
}

/** The names of the files without their hashes. */
async function chunksOf(words: string): Promise<string[]> {
  return (await filesOf(words)).map((path) => basename(path).replace(/(-[\w-]{8})?\.cjs$/, '')).sort();
}

test.each(['whoami', 'banner list', 'config list', 'profile list', 'config path'])(
  'svc %s loads no code that writes the config file',
  async (words) => {
    expect(await loadedBy(words)).toEqual(['commander']);
  },
);

test('svc config set loads the code that writes the config file', async () => {
  expect(await loadedBy('config set organization acme')).toEqual(['conf', 'commander']);
});

test.each([
  ['--version', ['main']],
  ['--help', ['main']],
  ['module download --help', ['main']],
  ['help banner create', ['main']],
  ['complete -- svc webhook li', ['complete', 'main', 'rolldown-runtime']],
  ['banner list -o tsv', ['banner', 'banners', 'http', 'main', 'program', 'rolldown-runtime', 'schemas']],
])('svc %s loads few files', async (words, chunks) => {
  expect(await chunksOf(words)).toEqual(chunks);
});

test('a request loads less than 310 KB of code', async () => {
  const bytes = (await filesOf('banner list -o tsv')).map((path) => statSync(path).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(310_000);
});

test('no module of Node is imported as an ES module, whose loader takes longer', async () => {
  const paths = ['dist/main.cjs', ...readdirSync('dist/chunks').map((name) => `dist/chunks/${name}`)];
  const texts = paths.filter((path) => path.endsWith('.cjs')).map((path) => readFileSync(path, 'utf8'));
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => /\bimport\(["'`]node:/.test(text))).toEqual([]);
});

test('a request loads no module of Node that it does not need', async () => {
  const { builtins } = await loaded('banner list -o tsv');
  expect(builtins).toContain('net');
  expect(
    builtins.filter((name) =>
      /^(perf_hooks|child_process|http2|worker_threads|readline|inspector|timers\/promises)/.test(name),
    ),
  ).toEqual([]);
});

test('a request loads no module of Node that only omitted parts of undici use', async () => {
  const texts = (await filesOf('banner list -o tsv')).map((path) => readFileSync(path, 'utf8'));
  expect(
    texts.filter((text) => /["'`]node:(async_hooks|diagnostics_channel|http|querystring|util)["'`]/.test(text)),
  ).toEqual([]);
});

test('the built program measures wide characters of a table as they are drawn', async () => {
  const { info } = await sandbox();
  const env = { HOME: temporaryFolder(), SVC_ADDRESS: info.address, SVC_TOKEN: info.tokens['site-admin'] };
  const svc = (...words: string[]) =>
    execa(process.execPath, [resolve('bin/svc.js'), ...words], { env, extendEnv: false });
  await svc('banner', 'create', '--title', '计划', '--body', 'Tonight');
  const { stdout } = await svc('banner', 'list', '-o', 'table');
  const [head = '', row = ''] = stdout.split('\n');
  expect(row).toMatch(/^计划 /);
  // Each of the two characters takes two columns.
  expect(row.indexOf('info') + 2).toBe(head.indexOf('STYLE'));
});

test.each(['', 'banner', 'banner create', 'module download', 'webhook listen'])(
  'the built help of svc %s equals the help generated from its declaration',
  async (words) => {
    const typed = [...words.split(' ').filter(Boolean), '--help'];
    const { stdout } = await execa(process.execPath, [resolve('bin/svc.js'), ...typed], { stripFinalNewline: false });
    const tree = await wholeTree();
    const command = words === '' ? tree : everyCommand(tree).find((each) => pathOf(each) === words)!;
    expect(stdout).toBe(helpText(command, { json: false, width: 100, whole: false, bold: false }));
  },
);

test('the built facts of every noun equal the facts generated from its declaration', async () => {
  for (const noun of (await wholeTree()).commands) {
    const built = JSON.parse(readFileSync(`dist/facts/${noun.words[0]}.json`, 'utf8'));
    expect(built).toEqual(JSON.parse(JSON.stringify(noun)));
  }
});

test.each([
  ['site', siteDocument],
  ['policy', policyDocument],
])('the built JSON Schema of a %s equals the schema of its document', (name, document) => {
  const built = JSON.parse(readFileSync(`dist/schemas/${name}.json`, 'utf8'));
  expect(built).toEqual(z.toJSONSchema(document, { io: 'input' }));
});

test('a built file exports a constant as a value, and a variable that gets its value later by a getter', () => {
  const exported = (name: string) =>
    `Object.defineProperty(exports, "${name}", {\n  enumerable: true,\n  get: function () {\n    return ${name};\n  }\n});`;
  const { code } = plainExports().renderChunk(
    `const fixed = 1;\nvar later;\n${exported('fixed')}\n${exported('later')}\nlater = 2;`,
  );
  const exports = {};
  new Function('exports', code)(exports);
  expect(exports).toEqual({ fixed: 1, later: 2 });
  expect(Object.getOwnPropertyDescriptor(exports, 'fixed')).toHaveProperty('value', 1);
  expect(Object.getOwnPropertyDescriptor(exports, 'later')).toHaveProperty('get');
});

// Once a flag has changed, V8 compiles the modules of Node that are loaded, instead of taking them from Node's cache.
test('a download loads all modules of Node before it changes a flag of V8', async () => {
  const { flags, late } = await loaded(
    `module download acme/label/null@1.1.0 --dir ${join(temporaryFolder(), 'label')}`,
  );
  expect(flags).toContain('--liftoff-only');
  expect(late).toEqual([]);
});

// trust: T-139
test('the stand-in for a module omitted from the bundle can be read and extended, and throws when it is called', () => {
  const module: { exports?: Record<string, new () => object> & Record<string, () => void> } = {};
  new Function('module', leaveOut().load('\0left-out-0') ?? '')(module);
  const { Agent, fork } = module.exports ?? {};
  class Extended extends (Agent!) {}
  const left = (name: string) => `left out of the bundle: ${name}`;
  expect(() => fork!()).toThrow(left('fork'));
  expect(() => new Agent!()).toThrow(left('Agent'));
  expect(() => new Extended()).toThrow(left('Agent'));
});
