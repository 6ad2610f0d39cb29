import type { CommandFacts } from '../facts.ts';
import { blocksOf } from '../help-page.ts';
import { type Line, lines } from '../settings/table.ts';
import type { Block } from '../topics/topic.ts';
import { everyCommand, leavesOf, meaningOf, type TopicPage } from './phrases.ts';

export const referenceFolder = 'docs/reference';

/** Returns the generated pages: texts by path, relative to the project's folder. */
export function referencePages(tree: CommandFacts, topics: readonly TopicPage[]): Map<string, string> {
  const pages = [
    ['README', markdownIndex(tree)] as const,
    ...topics.map((topic) => [`topic-${topic.name}`, topicMarkdown(topic)] as const),
    ...tree.commands.map((noun) => [noun.words.join('-'), markdownPage(noun)] as const),
  ].map(([name, text]) => [`${referenceFolder}/${name}.md`, text] as const);
  return new Map([...pages, ['docs/configuration.md', configurationPage()]]);
}

/** Returns the index: every command and every topic. */
function markdownIndex(tree: CommandFacts): string {
  return page([
    '# Reference',
    tree.summary,
    fenced(tree.usage),
    '## Commands',
    table(
      ['command', 'what it does'],
      tree.commands.flatMap((noun) => leavesOf(noun).map((leaf) => [link(noun, leaf), cell(leaf.summary)])),
    ),
    '## Topics',
    table(
      ['topic', 'what it explains'],
      tree.topics.map(({ name, summary }) => [`[\`svc help ${name}\`](topic-${name}.md)`, cell(summary)]),
    ),
  ]);
}

/** Returns the page of a noun, with all its verbs. */
function markdownPage(noun: CommandFacts): string {
  const body = (command: CommandFacts) => [fenced(command.usage), ...blocksOf(command, meaningOf).map(markdownOf)];
  const sections = everyCommand(noun)
    .slice(1)
    .flatMap((verb) => [`## svc ${verb.words.join(' ')}`, verb.summary, ...body(verb)]);
  return page([
    `# svc ${noun.words.join(' ')}`,
    noun.summary,
    ...(noun.commands.length > 0 ? [contents(noun), ...sections] : body(noun)),
    'See also the [global flags](topic-flags.md) and the [exit codes](topic-exit-codes.md).',
  ]);
}

function topicMarkdown({ name, summary, topic }: TopicPage): string {
  return page(
    [`# ${prose(summary)}`, `Text of \`svc help ${name}\`.`, ...topic.map(markdownOf)],
    'the topics of svc help',
  );
}

/** Returns docs/configuration.md: all settings, from the table that defines their flags. */
function configurationPage(): string {
  const shown = Object.entries(lines).filter(([, { hidden }]) => !hidden);
  return page(
    [
      '# Configuration',
      `A flag overrides an environment variable, a variable overrides the profile, and the profile overrides the default. If a setting has several
variables, the first one that is set applies. Flags may come before or after the command.

\`svc config list\` shows each value in force and, on a terminal or with \`--show-origin\`, its source. \`svc config set KEY VALUE\` stores a setting in the profile, if its
row says that a profile may store it. [Environment variables](reference/topic-environment.md) has all variables,
[tokens](reference/topic-authentication.md) which token applies, and [promises](trust.md#credentials-and-the-process) what protects the file.`,
      table(
        ['flag', 'variable', 'config key', 'profile', 'default', 'meaning'],
        shown.map(([key, line]) => [
          tick(line.flag),
          (line.variables ?? []).map(tick).join(', '),
          line.profile ? tick(key) : '',
          line.profile ? 'yes' : 'no',
          cell(defaultText(line)),
          meaning(line),
        ]),
      ),
    ],
    'the table of settings',
  );
}

function defaultText({ default: value = '' }: Line): string {
  return typeof value === 'string' ? value : `${value.terminal} on a terminal, ${value.pipe} in a pipe`;
}

function meaning({ details, help, of }: Line): string {
  return [cell(help), details?.replaceAll('|', '\\|'), of && `Only for ${of}`].filter(Boolean).join('. ');
}

function fenced(text: string, language = ''): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function link(noun: CommandFacts, leaf: CommandFacts): string {
  const anchor = leaf === noun ? '' : `#svc-${leaf.words.join('-')}`;
  return `[\`svc ${leaf.words.join(' ')}\`](${noun.words.join('-')}.md${anchor})`;
}

function contents(noun: CommandFacts): string {
  return leavesOf(noun)
    .map(({ summary, words }) => `- [svc ${words.join(' ')}](#svc-${words.join('-')}): ${prose(summary)}`)
    .join('\n');
}

function markdownOf(block: Block): string {
  if (typeof block === 'string') return prose(block);
  if ('heading' in block) return `## ${block.heading}`;
  const { title = '' } = block;
  if ('rows' in block && block.rows.some(([, meaning]) => meaning !== ''))
    return table(
      [title.replace(':', ''), ''],
      block.rows.map(([term, meaning]) => [tick(term), cell(meaning)]),
    );
  const text =
    'lines' in block ? fenced(block.lines.join('\n'), 'sh') : block.rows.map(([term]) => `- ${prose(term)}`).join('\n');
  return title === '' ? text : `${title}\n\n${text}`;
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

export function cell(text: string): string {
  return prose(text).replaceAll('|', '\\|');
}

/** Escapes Markdown markup in a text. */
export function prose(text: string): string {
  return text.replace(/[\\`*_<>[\]]/g, '\\$&').replace(/\s+/g, ' ');
}

export function tick(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

export function page(blocks: readonly string[], source = 'the command tree'): string {
  const generated = `<!-- Generated from ${source}: npm run reference -->`;
  return `${[generated, ...blocks.filter((block) => block !== '')].join('\n\n')}\n`;
}
