import { shellQuoted } from '../shell-word.ts';
import { ascii, groupsOf, heading, listings, offerOf } from './candidates.ts';
import {
  type ArgumentFacts,
  type CommandFacts,
  everyCommand,
  type FlagFacts,
  type Tree,
  type ValueFacts,
} from './facts.ts';

const zshQuoted = (text: string) => shellQuoted(text, 'posix');

/** The completion script for zsh: found on fpath as `_svc`, or sourced after compinit. */
export function zshScript(tree: Tree): string {
  return [
    '#compdef svc',
    ...heading.map((line) => `# ${line}`),
    '',
    '_svc() {',
    '  local -a globals',
    '  globals=(',
    ...tree.flags.flatMap(flagSpecs).map((spec) => `    ${spec}`),
    '  )',
    ...groupBody(tree, []),
    ...everyCommand(tree)
      .filter(({ words }) => words.length > 0 && words.join() !== 'help')
      .flatMap((command) => [`${functionOf(command)}() {`, ...body(command)]),
    ...helpFunction(tree),
    readers,
    '# The words that may follow a command.',
    '_svc_commands() {',
    '  local -a commands',
    '  case $1 in',
    ...groupsOf(tree).flatMap(([path, commands]) => [
      `  ${zshQuoted(path)})`,
      '    commands=(',
      ...commands.map(({ summary, words }) => `      ${zshQuoted(`${words.at(-1)}:${ascii(summary)}`)}`),
      '    ) ;;',
    ]),
    '  esac',
    "  _describe -t commands 'command' commands",
    '}',
    '',
    '# Found on fpath, the file is the function; sourced, it only declares it.',
    'if [[ $funcstack[1] == _svc ]]; then',
    '  _svc "$@"',
    'elif (( $+functions[compdef] )); then',
    '  compdef _svc svc',
    'fi',
    '',
  ].join('\n');
}

function body(command: CommandFacts): string[] {
  return command.commands.length > 0 ? groupBody(command, command.flags) : leafBody(command);
}

function leafBody(command: CommandFacts): string[] {
  const specs = [...command.flags.flatMap(flagSpecs), ...command.arguments.map(argumentSpec)];
  return [`  _arguments -s -S $globals${specs.map((spec) => ` \\\n    ${spec}`).join('')}`, '}', ''];
}

function groupBody({ commands, words }: CommandFacts, flags: readonly FlagFacts[]): string[] {
  return [
    '  local context state state_descr line',
    '  local -A opt_args',
    `  _arguments -s -S -C $globals${flags
      .flatMap(flagSpecs)
      .map((spec) => ` \\\n    ${spec}`)
      .join('')} \\`,
    `    '1: :->command' '*::: :->rest' && return`,
    '  case $state in',
    `  command) _svc_commands ${zshQuoted(words.join(' '))} ;;`,
    '  rest)',
    '    words=($line[1] "$words[@]")',
    '    (( CURRENT += 1 ))',
    '    case $line[1] in',
    ...commands.map(
      (command) => `    ${[command.words.at(-1), ...command.aliases].join('|')}) ${functionOf(command)} ;;`,
    ),
    '    esac ;;',
    '  esac',
    '}',
    '',
  ];
}

function functionOf({ words }: CommandFacts): string {
  return ['_svc', ...words].join('_').replaceAll('-', '_');
}

/** A flag's specifications, one for each name; a name taken excludes the others unless the flag is repeatable. */
function flagSpecs({ names, opposite, repeatable, summary, value }: FlagFacts): string[] {
  const others = [...names, ...(opposite ? [opposite] : [])];
  const before = repeatable ? '*' : others.length > 1 ? `(${others.join(' ')})` : '';
  const about = `[${ascii(summary).replace(/[\\[\]]/g, '\\$&')}]`;
  return names.map((name) => {
    const joint = value === undefined ? '' : name.startsWith('--') ? '=' : '+';
    return zshQuoted(
      `${before}${name}${joint}${about}${value ? `${value.optional ? '::' : ':'}${message(value)}:${actionOf(value)}` : ''}`,
    );
  });
}

function argumentSpec({ required, value, variadic }: ArgumentFacts): string {
  const before = variadic ? '*:' : required ? ':' : '::';
  // A blank says "nothing to offer" to the value of a flag; to an argument it also says to offer no flags.
  return zshQuoted(`${before}${message(value)}:${offerOf(value) === 'text' ? '()' : actionOf(value)}`);
}

function message({ name }: ValueFacts): string {
  return ascii(name).replaceAll(':', '\\:');
}

function actionOf(value: ValueFacts): string {
  const offer = offerOf(value);
  if (offer === 'words') return wordsAction(value.known);
  return { file: '_files', folder: '_files -/', text: ' ', profile: '_svc_profiles', call: '_svc_calls' }[offer];
}

/** Words to offer. One that ends in = is not complete, so no blank follows it. */
function wordsAction(known: readonly string[]): string {
  const quoted = (words: readonly string[]) => words.map((word) => word.replace(/[^\w./@%+,-]/g, '\\$&')).join(' ');
  const open = known.filter((word) => word.endsWith('='));
  if (open.length === 0) return `(${quoted(known)})`;
  const whole = known.filter((word) => !word.endsWith('='));
  return `{compadd "$expl[@]" -- ${quoted(whole)}; compadd "$expl[@]" -S "" -- ${quoted(open)}}`;
}

function helpFunction({ topics }: Tree): string[] {
  return [
    '_svc_help() {',
    '  local -a topics',
    '  topics=(',
    ...topics.map(({ name, summary }) => `    ${zshQuoted(`${name}:${ascii(summary)}`)}`),
    '  )',
    `  _svc_commands "\${(j: :)words[2,CURRENT-1]}"`,
    "  (( CURRENT > 2 )) || _describe -t topics 'topic' topics",
    '}',
    '',
  ];
}

const readers = `# The keys of an object in a JSON file as svc writes it, each on a line of its own. A key that is not a plain name is
# never offered, so that nothing in the file reaches the command line as code.
_svc_keys() {
  setopt localoptions extendedglob
  local file=$1 key=$2 line indent
  local -a keys match mbegin mend
  shift 2
  [[ -f $file && -r $file ]] || return 1
  while IFS= read -r line; do
    if [[ -z $indent ]]; then
      [[ $line != *"\\"$key\\": {" ]] || indent=any
    elif [[ $line == [[:blank:]]#\\}* && ( $indent == any || $line != "$indent"* ) ]]; then
      break
    elif [[ $line == (#b)([[:blank:]]##)\\"* && ( $indent == any || $indent == "$match[1]" ) ]]; then
      indent=$match[1]
      [[ $line != (#b)[[:blank:]]##\\"([[:alnum:]_][[:alnum:]_.-]#)\\":* ]] || keys+=("$match[1]")
    fi
  done <"$file"
  compadd "$@" -a keys
}

_svc_profiles() {
  local base=$XDG_CONFIG_HOME
  [[ $base == /* ]] || base=$HOME/.config
  _svc_keys "\${SVC_CONFIG_DIR:-$base/svc}/${listings.profile.file}" ${listings.profile.key} "$@"
}

_svc_calls() {
  _svc_keys ${listings.call.file} ${listings.call.key} "$@"
}
`;
