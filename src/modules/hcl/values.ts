import { jsonIn } from '../../base/json.ts';
import type { Token } from './tokens.ts';

/** Returns the value of an expression that is a plain string or heredoc, also in parentheses. */
export function stringOf(tokens: readonly Token[] | undefined): string | undefined {
  return onlyToken(tokens)?.value;
}

/** Returns the only token of an expression, ignoring parentheses around it. */
export function onlyToken(tokens: readonly Token[] | undefined): Token | undefined {
  const all = (tokens ?? []).filter(({ kind }) => kind !== 'newline');
  const around = (all.length - 1) / 2;
  const isWrapped = all.every(
    ({ kind, text }, at) => at === around || (kind === 'symbol' && text === (at < around ? '(' : ')')),
  );
  return isWrapped ? all[around] : undefined;
}

/** Returns whether an expression is a word such as `true`, or the same word as a string. */
export function isWord(tokens: readonly Token[] | undefined, word: string): boolean {
  const only = onlyToken(tokens);
  return only !== undefined && (only.value ?? only.text) === word;
}

/** Returns an expression as written, on one line: blanks become one space; line breaks between entries become commas. */
export function textOf(tokens: readonly Token[]): string {
  let text = '';
  let previous: Token | undefined;
  let broken = false;
  for (const token of tokens) {
    if (token.kind === 'newline') broken = true;
    else {
      text += previous === undefined ? '' : separator(previous, token, broken);
      text += token.text;
      previous = token;
      broken = false;
    }
  }
  return text;
}

function separator(previous: Token, after: Token, broken: boolean): string {
  if (broken && !'{[(,'.includes(previous.text) && !'}]),'.includes(after.text)) return ', ';
  return previous.end === after.start ? '' : ' ';
}

/** Returns a literal expression as JSON text, and any other expression (a call, a template, a reference) as written. */
export function jsonOf(tokens: readonly Token[]): string {
  const all = tokens.filter(({ kind }) => kind !== 'newline');
  const json: string[] = [];
  for (const [at, { kind, text, value }] of all.entries()) {
    const next = all[at + 1]?.text ?? '';
    const isKey = kind !== 'symbol' && /^[=:]$/.test(next);
    const isString = kind === 'string' || kind === 'heredoc';
    if (isKey && !['{', ',', ':', undefined].includes(json.at(-1))) json.push(',');
    if (isString && value !== undefined) json.push(JSON.stringify(value));
    else if (isKey && !isString) json.push(JSON.stringify(text));
    else if (kind === 'number')
      json.push(/^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? text : String(Number(text)));
    else if (text === '=') json.push(':');
    else if (/^([[\]{}:-]|true|false|null)$/.test(text)) json.push(text);
    else if (text !== ',' || isString) return textOf(tokens);
    else if (!/^[\]}]$/.test(next)) json.push(',');
  }
  const joined = json.join('');
  return jsonIn(joined) === undefined ? textOf(tokens) : joined;
}

/** Returns the entries of an object expression whose values are plain strings. */
export function stringEntriesOf(tokens: readonly Token[]): Map<string, string> {
  const entries = new Map<string, string>();
  let depth = 0;
  tokens.forEach(({ kind, text, value }, at) => {
    const equals = tokens[at + 1]?.text;
    const entryValue = tokens[at + 2]?.value;
    if (kind === 'symbol' && '{[('.includes(text)) depth += 1;
    else if (kind === 'symbol' && '}])'.includes(text)) depth -= 1;
    else if (depth === 1 && (equals === '=' || equals === ':') && entryValue !== undefined)
      entries.set(value ?? text, entryValue);
  });
  return entries;
}
