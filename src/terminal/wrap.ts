/**
 * A line of words as several of at most `width` cells: broken at blanks, what follows set in by `indent`. A word that is longer
 * than that is left to the terminal.
 */
export async function wrapped(line: string, width: number, indent: number): Promise<string> {
  const { default: measure } = await import('fast-string-truncated-width');
  const lines: string[] = [];
  let begun = '';
  for (const [, blanks = '', word = ''] of line.matchAll(/( *)([^ ]+)/g)) {
    const longer = `${begun}${blanks}${word}`;
    if (begun.trim() === '' || measure(longer).width <= width) begun = longer;
    else {
      lines.push(begun);
      begun = `${' '.repeat(indent)}${word}`;
    }
  }
  return [...lines, begun].join('\n');
}
