import { type CommandUnknownOpts, Help } from 'commander';
import { accessWords } from '../api/contract/access.ts';
import { fullName, wordsOf } from './command-name.ts';
import { type HelpPage, pageText } from './help-page.ts';
import type { HelpStyle } from './help-words.ts';
import type { Call, Declared } from './verb.ts';

/** Lists arguments, flags and commands as the parser has them. */
const plain = new Help();

/** Returns how the parser prints the help of a command. */
export const helpFormat = (declared: Declared, style: HelpStyle, topics: readonly string[] = []): Partial<Help> => ({
  formatHelp: () => pageText(pageOf(declared, topics), style),
});

/** Returns the help of a command as plain data; that of the program names the topics too. */
export function pageOf({ action, command, inner }: Declared, topics: readonly string[] = []): HelpPage {
  const lists = new Map<string, (readonly [string, string])[]>();
  const add = (title: string, term: string, text: string) =>
    lists.set(title, [...(lists.get(title) ?? []), [term, text]]);
  for (const each of plain.visibleArguments(command))
    add('Arguments:', plain.argumentTerm(each), plain.argumentDescription(each));
  for (const each of action ? command.options.filter(({ hidden }) => !hidden) : [])
    add(each.helpGroupHeading ?? 'Flags:', plain.optionTerm(each), plain.optionDescription(each));
  for (const each of commandsOf(command)) add(each.helpGroup() || 'Commands:', each.name(), each.description());
  const { calls = [], examples, text } = action ?? { examples: command.parent ? examplesOf(inner) : programExamples };
  return {
    words: wordsOf(command),
    usage: usageOf(command),
    about: command.description(),
    lists: [...lists].map(([title, items]) => ({ title, items })),
    more: [
      ...(text ? [{ text }] : []),
      ...(calls.length > 0 ? [{ title: 'API calls:', calls: calls.map(callText) }] : []),
    ],
    examples,
    sections: action
      ? [{ text: 'Global flags, such as -o json, --dry-run and --profile: svc help flags' }]
      : pointers(command, topics),
  };
}

/** Returns the help of a command and all below it, by the words after `svc`. */
export function pagesOf(declared: Declared, topics: readonly string[] = []): Record<string, HelpPage> {
  const own = { [wordsOf(declared.command)]: pageOf(declared, topics) };
  return Object.assign(own, ...declared.inner.map((each) => pagesOf(each)));
}

/** Returns the visible commands below a command, without `help`. */
export function commandsOf(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return plain.visibleCommands(command).filter((each) => each.name() !== 'help');
}

/** `POST /admin/banners (self-hosted edition): requires a site administrator's token` */
export function callText({ access, edition, method, path }: Call): string {
  const where = edition === 'both' ? '' : ` (${edition} edition)`;
  return `${method} ${path}${where}: ${accessWords[access]}`;
}

/** `svc banner update <id> [flags]` */
function usageOf(command: CommandUnknownOpts): string {
  if (command.commands.length > 0) return `${fullName(command)} <command> [flags]`;
  const values = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [fullName(command), ...values, '[flags]'].join(' ');
}

const programExamples = [
  'svc login svc.example.com',
  'svc banner create --title "Maintenance" --body "Back in two hours" --for 2h',
  'svc module download "acme/network/cloud@~> 1.0" --dir modules/network',
];

/** Returns where the help of a group of commands, or of the program, says that more help is. */
function pointers(command: CommandUnknownOpts, topics: readonly string[]): HelpPage['sections'] {
  if (command.parent) return [{ text: `Flags and examples of a command: ${fullName(command)} <command> --help` }];
  return [
    { text: 'Flags and examples of a command: svc help <command>' },
    { title: 'Help topics: svc help <topic>', calls: [topics.join(', ')] },
  ];
}

/** Returns the shortest example of each of the first verbs. */
function examplesOf(verbs: readonly Declared[]): string[] {
  const shortest = verbs.flatMap(
    ({ action }) => action?.examples.toSorted((a, b) => a.length - b.length).slice(0, 1) ?? [],
  );
  return shortest.slice(0, 3);
}
