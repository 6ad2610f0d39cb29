import type { CommandUnknownOpts } from 'commander';
import { UsageError } from '../errors.ts';

/** Which flags of each command were typed, by their long names. */
export type TypedFlags = Map<CommandUnknownOpts, Set<string>>;

/** Takes note of the flags of a command and of its verbs as they are read: the last of two would win in silence. */
export function noteFlags(command: CommandUnknownOpts, typed: TypedFlags): void {
  const names = new Set<string>();
  typed.set(command, names);
  for (const option of command.options) command.on(`option:${option.name()}`, () => void names.add(option.name()));
  for (const verb of command.commands) noteFlags(verb, typed);
}

/**
 * Before anything is done.
 * @throws {UsageError} naming two flags of which one takes back what the other says
 */
export function checkContradictions(program: CommandUnknownOpts, typed: TypedFlags): void {
  for (const names of typed.values()) checkOpposites(names);
  const names = typed.get(program) ?? new Set();
  const { output } = program.opts();
  if (names.has('output') && output !== 'json') {
    if (names.has('json')) throw contradiction('--json', `-o ${output}`);
    if (names.has('jq')) {
      throw new UsageError(`--jq filters JSON; it does not go with -o ${output}.`, { hint: 'Leave -o out.' });
    }
  }
  if (names.has('quiet') && names.has('debug')) throw contradiction('--quiet', '--debug');
}

/** `--no-X` and `--clear-X` against what says X, of which there may be several: `--trigger`, `--token-file`. */
function checkOpposites(names: ReadonlySet<string>): void {
  for (const name of names) {
    const [, what] = /^(?:no|clear)-(.+)$/.exec(name) ?? [];
    if (what === undefined) continue;
    const said = [what, what.replace(/s$/, ''), `${what}-file`, `${what}-env`].find((each) => names.has(each));
    if (said !== undefined) throw contradiction(`--${said}`, `--${name}`);
  }
}

function contradiction(one: string, other: string): UsageError {
  return new UsageError(`${one} and ${other} contradict each other.`, { hint: 'Give one of them.' });
}
