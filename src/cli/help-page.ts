import { wrapLines } from '../base/text.ts';

/** The help of a command as plain data, for a terminal of any width. */
export interface HelpPage {
  usage: string;
  about: string;
  /** Arguments, flags and commands, each with its description. */
  lists: readonly { title: string; items: readonly (readonly [term: string, text: string])[] }[];
  sections: readonly HelpSection[];
}

/** A section after the lists. */
export type HelpSection =
  | { text: string }
  | { title: string; list: string }
  | { title: string; calls: readonly string[] }
  | { title: string; examples: readonly string[] };

/** A page as `--help` prints it. */
export function pageText({ about, lists, sections, usage }: HelpPage, width: number): string {
  const longest = Math.max(0, ...lists.flatMap(({ items }) => items.map(([term]) => term.length)));
  const blocks = [
    `Usage: ${usage}`,
    ...(about === '' ? [] : [wrapLines(about, width)]),
    ...lists.map(({ items, title }) => [title, ...items.map((item) => itemText(item, longest, width))].join('\n')),
    ...sections.map((section) => sectionText(section, width)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function itemText([term, text]: readonly [string, string], longest: number, width: number): string {
  if (text === '') return `  ${term}`;
  const indent = `\n${' '.repeat(longest + 4)}`;
  return `  ${term.padEnd(longest)}  ${wrapLines(text, width - longest - 4).replaceAll('\n', indent)}`;
}

function sectionText(section: HelpSection, width: number): string {
  if ('text' in section) return wrapped(section.text, width);
  const { title } = section;
  if ('list' in section) return `${title}\n  ${wrapped(section.list, width, '  ')}`;
  if ('examples' in section) return `${title}\n${exampleLines(section.examples, width)}`;
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
