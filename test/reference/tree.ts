import type { CommandUnknownOpts } from 'commander';
import * as explaining from '../../src/cli/help.ts';
import { describe } from '../../src/reference/describe.ts';
import type { Tree } from '../../src/reference/facts.ts';
import { allTopics } from '../../src/topics/all.ts';
import { verbs } from '../support/tree.ts';

/** The real command tree as data. */
export async function wholeTree(): Promise<Tree> {
  const [verb] = (await verbs()).values();
  let program: CommandUnknownOpts = verb!;
  while (program.parent) program = program.parent;
  return describe(program, explaining, await allTopics());
}
