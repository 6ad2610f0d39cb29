import { type CommandUnknownOpts, Help } from 'commander';
import { explanationOf } from './explanations.ts';

/** The format of every command's help. */
export const helpFormat: Partial<Help> = {
  sortSubcommands: false,
  minWidthToWrap: 20,
  showGlobalOptions: false,
  commandUsage: usageOf,
  subcommandTerm: (command) => command.name(),
  // A group of commands has no flags of its own, and the global ones have a topic.
  visibleOptions: (command) => (command.commands.length > 0 ? [] : new Help().visibleOptions(command)),
  visibleCommands: (command) => new Help().visibleCommands(command).filter((each) => each.name() !== 'help'),
  styleTitle: (title) => (title === 'Options:' ? 'Flags:' : title),
};

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
  program.addHelpText('after', () => {
    const width = helpWidth(program);
    const list = program.createHelp().boxWrap(topics.join(', '), width - 2);
    return [
      `\nExamples:\n${exampleLines(examples, width)}`,
      '\nFlags and examples of a command: svc help <command>',
      `\nHelp topics: svc help <topic>\n  ${list.replaceAll('\n', '\n  ')}`,
    ].join('\n');
  });
}

/** Adds examples of the first verbs to the help of a group of commands. */
export function explainGroup(group: CommandUnknownOpts): void {
  if (group.commands.length === 0) return;
  for (const each of group.commands) explainGroup(each);
  group.addHelpText('after', () => {
    const examples = examplesOf(group);
    return [
      ...(examples.length > 0 ? ['\nExamples:', exampleLines(examples, helpWidth(group))] : []),
      `\n${wrapped(group, `Flags and examples of a command: ${usageOf(group).replace('[flags]', '--help')}`)}`,
    ].join('\n');
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

/** The width of a command's help in columns. */
export function helpWidth(command: CommandUnknownOpts): number {
  return command.configureOutput().getOutHelpWidth?.() ?? 80;
}

/** Command lines for help; a long one is continued on the next line with a backslash. */
export function exampleLines(examples: readonly string[], width: number): string {
  return examples.map((example) => `  ${continued(example, width - 4)}`).join('\n');
}

/** Splits a command line where a line break is allowed: not between a flag and its value, and not in a comment. */
function partsOf(example: string): string[] {
  return example.match(/(?:-[\w-]+ (?=[^-\s|&>]))?(?:'[^']*'|"(?:\\.|[^"])*"|\\.|[^\s'"#])+|#.*$/g) ?? [];
}

function continued(example: string, width: number): string {
  const lines: string[] = [];
  for (const word of partsOf(example)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width - (lines.length > 1 ? 4 : 0)) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines.join(' \\\n      ');
}

/**
 * Wraps paragraphs for help; a line break in one counts as a blank.
 * @param indent of all lines but the first
 */
export function wrapped(command: CommandUnknownOpts, text: string, indent = ''): string {
  const width = helpWidth(command) - indent.length;
  const paragraphs = text.split('\n\n').map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());
  return paragraphs
    .map((paragraph) => command.createHelp().boxWrap(paragraph, width))
    .join('\n\n')
    .replaceAll('\n', `\n${indent}`);
}
