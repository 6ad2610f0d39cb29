import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../src');

/** The files at the top of src. */
const top: Record<string, string[]> = {
  main: ['program', 'commands', 'cli', 'base'],
  program: ['nouns', 'cli', 'base'],
  nouns: ['commands', 'cli'],
};

/** The eight wings, from the ground up, each with the wings that it may import. */
const wings: Record<string, string[]> = {
  base: [],
  api: ['base'],
  platform: ['api', 'base'],
  modules: ['api', 'base'],
  webhooks: ['api', 'base'],
  sandbox: ['modules', 'api', 'base'],
  cli: ['sandbox', 'webhooks', 'modules', 'platform', 'api', 'base'],
  commands: ['cli', 'sandbox', 'webhooks', 'modules', 'platform', 'api', 'base'],
};

/** The rooms of a wing, each with the rooms beside it that it may import; `.` is the folder of the wing itself. */
const rooms: Record<string, Record<string, string[]>> = {
  base: { '.': [], system: ['.'], 'http-server': ['system', '.'], document: ['.'] },
  api: { contract: [], client: ['contract'] },
  platform: { resources: [], notifications: ['resources'], site: ['resources', 'notifications'] },
  modules: {
    hcl: [],
    '.': ['hcl'],
    lock: ['.', 'hcl'],
    publish: ['.', 'hcl'],
    mirror: ['lock', 'publish', '.'],
    policy: ['lock', '.', 'hcl'],
  },
  webhooks: { '.': [], broker: ['.'] },
  cli: {
    terminal: [],
    settings: ['terminal'],
    topics: ['settings'],
    reference: ['.', 'topics', 'settings'],
    '.': ['topics', 'settings', 'terminal'],
  },
};

/** The modules of a lower wing that a room must not import. */
const hidden: readonly (readonly [room: string, unseen: RegExp, reason: string])[] = [
  ['api/contract', /^base\//, 'the wire is data alone'],
  ['sandbox', /^api\/client\//, 'the service and its client check each other'],
  ['sandbox', /^modules\/(?!publish\/)/, 'it serves what `module serve` publishes'],
  ['platform', /^api\/client\//, 'a resource is described, and its caller sends'],
  ['cli/topics', /^base\/system\//, 'help is text alone'],
  [
    'cli',
    /^modules\/(?!archive\/disk\.ts|registry\/|address\/registry-setting\.ts)/,
    'a context has a registry and a disk',
  ],
];

/** Shared folders of commands, each with the nouns that may import it. */
const sharedFolders: Record<string, string[]> = {
  listening: ['notification', 'webhook'],
  site: ['apply', 'diff', 'export'],
};

/** Packages that belong to a room, or a wing. */
const packageRooms: Record<string, string[]> = {
  undici: ['api/client'],
  commander: ['program', 'nouns', 'cli'],
  '@inquirer/prompts': ['cli/terminal'],
  chalk: ['cli/terminal'],
  'cli-table3': ['cli/terminal'],
  'fast-string-truncated-width': ['cli/terminal'],
  ora: ['cli/terminal'],
  yaml: ['cli/terminal', 'base/document', 'platform/site'],
  'jq-web': ['cli/terminal'],
  conf: ['cli/settings'],
  semver: ['modules/publish'],
  execa: ['base/system'],
  aws4fetch: ['modules'],
  '@nats-io/jetstream': ['webhooks/broker'],
  '@nats-io/transport-node': ['webhooks/broker'],
  zod: ['api/contract', 'api/client', 'cli/settings', 'sandbox', 'base/document', 'modules/policy', 'platform/site'],
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

describe('the architecture', () => {
  test('a wing and a room import only what the tables allow', () => {
    const trespasses = imports
      .filter(({ from, to }) => to !== undefined && !isAllowed(from, to))
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(trespasses).toEqual([]);
  });

  test('no files import each other in a circle, not even for a type or on demand', () => {
    expect(circles((file) => file)).toEqual([]);
  });

  test('no rooms import each other in a circle, not even for a type or on demand', () => {
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

  test('only main.ts uses process, no file uses console, and only two files import node:process', () => {
    const touching = files.filter((file) => file !== 'main.ts' && /\bprocess\.|\bconsole\./.test(code(file)));
    expect(touching).toEqual([]);
    const named = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/import ([^;]*?) from 'node:process'/g)].map(([, names]) => `${file} ${names}`),
    );
    expect(named.sort()).toEqual([
      'base/clock.ts { uptime }',
      'base/system/processes.ts { getBuiltinModule, getegid, geteuid, kill, pid, versions }',
    ]);
  });

  test('starting the program loads no noun, no schema and no colour library', () => {
    const eager = new Set<string>();
    const visit = (file: string) => {
      if (eager.has(file)) return;
      eager.add(file);
      for (const { to, kind } of imports.filter(({ from }) => from === file)) if (to && kind === 'value') visit(to);
    };
    visit('main.ts');
    const packages = imports.filter(({ from, to, kind }) => eager.has(from) && !to && kind === 'value');
    expect(packages.map(({ specifier }) => specifier).filter((name) => !/^node:|^commander$/.test(name))).toEqual([]);
    expect([...eager].filter((file) => /^(commands|api|platform|modules|webhooks|sandbox)\//.test(file))).toEqual([]);
  });
});

function isAllowed(from: string, to: string): boolean {
  const [here, there] = [wingOf(from), wingOf(to)];
  if (here !== there) {
    const isHidden = hidden.some(
      ([room, unseen]) => (roomOf(from) === room || wingOf(from) === room) && unseen.test(to),
    );
    return (wings[here] ?? top[here])?.includes(there) === true && !isHidden;
  }
  if (here === 'commands') {
    const [noun = '', other = ''] = [nounOf(from), nounOf(to)];
    return noun === other || sharedFolders[other]?.includes(noun) === true;
  }
  const [room, beside] = [from, to].map((file) => roomOf(file).slice(here.length + 1) || '.');
  return room === beside || rooms[here]?.[room!]?.includes(beside!) === true;
}

/** Returns the first part of a path: a wing, or a file at the top of src. */
function wingOf(file: string): string {
  return file.split('/')[0]!.replace(/\.ts$/, '');
}

/** Returns the wing and the room of a file; only the wing for a file without a room. */
function roomOf(file: string): string {
  const [wing = '', room = ''] = file.split('/');
  return rooms[wing]?.[room] ? `${wing}/${room}` : wingOf(file);
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

/** Static imports and re-exports; a dynamic import counts too, except for the start, where it is the point. */
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

/** Returns the circles between the places of files that `placeOf` returns: the files themselves, or their rooms. */
function circles(placeOf: (file: string) => string): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [here, there] = [placeOf(from), placeOf(to ?? from)];
    if (here === there && here !== from) continue;
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
