import type { CommandFacts } from '../facts.ts';
import { blocksOf, usageOf } from '../help-page.ts';
import type { Block } from '../topics/topic.ts';
import { everyCommand, leavesOf, meaningOf, type TopicPage } from './phrases.ts';

/** Returns the index: every command and every topic. */
export function markdownIndex(tree: CommandFacts): string {
  return page([
    '# Reference',
    tree.summary,
    usageBlock(tree),
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
export function markdownPage(noun: CommandFacts): string {
  const body = (command: CommandFacts) => [usageBlock(command), ...blocksOf(command, meaningOf).map(markdownOf)];
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

/** Returns the page of a topic. */
export function topicMarkdown({ name, summary, topic }: TopicPage): string {
  return page(
    [`# ${prose(summary)}`, `Text of \`svc help ${name}\`.`, ...topic.map(markdownOf)],
    'the topics of svc help',
  );
}

function usageBlock(command: CommandFacts): string {
  return `\`\`\`\n${usageOf(command)}\n\`\`\``;
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
  const text = 'lines' in block ? shellBlock(block.lines) : block.rows.map(([term]) => `- ${prose(term)}`).join('\n');
  return title === '' ? text : `${title}\n\n${text}`;
}

function shellBlock(lines: readonly string[]): string {
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
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
