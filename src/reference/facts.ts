/** What completions and reference pages are made from: the command tree as plain data. */
export interface CommandFacts {
  /** What is typed to reach it, without the program's own name. */
  words: readonly string[];
  /** Other names of it, which nothing lists. */
  aliases: readonly string[];
  summary: string;
  arguments: readonly ArgumentFacts[];
  /** Its own flags; the global ones are those of the tree. */
  flags: readonly FlagFacts[];
  commands: readonly CommandFacts[];
  explanation: ExplanationFacts | undefined;
}

export interface Tree extends CommandFacts {
  name: string;
}

export interface FlagFacts {
  /** As typed, the short one first: `-o`, `--output`. */
  names: readonly string[];
  /** Undefined for a switch. */
  value: ValueFacts | undefined;
  summary: string;
  mandatory: boolean;
  repeatable: boolean;
  /** The switch that says the opposite: `--no-enabled` for `--enabled` and the other way round. */
  opposite: string | undefined;
}

export interface ArgumentFacts {
  value: ValueFacts;
  summary: string;
  required: boolean;
  variadic: boolean;
}

export interface ValueFacts {
  name: string;
  /** Whether the value may be left out. */
  optional: boolean;
  kind: 'text' | 'file' | 'folder';
  known: readonly string[];
  /** Whether the known words are all there are. */
  closed: boolean;
}

export interface ExplanationFacts {
  notes: string;
  calls: readonly string[];
  examples: readonly string[];
}

/** A command and all below it, from the top. */
export function everyCommand<Facts extends CommandFacts>(command: Facts): CommandFacts[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** Those that do something, as opposed to those that group others. */
export function leavesOf(command: CommandFacts): CommandFacts[] {
  return everyCommand(command).filter(({ commands }) => commands.length === 0);
}

/** What is typed to reach a command, as one text; empty for the program. */
export function pathOf({ words }: Pick<CommandFacts, 'words'>): string {
  return words.join(' ');
}
