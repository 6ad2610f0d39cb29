import { PassThrough, Writable } from 'node:stream';
import { wordsOf } from '../../src/cli/declare.ts';
import { type CommandFacts, describe } from '../../src/cli/facts.ts';
import type { AnyAction, Declared } from '../../src/cli/verb.ts';
import type { ReadFacts } from '../../src/commands/complete/place.ts';
import { declareAll } from '../../src/program.ts';

/** The real command tree as data. */
export async function wholeTree(): Promise<CommandFacts> {
  return describe(await declaredProgram());
}

let declared: Promise<CommandFacts> | undefined;

/** Returns the words of a command as one text; empty for the program. */
export function pathOf({ words }: Pick<CommandFacts, 'words'>): string {
  return words.join(' ');
}

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
export async function verbs(): Promise<Map<string, { command: Declared; action: AnyAction }>> {
  const found = new Map<string, { command: Declared; action: AnyAction }>();
  const visit = (command: Declared) => {
    if (command.verb) found.set(wordsOf(command), { command, action: command.verb });
    for (const each of command.commands) visit(each);
  };
  visit(await declaredProgram());
  return found;
}
