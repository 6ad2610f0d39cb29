import { type CommandUnknownOpts, Help } from 'commander';
import { explanationOf, sectionsOf, setSections } from './explanations.ts';
import { type HelpPage, pageText } from './help-page.ts';

/** The format of every command's help. */
export const helpFormat: Partial<Help> = {
  sortSubcommands: false,
  showGlobalOptions: false,
  commandUsage: usageOf,
  subcommandTerm: (command) => command.name(),
  // A group of commands has no flags of its own, and the global ones have a topic.
  visibleOptions: (command) => (command.commands.length > 0 ? [] : new Help().visibleOptions(command)),
  visibleCommands: (command) => new Help().visibleCommands(command).filter((each) => each.name() !== 'help'),
  formatHelp: (command, helper) => pageText(pageOf(command, helper), helper.helpWidth ?? 80),
};

/** The help of a command as plain data. */
function pageOf(command: CommandUnknownOpts, helper = command.createHelp()): HelpPage {
  const words = helper
    .visibleArguments(command)
    .map((each) => [helper.argumentTerm(each), helper.argumentDescription(each)] as const);
  const flags = helper
    .visibleOptions(command)
    .map((each) => [helper.optionTerm(each), helper.optionDescription(each)] as const);
  const commands = new Map<string, (readonly [string, string])[]>();
  for (const each of helper.visibleCommands(command)) {
    const title = each.helpGroup() || 'Commands:';
    const item = [helper.subcommandTerm(each), helper.subcommandDescription(each)] as const;
    commands.set(title, [...(commands.get(title) ?? []), item]);
  }
  const lists = [
    { title: 'Arguments:', items: words },
    { title: 'Flags:', items: flags },
    ...[...commands].map(([title, items]) => ({ title, items })),
  ];
  return {
    usage: usageOf(command),
    about: helper.commandDescription(command),
    lists: lists.filter(({ items }) => items.length > 0),
    sections: sectionsOf(command),
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
  const names: string[] = [];
  for (let at: CommandUnknownOpts | null = command; at; at = at.parent) names.unshift(at.name());
  if (command.commands.length > 0) return `${names.join(' ')} <command> [flags]`;
  const values = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [...names, ...values, '[flags]'].join(' ');
}

/** Adds examples and pointers to more help to the help of the program. */
export function explainProgram(program: CommandUnknownOpts, topics: readonly string[]): void {
  const examples = [
    'svc login svc.example.com',
    'svc banner create --title "Maintenance" --body "Back in two hours" --for 2h',
    'svc module download "acme/network/cloud@~> 1.0" --dir modules/network',
  ];
  setSections(program, () => [
    { title: 'Examples:', examples },
    { text: 'Flags and examples of a command: svc help <command>' },
    { title: 'Help topics: svc help <topic>', list: topics.join(', ') },
  ]);
}

/** Adds examples of the first verbs to the help of a group of commands. */
export function explainGroup(group: CommandUnknownOpts): void {
  if (group.commands.length === 0) return;
  for (const each of group.commands) explainGroup(each);
  setSections(group, () => {
    const examples = examplesOf(group);
    return [
      ...(examples.length > 0 ? [{ title: 'Examples:', examples }] : []),
      { text: `Flags and examples of a command: ${usageOf(group).replace('[flags]', '--help')}` },
    ];
  });
}

/** The shortest example of each of the first verbs. */
function examplesOf(group: CommandUnknownOpts): string[] {
  return group.commands
    .flatMap((verb) => {
      const [shortest] = [...(explanationOf(verb)?.examples ?? [])].sort((a, b) => a.length - b.length);
      return shortest ?? [];
    })
    .slice(0, 3);
}
