import type { CommandUnknownOpts } from 'commander';
import type { Call } from './verb.ts';

/** The parts of a command's help beside its flags. */
export interface Explanation {
  notes?: string;
  calls?: readonly Call[];
  examples: readonly string[];
}

const explanations = new WeakMap<CommandUnknownOpts, Explanation>();

/** Adds an explanation to a command's help. */
export function explain<Verb extends CommandUnknownOpts>(command: Verb, explanation: Explanation): Verb {
  explanations.set(command, explanation);
  return command;
}

export function explanationOf(command: CommandUnknownOpts): Explanation | undefined {
  return explanations.get(command);
}
