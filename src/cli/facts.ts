import { type Argument, Help, type Option } from 'commander';
import { accessWords } from '../api/contract/access.ts';
import type { KnownWords } from '../base/parsers.ts';
import { otherColumns } from '../base/view.ts';
import { wordsOf } from './command-name.ts';
import type { Call, Declared } from './verb.ts';

/** A command as plain data, the source of help, completions, reference and man pages. */
export interface CommandFacts {
  /** The words of the command, without the program's name. */
  words: readonly string[];
  /** The aliases of the command, which no page lists. */
  aliases: readonly string[];
  /** The heading under which help lists the command. */
  group: string;
  summary: string;
  arguments: readonly ArgumentFacts[];
  /** The flags of the command itself; the tree has the global ones. */
  flags: readonly FlagFacts[];
  commands: readonly CommandFacts[];
  notes: string;
  /** The sentence about the columns that the table of a list omits. */
  columns: string;
  calls: readonly string[];
  examples: readonly string[];
}

export interface Tree extends CommandFacts {
  /** The global flags that no page lists. */
  hiddenFlags: readonly FlagFacts[];
  /** The topics of `svc help`, besides commands. */
  topics: readonly TopicFacts[];
}

export type TopicFacts = { name: string; summary: string };

export interface FlagFacts {
  /** The forms of the flag as typed, the short one first: `-o`, `--output`. */
  names: readonly string[];
  /** The value of the flag; undefined for a switch. */
  value: ValueFacts | undefined;
  group: string;
  summary: string;
  mandatory: boolean;
  repeatable: boolean;
  /** The opposite switch: `--no-enabled` for `--enabled` and the other way round. */
  opposite: string | undefined;
}

export type ArgumentFacts = { value: ValueFacts; summary: string; required: boolean; variadic: boolean };

export interface ValueFacts {
  name: string;
  optional: boolean;
  /**
   * `text`, `file`, `folder`, or the kind of name: a noun, a `delivery`, or a `call` of the lock in the current folder.
   * `file or delivery` is either.
   */
  kind: string;
  known: readonly string[];
  /** True if only the known words are valid. */
  closed: boolean;
}

/** The help that lists the visible global flags. */
const plain = new Help();

/** Returns the command tree as plain data, without hidden flags. */
export function describe(program: Declared, topics: readonly TopicFacts[] = []): Tree {
  const hidden = program.command.options.filter((flag) => flag.hidden);
  return { ...describeCommand(program), hiddenFlags: hidden.map((flag) => describeFlag(flag, hidden)), topics };
}

/** Returns a command and its subcommands as plain data. */
export function describeCommand({ action, command, inner }: Declared): CommandFacts {
  const words = wordsOf(command).split(' ').filter(Boolean);
  // Every command has a help flag, so it is listed once, among the global flags.
  const flags = words.length === 0 ? plain.visibleOptions(command) : command.options;
  const seen = flags.filter(({ hidden }) => !hidden);
  return {
    words,
    aliases: command.aliases(),
    group: command.helpGroup() || 'Commands:',
    summary: command.description(),
    arguments: command.registeredArguments.map((each) => describeArgument(each, words[0] ?? '')),
    flags: seen.map((flag) => describeFlag(flag, seen)),
    commands: inner.map(describeCommand),
    notes: action?.text ?? '',
    columns: action?.lists ? otherColumns(action.lists) : '',
    calls: (action?.calls ?? []).map(callText),
    examples: action?.examples ?? [],
  };
}

/** Returns `POST /admin/banners (self-hosted edition): requires a site administrator's token`. */
export function callText({ access, edition, method, path }: Call): string {
  const where = edition === 'both' ? '' : ` (${edition} edition)`;
  return `${method} ${path}${where}: ${accessWords[access]}`;
}

function describeFlag(flag: Option, all: readonly Option[]): FlagFacts {
  const { description, helpGroupHeading: group = 'Flags:', long = '', mandatory, negate, parseArg, short } = flag;
  const [, name] = /[<[](.+?)(?:\.\.\.)?[>\]]/.exec(flag.flags) ?? [];
  const usual = name === undefined ? undefined : (flag.defaultValueDescription ?? flag.defaultValue);
  const isOpposite = (each: Option) => each.negate !== negate && !each.required;
  return {
    names: [short, long].filter((each) => each !== undefined),
    value: name === undefined ? undefined : describeValue(name, flag, flag.optional, flagKind(name, long)),
    group,
    summary: usual === undefined ? description : `${description} (default: ${usual})`,
    mandatory,
    // A parser with a second parameter collects values: it gets the previous ones.
    repeatable: flag.variadic || (parseArg !== undefined && parseArg.length > 1),
    opposite: all.find((each) => isOpposite(each) && each.attributeName() === flag.attributeName())?.long,
  };
}

function describeArgument(argument: Argument, noun: string): ArgumentFacts {
  const { description, required, variadic } = argument;
  const name = argument.name();
  const kind = named[`${noun} ${name}`] ?? (name === 'id' ? noun : kindOf(name));
  return { value: describeValue(name, argument, !required, kind), summary: description, required, variadic };
}

type Valued = { argChoices?: readonly string[] | undefined; parseArg?: unknown };

function describeValue(name: string, { argChoices, parseArg }: Valued, optional: boolean, kind: string): ValueFacts {
  const { known = [], closed = false } = (parseArg ?? {}) as Partial<KnownWords>;
  return { name, known: argChoices ?? known, closed: argChoices !== undefined || closed, optional, kind };
}

/** The nouns that flags and arguments name, if their own name differs. */
const named: Readonly<Record<string, string>> = {
  '--org': 'organization',
  '--allowed-workspace': 'workspace',
  '--upgrade': 'call',
  client: 'oauth-client',
  pool: 'agent-pool',
  'file|id': 'file or delivery',
  'organization name': 'organization',
  'webhook id': 'delivery',
};

/**
 * Returns the kind of a flag's value. A value's name is its kind, but a path may be part of a URL, so the flag decides:
 * `--body-file <path>`, but `--path <path>`.
 */
function flagKind(name: string, flag: string): string {
  if (name === 'path' && flag !== '--path') return /-(dir|folder)$/.test(flag) ? 'folder' : 'file';
  if (/^--(organization|workspace|user|notification|profile)$/.test(flag)) return flag.slice(2);
  return named[flag] ?? kindOf(name, /^(dir|folder|file)s?$/);
}

function kindOf(name: string, kinds = /^(dir|folder|file|workspace|team|membership|user|profile)s?$/): string {
  const [, kind = 'text'] = kinds.exec(name) ?? [];
  return named[name] ?? (kind === 'dir' ? 'folder' : kind);
}
