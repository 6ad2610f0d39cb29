import { listings } from './candidates.ts';

const { call, profile } = listings;

/** The part of the script for bash that is the same for every command tree: what was typed, and what to answer. */
export const bashWalk = `_svc() {
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
    else
      _svc_alias "\${path:+$path }$word"
      if _svc_contains "$word"; then
        path=\${path:+$path }$word
      else
        position=$((position + 1))
      fi
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
    [[ -z $help || -n $path ]] || _svc_topics
    if ((\${#reply[@]} > 0)); then
      ((position == 0)) || reply=()
    elif [[ -z $help ]] && ! _svc_argument "$path" "$position" && [[ -n $flags && -z $cur ]]; then
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

# The keys of an object in a JSON file as svc writes it, each on a line of its own. A key that is not a plain name is
# never offered, so that nothing in the file reaches the command line as code.
_svc_keys() {
  local line indent='' entry='^([[:blank:]]+)"([[:alnum:]_][[:alnum:]_.-]*)":'
  [[ -f $1 && -r $1 ]] || return 0
  while IFS= read -r line; do
    if [[ -z $indent ]]; then
      [[ $line != *"\\"$2\\": {" ]] || indent=any
    elif [[ $line =~ ^[[:blank:]]*\\} && ($indent == any || $line != "$indent"*) ]]; then
      return 0
    elif [[ $line =~ ^([[:blank:]]+)\\" && ($indent == any || $indent == "\${BASH_REMATCH[1]}") ]]; then
      indent=\${BASH_REMATCH[1]}
      [[ ! $line =~ $entry ]] || reply+=("\${BASH_REMATCH[2]}")
    fi
  done <"$1"
}

_svc_profiles() {
  local base=\${XDG_CONFIG_HOME-}
  [[ $base == /* ]] || base=\${HOME-}/.config
  _svc_keys "\${SVC_CONFIG_DIR:-$base/svc}/${profile.file}" ${profile.key}
}

# Answers the words that begin with what is typed; leaves files and folders to readline itself.
_svc_offer() {
  local each head=\${cur%"$typed"}
  case $kind in
  profile) _svc_profiles ;;
  call) _svc_keys ${call.file} ${call.key} ;;
  esac
  case $kind in
  file) ;;
  folder) _svc_compopt +o default -o dirnames ;;
  *)
    _svc_compopt +o default
    [[ -z $open ]] || cut=0
    for each in \${reply[@]+"\${reply[@]}"}; do
      [[ $each != "$typed"* ]] || each=$head$each COMPREPLY+=("\${each:cut}")
    done
    # A word that ends in = is not complete.
    ((\${#COMPREPLY[@]} != 1)) || [[ \${COMPREPLY[0]} != *= ]] || _svc_compopt -o nospace
    ;;
  esac
}

# bash 3.2 has no compopt: there, files are offered where nothing else is.
_svc_compopt() {
  ((BASH_VERSINFO[0] < 4)) || compopt "$@" 2>/dev/null
}
`;
