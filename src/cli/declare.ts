import type { CommandUnknownOpts, Option } from 'commander';
import { UsageError } from '../base/errors.ts';
import { withFlagName } from '../base/parsers.ts';
import { commandNamed } from './command-name.ts';
import type { Context } from './context.ts';
import { checkOpposites } from './contradictions.ts';
import type { AnyAction, Declared, Noun, Rule } from './verb.ts';

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

/** Declares the verbs or the action of a noun for the parser. */
export function declare(command: Declared, noun: Noun, begin?: Begin): void {
  if ('run' in noun) {
    declareAction(command, noun, begin);
    return;
  }
  for (const [title, verbs] of Object.entries('groups' in noun ? noun.groups : { Commands: noun.verbs })) {
    command.commandsGroup(`${title}:`);
    for (const each of verbs) declare(command.command(each.words).description(each.about), each, begin);
  }
  // A verb keeps a name that is the alias of another one.
  for (const verb of command.commands)
    for (const alias of aliases[verb.name()] ?? []) if (!commandNamed(command, alias)) verb.alias(alias);
}

function declareAction(command: Declared, action: AnyAction, begin: Begin | undefined): void {
  command.verb = action;
  action.flags?.(command as never);
  for (const { flag, excluded } of (action.rules ?? []).filter((rule) => 'excluded' in rule)) {
    const [option] = flagsNamed(command, [flag]);
    option?.conflicts(flagsNamed(command, excluded).map((each) => each.attributeName()));
  }
  if (begin === undefined) return;
  const typed = recordTyped(command);
  command.action(async (...given: unknown[]) => {
    const { set = [], strict } = command.opts() as { set?: string[]; strict?: true };
    // Beside workspaces, --name selects the configurations that svc notification update changes.
    const isSelecting = command.name() === 'update' && [...typed].some((name) => /workspace/.test(name));
    checkOpposites(typed, isSelecting ? set.filter((each) => !/^name:?=/.test(each)) : set);
    const context = await begin(command);
    for (const rule of action.rules ?? []) checkRule(command, rule);
    await action.run(context, given.at(-2) as never, ...(given.slice(0, -2) as never[]));
    if (action.reads) context.ask.answers.clear();
    if (context.writes.length === 0 || !flagsNamed(command, ['strict'])[0]) return;
    const { reportIgnored } = await import('./ignored-attributes.ts');
    reportIgnored(context, strict);
  });
}

/** @throws {UsageError} for a flag without the flags that it requires */
function checkRule(command: CommandUnknownOpts, rule: Rule): void {
  if (!('required' in rule)) return;
  const isTyped = (flag: Option) =>
    ![undefined, 'default'].includes(command.getOptionValueSource(flag.attributeName()));
  const required = flagsNamed(command, rule.required);
  const alone = required.some(isTyped) ? undefined : flagsNamed(command, rule.flags).find(isTyped);
  if (alone !== undefined)
    throw new UsageError(`${alone.long} requires ${required.map(({ long }) => long).join(' or ')}.`);
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
