import { type CommandFacts, everyCommand, type FlagFacts, pathOf, type Tree, type ValueFacts } from './facts.ts';

/** How scripts complete a value: known words, files, folders, names from a file, or nothing for free text. */
export function offerOf({ kind, known }: ValueFacts): 'words' | ValueFacts['kind'] {
  return known.length > 0 ? 'words' : kind;
}

/** The commands with subcommands, by their words. */
export function groupsOf(tree: Tree): [path: string, commands: readonly CommandFacts[]][] {
  return everyCommand(tree)
    .filter(({ commands }) => commands.length > 0)
    .map((group) => [pathOf(group), group.commands]);
}

/** The commands with flags of their own; the program's are the global ones. */
export function withFlags(tree: Tree): [path: string, flags: readonly FlagFacts[]][] {
  return everyCommand(tree)
    .filter(({ flags, words }) => flags.length > 0 && words.length > 0)
    .map((command) => [pathOf(command), command.flags]);
}

/** The commands with arguments to complete; `help` is told by the tree itself. */
export function withArguments(tree: Tree): CommandFacts[] {
  return everyCommand(tree).filter((command) => command.arguments.length > 0 && pathOf(command) !== 'help');
}

/** Aliases of commands by the name of the command: `list`, and `banner ls`, `team ls`. */
export function aliasesOf(tree: Tree): [name: string, paths: readonly string[]][] {
  const found = new Map<string, string[]>();
  for (const { aliases, words } of everyCommand(tree)) {
    const [group, name = ''] = [words.slice(0, -1), words.at(-1)];
    const paths = aliases.map((alias) => [...group, alias].join(' '));
    if (paths.length > 0) found.set(name, [...(found.get(name) ?? []), ...paths]);
  }
  return [...found];
}

/** The object of a JSON file whose keys are offered for a kind of value. */
export const listings = {
  profile: { key: 'profiles', file: 'config.json' },
  call: { key: 'modules', file: 'svc.modules.lock.json' },
} as const;

/** Text for scripts, which are ASCII: a shell may read them in any encoding. */
export function ascii(text: string): string {
  return text
    .replaceAll('…', '...')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/gu, '?');
}

/** The first lines of every script, behind `#`. */
export const heading = [
  'Completions of svc, generated from its commands: npm run reference',
  'No process is started for a TAB, and nothing that was typed or read from a file is evaluated.',
];
