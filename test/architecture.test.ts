import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../src');

/** Rooms that every other may use. */
const leaves = ['base', 'system', 'http-server', 'version'];

/** Which room may import which. A room is a folder of src; each noun of commands is a room of its own. */
const mayImport: Record<string, string[]> = {
  base: [],
  system: ['base'],
  'http-server': ['base', 'system'],
  version: [],
  main: ['program', 'cli', 'commands', ...leaves],
  program: ['nouns', 'topics', 'cli', 'settings', ...leaves],
  nouns: ['commands'],
  topics: ['settings', 'base'],
  contract: [],
  hcl: ['base'],
  client: ['contract', ...leaves],
  module: ['client', 'contract', 'hcl', ...leaves],
  lock: ['module', 'hcl', 'client', ...leaves],
  publish: ['hcl', 'module', 'contract', 'base'],
  mirror: ['lock', 'module', 'publish', 'contract', ...leaves],
  sandbox: ['publish', 'contract', ...leaves],
  webhook: ['client', 'contract', ...leaves],
  broker: ['webhook', 'client', 'contract', ...leaves],
  resources: ['contract', 'terminal', 'base'],
  notifications: ['resources', 'contract', 'base'],
  document: ['base'],
  policy: ['document', 'lock', 'module', 'hcl', ...leaves],
  site: ['document', 'notifications', 'resources', 'contract', ...leaves],
  settings: ['terminal', ...leaves],
  terminal: leaves,
  reference: ['topics', 'settings', 'base'],
  cli: [
    ...['topics', 'client', 'broker', 'module', 'sandbox', 'document', 'site', 'resources', 'contract', 'settings'],
    'terminal',
    ...leaves,
  ],
  commands: [
    ...['cli', 'reference', 'client', 'module', 'lock', 'mirror', 'webhook', 'broker', 'sandbox', 'policy', 'site'],
    ...['resources', 'notifications', 'publish', 'contract', 'settings', 'terminal'],
    ...leaves,
  ],
};

/** The nouns that listen for notifications, and share `commands/listening/`. */
const listeningNouns = ['notification', 'webhook'];

/** Packages that belong to one room. */
const packageRooms: Record<string, string[]> = {
  undici: ['client'],
  commander: ['program', 'nouns', 'cli', 'commands', 'reference'],
  '@inquirer/prompts': ['terminal'],
  chalk: ['terminal'],
  'cli-table3': ['terminal'],
  'fast-string-truncated-width': ['terminal'],
  ora: ['terminal'],
  yaml: ['terminal', 'document', 'site'],
  'jq-web': ['terminal'],
  conf: ['settings'],
  'proper-lockfile': ['settings'],
  semver: ['publish'],
  execa: ['system'],
  aws4fetch: ['module'],
  '@nats-io/jetstream': ['broker'],
  '@nats-io/transport-node': ['broker'],
  zod: ['contract', 'client', 'settings', 'sandbox', 'document', 'policy', 'site'],
};

interface Import {
  from: string;
  specifier: string;
  /** The file it leads to, or undefined for a package. */
  to: string | undefined;
  kind: 'value' | 'type' | 'dynamic';
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .map((path) => path.split(sep).join('/'));
const texts = new Map(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]));
const imports = files.flatMap(importsOf);

describe('the house', () => {
  test('every room looks only where it may', () => {
    const trespasses = imports
      .filter(({ from, to }) => to !== undefined && !isAllowed(from, to))
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(trespasses).toEqual([]);
  });

  test('no files import each other in a circle, not even for a type', () => {
    expect(circles((file) => file)).toEqual([]);
  });

  test('no rooms import each other in a circle, not even for a type', () => {
    expect(circles((file) => (nounOf(file) ? `commands/${nounOf(file)}` : roomOf(file)))).toEqual([]);
  });

  test('a file of commands belongs to a noun', () => {
    expect(files.filter((file) => roomOf(file) === 'commands' && !nounOf(file))).toEqual([]);
  });

  test('a file of commands has at most 120 lines', () => {
    const linesOf = (file: string) => texts.get(file)!.trimEnd().split('\n').length;
    expect(files.filter((file) => roomOf(file) === 'commands' && linesOf(file) > 120)).toEqual([]);
  });

  test('a package is imported only in its rooms', () => {
    const strays = imports
      .filter(({ to, specifier }) => to === undefined && !specifier.startsWith('node:'))
      .filter(({ from, specifier }) => !packageRooms[packageOf(specifier)]?.includes(roomOf(from)))
      .map(({ from, specifier }) => `${from} -> ${specifier}`);
    expect(strays).toEqual([]);
  });

  test('only main touches the process and nobody the console; other processes are reached in one place', () => {
    const touching = files.filter((file) => file !== 'main.ts' && /\bprocess\.|\bconsole\./.test(code(file)));
    expect(touching).toEqual([]);
    const named = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/import ([^;]*?) from 'node:process'/g)].map(([, names]) => `${file} ${names}`),
    );
    expect(named.sort()).toEqual([
      'base/clock.ts { uptime }',
      'system/processes.ts { getegid, geteuid, kill, pid, versions }',
    ]);
  });

  test('the start of the program loads no noun, no schema and no colour', () => {
    const eager = new Set<string>();
    const visit = (file: string) => {
      if (eager.has(file)) return;
      eager.add(file);
      for (const { to, kind } of imports.filter(({ from }) => from === file)) if (to && kind === 'value') visit(to);
    };
    visit('main.ts');
    const packages = imports.filter(({ from, to, kind }) => eager.has(from) && !to && kind === 'value');
    expect(packages.map(({ specifier }) => specifier).filter((name) => !/^node:|^commander$/.test(name))).toEqual([]);
    expect([...eager].filter((file) => /^(commands|client|contract|module|lock)\//.test(file))).toEqual([]);
  });
});

function isAllowed(from: string, to: string): boolean {
  const [here, there] = [roomOf(from), roomOf(to)];
  if (here === 'commands' && there === 'commands') {
    const noun = nounOf(from) ?? '';
    return noun === nounOf(to) || (nounOf(to) === 'listening' && listeningNouns.includes(noun));
  }
  return here === there || mayImport[here]?.includes(there) === true;
}

function roomOf(file: string): string {
  return file.split('/')[0]!.replace(/\.ts$/, '');
}

/** The noun a command file belongs to, undefined for files of other rooms. */
function nounOf(file: string): string | undefined {
  return /^commands\/([^/]+)\//.exec(file)?.[1];
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function code(file: string): string {
  return texts.get(file)!.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

/** Static imports and re-exports; a dynamic import counts too, except for circles of files and the start, where it is the point. */
function importsOf(from: string): Import[] {
  const found: Import[] = [];
  const pattern = /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)/g;
  for (const [, typeWord, fixed, dynamic] of texts.get(from)!.matchAll(pattern)) {
    const specifier = (fixed ?? dynamic)!;
    if (specifier.endsWith('.json')) continue;
    const to = specifier.startsWith('.')
      ? posix.normalize(
          relative(src, resolve(src, dirname(from), specifier))
            .split(sep)
            .join('/'),
        )
      : undefined;
    found.push({ from, specifier, to, kind: dynamic ? 'dynamic' : typeWord ? 'type' : 'value' });
  }
  return found;
}

/** Circles of what `placeOf` makes of files: the files themselves, or their rooms. */
function circles(placeOf: (file: string) => string): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to, kind } of imports) {
    const [here, there] = [placeOf(from), placeOf(to ?? from)];
    if (kind === 'dynamic' || (here === there && here !== from)) continue;
    if (to !== undefined) next.set(here, (next.get(here) ?? new Set()).add(there));
  }
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (place: string, path: string[]) => {
    if (path.includes(place)) return void found.push([...path.slice(path.indexOf(place)), place].join(' -> '));
    if (done.has(place)) return;
    for (const there of next.get(place) ?? []) visit(there, [...path, place]);
    done.add(place);
  };
  for (const place of next.keys()) visit(place, []);
  return found;
}
