import { ownFile } from '../base/system/own-file.ts';
import { pagerOf, writePaged } from '../base/system/pager.ts';
import { largest, wrapLines } from '../base/text.ts';
import { withoutJson } from '../base/version.ts';
import type { Host } from './context.ts';
import type { CommandFacts, FlagFacts } from './facts.ts';
import { wantsColour } from './terminal/colour.ts';
import type { Block, Row, Topic } from './topics/topic.ts';

/** The alternative words for commands. */
export const alsoTyped: Readonly<Record<string, string>> = {
  'auth login': 'login',
  'auth logout': 'logout',
};

export const helpSummary = 'Show help for a command or a topic';

/** The heading of flags that have their own topic, `svc help nats`. */
const natsGroup = 'NATS:';
const shownExamples = 3;
const mostLines = 60;

/** Returns the words to show help for: of `help banner create`, `banner create --help`, or an empty command line. */
export function helpTopic(argv: readonly string[]): readonly string[] | undefined {
  const typed = withoutJson(argv).words.filter((word) => !/^--(all|no-pager|no-color)$/.test(word));
  if (typed[0] === 'help') return typed.slice(1);
  const path = /^(-h|--help)$/.test(typed.at(-1) ?? '--help') ? typed.slice(0, -1) : undefined;
  return path?.every((word) => !word.startsWith('-')) ? path : undefined;
}

export type HelpStyle = ReturnType<typeof helpStyle>;

/** Returns the style of help for a command line: JSON, or a text, complete or one screen, off a terminal with 100 columns. */
export function helpStyle(argv: readonly string[], { env, stdout }: HelpHost) {
  const bold = !argv.includes('--no-color') && wantsColour(stdout, env);
  const json = helpTopic(argv) !== undefined && withoutJson(argv).json;
  return { json, width: stdout.isTTY ? stdout.columns || 80 : 100, whole: argv.includes('--all'), bold };
}

/** The parts of a host that print help: without `stderr`, no pager is started. */
type HelpHost = Pick<Host, 'env'> &
  Partial<Pick<Host, 'stderr'>> & {
    stdout: Pick<Host['stdout'], 'columns' | 'isTTY'> & { write(text: string): unknown };
  };

/** Prints a help text, in a pager if it is longer than the terminal. */
export async function printHelp(text: string, argv: readonly string[], host: HelpHost): Promise<void> {
  const { env, stdout } = host;
  const pager = pagerOf(env, stdout, !argv.includes('--no-pager'));
  // Read host.stderr only for a pager: reading opens it.
  if (pager === undefined || !host.stderr) stdout.write(text);
  else await writePaged([text].values(), { env, pager, stderr: host.stderr, stdout });
}

/**
 * Reads the facts that the build wrote for a noun, or for the program (docs/generate.mjs); undefined in a program that
 * was not built.
 */
export function builtFacts(noun: string): CommandFacts | undefined {
  const text = /^[a-z-]+$/.test(noun) ? ownFile(`facts/${noun}.json`) : undefined;
  return text === undefined ? undefined : JSON.parse(text);
}

/** Prints the help of a command without loading it. Returns false for other words, and in a program that was not built. */
export async function printBuiltHelp(argv: readonly string[], host: HelpHost): Promise<boolean> {
  const words = helpTopic(argv);
  if (words === undefined) return false;
  let command = builtFacts(words[0] ?? 'svc');
  for (const word of words.slice(1)) command = command?.commands.find((each) => each.words.at(-1) === word);
  if (command?.words.length !== words.length) return false;
  await printHelp(helpText(command, helpStyle(argv, host)), argv, host);
  return true;
}

/**
 * Returns the help of a command: one screen with the groups of flags that fit and three examples, or with --all or as
 * JSON everything.
 */
export function helpText(command: CommandFacts, style: HelpStyle, fitting?: readonly string[]): string {
  if (style.json) return `${JSON.stringify(command, null, 2)}\n`;
  const { calls, commands, examples, flags, notes, topics, words } = command;
  const { whole, width } = style;
  const groups = [...new Set(flags.map(({ group }) => group))];
  const shown = fitting ?? groups.filter((group) => whole || group !== natsGroup);
  const cut = groups.filter((group) => !shown.includes(group));
  const more = cut.flatMap((group) => (group === natsGroup ? [] : group.replace(':', '')));
  // The first sentence says what the thing is.
  const [opening = ''] = notes.split(/(?<=\.)\s/);
  const hasMore = notes !== opening || calls.length > 0 || examples.length > shownExamples || more.length > 0;
  const shortened = { notes: opening, calls: [], examples: examples.slice(0, shownExamples) };
  // The program has a topic for its flags.
  const ownFlags = words.length > 0 ? flags.filter(({ group }) => shown.includes(group)) : [];
  const blocks = [
    `Usage: ${command.usage}`,
    command.summary,
    ...blocksOf({ ...command, flags: ownFlags, ...(whole ? {} : shortened) }, ({ summary }) => summary),
    commands.length > 0
      ? `Flags and examples of a command: ${['svc', ...words].join(' ')} <command> --help`
      : 'Global flags, such as -o json, --dry-run and --profile: svc help flags',
    ...list('Help topics: svc help <topic>', topics.length > 0 ? [topics.map(({ name }) => name).join(', ')] : []),
  ];
  const what = more.length > 0 ? `More flags (${more.join(', ')})` : 'More';
  const ends = [
    cut.includes(natsGroup) && 'Flags for NATS: svc help nats',
    hasMore && !whole && `${what}: svc help ${words.join(' ')} --all`,
  ].filter((end) => end !== false);
  const column = columnOf(blocks);
  const page = blocks.map((block) => blockText(block, column, style)).join('\n\n');
  const text = `${[page, ...(ends.length > 0 ? [wrapLines(ends.join('. '), width)] : [])].join('\n')}\n`;
  const isTooLong = !whole && shown.length > 1 && text.split('\n').length - 1 > mostLines;
  return isTooLong ? helpText(command, style, shown.slice(0, -1)) : text;
}

/**
 * Returns the body of a page: notes, arguments, flags and commands in their groups, calls and examples.
 * @param textOf returns what a page says about a flag
 */
export function blocksOf(command: CommandFacts, textOf: (flag: FlagFacts) => string): Block[] {
  const { calls, columns, commands, examples, flags, notes } = command;
  const groups = new Map<string, Row[]>();
  const add = (group: string, ...row: Row) => groups.set(group, [...(groups.get(group) ?? []), row]);
  for (const flag of [...command.arguments, ...flags]) add(flag.group, flag.term, textOf(flag));
  for (const { group, summary, words } of commands) add(group, words.at(-1) ?? '', summary);
  return [
    // A line break within a paragraph counts as a blank.
    ...notes.split('\n\n').flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').trim() || []),
    ...[...groups].map(([title, rows]) => ({ title, rows })),
    ...(columns === '' ? [] : [columns]),
    ...list('API calls:', calls),
    ...(examples.length > 0 ? [{ title: 'Examples:', lines: examples }] : []),
  ];
}

function list(title: string, items: readonly string[]): Block[] {
  return items.length > 0 ? [{ title, rows: items.map((item) => [item, '']) }] : [];
}

/** Formats a topic as `svc help TOPIC` prints it. */
export function topicText(title: string, topic: Topic, { json, width }: Pick<HelpStyle, 'json' | 'width'>): string {
  if (json) return `${JSON.stringify({ title, blocks: topic }, null, 2)}\n`;
  const texts = topic.map((block) => blockText(block, Math.min(columnOf([block]), 28), { bold: false, width }));
  return `${[title, ...texts].join('\n\n')}\n`;
}

/** Returns the width of the longest term that has a meaning. */
function columnOf(blocks: readonly Block[]): number {
  const rows = blocks.flatMap((block) => (typeof block === 'object' && 'rows' in block ? block.rows : []));
  return largest(rows.map(([term, meaning]) => (meaning === '' ? 0 : term.length)));
}

function blockText(block: Block, column: number, { bold, width }: Pick<HelpStyle, 'bold' | 'width'>): string {
  if (typeof block === 'string') return wrapLines(block, width);
  if ('heading' in block) return `${block.heading}:`;
  const { title } = block;
  const items =
    'lines' in block
      ? block.lines.map((line) => continued(line, width))
      : block.rows.map((row) => itemText(row, column, width));
  return [...(title === undefined ? [] : [bold ? `\u001b[1m${title}\u001b[22m` : title]), ...items].join('\n');
}

/** Formats a term and its text: beside the term, or below a term longer than its column. */
function itemText([term, text]: Row, column: number, width: number): string {
  if (text === '') return `  ${wrapLines(term, width - 4).replaceAll('\n', '\n    ')}`;
  const indent = ' '.repeat(column + 4);
  const lines = wrapLines(text, width - column - 4).replaceAll('\n', `\n${indent}`);
  return term.length > column ? `  ${term}\n${indent}${lines}` : `  ${term.padEnd(column)}  ${lines}`;
}

/**
 * Breaks a command line with backslashes where a line break is allowed: not between a flag and its value, and not in a
 * comment.
 */
function continued(example: string, width: number): string {
  const parts = example.match(/(?:-[\w-]+ (?=[^-\s|&>]))?(?:'[^']*'|"(?:\\.|[^"])*"|\\.|[^\s'"#])+|#.*$/g) ?? [];
  const lines: string[] = [];
  for (const word of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width - (lines.length > 1 ? 8 : 4)) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return `  ${lines.join(' \\\n      ')}`;
}
