import type { CommandUnknownOpts } from 'commander';
import type { Endpoint } from '../api/contract/endpoint.ts';
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

/** What the help of a command shows after its flags or commands, and its explanation, which a group of commands does not have. */
interface CommandHelp {
  examples(): readonly string[];
  /** What only the whole help has. */
  more?: readonly HelpSection[];
  sections: readonly HelpSection[];
  explanation?: Explanation;
}

const helps = new WeakMap<CommandUnknownOpts, CommandHelp>();

export function setHelp(command: CommandUnknownOpts, help: CommandHelp): void {
  helps.set(command, help);
}

export function helpOf(command: CommandUnknownOpts): CommandHelp | undefined {
  return helps.get(command);
}
