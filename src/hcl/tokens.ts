/** A piece of HCL text. A string or heredoc carries its decoded `value` unless it holds a template, which only a run could fill in. */
export interface Token {
  kind: 'name' | 'number' | 'string' | 'heredoc' | 'symbol' | 'newline';
  text: string;
  value?: string;
  start: number;
  end: number;
}

/** A stretch of text that could not be read, and why; `at` is an offset. */
export interface Trouble {
  at: number;
  why: string;
}

interface Piece {
  end: number;
  kind: Token['kind'] | 'skip';
  value?: string | undefined;
  why?: string;
}

const space = /[^\S\n]+/y;
const name = /[\p{L}_][\p{L}\p{N}_-]*/uy;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const heredocStart = /<<(-?)([\p{L}_][\p{L}\p{N}_-]*)[^\S\n]*\n/uy;
const symbol = /&&|\|\||==|!=|<=|>=|=>|\.\.\.|::/y;

/** Splits HCL text into tokens in one pass over it: it never throws, and what it could not read is in `troubles`. */
export function tokenize(text: string): { tokens: Token[]; troubles: Trouble[] } {
  const tokens: Token[] = [];
  const troubles: Trouble[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { kind, end, value, why } = pieceAt(text, at);
    if (why !== undefined) troubles.push({ at, why });
    if (kind !== 'skip') {
      tokens.push({ kind, text: text.slice(at, end), start: at, end, ...(value === undefined ? {} : { value }) });
    }
    at = end;
  }
  return { tokens, troubles };
}

function pieceAt(text: string, at: number): Piece {
  const here = text[at] ?? '';
  if (here === '\n') return { kind: 'newline', end: at + 1 };
  const blank = match(space, text, at);
  if (blank !== undefined) return { kind: 'skip', end: at + blank.length };
  if (here === '#' || text.startsWith('//', at)) return { kind: 'skip', end: lineEnd(text, at) };
  if (text.startsWith('/*', at)) return blockComment(text, at);
  if (here === '"') return quoted(text, at);
  if (text.startsWith('<<', at)) return heredoc(text, at);
  const word = match(name, text, at);
  if (word !== undefined) return { kind: 'name', end: at + word.length };
  const digits = match(number, text, at);
  if (digits !== undefined) return { kind: 'number', end: at + digits.length };
  return { kind: 'symbol', end: at + (match(symbol, text, at)?.length ?? 1) };
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function blockComment(text: string, at: number): Piece {
  const end = text.indexOf('*/', at + 2);
  return end === -1
    ? { kind: 'skip', end: text.length, why: 'a comment is not closed' }
    : { kind: 'skip', end: end + 2 };
}

/** A quoted string, with strings inside its templates inside it. One that is never closed takes its line, or from an open template on, the rest. */
function quoted(text: string, start: number): Piece {
  const open: ('quote' | 'brace')[] = ['quote'];
  let templated = false;
  let at = start + 1;
  for (; at < text.length && open.length > 0; at += 1) {
    const here = text[at];
    const inQuote = open.at(-1) === 'quote';
    if (inQuote && here === '\n') break;
    if (inQuote && here === '\\') at += text[at + 1] === '\n' ? 0 : 1;
    else if (inQuote && (text.startsWith('$${', at) || text.startsWith('%%{', at))) at += 2;
    else if (inQuote && (text.startsWith('${', at) || text.startsWith('%{', at))) {
      templated = true;
      open.push('brace');
      at += 1;
    } else if (here === '"') inQuote ? open.pop() : open.push('quote');
    else if (!inQuote && here === '{') open.push('brace');
    else if (!inQuote && here === '}') open.pop();
  }
  const end = Math.min(at, text.length);
  if (open.length > 0) return { kind: 'string', end, why: 'a string is not closed' };
  return { kind: 'string', end, value: templated ? undefined : unescaped(text.slice(start + 1, end - 1)) };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

function unescaped(inner: string): string {
  return inner.replaceAll(
    /\\u([\da-fA-F]{4})|\\U([\da-fA-F]{8})|\\(.)|\$(\$\{)|%(%\{)/gs,
    (whole, short?: string, long?: string, letter?: string, dollar?: string, percent?: string) => {
      const code = short ?? long;
      if (code !== undefined) {
        const point = Number.parseInt(code, 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD';
      }
      if (letter !== undefined) return escapes[letter] ?? whole;
      return dollar ?? percent ?? whole;
    },
  );
}

/** A heredoc, its indentation taken off in the `<<-` form. */
function heredoc(text: string, start: number): Piece {
  heredocStart.lastIndex = start;
  const opening = heredocStart.exec(text);
  if (opening === null) return { kind: 'symbol', end: start + 2 };
  const lines: string[] = [];
  let at = start + opening[0].length;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end).replace(/\r$/, '');
    if (line.trim() === opening[2]) {
      const body = (opening[1] === '-' ? outdented(lines) : lines).map((each) => `${each}\n`).join('');
      const templated = /(?<![$%])[$%]\{/.test(body);
      const value = templated ? undefined : body.replaceAll(/([$%])\1\{/g, '$1{');
      return { kind: 'heredoc', end: at + line.length, value };
    }
    lines.push(line);
    at = end + 1;
  }
  return { kind: 'heredoc', end: text.length, why: `a heredoc is not closed by ${opening[2]}` };
}

function outdented(lines: readonly string[]): string[] {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const depth = depths.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(Math.min(depth, line.length)));
}
