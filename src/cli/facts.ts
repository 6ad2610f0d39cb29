import type { Argument, Option } from 'commander';
import { accessWords } from '../api/contract/access.ts';
import type { KnownWords } from '../base/parsers.ts';
import { otherColumns } from '../base/view.ts';
import { wordsOf } from './declare.ts';
import { extraGroup } from './set-flag.ts';
import { topics } from './topics/index.ts';
import type { Call, Declared } from './verb.ts';

/** A command as plain data, the source of help, completions, reference and man pages. */
export interface CommandFacts extends ReturnType<typeof factsOf> {
  commands: readonly CommandFacts[];
}

/** A flag or an argument; a switch has no value. */
export type FlagFacts = ReturnType<typeof flagFacts>;
export type ValueFacts = NonNullable<FlagFacts['value']>;

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
  const flags = (parent ? options : command.createHelp().visibleOptions(command)).toSorted(extraLast);
  const given = command.registeredArguments.map((each) => flagFacts(each, words[0]));
  const operands = inner.length > 0 ? ['<command>'] : given.map(({ term }) => term);
  return {
    words,
    aliases: command.aliases(),
    /** The heading under which help lists the command. */
    group: command.helpGroup() || 'Commands:',
    summary: command.description(),
    usage: ['svc', ...words, ...operands, '[flags]'].join(' '),
    arguments: given,
    /** The flags of the command itself; the program has the global ones. */
    flags: flags.filter(({ hidden }) => !hidden).map((each) => flagFacts(each)),
    hiddenFlags: options.filter(({ hidden }) => hidden).map((each) => flagFacts(each)),
    notes: verb?.text ?? '',
    /** The sentence about the columns that the table of a list omits. */
    columns: verb?.lists ? otherColumns(verb.lists) : '',
    calls: (verb?.calls ?? []).map(callText),
    examples: verb?.examples ?? (parent ? shortestOf(inner) : programExamples),
    /** The topics of `svc help`, besides commands; only the program has them. */
    topics: parent ? [] : Object.entries(topics).map(([name, [summary]]) => ({ name, summary })),
  };
}

const isExtra = ({ helpGroupHeading }: Option) => Number(helpGroupHeading === extraGroup);
const extraLast = (a: Option, b: Option) => isExtra(a) - isExtra(b);

/** Returns the shortest example of each of the first verbs of a group. */
function shortestOf(commands: readonly CommandFacts[]): readonly string[] {
  const shortest = (examples: readonly string[]) => examples.toSorted((a, b) => a.length - b.length).slice(0, 1);
  return commands.flatMap(({ examples }) => shortest(examples)).slice(0, 3);
}

/** Returns `POST /admin/banners (self-hosted edition): requires a site administrator's token`. */
export function callText({ access, edition, method, path }: Call): string {
  const where = edition === 'both' ? '' : ` (${edition} edition)`;
  return `${method} ${path}${where}: ${accessWords[access]}`;
}

/** Returns the facts of a flag, or of an argument of a noun. */
function flagFacts(given: Option | Argument, noun = '') {
  const { description, parseArg, required, variadic } = given;
  const usual = given.defaultValueDescription ?? given.defaultValue;
  const flag = 'flags' in given ? given : undefined;
  const name = flag ? /[<[](.+?)(?:\.\.\.)?[>\]]/.exec(flag.flags)?.[1] : given.name();
  const word = `${name}${variadic ? '...' : ''}`;
  const { known = [], closed = false } = (parseArg ?? {}) as Partial<KnownWords>;
  const place = flag?.long ?? `${noun} ${name}`;
  const kind =
    kinds[place] ?? kinds[place.replace('--', '')] ?? kinds[name ?? ''] ?? ((name === 'id' && noun) || 'text');
  return {
    /** The usage: `-w, --workspace <workspace>`, or `[id...]`. */
    term: flag?.flags ?? (required ? `<${word}>` : `[${word}]`),
    /** The forms of the flag as typed, the short one first: `-o`, `--output`; none for an argument. */
    names: [flag?.short, flag?.long].filter((each) => each !== undefined),
    /**
     * `kind` is `text`, `file`, `folder`, or the kind of name: a noun, a `delivery`, or a `call` of the lock in the
     * current folder; `file or delivery` is either. Only the known words are valid if the value is `closed`.
     */
    value: name === undefined ? undefined : { name, optional: !required, variadic, kind, known, closed },
    group: flag ? (flag.helpGroupHeading ?? 'Flags:') : 'Arguments:',
    summary: usual === undefined ? description : `${description} (default: ${usual})`,
    mandatory: flag?.mandatory ?? false,
    // A parser with a second parameter collects values: it gets the previous ones.
    repeatable: flag?.variadic === true || (parseArg !== undefined && parseArg.length > 1),
  };
}

const sameNamed = 'file folder membership notification organization profile team user workspace'.split(' ');

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
  'file|id': 'file or delivery',
  path: 'file',
  pool: 'agent-pool',
};
