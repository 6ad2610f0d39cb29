import { ownFile } from '../../base/system/own-file.ts';
import type { CommandFacts, Tree } from '../../cli/reference/facts.ts';

/** The command tree. The program lists its nouns; only `noun` has their verbs and flags. */
export interface Facts {
  program(): Tree;
  noun(name: string): CommandFacts;
}

/** The facts of the built program, from the files that the build writes (docs/generate.mjs): one for each noun, and one for the program. */
export const builtFacts: Facts = {
  program: () => factsOf('svc'),
  noun: (name) => factsOf(name),
};

function factsOf(noun: string) {
  return JSON.parse(ownFile(`complete/${noun}.json`) ?? '');
}
