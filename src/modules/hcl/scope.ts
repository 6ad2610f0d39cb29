import type { Block } from './blocks.ts';
import { evaluate, NotLiteral, numberOf, type Scalar, type Scope } from './evaluate.ts';
import type { Token } from './tokens.ts';
import { isWord, onlyToken, textOf } from './values.ts';

/** Returns the value that a caller, a file or the environment gives a variable, if any. @throws {NotLiteral} for another expression */
export type InputOf = (name: string) => Scalar | undefined;

/** Returns the variables and locals of one module, evaluated on demand. `blocks` are in the order of its files, override files last. */
export function scopeOf(blocks: readonly Block[], inputOf: InputOf, needsConst: boolean): Scope {
  const variables = new Map<string, Map<string, Token[]>>();
  const locals = new Map<string, Token[]>();
  for (const { attributes, labels, type } of blocks) {
    const [name = ''] = labels;
    if (type === 'variable') variables.set(name, new Map([...(variables.get(name) ?? []), ...attributes]));
    else if (type === 'locals') for (const [local, tokens] of attributes) locals.set(local, tokens);
  }
  const values = new Map<string, Scalar>();
  let depth = 0;
  const once = (name: string, value: () => Scalar): Scalar => {
    if (depth > 100) throw new NotLiteral(`${name} depends on itself, or on too many others`);
    depth += 1;
    try {
      const result = values.get(name) ?? value();
      values.set(name, result);
      return result;
    } finally {
      depth -= 1;
    }
  };
  const scope: Scope = {
    variable: (name) => once(`var.${name}`, () => variableOf(name, variables.get(name), inputOf, needsConst)),
    local: (name) =>
      once(`local.${name}`, () => {
        const tokens = locals.get(name);
        if (tokens === undefined) throw new NotLiteral(`local.${name} does not exist`);
        return evaluate(tokens, scope);
      }),
  };
  return scope;
}

function variableOf(name: string, written: Map<string, Token[]> | undefined, inputOf: InputOf, needsConst: boolean) {
  if (written === undefined) return reject(name, 'does not exist');
  for (const word of ['sensitive', 'ephemeral'])
    if (written.has(word) && !isWord(written.get(word), 'false')) return reject(name, `is ${word}`);
  if (needsConst && !isWord(written.get('const'), 'true')) return reject(name, 'has no const = true');
  const tokens = written.get('default');
  const value = inputOf(name) ?? (tokens && evaluate(tokens));
  if (value === undefined) return reject(name, 'has no value');
  const type = written.get('type');
  return converted(name, value, type === undefined ? 'any' : (onlyToken(type)?.value ?? textOf(type)));
}

function converted(name: string, value: Scalar, type: string): Scalar {
  if (type === 'string') return String(value);
  if (type === 'any') return value;
  if (type === 'number' && typeof value !== 'boolean') return numberOf(String(value));
  if (type === 'bool' && /^(true|false)$/.test(String(value))) return String(value) === 'true';
  return reject(name, `is a ${type.slice(0, 40)}`);
}

function reject(name: string, why: string): never {
  throw new NotLiteral(`var.${name} ${why}`);
}
