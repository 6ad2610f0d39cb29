import type { CommandUnknownOpts } from 'commander';

/** Returns the words of a command, without the program's name. */
export function wordsOf(command: CommandUnknownOpts): string {
  const path: string[] = [];
  for (let at: CommandUnknownOpts | null = command; at?.parent; at = at.parent) path.unshift(at.name());
  return path.join(' ');
}

/** Returns the words of a command with the program's name: `svc banner create`. */
export function fullName(command: CommandUnknownOpts): string {
  return `svc ${wordsOf(command)}`.trimEnd();
}

/** Returns the subcommand with a name or an alias. */
export function commandNamed({ commands }: CommandUnknownOpts, word: string): CommandUnknownOpts | undefined {
  return commands.find((each) => each.name() === word || each.aliases().includes(word));
}
