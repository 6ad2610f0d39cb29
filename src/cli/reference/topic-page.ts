import type { TopicFacts } from '../facts.ts';
import type { Block, Topic } from '../topics/topic.ts';
import { cell, page, prose, table, tick } from './markdown.ts';
import { bold, heading, item, paragraph, roff, textLine } from './roff.ts';

/** A topic of `svc help` with its text. */
export type TopicPage = TopicFacts & { topic: Topic };

/** Returns the man page of a topic: svc-exit-codes(7). */
export function topicPage({ name, summary, topic }: TopicPage): string {
  return `${[
    '.\\" Generated from the topics of svc help: npm run reference',
    `.TH "${roff(`SVC-${name.toUpperCase()}`)}" "7" "" "svc" "svc manual"`,
    heading('Name'),
    `${roff(`svc-${name}`)} \\- ${roff(summary)}`,
    heading('Description'),
    ...topic.flatMap(blockLines),
    heading('See also'),
    `${bold('svc')}(1)`,
  ].join('\n')}\n`;
}

/** Returns the page of a topic in Markdown. */
export function topicMarkdown({ name, summary, topic }: TopicPage): string {
  return page(
    [`# ${prose(summary)}`, `Text of \`svc help ${name}\`.`, ...topic.map(markdownOf)],
    'the topics of svc help',
  );
}

function markdownOf(block: Block): string {
  if (typeof block === 'string') return prose(block);
  if ('heading' in block) return `## ${block.heading}`;
  if ('lines' in block) return `\`\`\`sh\n${block.lines.join('\n')}\n\`\`\``;
  return table(
    ['', ''],
    block.rows.map(([term, meaning]) => [tick(term), cell(meaning)]),
  );
}

function blockLines(block: Block): string[] {
  if (typeof block === 'string') return [paragraph(block)];
  if ('heading' in block) return [heading(block.heading)];
  if ('lines' in block) return ['.PP', '.nf', '.RS', ...block.lines.map(textLine), '.RE', '.fi'];
  return block.rows.flatMap(([term, meaning]) => item([bold(term)], meaning));
}
