#compdef svc
# Completions of svc for zsh: found on fpath as `_svc`, or sourced after compinit. svc prints what it offers; nothing that
# was typed or printed is evaluated.
_svc() {
  local line word kind ret=1
  local -a whole open
  for line in "${(@f)$(command svc complete -- "${(@)words[1,CURRENT-1]}" "$PREFIX" 2>/dev/null)}"; do
    case $line in
      '') ;;
      $'\tfile' | $'\tfolder') kind=${line#$'\t'} ;;
      *)
        word=${${${line%%$'\t'*}//\\/\\\\}//:/\\:}
        [[ $line != *$'\t'* ]] || word+=:${line#*$'\t'}
        # A word that ends in = is not complete.
        if [[ $line == *= ]]; then open+=("$word"); else whole+=("$word"); fi ;;
    esac
  done
  _describe svc whole -- open -S '' && ret=0
  if [[ -n $kind ]]; then
    [[ $PREFIX != --*=* ]] || compset -P 1 '*='
    if [[ $kind == folder ]]; then _files -/ && ret=0; else _files && ret=0; fi
  fi
  return ret
}

# Found on fpath, the file is the function; sourced, it only declares it.
if [[ $funcstack[1] == _svc ]]; then
  _svc "$@"
elif (( $+functions[compdef] )); then
  compdef _svc svc
fi
