import { ownFile } from '../base/system/own-file.ts';
import { largest, wrapLines } from '../base/text.ts';
import type { ArgumentFacts, CommandFacts, TopicFacts, Tree, ValueFacts } from './facts.ts';
import type { HelpStyle } from './help-words.ts';
import type { Block, Topic } from './topics/topic.ts';

/** The heading of flags that have their own topic, `svc help nats`. */
export const natsGroup = 'NATS:';
const shownExamples = 3;
/** The most lines of a page without --all. */
const mostLines = 60;

const programExamples = [
  'svc login svc.example.com',
  'svc banner create --title "Maintenance" --body "Back in two hours" --for 2h',
  'svc module download "acme/network/cloud@~> 1.0" --dir modules/network',
];

/**
 * Reads the facts that the build wrote for a noun, or for the program (docs/generate.mjs); undefined in a program that
 * was not built.
 */
export function builtFacts(noun: string): (CommandFacts & Partial<Tree>) | undefined {
  const text = /^[a-z-]+$/.test(noun) ? ownFile(`facts/${noun}.json`) : undefined;
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns the help of a command without loading it; undefined for other words, and in a program that was not built. */
export function builtHelp(words: readonly string[], style: HelpStyle): string | undefined {
  let command = builtFacts(words[0] ?? 'svc');
  for (const word of words.slice(1)) command = command?.commands.find((each) => each.words.at(-1) === word);
  return command?.words.length === words.length ? pageText(command, style) : undefined;
}

/** Returns the help of a command as `--help` prints it: groups of flags that fit and three examples, or with --all everything. */
export function pageText(command: CommandFacts & Partial<Tree>, style: HelpStyle): string {
  const every = listsOf(command);
  if (style.whole) return pageOf(command, every, [], style);
  const shown = every.filter(([title]) => title !== natsGroup);
  const least = command.commands.length > 0 ? shown.length : command.arguments.length > 0 ? 2 : 1;
  for (let count = shown.length; ; count -= 1) {
    const more = shown.slice(count).map(([title]) => title.replace(':', ''));
    const text = pageOf(command, shown.slice(0, count), more, style);
    if (count <= least || text.split('\n').length - 1 <= mostLines) return text;
  }
}

/** Returns a page with these lists. @param more the titles of groups that do not fit */
function pageOf(
  command: CommandFacts & Partial<Tree>,
  lists: readonly List[],
  more: readonly string[],
  { bold, whole, width }: HelpStyle,
): string {
  const { calls, columns, flags, notes, summary, words } = command;
  const longest = largest(lists.flatMap(([, items]) => items.map(([term]) => term.length)));
  const all = command.commands.length > 0 ? examplesOf(command) : command.examples;
  const hasMore = !whole && (notes !== '' || calls.length > 0 || all.length > shownExamples || more.length > 0);
  const rest = [
    ...(!whole && flags.some(({ group }) => group === natsGroup) ? ['Flags for NATS: svc help nats'] : []),
    ...(hasMore
      ? [`More${more.length > 0 ? ` flags (${more.join(', ')})` : ''}: svc help ${words.join(' ')} --all`]
      : []),
  ].join('. ');
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [[bold ? `\u001b[1m${title}\u001b[22m` : title, ...lines].join('\n')] : [];
  const blocks = [
    `Usage: ${usageOf(command)}`,
    wrapLines(summary, width),
    ...lists.flatMap(([title, items]) =>
      section(
        title,
        items.map((item) => itemText(item, longest, width)),
      ),
    ),
    ...(columns === '' ? [] : [wrapLines(columns, width)]),
    ...(whole ? paragraphs(notes).map((paragraph) => wrapLines(paragraph, width)) : []),
    ...section('API calls:', whole ? calls.map((call) => hanging(call, width)) : []),
    ...section('Examples:', exampleLines(whole ? all : all.slice(0, shownExamples), width)),
    wrapLines(pointerOf(command), width),
    ...section('Help topics: svc help <topic>', command.topics ? [hanging(namesOf(command.topics), width)] : []),
  ];
  return `${blocks.join('\n\n')}\n${rest === '' ? '' : `${wrapLines(rest, width)}\n`}`;
}

/** Returns `svc banner update <id> [flags]`. */
export function usageOf({ arguments: all, commands, words }: CommandFacts): string {
  return ['svc', ...words, ...(commands.length > 0 ? ['<command>'] : all.map(argumentText)), '[flags]'].join(' ');
}

export function argumentText({ required, value, variadic }: ArgumentFacts): string {
  const name = `${value.name}${variadic ? '...' : ''}`;
  return required ? `<${name}>` : `[${name}]`;
}

export function valueText({ name, optional }: ValueFacts): string {
  return optional ? `[${name}]` : `<${name}>`;
}

/** Splits notes into paragraphs; a line end within one becomes a blank. */
export function paragraphs(notes: string): string[] {
  return notes.split('\n\n').flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').trim() || []);
}

type Item = readonly [term: string, text: string];
type List = readonly [title: string, items: readonly Item[]];

/** Returns arguments, flags and commands by their titles. The program has a topic for its flags. */
function listsOf({ arguments: all, commands, flags, words }: CommandFacts): List[] {
  const lists = new Map<string, Item[]>();
  const add = (title: string, ...item: Item) => lists.set(title, [...(lists.get(title) ?? []), item]);
  for (const { summary, value } of all) add('Arguments:', value.name, summary);
  for (const { group, names, summary, value } of words.length > 0 ? flags : [])
    add(group, `${names.join(', ')}${value ? ` ${valueText(value)}` : ''}`, summary);
  for (const each of commands) add(each.group, each.words.at(-1) ?? '', each.summary);
  return [...lists];
}

/** Returns the shortest example of each of the first verbs of a group. */
function examplesOf({ commands, words }: CommandFacts): readonly string[] {
  if (words.length === 0) return programExamples;
  const byLength = commands.map(({ examples }) => examples.toSorted((a, b) => a.length - b.length));
  return byLength.flatMap((examples) => examples.slice(0, 1)).slice(0, 3);
}

/** Returns the sentence about where to find more help. */
function pointerOf({ commands, words }: CommandFacts): string {
  if (words.length === 0) return 'Flags and examples of a command: svc help <command>';
  return commands.length > 0
    ? `Flags and examples of a command: svc ${words.join(' ')} <command> --help`
    : 'Global flags, such as -o json, --dry-run and --profile: svc help flags';
}

const hanging = (text: string, width: number) => `  ${wrapLines(text, width - 4).replaceAll('\n', '\n    ')}`;
const namesOf = (topics: readonly TopicFacts[]) => topics.map(({ name }) => name).join(', ');

/** Formats a term and its text: beside the term, or below a term longer than its column. */
export function itemText([term, text]: readonly [string, string], column: number, width: number): string {
  if (text === '') return `  ${term}`;
  const indent = ' '.repeat(column + 4);
  const lines = wrapLines(text, width - column - 4).replaceAll('\n', `\n${indent}`);
  return term.length > column ? `  ${term}\n${indent}${lines}` : `  ${term.padEnd(column)}  ${lines}`;
}

/** Formats command lines for help; a backslash continues a long one on the next line. */
export function exampleLines(examples: readonly string[], width: number): string[] {
  return examples.map((example) => `  ${continued(example, width - 4)}`);
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

/** Formats a topic as `svc help TOPIC` prints it. */
export function topicText(title: string, topic: Topic, width: number): string {
  return `${[title, ...topic.map((block) => blockText(block, width))].join('\n\n')}\n`;
}

function blockText(block: Block, width: number): string {
  if (typeof block === 'string') return wrapLines(block, width);
  if ('heading' in block) return `${block.heading}:`;
  if ('lines' in block) return exampleLines(block.lines, width).join('\n');
  const longest = largest(block.rows.map(([term]) => term.length));
  return block.rows.map((row) => itemText(row, Math.min(longest, 28), width)).join('\n');
}
