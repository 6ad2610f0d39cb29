import { wrapLines, wrapMessage } from '../base/text.ts';
import type { Drawing } from './terminal/canvas.ts';
import { printable } from './terminal/printable.ts';

/** A line of an overview: a fact, or a problem with the command that fixes it. */
export interface GlanceLine {
  mark: '✓' | '!';
  text: string;
  fix?: string | undefined;
}

export const good = (text: string): GlanceLine => ({ mark: '✓', text });
export const problem = (text: string, fix?: string): GlanceLine => ({ mark: '!', text, fix });

/** Draws each line behind its mark, wrapped. Its command follows on a line of its own, which is never wrapped. */
export function glance(lines: readonly GlanceLine[]): Drawing {
  return function* ({ paint, width }) {
    const indented = (text: string) => text.replaceAll('\n', '\n  ');
    for (const { fix, mark, text } of lines) {
      const painted = mark === '✓' ? paint.good(mark) : paint.careful(mark);
      yield `${painted} ${indented(wrapLines(printable(text), width - 2))}\n`;
      if (fix) yield `  ${indented(wrapMessage(printable(fix), width - 2))}\n`;
    }
  };
}
