import type { Command, CommandUnknownOpts, OptionValues } from 'commander';
import type { z } from 'zod';
import { UsageError } from '../errors.ts';
import type { Context } from './context.ts';

const contexts = new WeakMap<CommandUnknownOpts, Context>();

/** The context of the run that a program is parsed for. */
export function provideContext(program: CommandUnknownOpts, context: Context): void {
  contexts.set(program, context);
}

/** A verb's action: the context of the run, the flags as their parsers read them, then the positionals. */
export function run<Words extends unknown[], Flags>(
  act: (context: Context, flags: Flags, ...words: Words) => Promise<void>,
): (...given: [...Words, Flags, CommandUnknownOpts]) => Promise<void> {
  return async (...given) => {
    const words = given.slice(0, -2) as Words;
    const [flags, command] = given.slice(-2) as [Flags, CommandUnknownOpts];
    let program = command;
    while (program.parent) program = program.parent;
    await act(contexts.get(program)!, flags, ...words);
  };
}

/** The flags that a function declares: `type BannerFlags = FlagsOf<typeof bannerFlags>`. */
export type FlagsOf<Declare extends (...given: never[]) => { opts(): unknown }> = Lenient<
  ReturnType<ReturnType<Declare>['opts']>
>;

/** A command with the flags that two functions declared for it, one after the other. */
export function both<One extends OptionValues, Other extends OptionValues>(
  command: Command<[], One>,
  _same: Command<[], Other>,
): Command<[], One & Other> {
  return command as CommandUnknownOpts as Command<[], One & Other>;
}

/** What may be missing may be undefined, too. */
type Lenient<Flags> = {
  [Flag in keyof Flags]: object extends Pick<Flags, Flag> ? Flags[Flag] | undefined : Flags[Flag];
};

/** @throws {UsageError} where nothing that could change is named; `others` are flags that change nothing by themselves */
export function requireChange(flags: object, others: readonly string[] = []): void {
  if (Object.keys(flags).every((flag) => others.includes(flag))) throw new UsageError('There is nothing to change.');
}

/**
 * A verb's action: flags checked against a schema before anything is done, then the positionals.
 * @throws {UsageError} naming the flag that is missing or wrong
 */
export function action<Schema extends z.ZodType, Words extends unknown[]>(
  schema: Schema,
  act: (flags: z.infer<Schema>, ...words: Words) => Promise<void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as CommandUnknownOpts;
    const checked = schema.safeParse(command.opts(), { error: inWords });
    if (!checked.success) {
      const { path, message } = checked.error.issues[0] ?? { path: [], message: 'unexpected' };
      const flag = path.length > 0 ? flagOf(command, String(path[0])) : undefined;
      const words = /[.?!]$/.test(message) ? message : `${message}.`;
      const colon = /^(is|must) /.test(words) ? '' : ':';
      throw new UsageError(flag ? `${flag}${colon} ${words}` : words, { hint: `svc ${wordsOf(command)} --help` });
    }
    await act(checked.data, ...(given.slice(0, -2) as Words));
  };
}

/** A schema's own words, where it has none that were written for it. */
function inWords({ code, input, ...limits }: z.core.$ZodRawIssue): string | undefined {
  if (typeof input === 'string' && code === 'too_small' && limits.minimum === 1) return 'is empty';
  if (typeof input !== 'number') return undefined;
  if (code === 'too_big') return `${input} is more than ${limits.maximum}`;
  return code === 'too_small' ? `${input} is less than ${limits.minimum}` : undefined;
}

function flagOf(command: CommandUnknownOpts, attribute: string): string {
  return command.options.find((option) => option.attributeName() === attribute)?.long ?? attribute;
}

/** What a person types to reach a command, without the program's own name. */
export function wordsOf(command: CommandUnknownOpts): string {
  const words: string[] = [];
  for (let at: CommandUnknownOpts | null = command; at?.parent; at = at.parent) words.unshift(at.name());
  return words.join(' ');
}
