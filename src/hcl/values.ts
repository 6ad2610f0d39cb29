import type { Token } from './tokens.ts';

/** Literals nested deeper stay text. */
const depthLimit = 100;

/** The value of an expression that is a plain string or heredoc, in parentheses or not. */
export function stringOf(tokens: readonly Token[] | undefined): string | undefined {
  return onlyToken(tokens)?.value;
}

/** The only token of an expression, ignoring parentheses around it. */
export function onlyToken(tokens: readonly Token[] | undefined): Token | undefined {
  const all = (tokens ?? []).filter(({ kind }) => kind !== 'newline');
  const around = (all.length - 1) / 2;
  const isWrapped = all.every(
    ({ kind, text }, at) => at === around || (kind === 'symbol' && text === (at < around ? '(' : ')')),
  );
  return isWrapped ? all[around] : undefined;
}

/** Whether an expression is a word such as `true`, or the string that converts to it. */
export function isWord(tokens: readonly Token[] | undefined, word: string): boolean {
  const only = onlyToken(tokens);
  return only !== undefined && (only.value ?? only.text) === word;
}

/** An expression as written, on one line: blanks become one space, and a line break between two entries a comma. */
export function textOf(tokens: readonly Token[]): string {
  let text = '';
  let before: Token | undefined;
  let broken = false;
  for (const token of tokens) {
    if (token.kind === 'newline') broken = true;
    else {
      text += before === undefined ? '' : separator(before, token, broken);
      text += token.text;
      before = token;
      broken = false;
    }
  }
  return text;
}

function separator(before: Token, after: Token, broken: boolean): string {
  if (broken && !'{[(,'.includes(before.text) && !'}]),'.includes(after.text)) return ', ';
  return before.end === after.start ? '' : ' ';
}

/** A literal expression as JSON text; any other expression (a call, a template, a reference) as written. */
export function jsonOf(tokens: readonly Token[]): string {
  const reader = { tokens: tokens.filter(({ kind }) => kind !== 'newline'), at: 0 };
  const json = literal(reader, 0);
  return json !== undefined && reader.at === reader.tokens.length ? json : textOf(tokens);
}

interface Reader {
  tokens: Token[];
  at: number;
}

function literal(reader: Reader, depth: number): string | undefined {
  const token = reader.tokens[reader.at];
  if (token === undefined || depth > depthLimit) return undefined;
  reader.at += 1;
  if (token.kind === 'string' || token.kind === 'heredoc') {
    return token.value === undefined ? undefined : JSON.stringify(token.value);
  }
  if (token.kind === 'number') return jsonNumber(token.text);
  if (['true', 'false', 'null'].includes(token.text)) return token.text;
  if (token.text === '[') return list(reader, depth);
  if (token.text === '{') return object(reader, depth);
  if (token.text === '-' && reader.tokens[reader.at]?.kind === 'number') {
    reader.at += 1;
    return jsonNumber(`-${reader.tokens[reader.at - 1]!.text}`);
  }
  return undefined;
}

function jsonNumber(text: string): string {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? text : String(Number(text));
}

function list(reader: Reader, depth: number): string | undefined {
  const items: string[] = [];
  while (!take(reader, ']')) {
    const item = literal(reader, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
    if (!take(reader, ',') && reader.tokens[reader.at]?.text !== ']') return undefined;
  }
  return `[${items.join(',')}]`;
}

function object(reader: Reader, depth: number): string | undefined {
  const entries: string[] = [];
  while (!take(reader, '}')) {
    const key = reader.tokens[reader.at];
    if (key === undefined || !['name', 'string', 'number'].includes(key.kind)) return undefined;
    reader.at += 1;
    if (!take(reader, '=') && !take(reader, ':')) return undefined;
    const value = literal(reader, depth + 1);
    const label = key.kind === 'string' ? key.value : key.text;
    if (value === undefined || label === undefined) return undefined;
    entries.push(`${JSON.stringify(label)}:${value}`);
    take(reader, ',');
  }
  return `{${entries.join(',')}}`;
}

function take(reader: Reader, text: string): boolean {
  if (reader.tokens[reader.at]?.text !== text) return false;
  reader.at += 1;
  return true;
}

/** The entries of an object expression that are plain strings. */
export function stringEntriesOf(tokens: readonly Token[]): Map<string, string> {
  const entries = new Map<string, string>();
  let depth = 0;
  tokens.forEach(({ kind, text, value }, at) => {
    const equals = tokens[at + 1]?.text;
    const given = tokens[at + 2]?.value;
    if (kind === 'symbol' && '{[('.includes(text)) depth += 1;
    else if (kind === 'symbol' && '}])'.includes(text)) depth -= 1;
    else if (depth === 1 && (equals === '=' || equals === ':') && given !== undefined)
      entries.set(value ?? text, given);
  });
  return entries;
}
