/** An open delimiter: a quote, the brace of a template, or a heredoc with its end marker. */
type Open = 'quote' | 'brace' | { marker: string };

/** A quoted string or heredoc: its end, and its value unless it contains expressions; `typed` is the value before Unicode normalization. */
export interface Literal {
  end: number;
  value?: string | undefined;
  typed?: string | undefined;
  why?: string;
}

// The blanks of Go, with U+0085 and without U+FEFF, unlike `trim()` and `\s`. Where hcl 2.25 uses them: scan_tokens.rl:129 for the end of a
// heredoc, parser_template.go:716 for its indentation.
const blank = /^\p{White_Space}*$/u;
const indentation = /^\p{White_Space}*/u;

/** The content of a string without escape sequences and templates, as most are. */
const plain = /[^"\\$%\n]*(?=")/y;

let segmenter: Intl.Segmenter | undefined;

/** Returns the graphemes of a text. The first segmenter takes 9 ms, and few configurations need one. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** Reads the quoted string at an offset. An unclosed one ends with its line or, after an open template, with the text. */
export function quoted(text: string, start: number): Literal {
  plain.lastIndex = start + 1;
  const [simple] = plain.exec(text) ?? [];
  if (simple !== undefined) return { end: plain.lastIndex + 1, value: simple.normalize(), typed: simple };
  const { end, isClosed } = scan(text, start + 1, 'quote');
  if (!isClosed) return { end, why: 'a string is not closed' };
  const content = text.slice(start + 1, end - 1);
  const value = plainText(fillTemplate(content));
  if (value === undefined) return { end };
  if (content.replaceAll(escapeSequence, '').includes('\\'))
    return { end, why: 'a string holds an unknown escape sequence' };
  const typed = unescaped(value);
  return { end, value: typed.normalize(), typed };
}

/** Reads the heredoc at an offset; removes the indentation of the `<<-` form. Undefined without a heredoc. */
export function heredoc(text: string, start: number): Literal | undefined {
  const opened = heredocStart(text, start);
  if (!opened) return undefined;
  const { dash, marker, opening } = opened;
  const from = start + opening.length;
  const { end, isClosed } = scan(text, from, { marker });
  if (!isClosed) return { end, why: `a heredoc is not closed by ${marker}` };
  const body = text.slice(from, text.lastIndexOf('\n', end - 1) + 1);
  return { end, value: plainText(dash === '-' ? outdented(body) : body)?.normalize() };
}

/** Reads the start of a heredoc at an offset. Unassigned characters count as letters, as in a newer Unicode. */
function heredocStart(text: string, at: number) {
  if (!text.startsWith('<<', at)) return undefined;
  const start = /<<(-?)([\p{ID_Start}\p{Cn}_][\p{ID_Continue}\p{Cn}-]*)\r?\n/uy;
  start.lastIndex = at;
  const [opening, dash, marker = ''] = start.exec(text) ?? [];
  return opening === undefined ? undefined : { opening, dash, marker };
}

/** Returns the text of a template with `$${` unescaped; undefined for a template with expressions. */
export function plainText(template: string): string | undefined {
  const escaped = /([$%])\1\{/g;
  return /[$%]\{/.test(template.replaceAll(escaped, ' ')) ? undefined : template.replaceAll(escaped, '$1{');
}

/** Replaces the constant string interpolations of a template with their values. */
export function fillTemplate(template: string): string {
  if (!template.includes('${')) return template;
  return template.replaceAll(/\$\$\{|\$\{\s*"([^"\\$%]*)"\s*\}/g, (match, literal?: string) => literal ?? match);
}

/** Returns the end of the interpolation at an offset, after its brace. */
export function interpolationEnd(text: string, start: number): number {
  return scan(text, start + 2, 'brace').end;
}

/** Returns the end of the string at an offset, including nested templates. */
function scan(text: string, start: number, first: Open): { end: number; isClosed: boolean } {
  const open: Open[] = [first];
  let at = start;
  while (at < text.length && open.length > 0) {
    const inside = open.at(-1)!;
    const char = text[at];
    const next = text[at + 1];
    if (typeof inside === 'object' && text[at - 1] === '\n' && isMarker(text, at, inside.marker)) {
      open.pop();
      at = endOf(text, /\r?\n/g, at);
    } else if (inside === 'brace') at = insideBraces(text, at, open);
    else if (inside === 'quote' && char === '\n') break;
    else if (inside === 'quote' && char === '\\') at += next === '\n' ? 1 : 2;
    else if (inside === 'quote' && char === '"') {
      open.pop();
      at += 1;
    } else if ((char === '$' || char === '%') && next === char && text[at + 2] === '{') at += 3;
    else if ((char === '$' || char === '%') && next === '{') {
      open.push('brace');
      at += 2;
    } else at += 1;
  }
  return { end: Math.min(at, text.length), isClosed: open.length === 0 };
}

/** Returns whether a line consists only of the marker. */
function isMarker(text: string, at: number, marker: string): boolean {
  const end = text.indexOf('\n', at);
  const line = text.slice(at, end);
  const { length } = indentation.exec(line)![0];
  return end !== -1 && line.startsWith(marker, length) && blank.test(line.slice(length + marker.length));
}

/** Takes one step through an expression in a template, and returns the offset after it. */
function insideBraces(text: string, at: number, open: Open[]): number {
  const char = text[at];
  if (char === '}') open.pop();
  else if (char === '{') open.push('brace');
  else if (char === '"') open.push('quote');
  else if (char === '#' || text.startsWith('//', at)) return endOf(text, /\n/g, at);
  else if (text.startsWith('/*', at)) return endOf(text, /(?<=\*\/)/g, at + 4);
  else if (char === '<') {
    const start = heredocStart(text, at);
    if (start) {
      open.push({ marker: start.marker });
      return at + start.opening.length;
    }
  }
  return at + 1;
}

/** Returns the offset of the next match of a (global) pattern, or the end of the text. */
export function endOf(text: string, pattern: RegExp, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? text.length;
}

const escapeSequence = /\\(?:[nrt"\\]|u[\da-fA-F]{4}|U[\da-fA-F]{8})/g;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

function unescaped(content: string): string {
  return content.replaceAll(/\\u([\da-fA-F]{4})|\\U([\da-fA-F]{8})|\\(.)/gs, (match, short, long, letter) => {
    const code: string | undefined = short ?? long;
    if (code === undefined) return escapes[letter] ?? match;
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD';
  });
}

/** Removes the common indentation, counted in graphemes. As in the language, blank lines do not count and stay unchanged. */
function outdented(body: string): string {
  const lines = body.split(/(?<=\n)/);
  const counted = lines.filter((line) => !blank.test(line));
  const depths = counted.map((line) => {
    const blanks = indentation.exec(line)![0];
    return /^[ \t]*$/.test(blanks) ? blanks.length : [...graphemesOf(blanks)].length;
  });
  const depth = depths.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  return lines.map((line) => (blank.test(line) ? line : cut(line, depth))).join('');
}

function cut(line: string, count: number): string {
  if (/^[ \t]*[\x21-\x7e]/.test(line)) return line.slice(count);
  let remaining = count;
  for (const { index } of graphemesOf(line)) {
    if (remaining === 0) return line.slice(index);
    remaining -= 1;
  }
  return '';
}
