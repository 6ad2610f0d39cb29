import { exitCodes } from '../topics/exit-codes.ts';
import { type CommandFacts, type FlagFacts, leavesOf, type Tree } from './facts.ts';
import { argumentText, meaningOf, nounsOf, paragraphs, usageOf, valueText } from './phrases.ts';
import { bold, heading, italic, item, paragraph, roff, subheading, textLine } from './roff.ts';
import type { TopicPage } from './topic-page.ts';

/** The page of the program itself: svc(1). */
export function manIndex(tree: Tree, topics: readonly TopicPage[]): string {
  return manual(tree, tree, [
    heading('Commands'),
    ...nounsOf(tree).flatMap((noun) => item([bold(`${tree.name}-${noun.words.join('-')}`), '(1)'], noun.summary)),
    heading('Global flags'),
    paragraph('They may be given before or after the command.'),
    ...tree.flags.flatMap(flagItem),
    heading('Exit status'),
    ...exitCodes.flatMap(({ code, exit, when }) => item([bold(String(exit))], code === '' ? when : `${code}: ${when}`)),
    heading('See also'),
    topics.map(({ name }) => `${bold(`${tree.name}-${name}`)}(7)`).join(',\n'),
  ]);
}

/** The page of a noun, with all its verbs: svc-banner(1). */
export function manPage(tree: Tree, noun: CommandFacts): string {
  return manual(tree, noun, [
    ...(noun.commands.length === 0
      ? commandLines(noun, heading)
      : [
          heading('Commands'),
          ...leavesOf(noun).flatMap((verb) => [
            subheading(`${tree.name} ${verb.words.join(' ')}`),
            paragraph(verb.summary),
            '.PP',
            usageLine(tree, verb),
            ...commandLines(verb, (title) => `.PP\n${bold(title)}`),
          ]),
        ]),
    heading('Global flags and exit status'),
    `See ${bold(tree.name)}(1).`,
  ]);
}

function commandLines(
  { arguments: all, explanation, flags }: CommandFacts,
  titled: (title: string) => string,
): string[] {
  const { calls = [], examples = [], notes = '' } = explanation ?? {};
  const part = (title: string, lines: string[]) => (lines.length > 0 ? [titled(title), ...lines] : []);
  return [
    ...paragraphs(notes).map(paragraph),
    ...part(
      'Arguments',
      all.flatMap((each) => item([italic(argumentText(each))], meaningOf(each))),
    ),
    ...part('Flags', flags.flatMap(flagItem)),
    ...part('Calls', calls.map(paragraph)),
    ...part('Examples', examples.length > 0 ? ['.PP', '.nf', '.RS', ...examples.map(textLine), '.RE', '.fi'] : []),
  ];
}

function manual(tree: Tree, command: CommandFacts, lines: readonly string[]): string {
  const name = [tree.name, ...command.words].join('-');
  return `${[
    '.\\" Generated from the command tree: npm run reference',
    `.TH "${roff(name.toUpperCase())}" "1" "" "svc" "svc manual"`,
    heading('Name'),
    `${roff(name)} \\- ${roff(command.summary.replace(/\.$/, ''))}`,
    heading('Synopsis'),
    usageLine(tree, command),
    ...lines,
  ].join('\n')}\n`;
}

function usageLine(tree: Tree, command: CommandFacts): string {
  const words = [tree.name, ...command.words].join(' ');
  return `${bold(words)}${roff(usageOf(tree, command).slice(words.length))}`;
}

function flagItem(flag: FlagFacts): string[] {
  const value = flag.value ? ` ${italic(valueText(flag.value))}` : '';
  const names = flag.names.map((name) => `${bold(name)}${value}`).join(', ');
  return item([names], meaningOf(flag));
}
