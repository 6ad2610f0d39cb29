import type { CommandUnknownOpts } from 'commander';

/** Other names of verbs. Help does not list them. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  show: ['get', 'info'],
  create: ['new'],
  delete: ['rm', 'remove'],
  stats: ['downloads'],
  'billable-resources': ['rum'],
};

/** Adds aliases to the verbs of a noun, except names that another verb of the noun has. */
export function addAliases(noun: CommandUnknownOpts): void {
  for (const verb of noun.commands) {
    for (const alias of aliases[verb.name()] ?? []) if (!commandNamed(noun, alias)) verb.alias(alias);
    addAliases(verb);
  }
}

/** Returns the subcommand with a name or an alias. */
export function commandNamed({ commands }: CommandUnknownOpts, word: string): CommandUnknownOpts | undefined {
  return commands.find((each) => each.name() === word || each.aliases().includes(word));
}
