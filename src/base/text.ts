/** Compares names by their bytes in UTF-8, as terraform, tofu and git do; `<` would compare units of UTF-16. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Returns a number and its noun: `1 file`, `2 files`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Returns the end of a sentence about `done` of `all` items, such as `; the others are unchanged`. */
export function restOf(all: number, { done, are }: { done: number; are: string }): string {
  if (done === all) return '';
  if (done === 0) return all === 1 ? `; it is ${are}` : `; all are ${are}`;
  return all - done === 1 ? `; the other is ${are}` : `; the others are ${are}`;
}

/** Joins names in a sentence: `a, b and c`, or `a, b or c`. */
export function joined(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(` ${word} `);
}

/** Joins at most five names: `a, b, c, d, e and 3 more`, or with `; `: `a; b; c; d; e; and 3 more`. */
export function firstOf(names: readonly string[], separator: ', ' | '; ' = ', '): string {
  const remainder = names.length > 5 ? `${separator === '; ' ? ';' : ''} and ${names.length - 5} more` : '';
  return `${names.slice(0, 5).join(separator)}${remainder}`;
}

/** Returns the largest number of a list; 0 for an empty list. */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, each) => Math.max(most, each), 0);
}

/** Returns the message about missing flags or arguments: `Missing required flags: --title, --body`. */
export function missingRequired(names: readonly string[]): string {
  const kind = names.every((name) => name.startsWith('-')) ? 'flag' : 'argument';
  const separator = names.every((name) => name.startsWith('<')) ? ' ' : ', ';
  return `Missing required ${kind}${names.length > 1 ? 's' : ''}: ${names.join(separator)}`;
}

/** Formats a number with separators: `1,216`. Intl would take 28 ms to load. */
export function grouped(value: number | bigint | string): string {
  const [integer = '', ...rest] = String(value).split('.');
  return [/e/.test(integer) ? integer : integer.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.');
}

const minWidthToWrap = 20;

/** Wraps each line of a text; a narrow column is not wrapped. */
export function wrapLines(text: string, width: number): string {
  return eachLine(text, width, (line) => wrapped(chunksOf(line), width));
}

/** Wraps a message; a command to copy at the end of a line stays whole, unless prose follows it. */
export function wrapMessage(text: string, width: number): string {
  return eachLine(text, width, (line) => {
    const { length } = /^.*[.,;](?= [a-z])|/is.exec(line)![0];
    const command = /(?<=^|: )(?:svc|eval|nats|npm|git|export) .*$/s.exec(line.slice(length))?.[0] ?? '';
    const prose = chunksOf(line.slice(0, line.length - command.length));
    return wrapped(command === '' ? prose : [...prose, prose.length > 0 ? ` ${command}` : command], width);
  });
}

function eachLine(text: string, width: number, wrap: (line: string) => string): string {
  return width < minWidthToWrap ? text : text.split('\n').map(wrap).join('\n');
}

const chunksOf = (text: string): string[] => text.match(/(?<!\s)\s*\S+/g) ?? [];

// Texts, because V8 reads the tables of Unicode for a literal expression even if it is never used.
const wideCharacter = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]`;
const undrawn = String.raw`[\p{M}\u200B-\u200D]|(?<=\u200D)\p{Emoji}`;

/** Returns the approximate columns of a text in a terminal: an exact package would slow down each start. */
function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  const drawn = text.replace(new RegExp(undrawn, 'gu'), '');
  return [...drawn].length + (drawn.match(new RegExp(wideCharacter, 'gu'))?.length ?? 0);
}

function wrapped(chunks: readonly string[], width: number): string {
  const lines: string[][] = [[]];
  let column = 0;
  for (const chunk of chunks) {
    const line = lines.at(-1)!;
    column += widthOf(chunk);
    if (line.length === 0 || column <= width) line.push(chunk);
    else {
      const first = chunk.trimStart();
      lines.push([first]);
      column = widthOf(first);
    }
  }
  return lines.map((pieces) => pieces.join('')).join('\n');
}
