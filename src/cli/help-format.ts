import { type CommandUnknownOpts, Help } from 'commander';
import { helpOf, setHelp } from './explanations.ts';
import { type HelpPage, pageText } from './help-page.ts';
import type { HelpStyle } from './help-words.ts';
import { fullName, wordsOf } from './run.ts';

/** The format of every command's help in a style. */
export const helpFormat = (style: HelpStyle): Partial<Help> => ({
  // A group of commands has no flags of its own; the global ones and --help have a topic.
  visibleOptions: (command) =>
    command.commands.length > 0 ? [] : new Help().visibleOptions(command).filter(({ long }) => long !== '--help'),
  visibleCommands: (command) => new Help().visibleCommands(command).filter((each) => each.name() !== 'help'),
  formatHelp: (command, helper) =>
    pageText(pageOf(command, helper), { ...style, width: helper.helpWidth ?? style.width }),
});

/** The help of a command as plain data. */
function pageOf(command: CommandUnknownOpts, helper = command.createHelp()): HelpPage {
  const words = helper
    .visibleArguments(command)
    .map((each) => [helper.argumentTerm(each), helper.argumentDescription(each)] as const);
  const groups = new Map<string, (readonly [string, string])[]>();
  const add = (title: string, term: string, text: string) =>
    groups.set(title, [...(groups.get(title) ?? []), [term, text]]);
  for (const each of helper.visibleOptions(command))
    add(each.helpGroupHeading ?? 'Flags:', helper.optionTerm(each), helper.optionDescription(each));
  for (const each of helper.visibleCommands(command))
    add(each.helpGroup() || 'Commands:', each.name(), each.summary() || each.description());
  const lists = [{ title: 'Arguments:', items: words }, ...[...groups].map(([title, items]) => ({ title, items }))];
  const { examples = () => [], more = [], sections = [] } = helpOf(command) ?? {};
  return {
    words: wordsOf(command),
    usage: usageOf(command),
    about: command.description(),
    lists: lists.filter(({ items }) => items.length > 0),
    more,
    examples: examples(),
    sections,
  };
}

/** The help of every visible command, by the words after `svc`. */
export function pagesOf(program: CommandUnknownOpts): Record<string, HelpPage> {
  const pages: Record<string, HelpPage> = {};
  const visit = (command: CommandUnknownOpts, words: readonly string[]) => {
    pages[words.join(' ')] = pageOf(command);
    for (const each of command.createHelp().visibleCommands(command)) visit(each, [...words, each.name()]);
  };
  visit(program, []);
  return pages;
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

/** Adds examples and pointers to more help to the help of the program. */
export function explainProgram(program: CommandUnknownOpts, topics: readonly string[]): void {
  const examples = [
    'svc login svc.example.com',
    'svc banner create --title "Maintenance" --body "Back in two hours" --for 2h',
    'svc module download "acme/network/cloud@~> 1.0" --dir modules/network',
  ];
  setHelp(program, {
    examples: () => examples,
    sections: [
      { text: 'Flags and examples of a command: svc help <command>' },
      { title: 'Help topics: svc help <topic>', calls: [topics.join(', ')] },
    ],
  });
}

/** Adds examples of the first verbs to the help of a group of commands. */
export function explainGroup(group: CommandUnknownOpts): void {
  if (group.commands.length === 0) return;
  for (const each of group.commands) explainGroup(each);
  setHelp(group, {
    examples: () => examplesOf(group),
    sections: [{ text: `Flags and examples of a command: ${usageOf(group).replace('[flags]', '--help')}` }],
  });
}

/** The shortest example of each of the first verbs. */
function examplesOf(group: CommandUnknownOpts): string[] {
  const shortest = group.commands.flatMap((verb) => {
    const [first] = (helpOf(verb)?.explanation?.examples ?? []).toSorted((a, b) => a.length - b.length);
    return first ?? [];
  });
  return shortest.slice(0, 3);
}
