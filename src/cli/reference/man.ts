import type { CommandFacts, FlagFacts, Tree } from '../facts.ts';
import { argumentText, paragraphs, usageOf, valueText } from '../help-page.ts';
import { exitCodes } from '../topics/exit-codes.ts';
import { leavesOf, meaningOf } from './phrases.ts';
import { bold, heading, italic, item, paragraph, roff, subheading, textLine } from './roff.ts';
import type { TopicPage } from './topic-page.ts';

/** Returns the page of the program itself: svc(1). */
export function manIndex(tree: Tree, topics: readonly TopicPage[]): string {
  return manual(tree, [
    heading('Commands'),
    ...tree.commands.flatMap((noun) => item([bold(`svc-${noun.words.join('-')}`), '(1)'], noun.summary)),
    heading('Global flags'),
    paragraph('They may be given before or after the command.'),
    ...tree.flags.flatMap(flagItem),
    heading('Exit status'),
    ...exitCodes.flatMap(({ code, exit, when }) => item([bold(String(exit))], code === '' ? when : `${code}: ${when}`)),
    heading('See also'),
    topics.map(({ name }) => `${bold(`svc-${name}`)}(7)`).join(',\n'),
  ]);
}

/** Returns the page of a noun, with all its verbs: svc-banner(1). */
export function manPage(noun: CommandFacts): string {
  return manual(noun, [
    ...(noun.commands.length === 0
      ? commandLines(noun, heading)
      : [
          heading('Commands'),
          ...leavesOf(noun).flatMap((verb) => [
            subheading(`svc ${verb.words.join(' ')}`),
            paragraph(verb.summary),
            '.PP',
            usageLine(verb),
            ...commandLines(verb, (title) => `.PP\n${bold(title)}`),
          ]),
        ]),
    heading('Global flags and exit status'),
    `See ${bold('svc')}(1).`,
  ]);
}

function commandLines(
  { arguments: all, calls, columns, examples, flags, notes }: CommandFacts,
  titled: (title: string) => string,
): string[] {
  const part = (title: string, lines: string[]) => (lines.length > 0 ? [titled(title), ...lines] : []);
  return [
    ...paragraphs(`${notes}\n\n${columns}`).map(paragraph),
    ...part(
      'Arguments',
      all.flatMap((each) => item([italic(argumentText(each))], meaningOf(each))),
    ),
    ...part('Flags', flags.flatMap(flagItem)),
    ...part('Calls', calls.map(paragraph)),
    ...part('Examples', examples.length > 0 ? ['.PP', '.nf', '.RS', ...examples.map(textLine), '.RE', '.fi'] : []),
  ];
}

function manual(command: CommandFacts, lines: readonly string[]): string {
  const name = ['svc', ...command.words].join('-');
  return `${[
    '.\\" Generated from the command tree: npm run reference',
    `.TH "${roff(name.toUpperCase())}" "1" "" "svc" "svc manual"`,
    heading('Name'),
    `${roff(name)} \\- ${roff(command.summary.replace(/\.$/, ''))}`,
    heading('Synopsis'),
    usageLine(command),
    ...lines,
  ].join('\n')}\n`;
}

function usageLine(command: CommandFacts): string {
  const words = ['svc', ...command.words].join(' ');
  return `${bold(words)}${roff(usageOf(command).slice(words.length))}`;
}

function flagItem(flag: FlagFacts): string[] {
  const value = flag.value ? ` ${italic(valueText(flag.value))}` : '';
  const names = flag.names.map((name) => `${bold(name)}${value}`).join(', ');
  return item([names], meaningOf(flag));
}
