import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LocalError, UsageError } from '../../base/errors.ts';
import { textIn } from '../../base/system/files.ts';
import { byBytes } from '../../base/text.ts';
import { evaluate, NotLiteral, type Scalar } from '../hcl/evaluate.ts';
import { readFile } from '../hcl/read.ts';
import type { InputOf } from '../hcl/scope.ts';

/**
 * Returns the values of a configuration's variables as the stock tool does. The last one counts: from `TF_VAR_…`, `terraform.tfvars`,
 * `terraform.tfvars.json`, `*.auto.tfvars` and `*.auto.tfvars.json` in the order of their names, then `varFiles`. The files are read when
 * the first value is needed.
 * @param varFiles absolute paths
 * @throws {UsageError} at once for a file in `varFiles` that does not exist
 */
export function valuesIn(dir: string, env: Readonly<Record<string, string | undefined>>, varFiles: string[]): InputOf {
  for (const path of varFiles)
    if (textIn(path) === undefined) throw new UsageError(`--var-file: ${path} does not exist.`);
  let files: Map<string, () => Scalar>[] | undefined;
  return (name) => {
    const automatic = () =>
      readdirSync(dir)
        .filter((each) => /\.auto\.tfvars(\.json)?$/.test(each))
        .sort(byBytes);
    const automaticPaths = () =>
      ['terraform.tfvars', 'terraform.tfvars.json', ...automatic()].map((each) => join(dir, each));
    files ??= [...automaticPaths(), ...varFiles].map(valuesOf).reverse();
    const fileValue = files.find((file) => file.has(name))?.get(name)?.();
    return fileValue ?? env[`TF_VAR_${name}`];
  };
}

/** Returns the values in a file, none if it does not exist. @throws {NotLiteral} for a file that cannot be read */
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
  const { attributes, unread } = readFile(shown, text, {});
  const [fault] = unread;
  if (fault) throw new NotLiteral(`${fault.file}:${fault.line}: ${fault.why}`);
  return new Map([...attributes].map(([name, tokens]) => [name, () => evaluate(tokens)]));
}
