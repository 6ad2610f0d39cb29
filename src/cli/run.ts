import type { Command, CommandUnknownOpts, Option, OptionValues } from 'commander';
import { UsageError } from '../base/errors.ts';
import type { Context } from './context.ts';

const contexts = new WeakMap<CommandUnknownOpts, Context>();

/** The context of the current run of a program. */
export function provideContext(program: CommandUnknownOpts, context: Context): void {
  contexts.set(program, context);
}

/** A verb's action, called with the context, the parsed flags, then the positionals. */
export function run<Words extends unknown[], Flags>(
  act: (context: Context, flags: Flags, ...words: Words) => Promise<void>,
): (...given: [...Words, Flags, CommandUnknownOpts]) => Promise<void> {
  return async (...given) => {
    const words = given.slice(0, -2) as Words;
    const [flags, command] = given.slice(-2) as [Flags, CommandUnknownOpts];
    let program = command;
    while (program.parent) program = program.parent;
    const context = contexts.get(program)!;
    await act(context, flags, ...words);
    if (context.writes.length === 0 || optionOf(command, 'strict') === undefined) return;
    const { reportIgnored } = await import('./ignored-attributes.ts');
    reportIgnored(context, (flags as { strict?: true }).strict);
  };
}

type Name<Flags> = keyof Flags & string;

/** Declares that a flag cannot be used with some others, by their attribute names. Commander rejects them. */
export function exclusive<Words extends unknown[], Flags extends OptionValues>(
  command: Command<Words, Flags>,
  one: NoInfer<Name<Flags>>,
  ...others: NoInfer<Name<Flags>>[]
): Command<Words, Flags> {
  optionOf(command, one)?.conflicts(others);
  return command;
}

/** Flags of a command that require another one, or one of several. */
interface Need {
  flags: readonly string[];
  needed: readonly string[];
}
const needs = new WeakMap<CommandUnknownOpts, Need[]>();

/** Declares that flags require another one, or one of several. @throws {UsageError} before the action, for a flag without it */
export function requires<Words extends unknown[], Flags extends OptionValues>(
  command: Command<Words, Flags>,
  flags: readonly NoInfer<Name<Flags>>[],
  ...needed: NoInfer<Name<Flags>>[]
): Command<Words, Flags> {
  needs.set(command, [...needsOf(command), { flags, needed }]);
  return command.hook('preAction', () => {
    const isGiven = (name: string) => ![undefined, 'default'].includes(command.getOptionValueSource(name));
    const alone = needed.some(isGiven) ? undefined : flags.find(isGiven);
    if (alone === undefined) return;
    const [flag, ...others] = [alone, ...needed].map((name) => optionOf(command, name)?.long);
    throw new UsageError(`${flag} requires ${others.join(' or ')}.`);
  });
}

/** What `requires` has declared for a command. */
export function needsOf(command: CommandUnknownOpts): readonly Need[] {
  return needs.get(command) ?? [];
}

function optionOf(command: CommandUnknownOpts, name: string): Option | undefined {
  return command.options.find((option) => option.attributeName() === name);
}

export { both, type FlagsOf, namesDeclaredBy, requireChange } from './verb.ts';
