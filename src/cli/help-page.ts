import { largest, wrapLines } from '../base/text.ts';
import type { HelpStyle } from './help-words.ts';

/** The help of a command as plain data, for a terminal of any width. */
export interface HelpPage {
  /** The words of the command after `svc`. */
  words: string;
  usage: string;
  about: string;
  /** Arguments, flags and commands, each with its description. */
  lists: readonly { title: string; items: readonly (readonly [term: string, text: string])[] }[];
  /** Sections that only the whole help has. */
  more: readonly HelpSection[];
  examples: readonly string[];
  sections: readonly HelpSection[];
}

/** A section after the lists. */
export type HelpSection = { text: string } | { title: string; calls: readonly string[] };

/** The title of flags that have a topic of their own, `svc help nats`. */
export const natsGroup = 'NATS:';
const shownExamples = 3;

/** A page as `--help` prints it: a line for each flag and three examples, or with --all everything. */
export function pageText(page: HelpPage, style: HelpStyle): string {
  const { about, examples, more, sections, usage, words } = page;
  const { whole, width } = style;
  const lists = page.lists.filter(({ title }) => whole || title !== natsGroup);
  const longest = largest(lists.flatMap(({ items }) => items.map(([term]) => term.length)));
  const shown = whole ? examples : examples.slice(0, shownExamples);
  const hasMore = !whole && (more.length > 0 || examples.length > shownExamples);
  const rest = [
    ...(lists.length < page.lists.length ? ['Flags for NATS: svc help nats'] : []),
    ...(hasMore ? [`More: svc help ${words} --all`] : []),
  ].join('. ');
  const blocks = [
    `Usage: ${usage}`,
    ...(about === '' ? [] : [wrapLines(about, width)]),
    ...lists.map(({ items, title }) =>
      [heading(title, style), ...items.map((item) => itemText(item, longest, width, !whole))].join('\n'),
    ),
    ...(whole ? more.map((section) => sectionText(section, style)) : []),
    ...(shown.length > 0 ? [`${heading('Examples:', style)}\n${exampleLines(shown, width)}`] : []),
    ...sections.map((section) => sectionText(section, style)),
  ];
  return `${blocks.join('\n\n')}\n${rest === '' ? '' : `${wrapLines(rest, width)}\n`}`;
}

const heading = (title: string, { bold }: HelpStyle) => (bold ? `\u001b[1m${title}\u001b[22m` : title);

/** A term and its text, beside it or below a term that is longer than its column; `isShort` cuts the text to one line. */
export function itemText(
  [term, text]: readonly [string, string],
  column: number,
  width: number,
  isShort = false,
): string {
  if (text === '') return `  ${term}`;
  const room = width - column - 4;
  const indent = ' '.repeat(column + 4);
  const isCut = isShort && text.length > room;
  const [first = '', ...others] = wrapLines(text, isCut ? room - 2 : room).split('\n');
  const lines = isCut ? `${phraseOf(first.slice(0, room - 2))} …` : [first, ...others].join(`\n${indent}`);
  return term.length > column ? `  ${term}\n${indent}${lines}` : `  ${term.padEnd(column)}  ${lines}`;
}

/** The start of a text, up to its last whole phrase if that says enough. */
function phraseOf(text: string): string {
  const outside = text.replace(/ \([^()]*$/, '');
  const phrase = outside.length < text.length ? outside : (/^(.*)[,;:]/.exec(text)?.[1] ?? '');
  return phrase.length < 18 ? text.replace(/(?<![\s,;:(…])[\s,;:(…]+$/, '') : phrase;
}

function sectionText(section: HelpSection, style: HelpStyle): string {
  const { width } = style;
  if ('text' in section) return wrapped(section.text, width);
  const title = heading(section.title, style);
  return [title, ...section.calls.map((call) => `  ${wrapped(call, width, '    ')}`)].join('\n');
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
 * Wraps paragraphs; a line break in one counts as a blank.
 * @param indent of all lines but the first
 */
function wrapped(text: string, width: number, indent = ''): string {
  const paragraphs = text.split('\n\n').map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());
  return paragraphs
    .map((paragraph) => wrapLines(paragraph, width - indent.length))
    .join('\n\n')
    .replaceAll('\n', `\n${indent}`);
}
