import type { CommandUnknownOpts } from 'commander';
import type { Endpoint } from '../contract/endpoint.ts';

/** What a command's help says beyond its flags. */
export interface Explanation {
  /** What somebody who types it should know; a line end in it is a blank, an empty line separates two paragraphs. */
  notes?: string;
  /** The endpoints it calls: help shows their method, path, edition and permission. */
  calls?: readonly Pick<Endpoint, 'method' | 'path' | 'access' | 'edition'>[];
  /** Whole command lines that work; each is run by a test. */
  examples: readonly string[];
}

const explanations = new WeakMap<CommandUnknownOpts, Explanation>();

export function setExplanation(command: CommandUnknownOpts, explanation: Explanation): void {
  explanations.set(command, explanation);
}

/** The explanation of a command, undefined for one that only groups others. */
export function explanationOf(command: CommandUnknownOpts): Explanation | undefined {
  return explanations.get(command);
}
