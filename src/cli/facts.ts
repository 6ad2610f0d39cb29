import { type Argument, Help, type Option } from 'commander';
import { accessWords } from '../api/contract/access.ts';
import type { KnownWords } from '../base/parsers.ts';
import { wordsOf } from './command-name.ts';
import type { Call, Declared } from './verb.ts';

/** A command as plain data, from which help, completions, reference and man pages are written. */
export interface CommandFacts {
  /** Its words, without the program's name. */
  words: readonly string[];
  /** Other names of it, which nothing lists. */
  aliases: readonly string[];
  /** The title under which help lists it. */
  group: string;
  summary: string;
  arguments: readonly ArgumentFacts[];
  /** Its own flags; the global ones are those of the tree. */
  flags: readonly FlagFacts[];
  commands: readonly CommandFacts[];
  notes: string;
  calls: readonly string[];
  examples: readonly string[];
}

export interface Tree extends CommandFacts {
  /** Global flags that nothing lists. */
  hiddenFlags: readonly FlagFacts[];
  /** What `svc help` explains besides commands. */
  topics: readonly TopicFacts[];
}

export type TopicFacts = { name: string; summary: string };

export interface FlagFacts {
  /** As typed, the short one first: `-o`, `--output`. */
  names: readonly string[];
  /** Undefined for a switch. */
  value: ValueFacts | undefined;
  group: string;
  summary: string;
  mandatory: boolean;
  repeatable: boolean;
  /** The switch that says the opposite: `--no-enabled` for `--enabled` and the other way round. */
  opposite: string | undefined;
}

export type ArgumentFacts = { value: ValueFacts; summary: string; required: boolean; variadic: boolean };

export interface ValueFacts {
  name: string;
  optional: boolean;
  /** `text`, `file`, `folder`, or what it names: a noun, a `delivery`, or a `call` of the lock in the current folder. */
  kind: string;
  known: readonly string[];
  /** Whether only the known words are valid. */
  closed: boolean;
}

/** Lists the visible global flags. */
const plain = new Help();

/** Returns the command tree as plain data, without hidden flags. */
export function describe(program: Declared, topics: readonly TopicFacts[] = []): Tree {
  const hidden = program.command.options.filter((flag) => flag.hidden);
  return { ...describeCommand(program), hiddenFlags: hidden.map((flag) => describeFlag(flag, hidden)), topics };
}

/** Returns a command and all below it as plain data. */
export function describeCommand({ action, command, inner }: Declared): CommandFacts {
  const words = wordsOf(command).split(' ').filter(Boolean);
  // Help is a flag of every command, so it is listed once, among the global ones.
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
    calls: (action?.calls ?? []).map(callText),
    examples: action?.examples ?? [],
  };
}

/** `POST /admin/banners (self-hosted edition): requires a site administrator's token` */
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
    // A parser that is handed what came before collects.
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

/** What flags and arguments name, where they have another name than the noun. */
const named: Readonly<Record<string, string>> = {
  '--org': 'organization',
  '--allowed-workspace': 'workspace',
  '--upgrade': 'call',
  client: 'oauth-client',
  pool: 'agent-pool',
  'organization name': 'organization',
  'webhook id': 'delivery',
};

/** A value's name says what it is; a path may be one of a URL, so the flag has to say more: `--body-file <path>`, but `--path <path>`. */
function flagKind(name: string, flag: string): string {
  if (name === 'path' && flag !== '--path') return /-(dir|folder)$/.test(flag) ? 'folder' : 'file';
  if (/^--(organization|workspace|user|notification|profile)$/.test(flag)) return flag.slice(2);
  return named[flag] ?? kindOf(name, /^(dir|folder|file)s?$/);
}

function kindOf(name: string, kinds = /^(dir|folder|file|workspace|team|membership|user|profile)s?$/): string {
  const [, kind = 'text'] = kinds.exec(name) ?? [];
  return named[name] ?? (kind === 'dir' ? 'folder' : kind);
}
