import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LocalError, UsageError } from '../base/errors.ts';
import { isObject, jsonIn } from '../base/json.ts';
import { evaluate, NotLiteral, type Scalar } from '../hcl/evaluate.ts';
import { readFile } from '../hcl/read.ts';
import type { Given } from '../hcl/scope.ts';
import type { Token } from '../hcl/tokens.ts';
import { textIn } from '../system/files.ts';

/** Where the values of a configuration's variables come from. */
export interface VariableSources {
  env: Readonly<Record<string, string | undefined>>;
  /** The files of `--var-file`, absolute. */
  varFiles: readonly string[];
}

const none = () => {
  throw new NotLiteral('a file of values has only literals');
};

/**
 * The values of the variables of a configuration, as the stock tool gathers them: the last of `TF_VAR_…`, `terraform.tfvars`,
 * `terraform.tfvars.json`, `*.auto.tfvars` and `*.auto.tfvars.json` in the order of their names, and the given files. They are read when
 * the first value is needed.
 * @throws {UsageError} at once for a given file that does not exist
 */
export function valuesIn(dir: string, { env, varFiles }: VariableSources): Given {
  for (const path of varFiles)
    if (textIn(path) === undefined) throw new UsageError(`--var-file: ${path} does not exist.`);
  let files: Map<string, () => Scalar>[] | undefined;
  return (name) => {
    files ??= [...filesIn(dir), ...varFiles].map(valuesOf).reverse();
    const found = files.find((file) => file.has(name))?.get(name)?.();
    return found ?? env[`TF_VAR_${name}`];
  };
}

function filesIn(dir: string): string[] {
  const automatic = readdirSync(dir).filter((name) => /\.auto\.tfvars(\.json)?$/.test(name));
  return ['terraform.tfvars', 'terraform.tfvars.json', ...automatic.sort()].map((name) => join(dir, name));
}

/** The values in a file, none if it does not exist. @throws {NotLiteral} for a file that cannot be read */
function valuesOf(path: string): Map<string, () => Scalar> {
  const shown = basename(path);
  let text: string | undefined;
  try {
    text = textIn(path);
  } catch (error) {
    if (error instanceof LocalError) throw new NotLiteral(error.message.replace(/\.$/, ''));
    throw error;
  }
  if (text === undefined) return new Map();
  if (path.endsWith('.json')) {
    const values = jsonIn(text);
    if (!isObject(values)) throw new NotLiteral(`${shown} is not a JSON object`);
    return new Map(Object.entries(values).map(([name, value]) => [name, () => scalarOf(name, value)]));
  }
  const { attributes, unread } = readFile(shown, text);
  const [fault] = unread;
  if (fault) throw new NotLiteral(`${fault.file}:${fault.line}: ${fault.why}`);
  const literal = (tokens: Token[]) => () => evaluate(tokens, { variable: none, local: none });
  return new Map([...attributes].map(([name, tokens]) => [name, literal(tokens)]));
}

function scalarOf(name: string, value: unknown): Scalar {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new NotLiteral(`the value of ${name} is not a text, a number or a boolean`);
}
