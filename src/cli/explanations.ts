import type { CommandUnknownOpts } from 'commander';
import type { Endpoint } from '../contract/endpoint.ts';
import type { HelpSection } from './help-page.ts';

/** The parts of a command's help beside its flags. */
export interface Explanation {
  /** What a user should know; a line break counts as a blank, an empty line separates paragraphs. */
  notes?: string;
  /** The endpoints it calls; help shows their method, path, edition and permission. */
  calls?: readonly Pick<Endpoint, 'method' | 'path' | 'access' | 'edition'>[];
  /** Complete command lines; a test runs each of them. */
  examples: readonly string[];
}

const explanations = new WeakMap<CommandUnknownOpts, Explanation>();

export function setExplanation(command: CommandUnknownOpts, explanation: Explanation): void {
  explanations.set(command, explanation);
}

/** The explanation of a command; undefined for a group of commands. */
export function explanationOf(command: CommandUnknownOpts): Explanation | undefined {
  return explanations.get(command);
}

const sections = new WeakMap<CommandUnknownOpts, () => readonly HelpSection[]>();

/** Sets what the help of a command shows after its flags or commands. */
export function setSections(command: CommandUnknownOpts, made: () => readonly HelpSection[]): void {
  sections.set(command, made);
}

export function sectionsOf(command: CommandUnknownOpts): readonly HelpSection[] {
  return sections.get(command)?.() ?? [];
}
