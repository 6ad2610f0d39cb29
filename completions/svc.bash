# Completions of svc, generated from its commands: npm run reference
# No process is started for a TAB, and nothing that was typed or read from a file is evaluated.

_svc() {
  local -a words reply
  local cur='' open='' cut=0 path='' kind='' optional='' typed='' position=0 flags=1 help='' word i last
  COMPREPLY=()
  _svc_split
  last=$((${#words[@]} - 1))
  cur=${words[last]} typed=$cur
  for ((i = 1; i < last; i++)); do
    word=${words[i]}
    if [[ -n $flags && $word == -- ]]; then
      flags=''
    elif [[ -n $flags && $word == -?* ]]; then
      if [[ $word != --*=* ]] && _svc_value "$path" "$word"; then
        if [[ -z $optional || ${words[i + 1]} != -?* ]]; then
          i=$((i + 1))
          ((i == last)) || kind=''
        else
          kind=''
        fi
      fi
    elif [[ -z $path && -z $help && $word == help ]]; then
      help=1
    else
      _svc_alias "${path:+$path }$word"
      if _svc_contains "$word"; then
        path=${path:+$path }$word
      else
        position=$((position + 1))
      fi
    fi
  done
  if [[ -n $kind ]]; then
    : # the value of the flag before the cursor
  elif [[ -n $flags && $cur == --*=* ]]; then
    typed=${cur#*=}
    _svc_value "$path" "${cur%%=*}"
  elif [[ -n $flags && -z $help && $cur == -* ]]; then
    _svc_flags "$path"
  else
    _svc_commands "$path"
    [[ -z $help || -n $path ]] || _svc_topics
    if ((${#reply[@]} > 0)); then
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
  local line=${COMP_LINE:0:COMP_POINT} word='' char begun='' at
  words=()
  for ((at = 0; at < ${#line}; at++)); do
    char=${line:at:1}
    case $open$char in
    "''" | '""') open='' ;;
    '\' | '"\')
      at=$((at + 1))
      word+=${line:at:1}
      ;;
    \'? | \"?) word+=$char ;;
    *)
      case $char in
      [[:space:]])
        [[ -z $begun ]] || words+=("$word")
        word='' begun='' cut=0
        continue
        ;;
      \' | \") open=$char ;;
      *)
        word+=$char
        [[ $COMP_WORDBREAKS != *"$char"* ]] || cut=${#word}
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
  for each in ${reply[@]+"${reply[@]}"}; do
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
      [[ $line != *"\"$2\": {" ]] || indent=any
    elif [[ $line =~ ^[[:blank:]]*\} && ($indent == any || $line != "$indent"*) ]]; then
      return 0
    elif [[ $line =~ ^([[:blank:]]+)\" && ($indent == any || $indent == "${BASH_REMATCH[1]}") ]]; then
      indent=${BASH_REMATCH[1]}
      [[ ! $line =~ $entry ]] || reply+=("${BASH_REMATCH[2]}")
    fi
  done <"$1"
}

_svc_profiles() {
  local base=${XDG_CONFIG_HOME-}
  [[ $base == /* ]] || base=${HOME-}/.config
  _svc_keys "${SVC_CONFIG_DIR:-$base/svc}/config.json" profiles
}

# Answers the words that begin with what is typed; leaves files and folders to readline itself.
_svc_offer() {
  local each head=${cur%"$typed"}
  case $kind in
  profile) _svc_profiles ;;
  call) _svc_keys svc.modules.lock.json modules ;;
  esac
  case $kind in
  file) ;;
  folder) _svc_compopt +o default -o dirnames ;;
  *)
    _svc_compopt +o default
    [[ -z $open ]] || cut=0
    for each in ${reply[@]+"${reply[@]}"}; do
      [[ $each != "$typed"* ]] || each=$head$each COMPREPLY+=("${each:cut}")
    done
    # A word that ends in = is not complete.
    ((${#COMPREPLY[@]} != 1)) || [[ ${COMPREPLY[0]} != *= ]] || _svc_compopt -o nospace
    ;;
  esac
}

# bash 3.2 has no compopt: there, files are offered where nothing else is.
_svc_compopt() {
  ((BASH_VERSINFO[0] < 4)) || compopt "$@" 2>/dev/null
}

# The words that may follow a command.
_svc_commands() {
  reply=()
  case $1 in
  '') reply=(login logout auth whoami doctor config profile account organization workspace team agent-pool subscription feature-set banner customization oauth-client notification webhook export diff apply module api sandbox completion help) ;;
  auth) reply=(status token) ;;
  config) reply=(list get set unset path) ;;
  profile) reply=(list use create delete) ;;
  account) reply=(show update password hcp-organization) ;;
  organization) reply=(list show) ;;
  workspace) reply=(list show) ;;
  team) reply=(list show members set add-user remove-user add-membership remove-membership) ;;
  'agent-pool') reply=(list create) ;;
  subscription) reply=(show update) ;;
  'feature-set') reply=(list) ;;
  banner) reply=(list show create update delete) ;;
  customization) reply=(show update) ;;
  'oauth-client') reply=(list show create update delete) ;;
  notification) reply=(list show create update verify delete audit) ;;
  webhook) reply=(listen wait verify sign trigger list show replay export stream) ;;
  'webhook stream') reply=(create show delete readers delete-reader) ;;
  module) reply=(search list show latest versions source download downloads lock install verify outdated tree diff mirror serve cache) ;;
  'module cache') reply=(path list verify prune) ;;
  sandbox) reply=(start run rum outbox fail env routes) ;;
  completion) reply=(bash zsh fish powershell install) ;;
  esac
}

# The name of a command that was typed by an alias.
_svc_alias() {
  case $1 in
  'config ls' | 'profile ls' | 'organization ls' | 'workspace ls' | 'team ls' | 'agent-pool ls' | 'feature-set ls' | 'banner ls' | 'oauth-client ls' | 'notification ls' | 'webhook ls' | 'module ls' | 'module cache ls') word=list ;;
  'profile new' | 'agent-pool new' | 'banner new' | 'oauth-client new' | 'notification new' | 'webhook stream new') word=create ;;
  'profile rm' | 'profile remove' | 'banner rm' | 'banner remove' | 'oauth-client rm' | 'oauth-client remove' | 'notification rm' | 'notification remove' | 'webhook stream rm' | 'webhook stream remove') word=delete ;;
  'account get' | 'account info' | 'organization get' | 'organization info' | 'workspace get' | 'workspace info' | 'team get' | 'team info' | 'subscription get' | 'subscription info' | 'banner get' | 'banner info' | 'customization get' | 'customization info' | 'oauth-client get' | 'oauth-client info' | 'notification get' | 'notification info' | 'webhook get' | 'webhook info' | 'webhook stream get' | 'webhook stream info' | 'module get' | 'module info') word=show ;;
  esac
}

# What may follow `svc help` besides commands.
_svc_topics() {
  reply+=(flags exit-codes output environment authentication registries webhooks ci)
}

# The flags of a command, the global ones last.
_svc_flags() {
  reply=()
  case $1 in
  login) reply=(--token-file --token-env) ;;
  'config list') reply=(--show-origin) ;;
  'account update') reply=(--username --email --set) ;;
  'account password') reply=(--current-password-file --current-password-env --password-file --password-env) ;;
  'organization list') reply=(--query --limit) ;;
  'workspace list') reply=(--query --limit) ;;
  'team list') reply=(--query --limit) ;;
  'team set') reply=(--from-file --batch) ;;
  'team add-user') reply=(--from-file --failed-to --batch) ;;
  'team remove-user') reply=(--from-file --failed-to --batch) ;;
  'team add-membership') reply=(--from-file --failed-to --batch) ;;
  'team remove-membership') reply=(--from-file --failed-to --batch) ;;
  'agent-pool list') reply=(--query --sort --allowed-workspace --limit) ;;
  'agent-pool create') reply=(--name --organization-scoped --no-organization-scoped --set) ;;
  'subscription update') reply=(--rum-alert-threshold --clear-rum-alert-threshold --set) ;;
  'feature-set list') reply=(--limit) ;;
  'banner list') reply=(--anonymous) ;;
  'banner show') reply=(--current) ;;
  'banner create') reply=(--title --body --body-file --editor --style --audience --scheduled-publish-at --scheduled-expire-at --timezone --for --set) ;;
  'banner update') reply=(--title --body --body-file --editor --style --audience --scheduled-publish-at --scheduled-expire-at --timezone --for --set --current --clear-schedule) ;;
  'banner delete') reply=(--current) ;;
  'customization update') reply=(--support-email-address --clear-support-email-address --support-url-address --clear-support-url-address --internal-support-url --clear-internal-support-url --internal-documentation-url --clear-internal-documentation-url --internal-tutorials-url --clear-internal-tutorials-url --login-help --clear-login-help --footer --clear-footer --error --clear-error --new-user --clear-new-user --editor --avatar-sources --clear-avatar-sources --strict --set) ;;
  'oauth-client list') reply=(--limit) ;;
  'oauth-client create') reply=(--service-provider --http-url --api-url --name --oauth-token-string-file --oauth-token-string-env --private-key-file --private-key-env --set) ;;
  'oauth-client update') reply=(--service-provider --http-url --api-url --name --clear-name --key --clear-key --secret-file --secret-env --set) ;;
  'notification list') reply=(--workspace --workspaces-from --all-workspaces --failed-to --jobs --limit) ;;
  'notification create') reply=(--workspace --workspaces-from --all-workspaces --failed-to --jobs --destination-type --name --url --trigger --user --token-file --token-env --token-prompt --generate-token --set --enabled --no-enabled --if-not-exists --replace --listen --port --host --path --public-url --tls-cert --tls-key --allow-unsigned --status --forward --exec --exec-env --filter --count --for --ui --open --temporary) ;;
  'notification update') reply=(--name --url --trigger --user --token-file --token-env --token-prompt --generate-token --set --workspace --workspaces-from --all-workspaces --failed-to --jobs --enabled --no-enabled --clear-triggers --clear-token --clear-users --strict) ;;
  'notification verify') reply=(--workspace --workspaces-from --all-workspaces --failed-to --jobs --name) ;;
  'notification delete') reply=(--workspace --workspaces-from --all-workspaces --failed-to --jobs --name) ;;
  'notification audit') reply=(--workspace --workspaces-from --all-workspaces --older-than --jobs --check) ;;
  'webhook listen') reply=(--token-file --token-env --notification --port --host --path --public-url --tls-cert --tls-key --allow-unsigned --status --forward --exec --exec-env --filter --count --for --ui --open --subscribe --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file --since --from-sequence --durable --max-deliver --publish --verified-only --create --keep --workspace) ;;
  'webhook wait') reply=(--token-file --token-env --notification --port --host --path --public-url --tls-cert --tls-key --allow-unsigned --subscribe --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file --since --from-sequence --until --timeout --count --create --workspace) ;;
  'webhook verify') reply=(--signature --token-file --token-env --notification) ;;
  'webhook sign') reply=(--token-file --token-env --notification) ;;
  'webhook trigger') reply=(--to --set --body --scenario --tamper --as --unsigned --token-file --token-env --notification) ;;
  'webhook list') reply=(--filter --since --token-file --token-env --notification --subscribe --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file --moved-aside --limit --follow) ;;
  'webhook show') reply=(--token-file --token-env --notification --subscribe --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file --moved-aside) ;;
  'webhook replay') reply=(--token-file --token-env --notification --subscribe --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file --moved-aside --to --allow-unverified) ;;
  'webhook export') reply=(--filter --since --token-file --token-env --notification --subscribe --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file --moved-aside) ;;
  'webhook stream create') reply=(--nats --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file --max-age --max-bytes --replicas --storage --duplicates) ;;
  'webhook stream show') reply=(--nats --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file) ;;
  'webhook stream delete') reply=(--nats --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file) ;;
  'webhook stream readers') reply=(--nats --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file) ;;
  'webhook stream delete-reader') reply=(--nats --stream --nats-creds-file --nats-nkey-file --nats-user --nats-password-file --nats-token-file --nats-cert-file --nats-key-file) ;;
  export) reply=(--only --workspace --jobs) ;;
  diff) reply=(--file --prune --record --send-secrets --jobs --check) ;;
  apply) reply=(--file --prune --record --send-secrets --jobs --on-failed-verification --schema) ;;
  'module search') reply=(--namespace --provider --verified --offset --limit --all) ;;
  'module list') reply=(--provider --verified --offset --limit --all) ;;
  'module show') reply=(--section) ;;
  'module latest') reply=(--offset --limit) ;;
  'module versions') reply=(--constraint --pre) ;;
  'module download') reply=(--file --dir --force --jobs --fail-fast --no-cache --offline --submodules --allow-shared-parent --annotate --max-size --max-entries --max-depth --max-path --max-metadata --max-ratio --min-speed) ;;
  'module lock') reply=(--upgrade --submodules --tool --min-speed --check) ;;
  'module install') reply=(--frozen --offline --no-cache --jobs --min-speed --tool --allow-shared-parent) ;;
  'module verify') reply=(--offline --tool --min-speed) ;;
  'module outdated') reply=(--all --check --tool) ;;
  'module tree') reply=(--graph --tool) ;;
  'module diff') reply=(--check --submodules --tool --min-speed) ;;
  'module mirror') reply=(--from-lock --no-cache --submodules --jobs --min-speed --tool --allow-shared-parent) ;;
  'module serve') reply=(--port --host --public-url --tls-cert --tls-key --token-file --token-env --log) ;;
  'module cache prune') reply=(--older-than --all) ;;
  api) reply=(--field --input --paginate --include) ;;
  'sandbox start') reply=(--port --edition --latency --rate-limit --modules --data --allow-host --tls --tls-cert --tls-key --fixed-tokens --log) ;;
  'sandbox run') reply=(--workspace --message) ;;
  'sandbox fail') reply=(--method --path --status --kind --times --skip --retry-after --location) ;;
  'sandbox env') reply=(--as --port --wait --no-cli-config) ;;
  'completion install') reply=(--dir) ;;
  esac
  reply+=(--profile --address --organization --registry --output --json --jq --columns --no-input --yes --dry-run --timeout --retries --ca-file --color --insecure-http --quiet --debug --version --help)
}

# The kind of a flag value, and whether it is optional; fails for a flag without a value.
_svc_value() {
  kind='' optional='' reply=()
  case $1 in
  login)
    case $2 in
    --token-file) kind=file ;;
    --token-env) kind=text ;;
    esac ;;
  'account update')
    case $2 in
    --username | --email | --set) kind=text ;;
    esac ;;
  'account password')
    case $2 in
    --current-password-file | --password-file) kind=file ;;
    --current-password-env | --password-env) kind=text ;;
    esac ;;
  'organization list')
    case $2 in
    --query | --limit) kind=text ;;
    esac ;;
  'workspace list')
    case $2 in
    --query | --limit) kind=text ;;
    esac ;;
  'team list')
    case $2 in
    --query | --limit) kind=text ;;
    esac ;;
  'team set')
    case $2 in
    --from-file) kind=file ;;
    --batch) kind=text ;;
    esac ;;
  'team add-user')
    case $2 in
    --from-file | --failed-to) kind=file ;;
    --batch) kind=text ;;
    esac ;;
  'team remove-user')
    case $2 in
    --from-file | --failed-to) kind=file ;;
    --batch) kind=text ;;
    esac ;;
  'team add-membership')
    case $2 in
    --from-file | --failed-to) kind=file ;;
    --batch) kind=text ;;
    esac ;;
  'team remove-membership')
    case $2 in
    --from-file | --failed-to) kind=file ;;
    --batch) kind=text ;;
    esac ;;
  'agent-pool list')
    case $2 in
    --query | --allowed-workspace | --limit) kind=text ;;
    --sort) kind=words reply=(name -name created-at -created-at) ;;
    esac ;;
  'agent-pool create')
    case $2 in
    --name | --set) kind=text ;;
    esac ;;
  'subscription update')
    case $2 in
    --rum-alert-threshold | --set) kind=text ;;
    esac ;;
  'feature-set list')
    case $2 in
    --limit) kind=text ;;
    esac ;;
  'banner create')
    case $2 in
    --title | --body | --scheduled-publish-at | --scheduled-expire-at | --timezone | --for | --set) kind=text ;;
    --body-file) kind=file ;;
    --style) kind=words reply=(info warning critical) ;;
    --audience) kind=words reply=(all_users authenticated_only) ;;
    esac ;;
  'banner update')
    case $2 in
    --title | --body | --scheduled-publish-at | --scheduled-expire-at | --timezone | --for | --set) kind=text ;;
    --body-file) kind=file ;;
    --style) kind=words reply=(info warning critical) ;;
    --audience) kind=words reply=(all_users authenticated_only) ;;
    esac ;;
  'customization update')
    case $2 in
    --support-email-address | --support-url-address | --internal-support-url | --internal-documentation-url | --internal-tutorials-url | --login-help | --footer | --error | --new-user | --set) kind=text ;;
    --editor) kind=words reply=(login-help footer error new-user) ;;
    --avatar-sources) kind=words reply=(gravatar) ;;
    esac ;;
  'oauth-client list')
    case $2 in
    --limit) kind=text ;;
    esac ;;
  'oauth-client create')
    case $2 in
    --service-provider) kind=words reply=(github github_enterprise bitbucket_hosted gitlab_hosted gitlab_community_edition gitlab_enterprise_edition ado_server) ;;
    --http-url | --api-url | --name | --oauth-token-string-env | --private-key-env | --set) kind=text ;;
    --oauth-token-string-file | --private-key-file) kind=file ;;
    esac ;;
  'oauth-client update')
    case $2 in
    --service-provider) kind=words reply=(github github_enterprise bitbucket_hosted gitlab_hosted gitlab_community_edition gitlab_enterprise_edition ado_server) ;;
    --http-url | --api-url | --name | --key | --secret-env | --set) kind=text ;;
    --secret-file) kind=file ;;
    esac ;;
  'notification list')
    case $2 in
    -w | --workspace | --jobs | --limit) kind=text ;;
    --workspaces-from | --failed-to) kind=file ;;
    esac ;;
  'notification create')
    case $2 in
    -w | --workspace | --jobs | --name | --url | --user | --token-env | --set | --port | --host | --path | --public-url | --status | --forward | --exec | --exec-env | --count | --for) kind=text ;;
    --workspaces-from | --failed-to | --token-file | --tls-cert | --tls-key) kind=file ;;
    --destination-type) kind=words reply=(generic email slack) ;;
    --trigger) kind=words reply=(all run:created run:planning run:needs_attention run:applying run:completed run:errored) ;;
    --filter) kind=words reply=(trigger=run:created trigger=run:planning trigger=run:needs_attention trigger=run:applying trigger=run:completed trigger=run:errored trigger=verification workspace= run= organization= configuration= verified=true verified=false verdict=verified verdict=unsigned verdict=missing verdict=malformed verdict=mismatch verdict=refused cause=no-token cause=missing cause=empty-header cause=repeated-header cause=headers-disagree cause=not-hexadecimal cause=wrong-length cause=truncated cause=prefixed cause=quoted cause=base64 cause=sha256 cause=sha1 cause=other-algorithm cause=not-hmac cause=other-token cause=token-white-space cause=token-quoted cause=token-encoded cause=re-serialised cause=trailing-newline cause=white-space cause=byte-order-mark cause=line-endings cause=character-encoding cause=empty-body cause=mismatch cause=method cause=path cause=host cause=browser cause=too-large cause=too-slow cause=too-many-headers cause=overloaded cause=not-recorded status=) ;;
    esac ;;
  'notification update')
    case $2 in
    --name | --url | --user | --token-env | --set | -w | --workspace | --jobs) kind=text ;;
    --trigger) kind=words reply=(all run:created run:planning run:needs_attention run:applying run:completed run:errored) ;;
    --token-file | --workspaces-from | --failed-to) kind=file ;;
    esac ;;
  'notification verify')
    case $2 in
    -w | --workspace | --jobs | --name) kind=text ;;
    --workspaces-from | --failed-to) kind=file ;;
    esac ;;
  'notification delete')
    case $2 in
    -w | --workspace | --jobs | --name) kind=text ;;
    --workspaces-from | --failed-to) kind=file ;;
    esac ;;
  'notification audit')
    case $2 in
    -w | --workspace | --older-than | --jobs) kind=text ;;
    --workspaces-from) kind=file ;;
    esac ;;
  'webhook listen')
    case $2 in
    --token-file | --tls-cert | --tls-key | --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    --token-env | --notification | --port | --host | --path | --public-url | --status | --forward | --exec | --exec-env | --count | --for | --stream | --nats-user | --since | --from-sequence | --durable | --max-deliver | -w | --workspace) kind=text ;;
    --filter) kind=words reply=(trigger=run:created trigger=run:planning trigger=run:needs_attention trigger=run:applying trigger=run:completed trigger=run:errored trigger=verification workspace= run= organization= configuration= verified=true verified=false verdict=verified verdict=unsigned verdict=missing verdict=malformed verdict=mismatch verdict=refused cause=no-token cause=missing cause=empty-header cause=repeated-header cause=headers-disagree cause=not-hexadecimal cause=wrong-length cause=truncated cause=prefixed cause=quoted cause=base64 cause=sha256 cause=sha1 cause=other-algorithm cause=not-hmac cause=other-token cause=token-white-space cause=token-quoted cause=token-encoded cause=re-serialised cause=trailing-newline cause=white-space cause=byte-order-mark cause=line-endings cause=character-encoding cause=empty-body cause=mismatch cause=method cause=path cause=host cause=browser cause=too-large cause=too-slow cause=too-many-headers cause=overloaded cause=not-recorded status=) ;;
    --subscribe | --publish) kind=text optional=1 ;;
    esac ;;
  'webhook wait')
    case $2 in
    --token-file | --tls-cert | --tls-key | --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    --token-env | --notification | --port | --host | --path | --public-url | --stream | --nats-user | --since | --from-sequence | --timeout | --count | -w | --workspace) kind=text ;;
    --subscribe) kind=text optional=1 ;;
    --until) kind=words reply=(trigger=run:created trigger=run:planning trigger=run:needs_attention trigger=run:applying trigger=run:completed trigger=run:errored trigger=verification workspace= run= organization= configuration= verified=true verified=false verdict=verified verdict=unsigned verdict=missing verdict=malformed verdict=mismatch verdict=refused cause=no-token cause=missing cause=empty-header cause=repeated-header cause=headers-disagree cause=not-hexadecimal cause=wrong-length cause=truncated cause=prefixed cause=quoted cause=base64 cause=sha256 cause=sha1 cause=other-algorithm cause=not-hmac cause=other-token cause=token-white-space cause=token-quoted cause=token-encoded cause=re-serialised cause=trailing-newline cause=white-space cause=byte-order-mark cause=line-endings cause=character-encoding cause=empty-body cause=mismatch cause=method cause=path cause=host cause=browser cause=too-large cause=too-slow cause=too-many-headers cause=overloaded cause=not-recorded status=) ;;
    esac ;;
  'webhook verify')
    case $2 in
    --signature | --token-env | --notification) kind=text ;;
    --token-file) kind=file ;;
    esac ;;
  'webhook sign')
    case $2 in
    --token-file) kind=file ;;
    --token-env | --notification) kind=text ;;
    esac ;;
  'webhook trigger')
    case $2 in
    --to | --set | --token-env | --notification) kind=text ;;
    --body | --token-file) kind=file ;;
    --scenario) kind=words reply=(lifecycle errored all) ;;
    --tamper) kind=words reply=(all body newline token empty-token sha256 truncated garbage prefixed last-digit zeros empty unsigned repeated) ;;
    --as) kind=words reply=(generic slack) ;;
    esac ;;
  'webhook list')
    case $2 in
    --filter) kind=words reply=(trigger=run:created trigger=run:planning trigger=run:needs_attention trigger=run:applying trigger=run:completed trigger=run:errored trigger=verification workspace= run= organization= configuration= verified=true verified=false verdict=verified verdict=unsigned verdict=missing verdict=malformed verdict=mismatch verdict=refused cause=no-token cause=missing cause=empty-header cause=repeated-header cause=headers-disagree cause=not-hexadecimal cause=wrong-length cause=truncated cause=prefixed cause=quoted cause=base64 cause=sha256 cause=sha1 cause=other-algorithm cause=not-hmac cause=other-token cause=token-white-space cause=token-quoted cause=token-encoded cause=re-serialised cause=trailing-newline cause=white-space cause=byte-order-mark cause=line-endings cause=character-encoding cause=empty-body cause=mismatch cause=method cause=path cause=host cause=browser cause=too-large cause=too-slow cause=too-many-headers cause=overloaded cause=not-recorded status=) ;;
    --since | --token-env | --notification | --stream | --nats-user | --limit) kind=text ;;
    --token-file | --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    --subscribe) kind=text optional=1 ;;
    esac ;;
  'webhook show')
    case $2 in
    --token-file | --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    --token-env | --notification | --stream | --nats-user) kind=text ;;
    --subscribe) kind=text optional=1 ;;
    esac ;;
  'webhook replay')
    case $2 in
    --token-file | --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    --token-env | --notification | --stream | --nats-user | --to) kind=text ;;
    --subscribe) kind=text optional=1 ;;
    esac ;;
  'webhook export')
    case $2 in
    --filter) kind=words reply=(trigger=run:created trigger=run:planning trigger=run:needs_attention trigger=run:applying trigger=run:completed trigger=run:errored trigger=verification workspace= run= organization= configuration= verified=true verified=false verdict=verified verdict=unsigned verdict=missing verdict=malformed verdict=mismatch verdict=refused cause=no-token cause=missing cause=empty-header cause=repeated-header cause=headers-disagree cause=not-hexadecimal cause=wrong-length cause=truncated cause=prefixed cause=quoted cause=base64 cause=sha256 cause=sha1 cause=other-algorithm cause=not-hmac cause=other-token cause=token-white-space cause=token-quoted cause=token-encoded cause=re-serialised cause=trailing-newline cause=white-space cause=byte-order-mark cause=line-endings cause=character-encoding cause=empty-body cause=mismatch cause=method cause=path cause=host cause=browser cause=too-large cause=too-slow cause=too-many-headers cause=overloaded cause=not-recorded status=) ;;
    --since | --token-env | --notification | --stream | --nats-user) kind=text ;;
    --token-file | --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    --subscribe) kind=text optional=1 ;;
    esac ;;
  'webhook stream create')
    case $2 in
    --nats | --stream | --nats-user | --max-age | --max-bytes | --replicas | --duplicates) kind=text ;;
    --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    --storage) kind=words reply=(file memory) ;;
    esac ;;
  'webhook stream show')
    case $2 in
    --nats | --stream | --nats-user) kind=text ;;
    --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    esac ;;
  'webhook stream delete')
    case $2 in
    --nats | --stream | --nats-user) kind=text ;;
    --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    esac ;;
  'webhook stream readers')
    case $2 in
    --nats | --stream | --nats-user) kind=text ;;
    --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    esac ;;
  'webhook stream delete-reader')
    case $2 in
    --nats | --stream | --nats-user) kind=text ;;
    --nats-creds-file | --nats-nkey-file | --nats-password-file | --nats-token-file | --nats-cert-file | --nats-key-file) kind=file ;;
    esac ;;
  export)
    case $2 in
    --only) kind=words reply=(customization banner subscription agent-pools oauth-clients teams notifications) ;;
    -w | --workspace | --jobs) kind=text ;;
    esac ;;
  diff)
    case $2 in
    -f | --file | --record) kind=file ;;
    --jobs) kind=text ;;
    esac ;;
  apply)
    case $2 in
    -f | --file | --record) kind=file ;;
    --jobs) kind=text ;;
    --on-failed-verification) kind=words reply=(fail save-disabled) ;;
    esac ;;
  'module search')
    case $2 in
    --namespace | --provider | --offset | --limit) kind=text ;;
    esac ;;
  'module list')
    case $2 in
    --provider | --offset | --limit) kind=text ;;
    esac ;;
  'module show')
    case $2 in
    --section) kind=words reply=(inputs outputs submodules dependencies resources data-sources ephemeral-resources readme) ;;
    esac ;;
  'module latest')
    case $2 in
    --offset | --limit) kind=text ;;
    esac ;;
  'module versions')
    case $2 in
    --constraint) kind=text ;;
    esac ;;
  'module download')
    case $2 in
    -f | --file) kind=file ;;
    --dir) kind=folder ;;
    --jobs | --max-size | --max-entries | --max-depth | --max-path | --max-metadata | --max-ratio | --min-speed) kind=text ;;
    --annotate) kind=words reply=(github none) ;;
    esac ;;
  'module lock')
    case $2 in
    --upgrade) kind=call optional=1 ;;
    --tool) kind=words reply=(terraform tofu) ;;
    --min-speed) kind=text ;;
    esac ;;
  'module install')
    case $2 in
    --jobs | --min-speed) kind=text ;;
    --tool) kind=words reply=(terraform tofu) ;;
    esac ;;
  'module verify')
    case $2 in
    --tool) kind=words reply=(terraform tofu) ;;
    --min-speed) kind=text ;;
    esac ;;
  'module outdated')
    case $2 in
    --tool) kind=words reply=(terraform tofu) ;;
    esac ;;
  'module tree')
    case $2 in
    --graph) kind=words reply=(mermaid dot) ;;
    --tool) kind=words reply=(terraform tofu) ;;
    esac ;;
  'module diff')
    case $2 in
    --tool) kind=words reply=(terraform tofu) ;;
    --min-speed) kind=text ;;
    esac ;;
  'module mirror')
    case $2 in
    --from-lock) kind=file ;;
    --jobs | --min-speed) kind=text ;;
    --tool) kind=words reply=(terraform tofu) ;;
    esac ;;
  'module serve')
    case $2 in
    --port | --host | --public-url | --token-env) kind=text ;;
    --tls-cert | --tls-key | --token-file) kind=file ;;
    esac ;;
  'module cache prune')
    case $2 in
    --older-than) kind=text ;;
    esac ;;
  api)
    case $2 in
    -F | --field) kind=text ;;
    --input) kind=file ;;
    esac ;;
  'sandbox start')
    case $2 in
    --port | --latency | --rate-limit | --allow-host) kind=text ;;
    --edition) kind=words reply=(self-hosted hosted) ;;
    --modules) kind=folder ;;
    --data | --tls-cert | --tls-key) kind=file ;;
    esac ;;
  'sandbox run')
    case $2 in
    -w | --workspace | --message) kind=text ;;
    esac ;;
  'sandbox fail')
    case $2 in
    --method | --path | --status | --times | --skip | --retry-after | --location) kind=text ;;
    --kind) kind=words reply=(status html empty reset hang cut stall) ;;
    esac ;;
  'sandbox env')
    case $2 in
    --as) kind=words reply=(site-admin owner user team organization) ;;
    --port) kind=text ;;
    esac ;;
  'completion install')
    case $2 in
    --dir) kind=folder ;;
    esac ;;
  esac
  [[ -n $kind ]] || case $2 in
  --profile) kind=profile ;;
  --address | --organization | --registry | --jq | --columns | --timeout | --retries) kind=text ;;
  -o | --output) kind=words reply=(table json ndjson yaml csv tsv raw) ;;
  --ca-file) kind=file ;;
  --color) kind=words reply=(auto always never) ;;
  esac
  [[ -n $kind ]]
}

# The kind of an argument by its position, counted from 0; fails without such an argument.
_svc_argument() {
  kind='' reply=()
  case $1 in
  login)
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  logout)
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'config get')
    case $2 in
    0) kind=words reply=(address organization registry output timeout retries ca-file color tool nats nats-creds-file nats-nkey-file nats-user nats-password-file nats-token-file nats-cert-file nats-key-file profile) ;;
    esac ;;
  'config set')
    case $2 in
    0) kind=words reply=(address organization registry output timeout retries ca-file color tool nats nats-creds-file nats-nkey-file nats-user nats-password-file nats-token-file nats-cert-file nats-key-file) ;;
    1) kind=text ;;
    esac ;;
  'config unset')
    case $2 in
    0) kind=words reply=(address organization registry output timeout retries ca-file color tool nats nats-creds-file nats-nkey-file nats-user nats-password-file nats-token-file nats-cert-file nats-key-file) ;;
    esac ;;
  'profile use')
    case $2 in
    0) kind=profile ;;
    esac ;;
  'profile create')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'profile delete')
    case $2 in
    0) kind=profile ;;
    esac ;;
  'account hcp-organization')
    case $2 in
    0) kind=text ;;
    esac ;;
  'organization show')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'workspace show')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'team show')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'team members')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'team set')
    case $2 in
    0) kind=text ;;
    *) kind=text optional=1 ;;
    esac ;;
  'team add-user')
    case $2 in
    0) kind=text ;;
    *) kind=text optional=1 ;;
    esac ;;
  'team remove-user')
    case $2 in
    0) kind=text ;;
    *) kind=text optional=1 ;;
    esac ;;
  'team add-membership')
    case $2 in
    0) kind=text ;;
    *) kind=text optional=1 ;;
    esac ;;
  'team remove-membership')
    case $2 in
    0) kind=text ;;
    *) kind=text optional=1 ;;
    esac ;;
  'subscription show')
    case $2 in
    0) kind=text ;;
    esac ;;
  'banner show')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'banner update')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'banner delete')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'oauth-client show')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'oauth-client update')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'oauth-client delete')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'notification show')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'notification update')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'notification verify')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'notification delete')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'webhook verify')
    case $2 in
    0) kind=file ;;
    esac ;;
  'webhook sign')
    case $2 in
    0) kind=file ;;
    esac ;;
  'webhook trigger')
    case $2 in
    0) kind=words reply=(run:created run:planning run:needs_attention run:applying run:completed run:errored verification) optional=1 ;;
    esac ;;
  'webhook show')
    case $2 in
    0) kind=text ;;
    esac ;;
  'webhook replay')
    case $2 in
    *) kind=text ;;
    esac ;;
  'webhook stream delete-reader')
    case $2 in
    0) kind=text ;;
    esac ;;
  'module search')
    case $2 in
    *) kind=text ;;
    esac ;;
  'module list')
    case $2 in
    0) kind=text optional=1 ;;
    esac ;;
  'module show')
    case $2 in
    0) kind=text ;;
    esac ;;
  'module latest')
    case $2 in
    0) kind=text ;;
    esac ;;
  'module versions')
    case $2 in
    0) kind=text ;;
    esac ;;
  'module source')
    case $2 in
    0) kind=text ;;
    esac ;;
  'module download')
    case $2 in
    *) kind=text optional=1 ;;
    esac ;;
  'module downloads')
    case $2 in
    0) kind=text ;;
    esac ;;
  'module lock')
    case $2 in
    0) kind=folder optional=1 ;;
    esac ;;
  'module install')
    case $2 in
    0) kind=folder optional=1 ;;
    esac ;;
  'module verify')
    case $2 in
    0) kind=folder optional=1 ;;
    esac ;;
  'module outdated')
    case $2 in
    0) kind=folder optional=1 ;;
    esac ;;
  'module tree')
    case $2 in
    0) kind=folder optional=1 ;;
    esac ;;
  'module diff')
    case $2 in
    0) kind=text ;;
    1) kind=text ;;
    esac ;;
  'module mirror')
    case $2 in
    0) kind=folder ;;
    *) kind=text optional=1 ;;
    esac ;;
  'module serve')
    case $2 in
    0) kind=folder ;;
    esac ;;
  'module cache prune')
    case $2 in
    *) kind=folder optional=1 ;;
    esac ;;
  api)
    case $2 in
    0) kind=text ;;
    1) kind=text optional=1 ;;
    esac ;;
  'sandbox run')
    case $2 in
    0) kind=text ;;
    esac ;;
  'sandbox rum')
    case $2 in
    0) kind=text ;;
    esac ;;
  'sandbox fail')
    case $2 in
    *) kind=text optional=1 ;;
    esac ;;
  'completion install')
    case $2 in
    0) kind=words reply=(bash zsh fish powershell) optional=1 ;;
    esac ;;
  esac
  [[ -n $kind ]]
}

complete -o default -F _svc svc
