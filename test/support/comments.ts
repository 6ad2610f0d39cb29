/** A comment of a source file: consecutive lines as one text. */
export interface Comment {
  /** The number of its first line, from 1. */
  line: number;
  text: string;
  /** The declaration that it describes: the one in the next line, else the last one above. */
  name: string | undefined;
}

const begins = /^\s*(\/\*\*?|\/\/)/;
const declaration = /^(?:export )?(?:default )?(?:async )?(?:function|const|class|interface|type) (\w+)/;

/** The comments that begin a line, as all comments of this project do. */
export function commentsOf(source: string): Comment[] {
  const lines = source.split('\n');
  const found: Comment[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (!begins.test(lines[at]!)) continue;
    const first = at;
    const isBlock = lines[at]!.trimStart().startsWith('/*');
    const goesOn = () => (isBlock ? !lines[at]!.includes('*/') : /^\s*\/\//.test(lines[at + 1] ?? ''));
    while (at + 1 < lines.length && goesOn()) at += 1;
    const text = lines
      .slice(first, at + 1)
      .map(bare)
      .join('\n');
    found.push({ line: first + 1, text: text.trim(), name: nameAt(lines, at + 1) });
  }
  return found;
}

function bare(line: string): string {
  return line.replace(/^\s*(\/\*\*?|\*(?!\/)|\/\/)? ?/, '').replace(/\s*\*\/\s*$/, '');
}

function nameAt(lines: readonly string[], at: number): string | undefined {
  const above = lines.slice(0, at).reverse();
  return [lines[at] ?? '', ...above].map((line) => declaration.exec(line)?.[1]).find((name) => name !== undefined);
}
