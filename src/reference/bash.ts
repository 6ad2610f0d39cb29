import { shellWord } from '../shell-word.ts';
import { bashWalk } from './bash-walk.ts';
import { aliasesOf, groupsOf, heading, offerOf, withArguments, withFlags } from './candidates.ts';
import type { CommandFacts, FlagFacts, Tree, ValueFacts } from './facts.ts';

const word = (text: string) => shellWord(text, 'posix');

/** The completion script for bash, 3.2 and newer, with or without the bash-completion package. */
export function bashScript(tree: Tree): string {
  return [
    ...heading.map((line) => `# ${line}`),
    '',
    bashWalk,
    '# The words that may follow a command.',
    '_svc_commands() {',
    '  reply=()',
    '  case $1 in',
    ...groupsOf(tree).map(([path, commands]) => `  ${pattern(path)}) reply=(${list(names(commands))}) ;;`),
    '  esac',
    '}',
    '',
    '# The name of a command that was typed by an alias.',
    '_svc_alias() {',
    '  case $1 in',
    ...aliasesOf(tree).map(([name, paths]) => `  ${paths.map(word).join(' | ')}) word=${word(name)} ;;`),
    '  esac',
    '}',
    '',
    '# What may follow `svc help` besides commands.',
    '_svc_topics() {',
    `  reply+=(${list(tree.topics.map(({ name }) => name))})`,
    '}',
    '',
    '# The flags of a command, the global ones last.',
    '_svc_flags() {',
    '  reply=()',
    '  case $1 in',
    ...withFlags(tree).map(([path, flags]) => `  ${pattern(path)}) reply=(${list(flags.flatMap(longest))}) ;;`),
    '  esac',
    `  reply+=(${list(tree.flags.flatMap(longest))})`,
    '}',
    '',
    '# The kind of a flag value, and whether it is optional; fails for a flag without a value.',
    '_svc_value() {',
    "  kind='' optional='' reply=()",
    '  case $1 in',
    ...withFlags(tree).flatMap(([path, flags]) => {
      const inner = flagCases(flags);
      return inner.length > 0
        ? [`  ${pattern(path)})`, '    case $2 in', ...inner.map((line) => `    ${line}`), '    esac ;;']
        : [];
    }),
    '  esac',
    '  [[ -n $kind ]] || case $2 in',
    ...flagCases(tree.flags).map((line) => `  ${line}`),
    '  esac',
    '  [[ -n $kind ]]',
    '}',
    '',
    '# The kind of an argument by its position, counted from 0; fails without such an argument.',
    '_svc_argument() {',
    "  kind='' reply=()",
    '  case $1 in',
    ...withArguments(tree).flatMap((command) => [
      `  ${pattern(command.words.join(' '))})`,
      '    case $2 in',
      ...argumentCases(command),
      '    esac ;;',
    ]),
    '  esac',
    '  [[ -n $kind ]]',
    '}',
    '',
    'complete -o default -F _svc svc',
    '',
  ].join('\n');
}

function flagCases(flags: readonly FlagFacts[]): string[] {
  const cases = new Map<string, string[]>();
  for (const { names: typed, value } of flags) {
    if (value) cases.set(assignment(value), [...(cases.get(assignment(value)) ?? []), ...typed]);
  }
  return [...cases].map(([offer, typed]) => `${typed.join(' | ')}) ${offer} ;;`);
}

function argumentCases(command: CommandFacts): string[] {
  return command.arguments.map(
    ({ value, variadic }, index) => `    ${variadic ? '*' : index}) ${assignment(value)} ;;`,
  );
}

function assignment(value: ValueFacts): string {
  const offer = offerOf(value);
  const kind = offer === 'words' ? `kind=words reply=(${list(value.known)})` : `kind=${offer}`;
  return value.optional ? `${kind} optional=1` : kind;
}

/** The long name, else the short one, so that each flag is offered once. */
function longest({ names: typed }: FlagFacts): string[] {
  return typed.slice(-1);
}

function names(commands: readonly CommandFacts[]): string[] {
  return commands.map(({ words }) => words.at(-1) ?? '');
}

function list(words: readonly string[]): string {
  return words.map(word).join(' ');
}

function pattern(path: string): string {
  return /^\w+$/.test(path) ? path : `'${path}'`;
}
