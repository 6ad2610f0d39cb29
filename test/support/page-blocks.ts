/** A fenced block of a page: the words after the fence (the language first), its text and the number of its first line. */
export interface Block {
  language: string;
  info: string;
  text: string;
  line: number;
}

/** The fenced blocks of a page, in order. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^( *)```(\w+)?[ ]*([^\n]*)\n([\s\S]*?)^\1```$/gm)].map((found) => {
    const [, indent = '', language = '', info = '', body = ''] = found;
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return { language, info, text, line: markdown.slice(0, found.index).split('\n').length + 1 };
  });
}
