import { PassThrough, Writable } from 'node:stream';
import { wordsOf } from '../../src/cli/command-name.ts';
import { describe, type Tree } from '../../src/cli/facts.ts';
import { allTopics } from '../../src/cli/topics/index.ts';
import type { Declared } from '../../src/cli/verb.ts';
import type { ReadFacts } from '../../src/commands/complete/place.ts';
import { declareAll } from '../../src/program.ts';

/** The real command tree as data. */
export async function wholeTree(): Promise<Tree> {
  return describe(await declaredProgram(), await allTopics());
}

let declared: Promise<Tree> | undefined;

/** The command tree for `svc complete`, which the build writes as data. */
export async function declaredFacts(): Promise<ReadFacts> {
  declared ??= wholeTree();
  const tree = await declared;
  return (noun) => (noun === 'svc' ? tree : tree.commands.find(({ words }) => words[0] === noun));
}

/** The program with every command, declared for no machine. */
export function declaredProgram(): Promise<Declared> {
  const nowhere = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), { isTTY: false });
  return declareAll({
    stdin: Object.assign(new PassThrough(), { isTTY: false }),
    stdout: nowhere,
    stderr: nowhere,
    env: {},
    cwd: '/',
    home: '/',
    signal: new AbortController().signal,
    shell: 'posix',
    now: () => new Date(),
  });
}

/** Every verb, by its words. */
export async function verbs(): Promise<Map<string, Declared>> {
  const found = new Map<string, Declared>();
  const visit = (declared: Declared) => {
    if (declared.action) found.set(wordsOf(declared.command), declared);
    for (const each of declared.inner) visit(each);
  };
  visit(await declaredProgram());
  return found;
}
