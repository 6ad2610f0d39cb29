import { UsageError } from '../base/errors.ts';
import { isSecretField } from '../base/secrets.ts';

/** @throws {UsageError} naming two global flags that contradict each other */
export function checkGlobals(typed: ReadonlySet<string>, output: unknown): void {
  checkOpposites(typed);
  if (typed.has('output') && output !== 'json') {
    if (typed.has('json')) throw contradiction('--json', `-o ${output}`);
    if (typed.has('jq')) {
      throw new UsageError(`--jq filters JSON and cannot be combined with -o ${output}.`, { hint: 'Omit -o.' });
    }
  }
  if (typed.has('quiet') && typed.has('debug')) throw contradiction('--quiet', '--debug');
}

/**
 * Rejects `--no-X`, `--clear-X` and `--set X` beside flags that set X, such as `--trigger` and `--token-file`.
 * @param settings the values of `--set`
 * @throws {UsageError} naming both
 */
export function checkOpposites(typed: ReadonlySet<string>, settings: readonly string[] = []): void {
  for (const name of [...typed, ...settings.map((each) => `set ${/[^=:]*/.exec(each)}`)]) {
    const [, value] = /^(?:no-|clear-|set (?:relationships\.)?)(.+)$/.exec(name) ?? [];
    // A secret in --set has its own error.
    if (value === undefined || (name.startsWith('set ') && isSecretField(value))) continue;
    const ways = [value, value.replace(/s$/, ''), `${value}-file`, `${value}-env`, `clear-${value}`, `no-${value}`];
    const setter = ways.find((way) => way !== name && typed.has(way));
    if (setter !== undefined) throw contradiction(`--${setter}`, `--${name}`);
  }
}

/**
 * Returns the error about a flag that contradicts another flag, an argument or a value, for rules that depend on
 * values.
 */
export function contradiction(one: string, other: string, hint?: string): UsageError {
  return new UsageError(`${one} cannot be used with ${other}.`, { hint });
}
