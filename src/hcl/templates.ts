/** What is open while a string is read: quotes, the braces of a template, or a heredoc that a line with its marker ends. */
type Open = 'quote' | 'brace' | { marker: string };

/** A quoted string or heredoc: where it ends, and its value unless it is a template that only a run could fill in. */
export interface Literal {
  end: number;
  value?: string | undefined;
  why?: string;
}

const heredocStart = /<<(-?)([\p{L}_][\p{L}\p{N}_-]*)\r?\n/uy;
const blank = /^\p{White_Space}*$/u;
const indentation = /^\p{White_Space}*/u;
const graphemes = new Intl.Segmenter();

/** A quoted string that starts at an offset. One that is never closed takes its line, or from an open template on, the rest. */
export function quoted(text: string, start: number): Literal {
  const { end, isClosed } = scan(text, start + 1, 'quote');
  if (!isClosed) return { end, why: 'a string is not closed' };
  const inner = text.slice(start + 1, end - 1);
  const value = plainText(filled(inner));
  if (value === undefined) return { end };
  if (inner.replaceAll(escapeSequence, '').includes('\\'))
    return { end, why: 'a string holds an unknown escape sequence' };
  return { end, value: unescaped(value).normalize() };
}

/** A heredoc that starts at an offset, its indentation removed in the `<<-` form; undefined where none starts. */
export function heredoc(text: string, start: number): Literal | undefined {
  heredocStart.lastIndex = start;
  const [opening, dash, marker] = heredocStart.exec(text) ?? [];
  if (opening === undefined || marker === undefined) return undefined;
  const from = start + opening.length;
  const { end, isClosed } = scan(text, from, { marker });
  if (!isClosed) return { end, why: `a heredoc is not closed by ${marker}` };
  const body = text.slice(from, text.lastIndexOf('\n', end - 1) + 1);
  return { end, value: plainText(dash === '-' ? outdented(body) : body) };
}

/** The text of a template with its escaped `$${` resolved, in Unicode's form C as all values; undefined where something is interpolated. */
export function plainText(template: string): string | undefined {
  const marks = [...template.matchAll(/\$\$\{|%%\{|[$%]\{/g)];
  return marks.every(([mark]) => mark.length === 3) ? template.replaceAll(/([$%])\1\{/g, '$1{').normalize() : undefined;
}

/** A template with the constant strings among its interpolations in their places. */
export function filled(template: string): string {
  if (!template.includes('${')) return template;
  return template.replaceAll(/\$\$\{|\$\{\s*"([^"\\$%]*)"\s*\}/g, (whole, inner?: string) => inner ?? whole);
}

/** Reads to the end of what is open at an offset, whatever is nested in its templates. */
function scan(text: string, start: number, first: Open): { end: number; isClosed: boolean } {
  const open: Open[] = [first];
  let at = start;
  while (at < text.length && open.length > 0) {
    const inside = open.at(-1)!;
    const here = text[at];
    const next = text[at + 1];
    if (typeof inside === 'object' && text[at - 1] === '\n' && isMarker(text, at, inside.marker)) {
      open.pop();
      at = endOf(text, /\r?\n/g, at);
    } else if (inside === 'brace') at = insideBraces(text, at, open);
    else if (inside === 'quote' && here === '\n') break;
    else if (inside === 'quote' && here === '\\') at += next === '\n' ? 1 : 2;
    else if (inside === 'quote' && here === '"') {
      open.pop();
      at += 1;
    } else if ((here === '$' || here === '%') && next === here && text[at + 2] === '{') at += 3;
    else if ((here === '$' || here === '%') && next === '{') {
      open.push('brace');
      at += 2;
    } else at += 1;
  }
  return { end: Math.min(at, text.length), isClosed: open.length === 0 };
}

/** A marker has a line of its own, which ends. */
function isMarker(text: string, at: number, marker: string): boolean {
  const end = text.indexOf('\n', at);
  return end !== -1 && text.slice(at, end).trim() === marker;
}

/** One step through an expression in a template; answers where it leads. */
function insideBraces(text: string, at: number, open: Open[]): number {
  const here = text[at];
  if (here === '}') open.pop();
  else if (here === '{') open.push('brace');
  else if (here === '"') open.push('quote');
  else if (here === '#' || text.startsWith('//', at)) return endOf(text, /\n/g, at);
  else if (text.startsWith('/*', at)) return endOf(text, /(?<=\*\/)/g, at + 2);
  else if (here === '<') {
    heredocStart.lastIndex = at;
    const [opening, , marker] = heredocStart.exec(text) ?? [];
    if (opening !== undefined && marker !== undefined) {
      open.push({ marker });
      return at + opening.length;
    }
  }
  return at + 1;
}

function endOf(text: string, what: RegExp, at: number): number {
  what.lastIndex = at;
  return what.exec(text)?.index ?? text.length;
}

const escapeSequence = /\\(?:[nrt"\\]|u[\da-fA-F]{4}|U[\da-fA-F]{8})/g;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

function unescaped(inner: string): string {
  return inner.replaceAll(/\\u([\da-fA-F]{4})|\\U([\da-fA-F]{8})|\\(.)/gs, (whole, short, long, letter) => {
    const code: string | undefined = short ?? long;
    if (code === undefined) return escapes[letter] ?? whole;
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD';
  });
}

/** Lines of white space alone stay as they are and do not count, as the language has it; what counts is graphemes. */
function outdented(body: string): string {
  const lines = body.split(/(?<=\n)/);
  const counted = lines.filter((line) => !blank.test(line));
  const depths = counted.map((line) => lengthOf(indentation.exec(line)![0]));
  const depth = depths.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  return lines.map((line) => (blank.test(line) ? line : cut(line, depth))).join('');
}

function lengthOf(text: string): number {
  return /^[ \t]*$/.test(text) ? text.length : [...graphemes.segment(text)].length;
}

function cut(line: string, count: number): string {
  if (/^[ \t]*[\x21-\x7e]/.test(line)) return line.slice(count);
  let left = count;
  for (const { index } of graphemes.segment(line)) {
    if (left === 0) return line.slice(index);
    left -= 1;
  }
  return '';
}
