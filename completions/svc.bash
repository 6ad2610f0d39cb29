# Completions of svc for bash 3.2 and newer. svc prints what it offers; nothing that was typed or printed is evaluated.
_svc() {
  local line=${COMP_LINE:0:COMP_POINT} words=() last=-1 i rest word head plain each
  COMPREPLY=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    rest=${line#"${line%%[![:space:]]*}"}
    word=${COMP_WORDS[i]}
    # The last word ends at the cursor.
    ((i < COMP_CWORD)) || word=$rest
    # readline splits at : and = too: what no blank separates is one word.
    if ((i > 0)) && [[ $rest == "$line" ]]; then words[last]+=$word; else words[++last]=$word; fi
    line=${rest#"$word"}
  done
  # readline replaces only $2; of the rest, the quotes are not in the candidates.
  head=${words[last]%"$2"}
  plain=${head//[\"\'\\]/}
  compopt +o default 2>/dev/null
  while IFS= read -r line; do
    each=${line%%$'\t'*}
    case $line in
    $'\tfile')
      compopt -o default -o filenames 2>/dev/null
      ((${#COMPREPLY[@]} == 0)) || for each in "$2"*; do [[ ! -e $each ]] || COMPREPLY+=("$each"); done ;;
    $'\tfolder') compopt -o dirnames 2>/dev/null ;;
    "$plain"*)
      each=${each#"$plain"}
      # Between quotes, readline inserts a word as it is: only what means itself there.
      if [[ $head != *[\"\'] ]]; then
        printf -v each %q "$each"
      elif [[ $each == *[!A-Za-z0-9' _./:=@%+,-']* ]]; then
        continue
      fi
      COMPREPLY+=("$each")
      ;;
    esac
  done < <(command svc complete -- "${words[@]}" 2>/dev/null)
  # A word that ends in = is not complete.
  [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o default -F _svc svc
