import { PassThrough, Writable } from 'node:stream';
import type { CommandUnknownOpts } from 'commander';
import { declareAll } from '../../src/program.ts';

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
