import { interpolationEnd, quoted } from './templates.ts';
import { type Token, tokenize } from './tokens.ts';
import { onlyToken } from './values.ts';

export type Scalar = string | number | boolean;

/** Returns the values of variables and locals. Its functions throw {NotLiteral}. */
export interface Scope {
  variable(name: string): Scalar;
  local(name: string): Scalar;
}

/** The error for an expression that svc cannot evaluate; its message is a phrase, not a sentence. */
export class NotLiteral extends Error {}

/** assumed: no source is longer, and no expression nested deeper (docs/protocol/modules.md#configurations). */
const limits = { depth: 50, characters: 16 * 1024 };

const nowhere = () => {
  throw new NotLiteral('svc does not evaluate a name where only a literal is allowed');
};

/** Evaluates a literal, a variable, a local, or a template of these. @throws {NotLiteral} for any other expression */
export function evaluate(
  tokens: readonly Token[],
  scope: Scope = { variable: nowhere, local: nowhere },
  depth = 0,
): Scalar {
  if (depth > limits.depth) throw new NotLiteral('it is nested too deeply');
  const singleToken = onlyToken(tokens);
  if (singleToken === undefined) return reference(tokens, scope);
  const { kind, text, value } = singleToken;
  if (value !== undefined) return value;
  if (kind === 'string') return template(text, scope, depth);
  if (kind === 'number') return numberOf(text);
  if (text === 'true' || text === 'false') return text === 'true';
  throw new NotLiteral(text === 'null' ? 'it is null' : `svc does not evaluate ${shown(text)}`);
}

/** Reads a number that terraform and svc print in the same way. @throws {NotLiteral} */
export function numberOf(text: string): number {
  if (/^-?\d{1,12}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new NotLiteral(`svc does not evaluate the number ${shown(text)}`);
}

function reference(tokens: readonly Token[], { local, variable }: Scope): Scalar {
  const all = tokens.filter(({ kind }) => kind !== 'newline').map(({ text }) => text);
  let around = 0;
  while (all[around] === '(' && all.at(-1 - around) === ')') around += 1;
  const parts = all.slice(around, all.length - around);
  const [kind, dot, name = '', ...otherParts] = parts;
  if (dot === '.' && otherParts.length === 0 && kind === 'var') return variable(name);
  if (dot === '.' && otherParts.length === 0 && kind === 'local') return local(name);
  if (parts.length === 2 && parts[0] === '-') return numberOf(parts.join(''));
  throw new NotLiteral(`svc does not evaluate ${shown(parts.join(' '))}`);
}

/** Evaluates a quoted template; a template of a single interpolation keeps the type of its value. */
function template(text: string, scope: Scope, depth: number): Scalar {
  const parts: Scalar[] = [];
  const end = text.length - 1;
  let from = 1;
  for (let at = 1; at < end; at += 1) {
    const [char, next] = [text[at], text[at + 1]];
    if (char === '\\') at += 1;
    else if ((char === '$' || char === '%') && next === char && text[at + 2] === '{') at += 2;
    else if (next === '{' && char === '%') throw new NotLiteral('svc does not evaluate the directives of templates');
    else if (next === '{' && char === '$') {
      if (at > from) parts.push(literal(text.slice(from, at)));
      const stop = interpolationEnd(text, at);
      const { tokens, troubles } = tokenize(text.slice(at + 2, stop - 1));
      if (troubles.length > 0) throw new NotLiteral(`svc does not evaluate ${shown(text.slice(at, stop))}`);
      parts.push(evaluate(tokens, scope, depth + 1));
      from = stop;
      at = stop - 1;
    }
  }
  if (from < end) parts.push(literal(text.slice(from, end)));
  const [first = '', ...otherParts] = parts;
  if (otherParts.length === 0) return first;
  const joinedText = parts.join('').normalize();
  if (joinedText.length > limits.characters) throw new NotLiteral('its value is too long');
  return joinedText;
}

/** Evaluates the plain text in a quoted template. @throws {NotLiteral} for an unknown escape sequence */
function literal(text: string): string {
  const { value } = quoted(`"${text}"`, 0);
  if (value === undefined) throw new NotLiteral(`svc does not evaluate ${shown(text)}`);
  return value;
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
