import { PassThrough, Writable } from 'node:stream';
import type { CommandUnknownOpts } from 'commander';
import * as explaining from '../../src/cli/help.ts';
import { describe } from '../../src/cli/reference/describe.ts';
import type { Tree } from '../../src/cli/reference/facts.ts';
import { allTopics } from '../../src/cli/topics/all.ts';
import type { Facts } from '../../src/commands/complete/facts.ts';
import { declareAll } from '../../src/program.ts';

/** The real command tree as data. */
export async function wholeTree(): Promise<Tree> {
  const [verb] = (await verbs()).values();
  let program: CommandUnknownOpts = verb!;
  while (program.parent) program = program.parent;
  return describe(program, explaining, await allTopics());
}

let declared: Promise<Tree> | undefined;

/** The command tree for `svc complete`, which the build writes as data. */
export async function declaredFacts(): Promise<Facts> {
  declared ??= wholeTree();
  const tree = await declared;
  return { program: () => tree, noun: (name) => tree.commands.find(({ words }) => words[0] === name)! };
}

/** Every verb by its command, as declared in the real command tree. */
export async function verbs(): Promise<Map<string, CommandUnknownOpts>> {
  const nowhere = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), { isTTY: false });
  const program = await declareAll({
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
  const found = new Map<string, CommandUnknownOpts>();
  const visit = (command: CommandUnknownOpts, words: string[]) => {
    const inner = command.createHelp().visibleCommands(command);
    if (inner.length === 0) found.set(words.join(' '), command);
    for (const each of inner) visit(each, [...words, each.name()]);
  };
  visit(program, []);
  return found;
}
