import type { CommandUnknownOpts } from 'commander';
import { UsageError } from '../base/errors.ts';
import { naming } from '../base/parsers.ts';
import { isSecretField } from '../base/secrets.ts';

/** The given flags of each command, by long name. */
export type TypedFlags = Map<CommandUnknownOpts, Set<string>>;

/**
 * For a command and its verbs: records the given flags, since commander silently lets the last of two win, and prefixes the errors of
 * parsers with the flag or argument.
 */
export function watchFlags(command: CommandUnknownOpts, typed: TypedFlags): void {
  const names = new Set<string>();
  typed.set(command, names);
  for (const option of command.options) {
    command.on(`option:${option.name()}`, () => void names.add(option.name()));
    nameInErrors(option, option.long ?? option.name());
  }
  for (const argument of command.registeredArguments) nameInErrors(argument, `<${argument.name()}>`);
  for (const verb of command.commands) watchFlags(verb, typed);
}

function nameInErrors(
  parsing: { parseArg?: ((text: string, previous: never) => unknown) | undefined },
  name: string,
): void {
  const { parseArg } = parsing;
  if (parseArg !== undefined) parsing.parseArg = (text, previous) => naming(name, () => parseArg(text, previous));
}

/**
 * Runs before the command.
 * @throws {UsageError} naming two flags that contradict each other
 */
export function checkContradictions(program: CommandUnknownOpts, typed: TypedFlags): void {
  for (const [command, names] of typed) {
    const settings = (command.getOptionValue('set') as string[] | undefined) ?? [];
    // Beside workspaces, --name selects what svc notification update changes.
    const isSelecting = command.name() === 'update' && [...names].some((name) => /workspace/.test(name));
    checkOpposites(names, isSelecting ? settings.filter((each) => !/^name:?=/.test(each)) : settings);
  }
  const names = typed.get(program) ?? new Set();
  const { output } = program.opts();
  if (names.has('output') && output !== 'json') {
    if (names.has('json')) throw contradiction('--json', `-o ${output}`);
    if (names.has('jq')) {
      throw new UsageError(`--jq filters JSON and cannot be combined with -o ${output}.`, { hint: 'Omit -o.' });
    }
  }
  if (names.has('quiet') && names.has('debug')) throw contradiction('--quiet', '--debug');
}

/** `--no-X`, `--clear-X` and `--set X` contradict all flags that set X, such as `--trigger` and `--token-file`. */
function checkOpposites(names: ReadonlySet<string>, settings: readonly string[]): void {
  for (const name of [...names, ...settings.map((each) => `set ${/[^=:]*/.exec(each)}`)]) {
    const [, what] = /^(?:no-|clear-|set (?:relationships\.)?)(.+)$/.exec(name) ?? [];
    // A secret in --set has an error of its own.
    if (what === undefined || (name.startsWith('set ') && isSecretField(what))) continue;
    const ways = [what, what.replace(/s$/, ''), `${what}-file`, `${what}-env`, `clear-${what}`, `no-${what}`];
    const said = ways.find((way) => way !== name && names.has(way));
    if (said !== undefined) throw contradiction(`--${said}`, `--${name}`);
  }
}

/** The error about a flag beside another one, or beside an argument or a value, for rules that depend on values. */
export function contradiction(one: string, other: string, hint?: string): UsageError {
  return new UsageError(`${one} cannot be used with ${other}.`, { hint });
}
