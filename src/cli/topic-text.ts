import { wrapLines } from '../base/text.ts';
import type { Block, Topic } from '../topics/topic.ts';
import { exampleLines } from './help-page.ts';

/** A topic as `svc help TOPIC` prints it. */
export function topicText(title: string, topic: Topic, width: number): string {
  return `${[title, ...topic.map((block) => blockText(block, width))].join('\n\n')}\n`;
}

function blockText(block: Block, width: number): string {
  if (typeof block === 'string') return wrapLines(block, width);
  if ('heading' in block) return `${block.heading}:`;
  if ('lines' in block) return exampleLines(block.lines, width);
  const longest = Math.max(...block.rows.map(([term]) => term.length));
  const indent = Math.min(longest, 28) + 4;
  return block.rows.map(([term, meaning]) => rowText(term, meaning, { indent, width })).join('\n');
}

/** A term that is too long for its column gets its own line. */
function rowText(term: string, meaning: string, { indent, width }: { indent: number; width: number }): string {
  const lines = wrapLines(meaning, width - indent).replaceAll('\n', `\n${' '.repeat(indent)}`);
  const start = `  ${term}`;
  return start.length + 2 > indent ? `${start}\n${' '.repeat(indent)}${lines}` : `${start.padEnd(indent)}${lines}`;
}
