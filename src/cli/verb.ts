import type { Command, CommandUnknownOpts, OptionValues } from 'commander';
import type { Endpoint } from '../api/contract/endpoint.ts';
import { UsageError } from '../base/errors.ts';
import type { View } from '../base/view.ts';
import type { Context } from './context.ts';

export type { Command, CommandUnknownOpts, OptionValues };

/** The names of flags as their action reads them: `failedTo` for `--failed-to`. */
type Name<Flags> = keyof Flags & string;

/** The heading of flags in help, such as `NATS:`. */
type Heading = `${string}:`;

/** A rule between flags, or all flags under a heading. The parser checks it before the action runs. */
export type Rule<Flag extends string = string> =
  | { flags: readonly Flag[]; required: readonly Flag[] }
  | { flag: Flag; excluded: readonly Flag[] };

/** Returns the rule that each of some flags requires another flag, or one of several. */
export function requires<Flag extends string>(flags: Flag | readonly Flag[], ...required: Flag[]): Rule<Flag> {
  return { flags: [flags].flat() as Flag[], required };
}

/** Returns the rule that a flag cannot be used with some others. */
export function excludes<Flag extends string>(flag: Flag, ...excluded: Flag[]): Rule<Flag> {
  return { flag, excluded };
}

/** Returns the error about a flag that contradicts another flag, an argument or a value. */
export function contradiction(one: string, other: string, hint?: string): UsageError {
  return new UsageError(`${one} cannot be used with ${other}.`, { hint });
}

/** The words of a command, and one line about it. */
interface Named {
  words: string;
  about: string;
}

/** The parts of a command that runs, except its name. */
export interface Action<Args extends unknown[], Flags extends OptionValues> {
  /** Paragraphs for `help --all` and the reference; a line break counts as a blank, an empty line separates paragraphs. */
  text?: string;
  /** Declares arguments and flags. Annotate the parameter, so that `run` receives their types. */
  flags?: (command: Command) => Command<Args, Flags>;
  /** The flags without which the command fails, or prompts on a terminal; help marks them. */
  required?: readonly NoInfer<Name<Flags>>[];
  rules?: readonly Rule<NoInfer<Name<Flags>> | Heading>[];
  /** The view of the rows that the command lists; help names the columns that its table omits. */
  lists?: Pick<View<never>, 'columns' | 'table'>;
  /** The endpoints that the command calls; help shows their method, path, edition and permission. */
  calls?: readonly Call[];
  /** True for a verb that changes nothing: no line says how to repeat it without prompts. */
  reads?: true;
  /** Complete command lines; a test runs each of them. */
  examples: readonly string[];
  run(context: Context, flags: Flags, ...args: Args): Promise<void>;
}

export type Verb<Args extends unknown[], Flags extends OptionValues> = Action<Args, Flags> & Named;
export type Call = Pick<Endpoint, 'method' | 'path' | 'access' | 'edition'>;

/** An action of any arguments and flags, for the readers of all verbs. */
export type AnyAction = Action<unknown[], OptionValues>;
export type AnyVerb = AnyAction & Named;

type Verbs = readonly (AnyVerb | (Group & Named))[];

/** Verbs, or verbs by the heading of their group in help. */
export type Group = { verbs: Verbs } | { groups: Readonly<Record<string, Verbs>> };

export type Noun = Group | AnyAction;

/** A command of the parser, with the action that it was declared from. */
export type Declared = CommandUnknownOpts & { verb?: AnyAction };

/** Returns a verb, with the types of its arguments and flags inferred. */
export function verb<Args extends unknown[] = [], Flags extends OptionValues = Record<never, never>>(
  declared: Verb<Args, Flags>,
): Verb<Args, Flags> {
  return declared;
}

/** Returns the action of a noun without verbs, with the types of its arguments and flags inferred. */
export function action<Args extends unknown[] = [], Flags extends OptionValues = Record<never, never>>(
  declared: Action<Args, Flags>,
): Action<Args, Flags> {
  return declared;
}

/** The flags that a function declares: `type BannerFlags = FlagsOf<typeof bannerFlags>`. */
export type FlagsOf<Declare extends (...given: never[]) => { opts(): unknown }> = Lenient<
  ReturnType<ReturnType<Declare>['opts']>
>;

/** Makes optional properties accept undefined. */
type Lenient<Flags> = {
  [Flag in keyof Flags]: object extends Pick<Flags, Flag> ? Flags[Flag] | undefined : Flags[Flag];
};

/** Returns a command whose flags were declared by two functions. */
export function both<One extends OptionValues, Other extends OptionValues>(
  command: Command<[], One>,
  _same: Command<[], Other>,
): Command<[], One & Other> {
  return command as CommandUnknownOpts as Command<[], One & Other>;
}

/** @throws {UsageError} if no flag sets anything; `others` are flags that change nothing by themselves */
export function requireChange(flags: object, others: readonly string[] = []): void {
  if (Object.keys(flags).every((flag) => flag === 'strict' || others.includes(flag)))
    throw new UsageError('No changes given.');
}
