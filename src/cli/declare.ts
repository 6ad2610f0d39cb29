import type { CommandUnknownOpts, Option } from 'commander';
import { UsageError } from '../base/errors.ts';
import { withFlagName } from '../base/parsers.ts';
import { isSecretField } from '../base/secrets.ts';
import type { Context } from './context.ts';
import { type AnyAction, contradiction, type Declared, type Noun, type Rule } from './verb.ts';

/**
 * Creates the context of a run after the command line is parsed. Commands declared without it cannot run.
 * @throws {UsageError} for global flags or settings that a command rejects
 */
export type Begin = (command: CommandUnknownOpts) => Promise<Context>;

/** Other names of verbs. Help does not list them. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  show: ['get', 'info'],
  create: ['new'],
  delete: ['rm', 'remove'],
  stats: ['downloads'],
  'billable-resources': ['rum'],
};

/** Declares the verbs or the action of a noun for the parser: the flags only of the verbs that `typed` names, if it names any. */
export function declare(command: Declared, noun: Noun, begin?: Begin, typed: readonly string[] = []): void {
  if ('run' in noun) {
    declareAction(command, noun, begin);
    return;
  }
  const declared: [Declared, Noun][] = [];
  for (const [title, verbs] of Object.entries('groups' in noun ? noun.groups : { Commands: noun.verbs })) {
    command.commandsGroup(`${title}:`);
    for (const each of verbs) declared.push([command.command(each.words).description(each.about), each]);
  }
  // A verb keeps a name that is the alias of another one.
  for (const verb of command.commands)
    for (const alias of aliases[verb.name()] ?? []) if (!commandNamed(command, alias)) verb.alias(alias);
  const named = typed.flatMap((word) => commandNamed(command, word) ?? []);
  for (const [verb, each] of declared)
    if (named.length === 0 || named.includes(verb)) declare(verb, each, begin, typed);
}

function declareAction(command: Declared, action: AnyAction, begin: Begin | undefined): void {
  command.verb = action;
  action.flags?.(command as never);
  const { required = [], rules = [] } = action;
  for (const flag of flagsNamed(command, required))
    flag.description = flag.description.replace(/(; repeatable)?$/, '; required$1');
  for (const rule of rules.filter((each) => 'excluded' in each)) {
    const excluded = flagsNamed(command, rule.excluded).map((each) => each.attributeName());
    flagsNamed(command, [rule.flag])[0]?.conflicts(excluded);
  }
  if (begin === undefined) return;
  const typed = recordTyped(command);
  command.action(async () => {
    const flags: { set?: string[]; strict?: true } = command.opts();
    const { set = [], strict } = flags;
    // Beside workspaces, --name selects the configurations that svc notification update changes.
    const isSelecting = command.name() === 'update' && [...typed].some((name) => /workspace/.test(name));
    checkOpposites(typed, isSelecting ? set.filter((each) => !/^name:?=/.test(each)) : set);
    const context = await begin(command);
    for (const rule of rules) if ('required' in rule) checkRequired(command, rule);
    await action.run(context, flags, ...command.processedArgs);
    if (action.reads) context.ask.answers.clear();
    if (context.writes.length === 0 || !flagsNamed(command, ['strict'])[0]) return;
    const { reportIgnored } = await import('./ignored-attributes.ts');
    reportIgnored(context, strict);
  });
}

/** @throws {UsageError} for a flag without the flags that it requires */
function checkRequired(command: CommandUnknownOpts, rule: Extract<Rule, { required: unknown }>): void {
  const isTyped = (flag: Option) =>
    ![undefined, 'default'].includes(command.getOptionValueSource(flag.attributeName()));
  const required = flagsNamed(command, rule.required);
  const alone = required.some(isTyped) ? undefined : flagsNamed(command, rule.flags).find(isTyped);
  if (alone !== undefined)
    throw new UsageError(`${alone.long} requires ${required.map(({ long }) => long).join(' or ')}.`);
}

/**
 * Rejects `--no-X`, `--clear-X` and `--set X` beside flags that set X, such as `--trigger` and `--token-file`.
 * @param settings the values of `--set`
 * @throws {UsageError} naming both
 */
function checkOpposites(typed: ReadonlySet<string>, settings: readonly string[] = []): void {
  for (const name of [...typed, ...settings.map((each) => `set ${/[^=:]*/.exec(each)}`)]) {
    const [, value] = /^(?:no-|clear-|set (?:relationships\.)?)(.+)$/.exec(name) ?? [];
    // A secret in --set has its own error.
    if (value === undefined || (name.startsWith('set ') && isSecretField(value))) continue;
    const ways = [value, value.replace(/s$/, ''), `${value}-file`, `${value}-env`, `clear-${value}`, `no-${value}`];
    const setter = ways.find((way) => way !== name && typed.has(way));
    if (setter !== undefined) throw contradiction(`--${setter}`, `--${name}`);
  }
}

/** @throws {UsageError} naming two global flags that contradict each other */
export function checkGlobals(typed: ReadonlySet<string>, output: unknown): void {
  checkOpposites(typed);
  if (typed.has('quiet') && typed.has('debug')) throw contradiction('--quiet', '--debug');
  if (!typed.has('output') || output === 'json') return;
  if (typed.has('json')) throw contradiction('--json', `-o ${output}`);
  if (typed.has('jq'))
    throw new UsageError(`--jq filters JSON and cannot be combined with -o ${output}.`, { hint: 'Omit -o.' });
}

/** Returns the flags with these names or headings. */
export function flagsNamed({ options }: CommandUnknownOpts, names: readonly string[]): Option[] {
  return names.flatMap((name) =>
    options.filter((flag) => flag.attributeName() === name || flag.helpGroupHeading === name),
  );
}

/**
 * Returns the names of the typed flags, which the parser adds as it reads the command line: of two flags that set the
 * same value it keeps the last. Errors of a flag's parser begin with the flag's name.
 */
export function recordTyped(command: CommandUnknownOpts): ReadonlySet<string> {
  const names = new Set<string>();
  for (const option of command.options) command.on(`option:${option.name()}`, () => void names.add(option.name()));
  for (const each of [...command.options, ...command.registeredArguments]) {
    const { parseArg } = each;
    const name = 'long' in each ? (each.long ?? each.name()) : `<${each.name()}>`;
    if (parseArg)
      each.parseArg = <Value>(text: string, previous: Value) => withFlagName(name, () => parseArg(text, previous));
  }
  return names;
}

/** Returns the words of a command, without the program's name. */
export function wordsOf(command: CommandUnknownOpts): string {
  const path: string[] = [];
  for (let at: CommandUnknownOpts | null = command; at?.parent; at = at.parent) path.unshift(at.name());
  return path.join(' ');
}

/** Returns the words of a command with the program's name: `svc banner create`. */
export function fullName(command: CommandUnknownOpts): string {
  return `svc ${wordsOf(command)}`.trimEnd();
}

/** Returns the subcommand with a name or an alias. */
export function commandNamed({ commands }: CommandUnknownOpts, word: string): CommandUnknownOpts | undefined {
  return commands.find((each) => each.name() === word || each.aliases().includes(word));
}
