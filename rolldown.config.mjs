import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'rolldown';
import { jqWasm, parserWasm } from './packaging/wasm.mjs';

const llhttp = createRequire(import.meta.url)('./node_modules/undici/lib/llhttp/constants.js');

/**
 * Parts that `svc` does not need but that would be loaded at every start: `[who asks, for what]`, and the code that it gets
 * instead; by default, code that throws when it is called.
 */
export const unneeded = [
  // Executable subcommands: svc has none, and loading this costs 4 % of a start.
  [/\/commander\//, /^node:child_process$/],
  // HTTP/2, which undici speaks only when told to; loading node:http2 costs 8 % of a start.
  [/\/undici\/lib\/dispatcher\/client\.js$/, /\/client-h2\.js$/],
  // Forms, which svc never sends: the half of undici that implements fetch.
  [/\/undici\/lib\/dispatcher\/client-h1\.js$/, /\/web\/fetch\/body\.js$/],
  // One parser of two: without SIMD it runs on every processor.
  [/\/undici\/lib\/dispatcher\/client-h1\.js$/, /\/llhttp_simd-wasm\.js$/],
  // Node's own HTTP, of which undici reads only the size of the largest headers; loading it costs 4 % of a request.
  [/\/undici\//, /^node:http$/, 'module.exports = { maxHeaderSize: 16384 };'],
  // Channels for tools that watch undici, and its debug lines, which need util: loading that costs 5 % of a GET in the executable.
  [
    /\/undici\//,
    /\/diagnostics(\.js)?$/,
    'module.exports = { channels: new Proxy({}, { get: () => ({ hasSubscribers: false }) }) };',
  ],
  // Lookup tables of frequent header names: undici reads other names without them, and building them costs 3 % of a GET.
  [
    /\/undici\/lib\/core\//,
    /^\.\/(constants|tree)$/,
    'module.exports = { headerNameLowerCasedRecord: Object.create(null), tree: { lookup: () => null } };',
  ],
  // Methods, statuses and characters of HTTP: undici's client reads only two of these tables.
  [
    /\/undici\/lib\/dispatcher\/client-h1\.js$/,
    /\/llhttp\/constants\.js$/,
    `module.exports = ${JSON.stringify({ ERROR: llhttp.ERROR, TYPE: llhttp.TYPE })};`,
  ],
  // Queries as objects: svc sends URLs with their query.
  [/\/undici\//, /^node:querystring$/],
  // Contexts of asynchronous calls, which svc does not use.
  [
    /\/undici\//,
    /^node:async_hooks$/,
    `module.exports = {
      AsyncResource: class { runInAsyncScope(run, self, ...given) { return run.apply(self, given); } },
    };`,
  ],
  // Assertions that can compare two objects; loading them costs 2 %.
  [/\/undici\//, /^node:assert$/, 'module.exports = (holds, text) => { if (!holds) throw new Error(text); };'],
  // A second package for the width of a text, with 10 KB of emoji.
  [
    /\/cli-table3\//,
    /^string-width$/,
    `module.exports = require(${JSON.stringify(join(import.meta.dirname, 'src/cli/terminal/measure.ts'))}).cellWidth;`,
  ],
  // Colours of the heads and borders of tables, which svc paints itself or does without.
  [/\/cli-table3\//, /^@colors\/colors\/safe$/],
  // The colours of this machine's terminal: svc decides on colour for each stream.
  [/\/chalk\//, /^#supports-color$/],
  // Schemas, migrations and watching: the config file is read by a schema of ours.
  [/\/conf\//, /^(ajv\/.*|ajv-formats|semver|debounce-fn)$/],
  // Prompts of other kinds; the editor brings 180 KB of character sets.
  [/\/@inquirer\/prompts\//, /^@inquirer\/(editor|expand|number|rawlist)$/],
  // Proxies that speak SOCKS.
  [/\/undici\/lib\/dispatcher\/proxy-agent\.js$/, /\/socks5-proxy-agent$/],
];

/** Returns an expression for source files: their paths below `src`, without the extension. */
const source = (...paths) => new RegExp(`/src/(${paths.join('|')})\\.ts$`);

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  tsconfig: false,
  output: {
    dir: 'dist',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    // Short names are less to compile; errors print the names of their classes.
    minify: {
      compress: true,
      mangle: { keepNames: { class: true, function: false } },
      // V8 reads a text faster if all of it is ASCII.
      codegen: { removeWhitespace: true, asciiOnly: true },
    },
    // Each file costs a third of a millisecond. A group takes what its files import, except what an earlier group has.
    codeSplitting: {
      groups: [
        { name: 'main', priority: 5, test: source('main', 'base/system/own-file', 'cli/help-page') },
        {
          name: 'schemas',
          priority: 4,
          test: /\/node_modules\/zod\/|\/src\/api\/contract\/(endpoint|jsonapi|relationships|url)\.ts$/,
        },
        {
          name: 'program',
          priority: 3,
          test: source('program', 'cli/(help|lookup|pick|resource-verbs|set-flag|verb)'),
        },
        { name: 'http', priority: 2, test: source('cli/network', 'api/client/lists') },
        {
          name: 'shared',
          priority: 2,
          test: source(
            'base/(glob|place|queue)',
            'base/system/(child|lock|programs|temporaries)',
            'cli/(batch|by-name|certificate|stored-tokens|stop-signal|temporaries|web-page|web-url)',
            'cli/terminal/(canvas|failure)',
          ),
        },
        // Module commands load all of these; `doctor` needs only the registry, `status` the configuration, `config` the setting.
        { name: 'read', priority: 2, test: source('modules/hcl/(read|values)') },
        { name: 'registry-setting', priority: 2, test: source('modules/address/registry-setting') },
        {
          name: 'registry',
          priority: 2,
          test: source(
            'api/contract/registry/downloads-summary',
            'cli/hosted-registries',
            'modules/(address/[^/]+|cache/folder|lock/memoize)',
            'modules/registry/(offset-pages|registry)',
          ),
        },
        { name: 'configuration', priority: 1, test: source('modules/lock/(folder|lock-diff|module-folder|tree)') },
        { name: 'package', priority: 0, test: source('modules/package') },
        { name: 'yaml', priority: 1, test: /\/node_modules\/yaml\// },
        { name: 'setting', priority: 1, test: source('api/client/ca', 'base/nats-url', 'cli/setting') },
        {
          name: 'site',
          priority: 0,
          test: source(
            'commands/site/flags',
            'platform/site/(change|documents?|kinds/index|lookups|plan|record|saved-plan|site)',
          ),
        },
        {
          name: 'listen-flags',
          priority: 0,
          test: source('commands/listening/listen-flags', 'webhooks/(delivery|event)'),
        },
        {
          name: (id) => `${/([\w-]+)\.ts$/.exec(id)?.[1]}s`,
          priority: 1,
          test: /\/src\/platform\/resources\/\w.*(?<!resource|index)\.ts$/,
        },
        {
          name: 'table',
          priority: 1,
          test: /\/src\/cli\/terminal\/table\.ts$|\/node_modules\/(chalk|cli-table3)\//,
        },
      ],
    },
    cleanDir: true,
  },
  plugins: [
    rawText(),
    ownFiles(),
    leaveOut(),
    jqWasm(),
    parserWasm(),
    eagerModules(),
    plainExports(),
    requiredModules(),
    thirdPartyLicences(),
  ],
});

export function leaveOut(parts = unneeded) {
  return {
    name: 'leave-out',
    resolveId(source, importer = '') {
      const left = parts.findIndex(([who, what]) => who.test(importer.replaceAll('\\', '/')) && what.test(source));
      // One module for each line, so that no chunk needs another only for this.
      return left < 0 ? null : `\0left-out-${left}`;
    },
    load: (id) =>
      id.startsWith('\0left-out-')
        ? String(parts[id.slice(10)][2] ?? `module.exports = new Proxy({}, { get: ${leftOut} });`)
        : null,
  };
}

/** What is taken from it may be read, and be a class to extend, but neither called nor constructed. */
function leftOut(_, name) {
  function used() {
    throw new Error(`left out of the bundle: ${String(name)}`);
  }
  return used;
}

/** Imports a file as the text it is (`./label.txt?raw`), or each file of a folder by its name (`./page?files`). */
export function rawText() {
  return {
    name: 'raw-text',
    resolveId: (source, importer = '') => (/\?(raw|files)$/.test(source) ? join(dirname(importer), source) : null),
    load(id) {
      const [, path, kind] = /^(.*)\?(raw|files)$/.exec(id) ?? [];
      if (path === undefined) return null;
      const read = (file) => {
        this.addWatchFile(file);
        return readFileSync(file, 'utf8');
      };
      const entries = () => readdirSync(path).map((name) => [name, read(join(path, name))]);
      // As JSON, so that what reads the built files does not take a script for a part of them.
      const json = JSON.stringify(kind === 'raw' ? read(path) : Object.fromEntries(entries()));
      return { code: `export default JSON.parse(${JSON.stringify(json)});`, moduleType: 'js' };
    },
  };
}

/** conf writes a temporary file only, and needs no `atomically`, which takes over the signals of the process. */
export function ownFiles() {
  const ours = join(import.meta.dirname, 'src/cli/settings/conf-files.ts');
  return { name: 'own-files', resolveId: (source) => (source === 'atomically' ? ours : null) };
}

/**
 * V8 compiles `(function () …)` at once, but scans an arrow function first and compiles it when it is called. The modules of a
 * chunk are called when it is loaded.
 */
export function eagerModules() {
  const wrapper = /(= \/\* @__PURE__ \*\/ [\w.]+\()\(\((exports(?:, module)?)?\) => \{/g;
  return {
    name: 'eager-modules',
    renderChunk: (code) => ({ code: code.replace(wrapper, '$1(function ($2) {'), map: null }),
  };
}

/** Exports constants, functions and classes as values. Rolldown writes a getter for each, which is 5 % of the code of a GET. */
export function plainExports() {
  const getter =
    /Object\.defineProperty\(exports, "(\w+)", \{\s+enumerable: true,\s+get: function \(\) \{\s+return ([\w$]+);\s+\}\s+\}\);/g;
  const declared = /^(?:const|class|(?:async )?function\*?) ([\w$]+)/gm;
  return {
    name: 'plain-exports',
    renderChunk(code) {
      // Other variables may get their value later.
      const constants = new Set(Array.from(code.matchAll(declared), ([, name]) => name));
      const plain = (whole, name, variable) => (constants.has(variable) ? `exports.${name} = ${variable};` : whole);
      return { code: code.replace(getter, plain), map: null };
    },
  };
}

/** Requires the modules of Node: `import()` would load the loader of ES modules, which takes longer than the module. */
function requiredModules() {
  const imported = /\bimport\((["'`]node:[\w/]+["'`])\)/g;
  return {
    name: 'required-modules',
    renderChunk: (code) => ({ code: code.replace(imported, 'Promise.resolve().then(() => require($1))'), map: null }),
  };
}

/** Collects the licence of every package whose code ends up in the bundle. */
function thirdPartyLicences() {
  return {
    name: 'third-party-licences',
    generateBundle(_, bundle) {
      const folders = new Set();
      for (const chunk of Object.values(bundle)) {
        for (const id of Object.keys(chunk.modules ?? {})) {
          const [folder] =
            /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/').replace(/^\0/, '')) ?? [];
          if (folder) folders.add(folder);
        }
      }
      const source = [...folders].sort().map(licenceText).join('\n');
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENCES.txt', source });
    },
  };
}

function licenceText(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!license && !file) throw new Error(`${name} has no licence`);
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'-'.repeat(80)}\n${text}\n`;
}
