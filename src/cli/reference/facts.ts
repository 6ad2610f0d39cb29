/** The command tree as plain data, the source of completions and reference pages. */
export interface CommandFacts {
  /** Its words, without the program's name. */
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
  /** Global flags that nothing lists. */
  hiddenFlags: readonly FlagFacts[];
  /** What `svc help` explains besides commands. */
  topics: readonly TopicFacts[];
}

export interface TopicFacts {
  name: string;
  summary: string;
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
  /** Whether the value is optional. */
  optional: boolean;
  /** `text`, `file`, `folder`, or what it names: a noun, a `delivery`, or a `call` of the lock in the current folder. */
  kind: string;
  known: readonly string[];
  /** Whether only the known words are valid. */
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

/** The commands that run, without those that only group others. */
export function leavesOf(command: CommandFacts): CommandFacts[] {
  return everyCommand(command).filter(({ commands }) => commands.length === 0);
}

/** The words of a command as one text; empty for the program. */
export function pathOf({ words }: Pick<CommandFacts, 'words'>): string {
  return words.join(' ');
}
