import { ownFile } from '../base/system/own-file.ts';
import { largest, wrapLines } from '../base/text.ts';
import type { CommandFacts, FlagFacts } from './facts.ts';
import type { HelpStyle } from './help-words.ts';
import type { Block, Topic } from './topics/topic.ts';

/** The heading of flags that have their own topic, `svc help nats`. */
const natsGroup = 'NATS:';
const shownExamples = 3;
const mostLines = 60;

/**
 * Reads the facts that the build wrote for a noun, or for the program (docs/generate.mjs); undefined in a program that
 * was not built.
 */
export function builtFacts(noun: string): CommandFacts | undefined {
  const text = /^[a-z-]+$/.test(noun) ? ownFile(`facts/${noun}.json`) : undefined;
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns the help of a command without loading it; undefined for other words, and in a program that was not built. */
export function builtHelp(words: readonly string[], style: HelpStyle): string | undefined {
  let command = builtFacts(words[0] ?? 'svc');
  for (const word of words.slice(1)) command = command?.commands.find((each) => each.words.at(-1) === word);
  return command?.words.length === words.length ? helpText(command, style) : undefined;
}

/** Returns the help of a command: groups of flags that fit and three examples, or with --all or as JSON everything. */
export function helpText(command: CommandFacts, style: HelpStyle): string {
  if (style.json) return `${JSON.stringify(command, null, 2)}\n`;
  const groups = [...new Set(command.flags.map(({ group }) => group))];
  if (style.whole) return pageOf(command, groups, style);
  const shown = groups.filter((group) => group !== natsGroup);
  while (shown.length > 1 && pageOf(command, shown, style).split('\n').length - 1 > mostLines) shown.pop();
  return pageOf(command, shown, style);
}

/** Returns a page with some groups of flags. */
function pageOf(command: CommandFacts, groups: readonly string[], { whole, ...style }: HelpStyle): string {
  const { calls, commands, examples, flags, notes, topics, words } = command;
  const cut = flags.flatMap(({ group }) => (groups.includes(group) ? [] : group));
  const more = [...new Set(cut)].flatMap((group) => (group === natsGroup ? [] : group.replace(':', '')));
  const hasMore = notes !== openingOf(notes) || calls.length > 0 || examples.length > shownExamples || more.length > 0;
  const shortened = { notes: openingOf(notes), calls: [], examples: examples.slice(0, shownExamples) };
  // The program has a topic for its flags.
  const shown = words.length > 0 ? flags.filter(({ group }) => groups.includes(group)) : [];
  const ends = [
    ...(cut.includes(natsGroup) ? ['Flags for NATS: svc help nats'] : []),
    ...(hasMore && !whole
      ? [`More${more.length > 0 ? ` flags (${more.join(', ')})` : ''}: svc help ${words.join(' ')} --all`]
      : []),
  ];
  const examplesOfCommand = `Flags and examples of a command: ${['svc', ...words].join(' ')} <command> --help`;
  const blocks = [
    `Usage: ${usageOf(command)}`,
    command.summary,
    ...blocksOf({ ...command, flags: shown, ...(whole ? {} : shortened) }, ({ summary }) => summary),
    commands.length > 0 ? examplesOfCommand : 'Global flags, such as -o json, --dry-run and --profile: svc help flags',
    ...list('Help topics: svc help <topic>', topics.length > 0 ? [topics.map(({ name }) => name).join(', ')] : []),
  ];
  const column = columnOf(blocks);
  const text = blocks.map((block) => blockText(block, column, style)).join('\n\n');
  return `${[text, ...(ends.length > 0 ? [wrapLines(ends.join('. '), style.width)] : [])].join('\n')}\n`;
}

/** Returns the first sentence of notes, which says what the thing is. */
function openingOf(notes: string): string {
  return notes.split(/(?<=\.)\s/)[0]!;
}

/**
 * Returns the body of a page: notes, arguments, flags and commands in their groups, calls and examples.
 * @param textOf returns what a page says about a flag
 */
export function blocksOf(command: CommandFacts, textOf: (flag: FlagFacts) => string): Block[] {
  const { calls, columns, commands, examples, flags, notes } = command;
  const groups = new Map<string, Row[]>();
  const add = (group: string, ...row: Row) => groups.set(group, [...(groups.get(group) ?? []), row]);
  for (const flag of [...command.arguments, ...flags]) add(flag.group, termOf(flag), textOf(flag));
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

type Row = readonly [term: string, meaning: string];

function list(title: string, items: readonly string[]): Block[] {
  return items.length > 0 ? [{ title, rows: items.map((item) => [item, '']) }] : [];
}

/** Returns `svc banner update <id> [flags]`. */
export function usageOf({ arguments: all, commands, words }: CommandFacts): string {
  return ['svc', ...words, ...(commands.length > 0 ? ['<command>'] : all.map(termOf)), '[flags]'].join(' ');
}

/** Returns `-w, --workspace <workspace>`, or `[id...]`. */
function termOf({ names, value }: Pick<FlagFacts, 'names' | 'value'>): string {
  const name = value && `${value.name}${value.variadic ? '...' : ''}`;
  return [names.join(', '), name && (value.optional ? `[${name}]` : `<${name}>`)].filter(Boolean).join(' ');
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
