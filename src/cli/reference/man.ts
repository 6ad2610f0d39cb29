import type { CommandFacts } from '../facts.ts';
import { blocksOf } from '../help-page.ts';
import { exitCodes } from '../topics/exit-codes.ts';
import type { Block } from '../topics/topic.ts';
import { leavesOf, meaningOf, type TopicPage } from './phrases.ts';

/** Returns the man pages, which a build makes: their names and texts. */
export function manPages(tree: CommandFacts, topics: readonly TopicPage[]): Map<string, string> {
  return new Map([
    ['svc.1', manIndex(tree, topics)],
    ...topics.map((page): [string, string] => [`svc-${page.name}.7`, topicManual(page)]),
    ...tree.commands.map((noun): [string, string] => [`svc-${noun.words.join('-')}.1`, manPage(noun)]),
  ]);
}

/** Returns the page of the program itself: svc(1). */
function manIndex(tree: CommandFacts, topics: readonly TopicPage[]): string {
  const nouns = tree.commands.map((noun) => [`svc-${noun.words.join('-')}(1)`, noun.summary] as const);
  const exits = exitCodes.map(({ code, exit, when }) => [`${exit}`, code === '' ? when : `${code}: ${when}`] as const);
  return manualOf('svc', 1, tree.summary, [
    heading('Synopsis'),
    usageLine(tree),
    heading('Commands'),
    blockLines({ rows: nouns }),
    heading('Global flags'),
    paragraph('They may be given before or after the command.'),
    ...blocksOf({ ...tree, commands: [], examples: [] }, meaningOf).map(blockLines),
    heading('Exit status'),
    blockLines({ rows: exits }),
    heading('See also'),
    topics.map(({ name }) => `${bold(`svc-${name}`)}(7)`).join(',\n'),
  ]);
}

/** Returns the page of a noun, with all its verbs: svc-banner(1). */
function manPage(noun: CommandFacts): string {
  const body = (command: CommandFacts) => blocksOf(command, meaningOf).map(blockLines);
  const verbs = leavesOf(noun).flatMap((verb) => [
    `.SS ${roff(`svc ${verb.words.join(' ')}`)}`,
    paragraph(verb.summary),
    '.PP',
    usageLine(verb),
    ...body(verb),
  ]);
  return manualOf(`svc-${noun.words.join('-')}`, 1, noun.summary, [
    heading('Synopsis'),
    usageLine(noun),
    ...(noun.commands.length === 0 ? [heading('Description'), ...body(noun)] : [heading('Commands'), ...verbs]),
    heading('Global flags and exit status'),
    `See ${bold('svc')}(1).`,
  ]);
}

/** Returns the page of a topic: svc-exit-codes(7). */
function topicManual({ name, summary, topic }: TopicPage): string {
  const lines = [heading('Description'), ...topic.map(blockLines), heading('See also'), `${bold('svc')}(1)`];
  return manualOf(`svc-${name}`, 7, summary, lines);
}

function manualOf(name: string, section: number, summary: string, lines: readonly string[]): string {
  return `${[
    '.\\" Generated from the command tree and its topics: npm run build',
    `.TH "${roff(name.toUpperCase())}" "${section}" "" "svc" "svc manual"`,
    heading('Name'),
    `${roff(name)} \\- ${roff(summary.replace(/\.$/, ''))}`,
    ...lines,
  ].join('\n')}\n`;
}

function usageLine({ usage, words }: CommandFacts): string {
  const path = ['svc', ...words].join(' ');
  return `${bold(path)}${roff(usage.slice(path.length))}`;
}

function blockLines(block: Block): string {
  if (typeof block === 'string') return paragraph(block);
  if ('heading' in block) return heading(block.heading);
  const title = block.title === undefined ? [] : [`.PP\n${bold(block.title)}`];
  if ('lines' in block) return [...title, '.PP', '.nf', '.RS', ...block.lines.map(textLine), '.RE', '.fi'].join('\n');
  const rows = block.rows.map(([term, meaning]) =>
    meaning === '' ? paragraph(term) : `.TP\n${bold(term)}\n${textLine(meaning)}`,
  );
  return [...title, ...rows].join('\n');
}

function heading(title: string): string {
  return `.SH ${roff(title.toUpperCase())}`;
}

function paragraph(text: string): string {
  return `.PP\n${textLine(text)}`;
}

/** Returns a line of text. An empty line, and a line that roff would read as a request, is escaped. */
function textLine(text: string): string {
  const line = roff(text.replace(/\s+/g, ' ').trim());
  return /^[.']/.test(line) || line === '' ? `\\&${line}` : line;
}

/** Returns a term in bold, with the name of its value in italics. */
function bold(text: string): string {
  return `\\fB${roff(text).replace(/(?<=^| )[<[][^<[]*[>\]]$/, '\\fI$&')}\\fR`;
}

/** Escapes a text for roff, in ASCII. Quotes, hyphens and accents are still the same characters when copied from the page. */
function roff(text: string): string {
  const literally: Record<string, string> = {
    '\\': '\\e',
    '-': '\\-',
    "'": '\\(aq',
    '`': '\\(ga',
    '^': '\\(ha',
    '~': '\\(ti',
    '"': '\\(dq',
  };
  return text
    .replace(/[\\\-'`^~"]/g, (char) => literally[char] ?? char)
    .replace(/[^\x00-\x7f]/gu, (char) => `\\[u${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`);
}
