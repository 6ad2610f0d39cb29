import { groupsOf, heading, offerOf, quoted, withArguments, withFlags } from './candidates.ts';
import type { CommandFacts, FlagFacts, Tree, ValueFacts } from './facts.ts';

/** The completion script for bash, 3.2 and newer, with or without the bash-completion package. */
export function bashScript(tree: Tree): string {
  return [
    ...heading.map((line) => `# ${line}`),
    '',
    fixed,
    '# The words that may follow a command.',
    '_svc_commands() {',
    '  reply=()',
    '  case $1 in',
    ...groupsOf(tree).map(([path, commands]) => `  ${pattern(path)}) reply=(${list(names(commands))}) ;;`),
    '  esac',
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
    '# What the value of a flag is, and whether it may be left out; fails for a flag without one.',
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
    '# What the argument of a command at a position is, counted from 0; fails where there is none.',
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

/** The long name, else the short one: nobody needs both offered. */
function longest({ names: typed }: FlagFacts): string[] {
  return typed.slice(-1);
}

function names(commands: readonly CommandFacts[]): string[] {
  return commands.map(({ words }) => words.at(-1) ?? '');
}

function list(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function pattern(path: string): string {
  return /^\w+$/.test(path) ? path : `'${path}'`;
}

const fixed = `_svc() {
  local -a words reply
  local cur='' open='' cut=0 path='' kind='' optional='' typed='' position=0 flags=1 help='' word i last
  COMPREPLY=()
  _svc_split
  last=$((\${#words[@]} - 1))
  cur=\${words[last]} typed=$cur
  for ((i = 1; i < last; i++)); do
    word=\${words[i]}
    if [[ -n $flags && $word == -- ]]; then
      flags=''
    elif [[ -n $flags && $word == -?* ]]; then
      if [[ $word != --*=* ]] && _svc_value "$path" "$word"; then
        if [[ -z $optional || \${words[i + 1]} != -?* ]]; then
          i=$((i + 1))
          ((i == last)) || kind=''
        else
          kind=''
        fi
      fi
    elif [[ -z $path && -z $help && $word == help ]]; then
      help=1
    elif _svc_contains "$word"; then
      path=\${path:+$path }$word
    else
      position=$((position + 1))
    fi
  done
  if [[ -n $kind ]]; then
    : # the value of the flag before the cursor
  elif [[ -n $flags && $cur == --*=* ]]; then
    typed=\${cur#*=}
    _svc_value "$path" "\${cur%%=*}"
  elif [[ -n $flags && -z $help && $cur == -* ]]; then
    _svc_flags "$path"
  else
    _svc_commands "$path"
    if [[ -z $help ]] && ((\${#reply[@]} == 0)) && ! _svc_argument "$path" "$position"; then
      _svc_flags "$path"
    fi
  fi
  _svc_offer
}

# Splits the line up to the cursor into words, quotes taken off. Readline splits at : and = too, and replaces only what
# follows the last of them: cut is how much of the last word it will leave alone. open is a quote that is not closed.
_svc_split() {
  local line=\${COMP_LINE:0:COMP_POINT} word='' char begun='' at
  words=()
  for ((at = 0; at < \${#line}; at++)); do
    char=\${line:at:1}
    case $open$char in
    "''" | '""') open='' ;;
    '\\' | '"\\')
      at=$((at + 1))
      word+=\${line:at:1}
      ;;
    \\'? | \\"?) word+=$char ;;
    *)
      case $char in
      [[:space:]])
        [[ -z $begun ]] || words+=("$word")
        word='' begun='' cut=0
        continue
        ;;
      \\' | \\") open=$char ;;
      *)
        word+=$char
        [[ $COMP_WORDBREAKS != *"$char"* ]] || cut=\${#word}
        ;;
      esac
      ;;
    esac
    begun=1
  done
  words+=("$word")
}

_svc_contains() {
  local each
  _svc_commands "$path"
  for each in \${reply[@]+"\${reply[@]}"}; do
    [[ $each != "$1" ]] || return 0
  done
  return 1
}

# Answers the words that begin with what is typed; leaves files and folders to readline itself.
_svc_offer() {
  local each head=\${cur%"$typed"}
  case $kind in
  file) ;;
  folder) _svc_compopt +o default -o dirnames ;;
  *)
    _svc_compopt +o default
    [[ -z $open ]] || cut=0
    for each in \${reply[@]+"\${reply[@]}"}; do
      [[ $each != "$typed"* ]] || each=$head$each COMPREPLY+=("\${each:cut}")
    done
    ;;
  esac
}

# bash 3.2 has no compopt: there, files are offered where nothing else is.
_svc_compopt() {
  ((BASH_VERSINFO[0] < 4)) || compopt "$@" 2>/dev/null
}
`;
