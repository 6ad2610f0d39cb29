import type { CommandFacts, Tree } from '../../cli/reference/facts.ts';

/** The facts of each noun as JSON, and under `svc` those of the program. The build fills it in (packaging/built-data.mjs). */
const built: Readonly<Record<string, string>> = {};

/** The command tree. The program lists its nouns; only `noun` has their verbs and flags. */
export interface Facts {
  program(): Tree;
  noun(name: string): CommandFacts;
}

/** The facts in the built program. A noun is parsed when it is needed. */
export const builtFacts: Facts = {
  program: () => JSON.parse(built.svc ?? ''),
  noun: (name) => JSON.parse(built[name] ?? ''),
};
