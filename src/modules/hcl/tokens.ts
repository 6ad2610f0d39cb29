import { isUtf8 } from 'node:buffer';
import { endOf, heredoc, type Literal, quoted } from './templates.ts';

/** A piece of HCL text. A string or heredoc has its decoded `value`, unless it is a template with expressions. */
export interface Token {
  kind: 'name' | 'number' | 'string' | 'heredoc' | 'symbol' | 'newline';
  text: string;
  value?: string | undefined;
  /** The value of a string as typed, before Unicode normalization (form C). */
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

const patterns: readonly [kind: Piece['kind'], pattern: RegExp][] = [
  ['skip', /(?:[ \t]|\r(?=\n))+/y],
  ['name', /[\p{L}_][\p{L}\p{N}_-]*/uy],
  ['number', /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  ['symbol', /&&|\|\||==|!=|<=|>=|=>|\.\.\.|::|[{}[\]().,*/%+\-=<>!?:]/y],
];

/** Splits HCL text into tokens in one pass. Never throws; unreadable parts are in `troubles`. */
export function tokenize(text: string): { tokens: Token[]; troubles: Trouble[] } {
  const tokens: Token[] = [];
  const troubles: Trouble[] = [];
  const hasStray = strayByte(text) !== -1;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { kind, end, typed, value, why } = pieceAt(text, at);
    if (why !== undefined) troubles.push({ at, why });
    if (kind !== 'skip') {
      const stray = hasStray && why === undefined ? strayByte(text.slice(at, end)) : -1;
      if (stray !== -1) troubles.push({ at: at + stray, why: 'a byte is not UTF-8' });
      tokens.push({ kind, text: text.slice(at, end), start: at, end, typed, value });
    }
    at = end;
  }
  return { tokens, troubles };
}

function pieceAt(text: string, at: number): Piece {
  const char = text[at] ?? '';
  if (char === '\n') return { kind: 'newline', end: at + 1 };
  if (char === '#' || text.startsWith('//', at)) return { kind: 'skip', end: endOf(text, /\n/g, at) };
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2);
    if (end === -1) return { kind: 'skip', end: text.length, why: 'a comment is not closed' };
    return { kind: 'skip', end: end + 2 };
  }
  if (char === '"') return { kind: 'string', ...quoted(text, at) };
  const lines = char === '<' ? heredoc(text, at) : undefined;
  if (lines !== undefined) return { kind: 'heredoc', ...lines };
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return { kind, end: pattern.lastIndex };
  }
  const character = String.fromCodePoint(text.codePointAt(at)!);
  const isStray = strayByte(character) !== -1;
  const why = isStray ? 'a byte is not UTF-8' : `the character ${JSON.stringify(character)} is not allowed`;
  return { kind: 'symbol', end: at + character.length, why };
}

/** Half of a surrogate pair without the other half, which decoded text never contains. */
const stray = /(?<![\ud800-\udbff])\udcff/;

/** Decodes the bytes of a file; an invalid byte becomes a character that {@link strayByte} finds. */
export function textOfBytes(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return isUtf8(bytes) ? text : text.replaceAll('\ufffd', '\udcff');
}

/** Returns the offset of the first byte that is not UTF-8; -1 if all are. */
export function strayByte(text: string): number {
  return text.search(stray);
}
