import { strayByte } from './decode.ts';
import { heredoc, type Literal, quoted } from './templates.ts';

/** A piece of HCL text. A string or heredoc carries its decoded `value` unless it contains a template with expressions. */
export interface Token {
  kind: 'name' | 'number' | 'string' | 'heredoc' | 'symbol' | 'newline';
  text: string;
  value?: string | undefined;
  /** The value of a string before it was brought into Unicode form C. */
  typed?: string | undefined;
  start: number;
  end: number;
}

/** An unreadable part of a text, and why; `at` is an offset. */
export interface Trouble {
  at: number;
  why: string;
}

interface Piece extends Literal {
  kind: Token['kind'] | 'skip';
}

const space = /(?:[ \t]|\r(?=\n))+/y;
const name = /[\p{L}_][\p{L}\p{N}_-]*/uy;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const symbol = /&&|\|\||==|!=|<=|>=|=>|\.\.\.|::|[{}[\]().,*/%+\-=<>!?:]/y;

/** Splits HCL text into tokens in one pass. Never throws; unreadable parts are in `troubles`. */
export function tokenize(text: string): { tokens: Token[]; troubles: Trouble[] } {
  const tokens: Token[] = [];
  const troubles: Trouble[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { kind, end, typed, value, why } = pieceAt(text, at);
    if (why !== undefined) troubles.push({ at, why });
    if (kind !== 'skip') {
      const stray = why === undefined ? strayByte(text.slice(at, end)) : -1;
      if (stray !== -1) troubles.push({ at: at + stray, why: 'a byte is not UTF-8' });
      tokens.push({ kind, text: text.slice(at, end), start: at, end, typed, value });
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
  if (here === '"') return { kind: 'string', ...quoted(text, at) };
  const lines = here === '<' ? heredoc(text, at) : undefined;
  if (lines !== undefined) return { kind: 'heredoc', ...lines };
  const word = match(name, text, at);
  if (word !== undefined) return { kind: 'name', end: at + word.length };
  const digits = match(number, text, at);
  if (digits !== undefined) return { kind: 'number', end: at + digits.length };
  const sign = match(symbol, text, at);
  if (sign !== undefined) return { kind: 'symbol', end: at + sign.length };
  const character = String.fromCodePoint(text.codePointAt(at)!);
  const isStray = strayByte(character) !== -1;
  const why = isStray ? 'a byte is not UTF-8' : `the character ${JSON.stringify(character)} is not allowed`;
  return { kind: 'symbol', end: at + character.length, why };
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
