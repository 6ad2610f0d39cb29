import { largest, wrapLines } from '../base/text.ts';
import { exampleLines, itemText } from './help-page.ts';
import type { Block, Topic } from './topics/topic.ts';

/** Formats a topic as `svc help TOPIC` prints it. */
export function topicText(title: string, topic: Topic, width: number): string {
  return `${[title, ...topic.map((block) => blockText(block, width))].join('\n\n')}\n`;
}

function blockText(block: Block, width: number): string {
  if (typeof block === 'string') return wrapLines(block, width);
  if ('heading' in block) return `${block.heading}:`;
  if ('lines' in block) return exampleLines(block.lines, width).join('\n');
  const longest = largest(block.rows.map(([term]) => term.length));
  return block.rows.map((row) => itemText(row, Math.min(longest, 28), width)).join('\n');
}
