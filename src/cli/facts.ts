import type { Argument, Option } from 'commander';
import { accessWords } from '../api/contract/access.ts';
import type { KnownWords } from '../base/parsers.ts';
import { otherColumns } from '../base/view.ts';
import { wordsOf } from './command-name.ts';
import { topics } from './topics/index.ts';
import type { Call, Declared } from './verb.ts';

/** A command as plain data, the source of help, completions, reference and man pages. */
export interface CommandFacts extends ReturnType<typeof factsOf> {
  commands: readonly CommandFacts[];
}

/** A flag or an argument; a switch has no value. */
export type FlagFacts = ReturnType<typeof flagFacts>;
export type ValueFacts = ReturnType<typeof valueFacts>;
export type TopicFacts = { name: string; summary: string };

const programExamples = [
  'svc login svc.example.com',
  'svc banner create --title "Maintenance" --body "Back in two hours" --for 2h',
  'svc module download "acme/network/cloud@~> 1.0" --dir modules/network',
];

/** Returns a command and its subcommands as plain data. */
export function describe(command: Declared): CommandFacts {
  const commands = command.commands.map(describe);
  return { ...factsOf(command, commands), commands };
}

function factsOf(command: Declared, inner: readonly CommandFacts[]) {
  const { options, parent, verb } = command;
  const words = wordsOf(command).split(' ').filter(Boolean);
  // Every command has a help flag, but only the program lists it.
  const flags = parent ? options : command.createHelp().visibleOptions(command);
  return {
    words,
    /** The aliases, which no page lists. */
    aliases: command.aliases(),
    /** The heading under which help lists the command. */
    group: command.helpGroup() || 'Commands:',
    summary: command.description(),
    arguments: command.registeredArguments.map((each) => argumentFacts(each, words[0] ?? '')),
    /** The flags of the command itself; the program has the global ones. */
    flags: flags.filter(({ hidden }) => !hidden).map(flagFacts),
    /** The flags that no page lists. */
    hiddenFlags: options.filter(({ hidden }) => hidden).map(flagFacts),
    notes: verb?.text ?? '',
    /** The sentence about the columns that the table of a list omits. */
    columns: verb?.lists ? otherColumns(verb.lists) : '',
    calls: (verb?.calls ?? []).map(callText),
    examples: verb?.examples ?? (parent ? shortestOf(inner) : programExamples),
    /** The topics of `svc help`, besides commands; only the program has them. */
    topics: parent ? [] : Object.entries(topics).map(([name, [summary]]): TopicFacts => ({ name, summary })),
  };
}

/** Returns the shortest example of each of the first verbs of a group. */
function shortestOf(commands: readonly CommandFacts[]): readonly string[] {
  const byLength = commands.map(({ examples }) => examples.toSorted((a, b) => a.length - b.length));
  return byLength.flatMap((examples) => examples.slice(0, 1)).slice(0, 3);
}

/** Returns `POST /admin/banners (self-hosted edition): requires a site administrator's token`. */
export function callText({ access, edition, method, path }: Call): string {
  const where = edition === 'both' ? '' : ` (${edition} edition)`;
  return `${method} ${path}${where}: ${accessWords[access]}`;
}

function flagFacts(flag: Option) {
  const { description, helpGroupHeading: group = 'Flags:', long = '', mandatory, parseArg, short } = flag;
  const [, name] = /[<[](.+?)(?:\.\.\.)?[>\]]/.exec(flag.flags) ?? [];
  const usual = name === undefined ? undefined : (flag.defaultValueDescription ?? flag.defaultValue);
  return {
    /** The forms of the flag as typed, the short one first: `-o`, `--output`; none for an argument. */
    names: [short, long].filter((each) => each !== undefined),
    value: name === undefined ? undefined : valueFacts(name, flag, flag.optional, kinds[long] ?? kinds[long.slice(2)]),
    group,
    summary: usual === undefined ? description : `${description} (default: ${usual})`,
    mandatory,
    // A parser with a second parameter collects values: it gets the previous ones.
    repeatable: flag.variadic || (parseArg !== undefined && parseArg.length > 1),
  };
}

function argumentFacts(argument: Argument, noun: string) {
  const { description: summary, required } = argument;
  const name = argument.name();
  const value = valueFacts(name, argument, !required, kinds[`${noun} ${name}`] ?? (name === 'id' ? noun : undefined));
  return { names: [], value, group: 'Arguments:', summary, mandatory: false, repeatable: false };
}

type Valued = { argChoices?: readonly string[] | undefined; parseArg?: unknown; variadic: boolean };

function valueFacts(name: string, { argChoices, parseArg, variadic }: Valued, optional: boolean, kind = kinds[name]) {
  const { known = [], closed = false } = (parseArg ?? {}) as Partial<KnownWords>;
  return {
    name,
    optional,
    variadic,
    /**
     * `text`, `file`, `folder`, or the kind of name: a noun, a `delivery`, or a `call` of the lock in the current folder.
     * `file or delivery` is either.
     */
    kind: kind ?? 'text',
    known: argChoices ?? known,
    /** True if only the known words are valid. */
    closed: argChoices !== undefined || closed,
  };
}

const sameNamed = ['membership', 'notification', 'organization', 'profile', 'team', 'user', 'workspace'];

/** The kinds of values, by flag, by noun and argument, or by the name of the value. */
const kinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(sameNamed.map((name) => [name, name])),
  '--allowed-workspace': 'workspace',
  '--org': 'organization',
  '--path': 'text',
  '--upgrade': 'call',
  'api path': 'text',
  'organization name': 'organization',
  'webhook id': 'delivery',
  client: 'oauth-client',
  dir: 'folder',
  file: 'file',
  'file|id': 'file or delivery',
  folder: 'folder',
  path: 'file',
  pool: 'agent-pool',
};
