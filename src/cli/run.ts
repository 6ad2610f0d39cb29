import { Command, type CommandUnknownOpts, type Option, type OptionValues } from 'commander';
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

/** The flags that a function declares: `type BannerFlags = FlagsOf<typeof bannerFlags>`. */
export type FlagsOf<Declare extends (...given: never[]) => { opts(): unknown }> = Lenient<
  ReturnType<ReturnType<Declare>['opts']>
>;

/** A command whose flags were declared by two functions. */
export function both<One extends OptionValues, Other extends OptionValues>(
  command: Command<[], One>,
  _same: Command<[], Other>,
): Command<[], One & Other> {
  return command as CommandUnknownOpts as Command<[], One & Other>;
}

/** Makes optional properties accept undefined. */
type Lenient<Flags> = {
  [Flag in keyof Flags]: object extends Pick<Flags, Flag> ? Flags[Flag] | undefined : Flags[Flag];
};

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

/** The names of the flags that a function declares, for rules about all of them. */
export function namesDeclaredBy<Flags extends OptionValues>(
  declare: (command: Command) => Command<[], Flags>,
): Name<Flags>[] {
  return declare(new Command()).options.map((option) => option.attributeName() as Name<Flags>);
}

/** What `requires` has declared for a command. */
export function needsOf(command: CommandUnknownOpts): readonly Need[] {
  return needs.get(command) ?? [];
}

function optionOf(command: CommandUnknownOpts, name: string): Option | undefined {
  return command.options.find((option) => option.attributeName() === name);
}

/** @throws {UsageError} if no flag sets anything; `others` are flags that change nothing by themselves */
export function requireChange(flags: object, others: readonly string[] = []): void {
  if (Object.keys(flags).every((flag) => flag === 'strict' || others.includes(flag)))
    throw new UsageError('No changes given.');
}

/** The words of a command, without the program's name. */
export function wordsOf(command: CommandUnknownOpts): string {
  const words: string[] = [];
  for (let at: CommandUnknownOpts | null = command; at?.parent; at = at.parent) words.unshift(at.name());
  return words.join(' ');
}

/** `svc banner create` */
export function fullName(command: CommandUnknownOpts): string {
  return `svc ${wordsOf(command)}`.trimEnd();
}
