import { type Argument, Help, type Option } from 'commander';
import type { KnownWords } from '../../base/parsers.ts';
import { callText } from '../help-format.ts';
import type { Declared } from '../verb.ts';
import type { ArgumentFacts, CommandFacts, FlagFacts, TopicFacts, Tree, ValueFacts } from './facts.ts';

/** Lists the visible commands and flags, before help arranges them. */
const plain = new Help();

/** What the value of a flag or argument names. An `<id>` is one of its noun. */
const named: Readonly<Record<string, string>> = {
  '--organization': 'organization',
  '--org': 'organization',
  'organization <name>': 'organization',
  '--workspace': 'workspace',
  '--allowed-workspace': 'workspace',
  '<workspace>': 'workspace',
  '<team>': 'team',
  '<client>': 'oauth-client',
  '<pool>': 'agent-pool',
  '<membership>': 'membership',
  '<user>': 'user',
  '--user': 'user',
  '--notification': 'notification',
  'webhook <id>': 'delivery',
  '--profile': 'profile',
  '<profile>': 'profile',
  '--upgrade': 'call',
};

/** Returns the command tree as plain data, without hidden commands. */
export function describe(program: Declared, topics: readonly TopicFacts[] = []): Tree {
  const facts = describeCommand(program);
  // commander keeps it apart from the other commands.
  const help = plain.visibleCommands(program.command).filter((each) => each.name() === 'help');
  const commands = [
    ...facts.commands,
    ...help.map((command) => describeCommand({ command, inner: [] }, [command.name()])),
  ];
  const hidden = program.command.options.filter((flag) => flag.hidden);
  const hiddenFlags = hidden.map((flag) => describeFlag(flag, hidden));
  return { ...facts, name: program.command.name(), hiddenFlags, commands, topics };
}

function describeCommand({ action, command, inner }: Declared, words: readonly string[] = []): CommandFacts {
  // Help is a flag of every command, so it is listed once, among the global ones.
  const flags = words.length === 0 ? plain.visibleOptions(command) : command.options;
  const seen = flags.filter(({ hidden }) => !hidden);
  return {
    words,
    aliases: command.aliases(),
    summary: command.description(),
    arguments: command.registeredArguments.map((each) => describeArgument(each, words[0] ?? '')),
    flags: seen.map((flag) => describeFlag(flag, seen)),
    commands: inner.map((each) => describeCommand(each, [...words, each.command.name()])),
    explanation: action && {
      notes: action.text ?? '',
      calls: (action.calls ?? []).map(callText),
      examples: action.examples,
    },
  };
}

function describeFlag(flag: Option, all: readonly Option[]): FlagFacts {
  const { description, long, mandatory, negate, parseArg, short, variadic } = flag;
  const usual = flag.defaultValueDescription ?? flag.defaultValue;
  const names = [short, long].filter((name) => name !== undefined);
  const other = all.find(
    (each) => each.negate !== negate && !each.required && each.attributeName() === flag.attributeName(),
  );
  const [, name] = /[<[](.+?)(?:\.\.\.)?[>\]]/.exec(flag.flags) ?? [];
  return {
    names,
    value:
      name === undefined
        ? undefined
        : { ...describeValue(name, flag), optional: flag.optional, kind: flagKind(name, long ?? '') },
    // As commander's own help shows it.
    summary: usual === undefined || name === undefined ? description : `${description} (default: ${usual})`,
    mandatory,
    // A parser that is handed what came before collects.
    repeatable: variadic || (parseArg !== undefined && parseArg.length > 1),
    opposite: other?.long,
  };
}

function describeArgument(argument: Argument, noun: string): ArgumentFacts {
  const { description, required, variadic } = argument;
  const name = argument.name();
  const kind = named[`<${name}>`] ?? named[`${noun} <${name}>`] ?? (name === 'id' ? noun : fileKind(name));
  return {
    value: { ...describeValue(name, argument), optional: !required, kind },
    summary: description,
    required,
    variadic,
  };
}

function describeValue(
  name: string,
  { argChoices, parseArg }: { argChoices?: readonly string[] | undefined; parseArg?: unknown },
): Pick<ValueFacts, 'name' | 'known' | 'closed'> {
  if (argChoices) return { name, known: argChoices, closed: true };
  const { known = [], closed = false } = (parseArg ?? {}) as Partial<KnownWords>;
  return { name, known, closed };
}

/** A value's name says what it is; a path may be one of a URL, so the flag has to say more: `--body-file <path>`, but `--path <path>`. */
function flagKind(name: string, flag: string): ValueFacts['kind'] {
  if (name === 'path' && flag !== '--path') return /-(dir|folder)$/.test(flag) ? 'folder' : 'file';
  return named[flag] ?? fileKind(name);
}

function fileKind(name: string): ValueFacts['kind'] {
  if (/^(dir|folder)s?$/.test(name)) return 'folder';
  return /^files?$/.test(name) ? 'file' : 'text';
}
