#compdef svc
# Completions of svc, generated from its commands: npm run reference
# No process is started for a TAB, and nothing that was typed or read from a file is evaluated.

_svc() {
  local -a globals
  globals=(
    '--profile=[profile of the config file to use (SVC_PROFILE)]:name:_svc_profiles'
    '--address=[URL of the platform (SVC_ADDRESS)]:url: '
    '--organization=[default organization (SVC_ORGANIZATION)]:name: '
    '*--registry=[registry of addresses without a host, or HOST=URL for one host (SVC_REGISTRY)]:host|url: '
    '(-o --output)-o+[table, json, ndjson, yaml, csv, tsv, raw (SVC_OUTPUT)]:format:(table json ndjson yaml csv tsv raw)'
    '(-o --output)--output=[table, json, ndjson, yaml, csv, tsv, raw (SVC_OUTPUT)]:format:(table json ndjson yaml csv tsv raw)'
    '--json[the same as -o json]'
    '--jq=[filter the JSON output with jq; implies -o json]:expression: '
    '--columns=[columns to show, separated by commas; a dotted path reads a field]:names: '
    '--no-input[never prompt (SVC_NO_INPUT)]'
    '(-y --yes)-y[confirm without a prompt]'
    '(-y --yes)--yes[confirm without a prompt]'
    '--dry-run[print the request of a write, with secrets masked, without sending it]'
    '--timeout=[time limit of each request (SVC_TIMEOUT)]:duration: '
    '--retries=[number of retries (SVC_RETRIES)]:n: '
    '--ca-file=[file with additional trusted certificates (SVC_CA_FILE)]:path:_files'
    '--color=[auto, always, never (NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE)]:when:(auto always never)'
    '--insecure-http[allow plain http to other machines]'
    '(-q --quiet)-q[print only errors on stderr]'
    '(-q --quiet)--quiet[print only errors on stderr]'
    '--debug[print HTTP requests and responses on stderr, with secrets masked (SVC_DEBUG)]'
    '(-V --version)-V[print the version]'
    '(-V --version)--version[print the version]'
    '(-h --help)-h[show help for a command]'
    '(-h --help)--help[show help for a command]'
  )
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands '' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    login) _svc_login ;;
    logout) _svc_logout ;;
    auth) _svc_auth ;;
    whoami) _svc_whoami ;;
    doctor) _svc_doctor ;;
    config) _svc_config ;;
    profile) _svc_profile ;;
    account) _svc_account ;;
    organization) _svc_organization ;;
    workspace) _svc_workspace ;;
    team) _svc_team ;;
    agent-pool) _svc_agent_pool ;;
    subscription) _svc_subscription ;;
    feature-set) _svc_feature_set ;;
    banner) _svc_banner ;;
    customization) _svc_customization ;;
    oauth-client) _svc_oauth_client ;;
    notification) _svc_notification ;;
    webhook) _svc_webhook ;;
    export) _svc_export ;;
    diff) _svc_diff ;;
    apply) _svc_apply ;;
    module) _svc_module ;;
    api) _svc_api ;;
    sandbox) _svc_sandbox ;;
    completion) _svc_completion ;;
    help) _svc_help ;;
    esac ;;
  esac
}

_svc_login() {
  _arguments -s -S $globals \
    '--token-file=[read the token from a file, - for stdin]:path:_files' \
    '--token-env=[read the token from an environment variable]:name: ' \
    '::host:()'
}

_svc_logout() {
  _arguments -s -S $globals \
    '::host:()'
}

_svc_auth() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'auth' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    status) _svc_auth_status ;;
    token) _svc_auth_token ;;
    esac ;;
  esac
}

_svc_auth_status() {
  _arguments -s -S $globals
}

_svc_auth_token() {
  _arguments -s -S $globals
}

_svc_whoami() {
  _arguments -s -S $globals
}

_svc_doctor() {
  _arguments -s -S $globals
}

_svc_config() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'config' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    list|ls) _svc_config_list ;;
    get) _svc_config_get ;;
    set) _svc_config_set ;;
    unset) _svc_config_unset ;;
    path) _svc_config_path ;;
    esac ;;
  esac
}

_svc_config_list() {
  _arguments -s -S $globals \
    '--show-origin[show where each value comes from]'
}

_svc_config_get() {
  _arguments -s -S $globals \
    ':key:(address organization registry output timeout retries ca-file color tool nats nats-creds-file nats-nkey-file nats-user nats-password-file nats-token-file nats-cert-file nats-key-file profile)'
}

_svc_config_set() {
  _arguments -s -S $globals \
    ':key:(address organization registry output timeout retries ca-file color tool nats nats-creds-file nats-nkey-file nats-user nats-password-file nats-token-file nats-cert-file nats-key-file)' \
    ':value:()'
}

_svc_config_unset() {
  _arguments -s -S $globals \
    ':key:(address organization registry output timeout retries ca-file color tool nats nats-creds-file nats-nkey-file nats-user nats-password-file nats-token-file nats-cert-file nats-key-file)'
}

_svc_config_path() {
  _arguments -s -S $globals
}

_svc_profile() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'profile' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    list|ls) _svc_profile_list ;;
    use) _svc_profile_use ;;
    create|new) _svc_profile_create ;;
    delete|rm|remove) _svc_profile_delete ;;
    esac ;;
  esac
}

_svc_profile_list() {
  _arguments -s -S $globals
}

_svc_profile_use() {
  _arguments -s -S $globals \
    ':profile:_svc_profiles'
}

_svc_profile_create() {
  _arguments -s -S $globals \
    '::name:()'
}

_svc_profile_delete() {
  _arguments -s -S $globals \
    ':profile:_svc_profiles'
}

_svc_account() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'account' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    show|get|info) _svc_account_show ;;
    update) _svc_account_update ;;
    password) _svc_account_password ;;
    hcp-organization) _svc_account_hcp_organization ;;
    esac ;;
  esac
}

_svc_account_show() {
  _arguments -s -S $globals
}

_svc_account_update() {
  _arguments -s -S $globals \
    '--username=[new user name]:name: ' \
    '--email=[new e-mail address]:address: ' \
    '*--set=[set a field that has no flag: key=text, key:=json, relationships.NAME=id,id]:key=value: '
}

_svc_account_password() {
  _arguments -s -S $globals \
    '--current-password-file=[read the current password from a file, - for stdin]:path:_files' \
    '--current-password-env=[read it from an environment variable]:name: ' \
    '--password-file=[read the new password from a file, - for stdin]:path:_files' \
    '--password-env=[read it from an environment variable]:name: '
}

_svc_account_hcp_organization() {
  _arguments -s -S $globals \
    ':id:()'
}

_svc_organization() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'organization' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    list|ls) _svc_organization_list ;;
    show|get|info) _svc_organization_show ;;
    esac ;;
  esac
}

_svc_organization_list() {
  _arguments -s -S $globals \
    '--query=[only organizations with this text in their name]:text: ' \
    '--limit=[maximum number of items]:n: '
}

_svc_organization_show() {
  _arguments -s -S $globals \
    '::name:()'
}

_svc_workspace() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'workspace' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    list|ls) _svc_workspace_list ;;
    show|get|info) _svc_workspace_show ;;
    esac ;;
  esac
}

_svc_workspace_list() {
  _arguments -s -S $globals \
    '--query=[only workspaces with this text in their name]:text: ' \
    '--limit=[maximum number of items]:n: '
}

_svc_workspace_show() {
  _arguments -s -S $globals \
    '::workspace:()'
}

_svc_team() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'team' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    list|ls) _svc_team_list ;;
    show|get|info) _svc_team_show ;;
    members) _svc_team_members ;;
    set) _svc_team_set ;;
    add-user) _svc_team_add_user ;;
    remove-user) _svc_team_remove_user ;;
    add-membership) _svc_team_add_membership ;;
    remove-membership) _svc_team_remove_membership ;;
    esac ;;
  esac
}

_svc_team_list() {
  _arguments -s -S $globals \
    '--query=[only teams with this text in their name]:text: ' \
    '--limit=[maximum number of items]:n: '
}

_svc_team_show() {
  _arguments -s -S $globals \
    '::team:()'
}

_svc_team_members() {
  _arguments -s -S $globals \
    '::team:()'
}

_svc_team_set() {
  _arguments -s -S $globals \
    '--from-file=[read them from a file, one per line]:path:_files' \
    '--batch=[number per request (default: 500)]:n: ' \
    ':team:()' \
    '*:user:()'
}

_svc_team_add_user() {
  _arguments -s -S $globals \
    '--from-file=[read them from a file, one per line]:path:_files' \
    '--failed-to=[write those that failed to a file, one per line]:file:_files' \
    '--batch=[number per request (default: 500)]:n: ' \
    ':team:()' \
    '*:user:()'
}

_svc_team_remove_user() {
  _arguments -s -S $globals \
    '--from-file=[read them from a file, one per line]:path:_files' \
    '--failed-to=[write those that failed to a file, one per line]:file:_files' \
    '--batch=[number per request (default: 500)]:n: ' \
    ':team:()' \
    '*:user:()'
}

_svc_team_add_membership() {
  _arguments -s -S $globals \
    '--from-file=[read them from a file, one per line]:path:_files' \
    '--failed-to=[write those that failed to a file, one per line]:file:_files' \
    '--batch=[number per request (default: 500)]:n: ' \
    ':team:()' \
    '*:membership:()'
}

_svc_team_remove_membership() {
  _arguments -s -S $globals \
    '--from-file=[read them from a file, one per line]:path:_files' \
    '--failed-to=[write those that failed to a file, one per line]:file:_files' \
    '--batch=[number per request (default: 500)]:n: ' \
    ':team:()' \
    '*:membership:()'
}

_svc_agent_pool() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'agent-pool' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    list|ls) _svc_agent_pool_list ;;
    create|new) _svc_agent_pool_create ;;
    esac ;;
  esac
}

_svc_agent_pool_list() {
  _arguments -s -S $globals \
    '--query=[only pools with this text in their name]:text: ' \
    '--sort=[name, -name, created-at, -created-at; a hyphen means descending]:key:(name -name created-at -created-at)' \
    '--allowed-workspace=[only pools that this workspace may use]:name: ' \
    '--limit=[maximum number of items]:n: '
}

_svc_agent_pool_create() {
  _arguments -s -S $globals \
    '--name=[unique name: letters, digits, hyphens and underscores]:name: ' \
    '(--organization-scoped --no-organization-scoped)--organization-scoped[allow every workspace of the organization to use it (default)]' \
    '(--no-organization-scoped --organization-scoped)--no-organization-scoped[allow only the workspaces in relationships.allowed-workspaces to use it]' \
    '*--set=[set a field that has no flag: key=text, key:=json, relationships.NAME=id,id]:key=value: '
}

_svc_subscription() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'subscription' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    show|get|info) _svc_subscription_show ;;
    update) _svc_subscription_update ;;
    esac ;;
  esac
}

_svc_subscription_show() {
  _arguments -s -S $globals \
    ':id:()'
}

_svc_subscription_update() {
  _arguments -s -S $globals \
    '--rum-alert-threshold=[number of billable resources; 0 clears it]:n: ' \
    '--clear-rum-alert-threshold[remove the threshold]' \
    '*--set=[set a field that has no flag: key=text, key:=json, relationships.NAME=id,id]:key=value: '
}

_svc_feature_set() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'feature-set' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    list|ls) _svc_feature_set_list ;;
    esac ;;
  esac
}

_svc_feature_set_list() {
  _arguments -s -S $globals \
    '--limit=[maximum number of items]:n: '
}

_svc_banner() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'banner' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    list|ls) _svc_banner_list ;;
    show|get|info) _svc_banner_show ;;
    create|new) _svc_banner_create ;;
    update) _svc_banner_update ;;
    delete|rm|remove) _svc_banner_delete ;;
    esac ;;
  esac
}

_svc_banner_list() {
  _arguments -s -S $globals \
    '--anonymous[send no token, to see what everybody sees]'
}

_svc_banner_show() {
  _arguments -s -S $globals \
    '--current[the banner that is published]' \
    '::id:()'
}

_svc_banner_create() {
  _arguments -s -S $globals \
    '--title=[headline, at most 100 characters]:text: ' \
    '--body=[text, at most 255 characters; strong, em, b, i and links are allowed]:text: ' \
    '--body-file=[read the text from a file]:path:_files' \
    '--editor[write the text in $VISUAL or $EDITOR]' \
    '--style=[info, warning, critical]:style:(info warning critical)' \
    '--audience=[all_users, authenticated_only]:audience:(all_users authenticated_only)' \
    '--scheduled-publish-at=[start: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 in --timezone]:time: ' \
    '--scheduled-expire-at=[end, in the same format]:time: ' \
    '--timezone=[IANA time zone of the schedule (default: UTC)]:name: ' \
    '--for=[publish now and expire after this duration, such as 2h, 3d or 1w]:duration: ' \
    '*--set=[set a field that has no flag: key=text, key:=json, relationships.NAME=id,id]:key=value: '
}

_svc_banner_update() {
  _arguments -s -S $globals \
    '--title=[headline, at most 100 characters]:text: ' \
    '--body=[text, at most 255 characters; strong, em, b, i and links are allowed]:text: ' \
    '--body-file=[read the text from a file]:path:_files' \
    '--editor[write the text in $VISUAL or $EDITOR]' \
    '--style=[info, warning, critical]:style:(info warning critical)' \
    '--audience=[all_users, authenticated_only]:audience:(all_users authenticated_only)' \
    '--scheduled-publish-at=[start: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 in --timezone]:time: ' \
    '--scheduled-expire-at=[end, in the same format]:time: ' \
    '--timezone=[IANA time zone of the schedule (default: UTC)]:name: ' \
    '--for=[publish now and expire after this duration, such as 2h, 3d or 1w]:duration: ' \
    '*--set=[set a field that has no flag: key=text, key:=json, relationships.NAME=id,id]:key=value: ' \
    '--current[the banner that is published]' \
    '--clear-schedule[remove the schedule]' \
    '::id:()'
}

_svc_banner_delete() {
  _arguments -s -S $globals \
    '--current[the banner that is published]' \
    '::id:()'
}

_svc_customization() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'customization' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    show|get|info) _svc_customization_show ;;
    update) _svc_customization_update ;;
    esac ;;
  esac
}

_svc_customization_show() {
  _arguments -s -S $globals
}

_svc_customization_update() {
  _arguments -s -S $globals \
    '--support-email-address=[support e-mail address]:text: ' \
    '--clear-support-email-address[restore the default of support-email-address]' \
    '--support-url-address=[support page, instead of the e-mail address]:text: ' \
    '--clear-support-url-address[restore the default of support-url-address]' \
    '--internal-support-url=[support link in the help menu (http, https or mailto)]:text: ' \
    '--clear-internal-support-url[restore the default of internal-support-url]' \
    '--internal-documentation-url=[documentation link in the help menu]:text: ' \
    '--clear-internal-documentation-url[restore the default of internal-documentation-url]' \
    '--internal-tutorials-url=[tutorials link in the help menu]:text: ' \
    '--clear-internal-tutorials-url[restore the default of internal-tutorials-url]' \
    '--login-help=[HTML on the login page]:text: ' \
    '--clear-login-help[restore the default of login-help]' \
    '--footer=[HTML in the footer of every page]:text: ' \
    '--clear-footer[restore the default of footer]' \
    '--error=[HTML on error pages]:text: ' \
    '--clear-error[restore the default of error]' \
    '--new-user=[HTML for users without an organization]:text: ' \
    '--clear-new-user[restore the default of new-user]' \
    '--editor=[write login-help, footer, error, new-user in $VISUAL or $EDITOR]:setting:(login-help footer error new-user)' \
    '--avatar-sources=[avatar sources to enable: gravatar; the others are disabled]:names:(gravatar)' \
    '--clear-avatar-sources[disable all avatar sources]' \
    '--strict[exit 8 when the service ignores an attribute]' \
    '*--set=[set a field that has no flag: key=text, key:=json, relationships.NAME=id,id]:key=value: '
}

_svc_oauth_client() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'oauth-client' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    list|ls) _svc_oauth_client_list ;;
    show|get|info) _svc_oauth_client_show ;;
    create|new) _svc_oauth_client_create ;;
    update) _svc_oauth_client_update ;;
    delete|rm|remove) _svc_oauth_client_delete ;;
    esac ;;
  esac
}

_svc_oauth_client_list() {
  _arguments -s -S $globals \
    '--limit=[maximum number of items]:n: '
}

_svc_oauth_client_show() {
  _arguments -s -S $globals \
    '::id:()'
}

_svc_oauth_client_create() {
  _arguments -s -S $globals \
    '--service-provider=[github, github_enterprise, bitbucket_hosted, gitlab_hosted, gitlab_community_edition, gitlab_enterprise_edition, ado_server]:name:(github github_enterprise bitbucket_hosted gitlab_hosted gitlab_community_edition gitlab_enterprise_edition ado_server)' \
    '--http-url=[homepage of the provider]:url: ' \
    '--api-url=[base URL of its API]:url: ' \
    '--name=[name of the client (default: the provider'\''s name)]:text: ' \
    '--oauth-token-string-file=[read the token that the provider issued from a file, - for stdin]:path:_files' \
    '--oauth-token-string-env=[read it from an environment variable]:name: ' \
    '--private-key-file=[read the SSH private key from a file, - for stdin; ado_server needs one]:path:_files' \
    '--private-key-env=[read it from an environment variable]:name: ' \
    '*--set=[set a field that has no flag: key=text, key:=json, relationships.NAME=id,id]:key=value: '
}

_svc_oauth_client_update() {
  _arguments -s -S $globals \
    '--service-provider=[github, github_enterprise, bitbucket_hosted, gitlab_hosted, gitlab_community_edition, gitlab_enterprise_edition, ado_server]:name:(github github_enterprise bitbucket_hosted gitlab_hosted gitlab_community_edition gitlab_enterprise_edition ado_server)' \
    '--http-url=[homepage of the provider]:url: ' \
    '--api-url=[base URL of its API]:url: ' \
    '--name=[name of the client]:text: ' \
    '--clear-name[remove the name; the provider'\''s name is shown instead]' \
    '--key=[OAuth client key]:text: ' \
    '--clear-key[remove the OAuth client key]' \
    '--secret-file=[read the OAuth client secret from a file, - for stdin]:path:_files' \
    '--secret-env=[read it from an environment variable]:name: ' \
    '*--set=[set a field that has no flag: key=text, key:=json, relationships.NAME=id,id]:key=value: ' \
    '::id:()'
}

_svc_oauth_client_delete() {
  _arguments -s -S $globals \
    '::id:()'
}

_svc_notification() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'notification' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    list|ls) _svc_notification_list ;;
    show|get|info) _svc_notification_show ;;
    create|new) _svc_notification_create ;;
    update) _svc_notification_update ;;
    verify) _svc_notification_verify ;;
    delete|rm|remove) _svc_notification_delete ;;
    audit) _svc_notification_audit ;;
    esac ;;
  esac
}

_svc_notification_list() {
  _arguments -s -S $globals \
    '*-w+[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '*--workspace=[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '--workspaces-from=[read workspaces from a file, one per line, or from stdin with -]:path:_files' \
    '--all-workspaces[all workspaces of the organization]' \
    '--failed-to=[write the workspaces that failed to a file, for --workspaces-from]:file:_files' \
    '--jobs=[number of workspaces at the same time (default: 8)]:n: ' \
    '--limit=[maximum number of items]:n: '
}

_svc_notification_show() {
  _arguments -s -S $globals \
    '::id:()'
}

_svc_notification_create() {
  _arguments -s -S $globals \
    '*-w+[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '*--workspace=[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '--workspaces-from=[read workspaces from a file, one per line, or from stdin with -]:path:_files' \
    '--all-workspaces[all workspaces of the organization]' \
    '--failed-to=[write the workspaces that failed to a file, for --workspaces-from]:file:_files' \
    '--jobs=[number of workspaces at the same time (default: 8)]:n: ' \
    '--destination-type=[generic, email, slack]:type:(generic email slack)' \
    '--name=[name of the configuration]:text: ' \
    '--url=[http or https URL of the destination; only for slack and generic]:url: ' \
    '*--trigger=[event to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored]:trigger:(all run\:created run\:planning run\:needs_attention run\:applying run\:completed run\:errored)' \
    '*--user=[user that gets the e-mail: id (user-...), ORG/NAME, or NAME with a default organization; repeatable; only for email]:user: ' \
    '--token-file=[read the signing token from a file, - for stdin; only for generic]:path:_files' \
    '--token-env=[read it from an environment variable]:name: ' \
    '--token-prompt[prompt for the token]' \
    '--generate-token[generate a token and store it in the profile for svc webhook ... --notification ID]' \
    '*--set=[set a field that has no flag: key=text, key:=json, relationships.NAME=id,id]:key=value: ' \
    '(--enabled --no-enabled)--enabled[verify the destination and enable the configuration]' \
    '(--no-enabled --enabled)--no-enabled[save it disabled (default)]' \
    '--if-not-exists[keep a configuration of this name unchanged, and show it]' \
    '--replace[change a configuration of this name to exactly what the flags say]' \
    '--listen[start a listener, create the configuration for it, and show deliveries]' \
    '--port=[port to listen on (default: any free port)]:n: ' \
    '--host=[address to listen on (default: 127.0.0.1, this machine only)]:address: ' \
    '--path=[path that accepts deliveries (default: that of --public-url, or /)]:path: ' \
    '--public-url=[URL of the listener for the service: a reverse proxy, a tunnel, this machine]:url: ' \
    '--tls-cert=[certificate for https (PEM)]:file:_files' \
    '--tls-key=[key of the certificate (PEM)]:file:_files' \
    '--allow-unsigned[accept unsigned deliveries, except from a browser; they never count as verified]' \
    '--status=[respond to valid deliveries with this status, to test a failure]:n: ' \
    '--forward=[forward valid deliveries unchanged, and return the response]:url: ' \
    '--exec=[run a command for each valid delivery, without a shell: body on stdin, fields in SVC_WEBHOOK_...]:command: ' \
    '*--exec-env=[pass an environment variable that --exec omits; repeatable]:name: ' \
    '*--filter=[only matching deliveries: trigger, run, workspace, verified, verdict, status ...; repeatable]:key=value:{compadd "$expl[@]" -- trigger\=run\:created trigger\=run\:planning trigger\=run\:needs_attention trigger\=run\:applying trigger\=run\:completed trigger\=run\:errored trigger\=verification verified\=true verified\=false verdict\=verified verdict\=unsigned verdict\=missing verdict\=malformed verdict\=mismatch verdict\=refused cause\=no-token cause\=missing cause\=empty-header cause\=repeated-header cause\=headers-disagree cause\=not-hexadecimal cause\=wrong-length cause\=truncated cause\=prefixed cause\=quoted cause\=base64 cause\=sha256 cause\=sha1 cause\=other-algorithm cause\=not-hmac cause\=other-token cause\=token-white-space cause\=token-quoted cause\=token-encoded cause\=re-serialised cause\=trailing-newline cause\=white-space cause\=byte-order-mark cause\=line-endings cause\=character-encoding cause\=empty-body cause\=mismatch cause\=method cause\=path cause\=host cause\=browser cause\=too-large cause\=too-slow cause\=too-many-headers cause\=overloaded cause\=not-recorded; compadd "$expl[@]" -S "" -- workspace\= run\= organization\= configuration\= status\=}' \
    '--count=[stop after this many deliveries]:n: ' \
    '--for=[stop after this duration]:duration: ' \
    '--ui[show deliveries in a browser, on this machine only]' \
    '--open[with --ui, open the page in the browser of this machine]' \
    '--temporary[with --listen, delete the configuration at the end]'
}

_svc_notification_update() {
  _arguments -s -S $globals \
    '--name=[name of the configuration]:text: ' \
    '--url=[http or https URL of the destination; only for slack and generic]:url: ' \
    '*--trigger=[event to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored]:trigger:(all run\:created run\:planning run\:needs_attention run\:applying run\:completed run\:errored)' \
    '*--user=[user that gets the e-mail: id (user-...), ORG/NAME, or NAME with a default organization; repeatable; only for email]:user: ' \
    '--token-file=[read the signing token from a file, - for stdin; only for generic]:path:_files' \
    '--token-env=[read it from an environment variable]:name: ' \
    '--token-prompt[prompt for the token]' \
    '--generate-token[generate a token and store it in the profile for svc webhook ... --notification ID]' \
    '*--set=[set a field that has no flag: key=text, key:=json, relationships.NAME=id,id]:key=value: ' \
    '*-w+[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '*--workspace=[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '--workspaces-from=[read workspaces from a file, one per line, or from stdin with -]:path:_files' \
    '--all-workspaces[all workspaces of the organization]' \
    '--failed-to=[write the workspaces that failed to a file, for --workspaces-from]:file:_files' \
    '--jobs=[number of workspaces at the same time (default: 8)]:n: ' \
    '(--enabled --no-enabled)--enabled[verify the destination and enable the configuration]' \
    '(--no-enabled --enabled)--no-enabled[disable the configuration]' \
    '--clear-triggers[remove all triggers]' \
    '--clear-token[remove the token; deliveries are no longer signed]' \
    '--clear-users[remove all users]' \
    '--strict[exit 8 when the service ignores an attribute]' \
    '::id:()'
}

_svc_notification_verify() {
  _arguments -s -S $globals \
    '*-w+[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '*--workspace=[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '--workspaces-from=[read workspaces from a file, one per line, or from stdin with -]:path:_files' \
    '--all-workspaces[all workspaces of the organization]' \
    '--failed-to=[write the workspaces that failed to a file, for --workspaces-from]:file:_files' \
    '--jobs=[number of workspaces at the same time (default: 8)]:n: ' \
    '--name=[name of the configuration in the workspaces, instead of an id]:name: ' \
    '::id:()'
}

_svc_notification_delete() {
  _arguments -s -S $globals \
    '*-w+[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '*--workspace=[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '--workspaces-from=[read workspaces from a file, one per line, or from stdin with -]:path:_files' \
    '--all-workspaces[all workspaces of the organization]' \
    '--failed-to=[write the workspaces that failed to a file, for --workspaces-from]:file:_files' \
    '--jobs=[number of workspaces at the same time (default: 8)]:n: ' \
    '--name=[name of the configuration in the workspaces, instead of an id]:name: ' \
    '::id:()'
}

_svc_notification_audit() {
  _arguments -s -S $globals \
    '*-w+[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '*--workspace=[id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable]:workspace: ' \
    '--workspaces-from=[read workspaces from a file, one per line, or from stdin with -]:path:_files' \
    '--all-workspaces[all workspaces of the organization]' \
    '--older-than=[report a last delivery older than this (default: 30d)]:duration: ' \
    '--jobs=[number of requests at the same time (default: 8)]:n: ' \
    '--check[exit with 8 if anything is found]'
}

_svc_webhook() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'webhook' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    listen) _svc_webhook_listen ;;
    wait) _svc_webhook_wait ;;
    verify) _svc_webhook_verify ;;
    sign) _svc_webhook_sign ;;
    trigger) _svc_webhook_trigger ;;
    list|ls) _svc_webhook_list ;;
    show|get|info) _svc_webhook_show ;;
    replay) _svc_webhook_replay ;;
    export) _svc_webhook_export ;;
    stream) _svc_webhook_stream ;;
    esac ;;
  esac
}

_svc_webhook_listen() {
  _arguments -s -S $globals \
    '*--token-file=[read the token from a file, - for stdin; repeatable, any of them will do]:path:_files' \
    '*--token-env=[read it from an environment variable; repeatable, any of them will do]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration; repeatable, any of them will do]:id: ' \
    '--port=[port to listen on (default: any free port)]:n: ' \
    '--host=[address to listen on (default: 127.0.0.1, this machine only)]:address: ' \
    '--path=[path that accepts deliveries (default: that of --public-url, or /)]:path: ' \
    '--public-url=[URL of the listener for the service: a reverse proxy, a tunnel, this machine]:url: ' \
    '--tls-cert=[certificate for https (PEM)]:file:_files' \
    '--tls-key=[key of the certificate (PEM)]:file:_files' \
    '--allow-unsigned[accept unsigned deliveries, except from a browser; they never count as verified]' \
    '--status=[respond to valid deliveries with this status, to test a failure]:n: ' \
    '--forward=[forward valid deliveries unchanged, and return the response]:url: ' \
    '--exec=[run a command for each valid delivery, without a shell: body on stdin, fields in SVC_WEBHOOK_...]:command: ' \
    '*--exec-env=[pass an environment variable that --exec omits; repeatable]:name: ' \
    '*--filter=[only matching deliveries: trigger, run, workspace, verified, verdict, status ...; repeatable]:key=value:{compadd "$expl[@]" -- trigger\=run\:created trigger\=run\:planning trigger\=run\:needs_attention trigger\=run\:applying trigger\=run\:completed trigger\=run\:errored trigger\=verification verified\=true verified\=false verdict\=verified verdict\=unsigned verdict\=missing verdict\=malformed verdict\=mismatch verdict\=refused cause\=no-token cause\=missing cause\=empty-header cause\=repeated-header cause\=headers-disagree cause\=not-hexadecimal cause\=wrong-length cause\=truncated cause\=prefixed cause\=quoted cause\=base64 cause\=sha256 cause\=sha1 cause\=other-algorithm cause\=not-hmac cause\=other-token cause\=token-white-space cause\=token-quoted cause\=token-encoded cause\=re-serialised cause\=trailing-newline cause\=white-space cause\=byte-order-mark cause\=line-endings cause\=character-encoding cause\=empty-body cause\=mismatch cause\=method cause\=path cause\=host cause\=browser cause\=too-large cause\=too-slow cause\=too-many-headers cause\=overloaded cause\=not-recorded; compadd "$expl[@]" -S "" -- workspace\= run\= organization\= configuration\= status\=}' \
    '--count=[stop after this many deliveries]:n: ' \
    '--for=[stop after this duration]:duration: ' \
    '--ui[show deliveries in a browser, on this machine only]' \
    '--open[with --ui, open the page in the browser of this machine]' \
    '--subscribe=[read deliveries from a NATS stream, verified with your tokens]::urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files' \
    '--since=[with --subscribe, begin this long ago (default: now)]:duration: ' \
    '--from-sequence=[with --subscribe, begin with this message of the stream]:n: ' \
    '--durable=[with --subscribe, share deliveries with all readers of this name]:name: ' \
    '--max-deliver=[with --durable, move a delivery aside after this many attempts (default: 10)]:n: ' \
    '--publish=[store deliveries in a NATS stream, and answer once they are stored]::urls: ' \
    '--verified-only[with --publish, store nothing that is not verified]' \
    '--create[create a temporary notification configuration for this listener]' \
    '--keep[with --create, keep the configuration at the end]' \
    '(-w --workspace)-w+[with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization]:workspace: ' \
    '(-w --workspace)--workspace=[with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization]:workspace: '
}

_svc_webhook_wait() {
  _arguments -s -S $globals \
    '*--token-file=[read the token from a file, - for stdin; repeatable, any of them will do]:path:_files' \
    '*--token-env=[read it from an environment variable; repeatable, any of them will do]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration; repeatable, any of them will do]:id: ' \
    '--port=[port to listen on (default: any free port)]:n: ' \
    '--host=[address to listen on (default: 127.0.0.1, this machine only)]:address: ' \
    '--path=[path that accepts deliveries (default: that of --public-url, or /)]:path: ' \
    '--public-url=[URL of the listener for the service: a reverse proxy, a tunnel, this machine]:url: ' \
    '--tls-cert=[certificate for https (PEM)]:file:_files' \
    '--tls-key=[key of the certificate (PEM)]:file:_files' \
    '--allow-unsigned[accept unsigned deliveries, except from a browser; they never count as verified]' \
    '--subscribe=[read deliveries from a NATS stream, verified with your tokens]::urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files' \
    '--since=[with --subscribe, begin this long ago (default: now)]:duration: ' \
    '--from-sequence=[with --subscribe, begin with this message of the stream]:n: ' \
    '*--until=[event to wait for: trigger=run:completed, run=..., workspace=...; repeatable]:key=value:{compadd "$expl[@]" -- trigger\=run\:created trigger\=run\:planning trigger\=run\:needs_attention trigger\=run\:applying trigger\=run\:completed trigger\=run\:errored trigger\=verification verified\=true verified\=false verdict\=verified verdict\=unsigned verdict\=missing verdict\=malformed verdict\=mismatch verdict\=refused cause\=no-token cause\=missing cause\=empty-header cause\=repeated-header cause\=headers-disagree cause\=not-hexadecimal cause\=wrong-length cause\=truncated cause\=prefixed cause\=quoted cause\=base64 cause\=sha256 cause\=sha1 cause\=other-algorithm cause\=not-hmac cause\=other-token cause\=token-white-space cause\=token-quoted cause\=token-encoded cause\=re-serialised cause\=trailing-newline cause\=white-space cause\=byte-order-mark cause\=line-endings cause\=character-encoding cause\=empty-body cause\=mismatch cause\=method cause\=path cause\=host cause\=browser cause\=too-large cause\=too-slow cause\=too-many-headers cause\=overloaded cause\=not-recorded; compadd "$expl[@]" -S "" -- workspace\= run\= organization\= configuration\= status\=}' \
    '--timeout=[time limit (default: none)]:duration: ' \
    '--count=[number of different events to wait for (default: 1)]:n: ' \
    '--create[create a temporary notification configuration]' \
    '(-w --workspace)-w+[with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization]:workspace: ' \
    '(-w --workspace)--workspace=[with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization]:workspace: '
}

_svc_webhook_verify() {
  _arguments -s -S $globals \
    '--signature=[value of the signature header]:digits: ' \
    '*--token-file=[read the token from a file, - for stdin; repeatable, any of them will do]:path:_files' \
    '*--token-env=[read it from an environment variable; repeatable, any of them will do]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration; repeatable, any of them will do]:id: ' \
    ':file:_files'
}

_svc_webhook_sign() {
  _arguments -s -S $globals \
    '*--token-file=[read the token from a file, - for stdin]:path:_files' \
    '*--token-env=[read it from an environment variable]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration]:id: ' \
    ':file:_files'
}

_svc_webhook_trigger() {
  _arguments -s -S $globals \
    '--to=[where to]:url: ' \
    '*--set=[set a field: run_message=Hello, notifications.0.run_status=planned; repeatable]:place=value: ' \
    '--body=[send this file as the body, - for stdin]:file:_files' \
    '--scenario=[send the events of a run: lifecycle, errored, all]:name:(lifecycle errored all)' \
    '--tamper=[send a delivery that must be rejected: all, body, newline, token, empty-token, sha256, truncated, garbage, prefixed, last-digit, zeros, empty, unsigned, repeated]:kind:(all body newline token empty-token sha256 truncated garbage prefixed last-digit zeros empty unsigned repeated)' \
    '--as=[type of the destination: generic or slack (default: generic)]:type:(generic slack)' \
    '--unsigned[send no signature]' \
    '*--token-file=[read the token from a file, - for stdin]:path:_files' \
    '*--token-env=[read it from an environment variable]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration]:id: ' \
    '::trigger:(run\:created run\:planning run\:needs_attention run\:applying run\:completed run\:errored verification)'
}

_svc_webhook_list() {
  _arguments -s -S $globals \
    '*--filter=[only matching deliveries: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable]:key=value:{compadd "$expl[@]" -- trigger\=run\:created trigger\=run\:planning trigger\=run\:needs_attention trigger\=run\:applying trigger\=run\:completed trigger\=run\:errored trigger\=verification verified\=true verified\=false verdict\=verified verdict\=unsigned verdict\=missing verdict\=malformed verdict\=mismatch verdict\=refused cause\=no-token cause\=missing cause\=empty-header cause\=repeated-header cause\=headers-disagree cause\=not-hexadecimal cause\=wrong-length cause\=truncated cause\=prefixed cause\=quoted cause\=base64 cause\=sha256 cause\=sha1 cause\=other-algorithm cause\=not-hmac cause\=other-token cause\=token-white-space cause\=token-quoted cause\=token-encoded cause\=re-serialised cause\=trailing-newline cause\=white-space cause\=byte-order-mark cause\=line-endings cause\=character-encoding cause\=empty-body cause\=mismatch cause\=method cause\=path cause\=host cause\=browser cause\=too-large cause\=too-slow cause\=too-many-headers cause\=overloaded cause\=not-recorded; compadd "$expl[@]" -S "" -- workspace\= run\= organization\= configuration\= status\=}' \
    '--since=[only deliveries newer than this duration]:duration: ' \
    '*--token-file=[read the token from a file, - for stdin; repeatable, any of them will do]:path:_files' \
    '*--token-env=[read it from an environment variable; repeatable, any of them will do]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration; repeatable, any of them will do]:id: ' \
    '--subscribe=[read deliveries from a NATS stream, verified with your tokens]::urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files' \
    '--moved-aside[with --subscribe, deliveries that no reader of a --durable name could handle]' \
    '--limit=[maximum number of deliveries, the newest (default: 50)]:n: ' \
    '--follow[keep showing new deliveries]'
}

_svc_webhook_show() {
  _arguments -s -S $globals \
    '*--token-file=[read the token from a file, - for stdin; repeatable, any of them will do]:path:_files' \
    '*--token-env=[read it from an environment variable; repeatable, any of them will do]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration; repeatable, any of them will do]:id: ' \
    '--subscribe=[read deliveries from a NATS stream, verified with your tokens]::urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files' \
    '--moved-aside[with --subscribe, deliveries that no reader of a --durable name could handle]' \
    ':id:()'
}

_svc_webhook_replay() {
  _arguments -s -S $globals \
    '*--token-file=[read the token from a file, - for stdin]:path:_files' \
    '*--token-env=[read it from an environment variable]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration]:id: ' \
    '--subscribe=[read deliveries from a NATS stream, verified with your tokens]::urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files' \
    '--moved-aside[with --subscribe, deliveries that no reader of a --durable name could handle]' \
    '--to=[where to]:url: ' \
    '--allow-unverified[also sign deliveries that were not verified]' \
    '*:id:()'
}

_svc_webhook_export() {
  _arguments -s -S $globals \
    '*--filter=[only matching deliveries: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable]:key=value:{compadd "$expl[@]" -- trigger\=run\:created trigger\=run\:planning trigger\=run\:needs_attention trigger\=run\:applying trigger\=run\:completed trigger\=run\:errored trigger\=verification verified\=true verified\=false verdict\=verified verdict\=unsigned verdict\=missing verdict\=malformed verdict\=mismatch verdict\=refused cause\=no-token cause\=missing cause\=empty-header cause\=repeated-header cause\=headers-disagree cause\=not-hexadecimal cause\=wrong-length cause\=truncated cause\=prefixed cause\=quoted cause\=base64 cause\=sha256 cause\=sha1 cause\=other-algorithm cause\=not-hmac cause\=other-token cause\=token-white-space cause\=token-quoted cause\=token-encoded cause\=re-serialised cause\=trailing-newline cause\=white-space cause\=byte-order-mark cause\=line-endings cause\=character-encoding cause\=empty-body cause\=mismatch cause\=method cause\=path cause\=host cause\=browser cause\=too-large cause\=too-slow cause\=too-many-headers cause\=overloaded cause\=not-recorded; compadd "$expl[@]" -S "" -- workspace\= run\= organization\= configuration\= status\=}' \
    '--since=[only deliveries newer than this duration]:duration: ' \
    '*--token-file=[read the token from a file, - for stdin; repeatable, any of them will do]:path:_files' \
    '*--token-env=[read it from an environment variable; repeatable, any of them will do]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration; repeatable, any of them will do]:id: ' \
    '--subscribe=[read deliveries from a NATS stream, verified with your tokens]::urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files' \
    '--moved-aside[with --subscribe, deliveries that no reader of a --durable name could handle]'
}

_svc_webhook_stream() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'webhook stream' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    create|new) _svc_webhook_stream_create ;;
    show|get|info) _svc_webhook_stream_show ;;
    delete|rm|remove) _svc_webhook_stream_delete ;;
    readers) _svc_webhook_stream_readers ;;
    delete-reader) _svc_webhook_stream_delete_reader ;;
    esac ;;
  esac
}

_svc_webhook_stream_create() {
  _arguments -s -S $globals \
    '--nats=[URLs of NATS servers, separated by commas (SVC_NATS)]:urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files' \
    '--max-age=[delete messages after this duration (default: 7d)]:duration: ' \
    '--max-bytes=[delete the oldest messages above this size (default: 1GiB)]:size: ' \
    '--replicas=[number of servers that store each message (default: 1)]:n: ' \
    '--storage=[file or memory (default: file)]:kind:(file memory)' \
    '--duplicates=[how long a repeated delivery is recognised (default: 1h)]:duration: '
}

_svc_webhook_stream_show() {
  _arguments -s -S $globals \
    '--nats=[URLs of NATS servers, separated by commas (SVC_NATS)]:urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files'
}

_svc_webhook_stream_delete() {
  _arguments -s -S $globals \
    '--nats=[URLs of NATS servers, separated by commas (SVC_NATS)]:urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files'
}

_svc_webhook_stream_readers() {
  _arguments -s -S $globals \
    '--nats=[URLs of NATS servers, separated by commas (SVC_NATS)]:urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files'
}

_svc_webhook_stream_delete_reader() {
  _arguments -s -S $globals \
    '--nats=[URLs of NATS servers, separated by commas (SVC_NATS)]:urls: ' \
    '--stream=[NATS stream of the deliveries (default: svc-deliveries)]:name: ' \
    '--nats-creds-file=[credentials file of the NATS user (SVC_NATS_CREDS_FILE)]:path:_files' \
    '--nats-nkey-file=[file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)]:path:_files' \
    '--nats-user=[NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)]:name: ' \
    '--nats-password-file=[file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)]:path:_files' \
    '--nats-token-file=[file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)]:path:_files' \
    '--nats-cert-file=[client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)]:path:_files' \
    '--nats-key-file=[key of the client certificate (PEM) (SVC_NATS_KEY_FILE)]:path:_files' \
    ':name:()'
}

_svc_export() {
  _arguments -s -S $globals \
    '*--only=[only these parts: customization, banner, subscription, agent-pools, oauth-clients, teams, notifications]:parts:(customization banner subscription agent-pools oauth-clients teams notifications)' \
    '*-w+[only notifications of these workspaces; * and ? match; repeatable]:pattern: ' \
    '*--workspace=[only notifications of these workspaces; * and ? match; repeatable]:pattern: ' \
    '--jobs=[number of parallel requests (default: 8)]:n: '
}

_svc_diff() {
  _arguments -s -S $globals \
    '*-f+[document of the site: a file, a folder, or - for stdin; repeatable]:path:_files' \
    '*--file=[document of the site: a file, a folder, or - for stdin; repeatable]:path:_files' \
    '--prune[delete what is listed under absent, and what an earlier apply made and no document declares]' \
    '--record=[what earlier applies made (default: a file in the state folder)]:file:_files' \
    '--send-secrets[send every declared secret again]' \
    '--jobs=[number of parallel requests (default: 8)]:n: ' \
    '--check[fail if anything differs (exit 8)]'
}

_svc_apply() {
  _arguments -s -S $globals \
    '*-f+[document of the site: a file, a folder, or - for stdin; repeatable]:path:_files' \
    '*--file=[document of the site: a file, a folder, or - for stdin; repeatable]:path:_files' \
    '--prune[delete what is listed under absent, and what an earlier apply made and no document declares]' \
    '--record=[what earlier applies made (default: a file in the state folder)]:file:_files' \
    '--send-secrets[send every declared secret again]' \
    '--jobs=[number of parallel requests (default: 8)]:n: ' \
    '--on-failed-verification=[fail or save-disabled (default: fail)]:action:(fail save-disabled)' \
    '--schema[print a JSON Schema of the document and exit]'
}

_svc_module() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'module' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    search) _svc_module_search ;;
    list|ls) _svc_module_list ;;
    show|get|info) _svc_module_show ;;
    latest) _svc_module_latest ;;
    versions) _svc_module_versions ;;
    source) _svc_module_source ;;
    download) _svc_module_download ;;
    downloads) _svc_module_downloads ;;
    lock) _svc_module_lock ;;
    install) _svc_module_install ;;
    verify) _svc_module_verify ;;
    outdated) _svc_module_outdated ;;
    tree) _svc_module_tree ;;
    diff) _svc_module_diff ;;
    mirror) _svc_module_mirror ;;
    serve) _svc_module_serve ;;
    cache) _svc_module_cache ;;
    esac ;;
  esac
}

_svc_module_search() {
  _arguments -s -S $globals \
    '--namespace=[only modules in this namespace]:name: ' \
    '--provider=[only modules for this provider]:name: ' \
    '--verified[only verified modules]' \
    '--offset=[skip the first n]:n: ' \
    '--limit=[maximum number of items (default: 20)]:n: ' \
    '--all[show all modules]' \
    '*:query:()'
}

_svc_module_list() {
  _arguments -s -S $globals \
    '--provider=[only modules for this provider]:name: ' \
    '--verified[only verified modules]' \
    '--offset=[skip the first n]:n: ' \
    '--limit=[maximum number of items (default: 20)]:n: ' \
    '--all[show all modules]' \
    '::namespace:()'
}

_svc_module_show() {
  _arguments -s -S $globals \
    '--section=[show only one section: inputs, outputs, submodules, dependencies, resources, data-sources, ephemeral-resources, readme]:name:(inputs outputs submodules dependencies resources data-sources ephemeral-resources readme)' \
    ':address:()'
}

_svc_module_latest() {
  _arguments -s -S $globals \
    '--offset=[skip the first n]:n: ' \
    '--limit=[maximum number of providers]:n: ' \
    ':address:()'
}

_svc_module_versions() {
  _arguments -s -S $globals \
    '--constraint=[only versions that match, such as "~> 1.2"]:constraint: ' \
    '--pre[include prereleases]' \
    ':address:()'
}

_svc_module_source() {
  _arguments -s -S $globals \
    ':address:()'
}

_svc_module_download() {
  _arguments -s -S $globals \
    '(-f --file)-f+[read addresses from a file, - for stdin]:path:_files' \
    '(-f --file)--file=[read addresses from a file, - for stdin]:path:_files' \
    '--dir=[folder of the module; of several, their parent (default: NAMESPACE/NAME/PROVIDER/VERSION\[/SUBDIR\])]:path:_files -/' \
    '--force[replace an existing folder]' \
    '--jobs=[number of parallel downloads (default: 32)]:n: ' \
    '--fail-fast[stop at the first failure]' \
    '--no-cache[do not read or write the cache]' \
    '--offline[use only the cache, without network access]' \
    '--submodules[download git submodules too, from the host of the repository]' \
    '--allow-shared-parent[unpack beside the destination even if other users can write there]' \
    '--annotate=[annotate failures in CI: github or none (default: github in GitHub Actions)]:reader:(github none)' \
    '--max-size=[maximum unpacked size (default: 512MiB)]:size: ' \
    '--max-entries=[maximum number of files, folders and links (default: 100000)]:n: ' \
    '--max-depth=[maximum depth of folders (default: 512)]:n: ' \
    '--max-path=[maximum length of a path, in bytes (default: 4096)]:size: ' \
    '--max-metadata=[maximum metadata of one entry (default: 1MiB)]:size: ' \
    '--max-ratio=[maximum ratio of unpacked to packed size (default: 1000)]:n: ' \
    '--min-speed=[minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)]:size: ' \
    '*:address:()'
}

_svc_module_downloads() {
  _arguments -s -S $globals \
    ':address:()'
}

_svc_module_lock() {
  _arguments -s -S $globals \
    '--upgrade=[upgrade all modules, those of an address, or one call path]::address|call:_svc_calls' \
    '--submodules[lock git submodules too, from the host of the repository]' \
    '--tool=[tool of the configuration: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '--min-speed=[minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)]:size: ' \
    '--check[fail if configuration and lock differ, and write nothing]' \
    '::dir:_files -/'
}

_svc_module_install() {
  _arguments -s -S $globals \
    '--frozen[fail if configuration and lock differ]' \
    '--offline[use only the cache, without network access]' \
    '--no-cache[do not read or write the cache]' \
    '--jobs=[number of parallel downloads (default: 32)]:n: ' \
    '--min-speed=[minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)]:size: ' \
    '--tool=[tool of the configuration: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '--allow-shared-parent[unpack beside the destination even if other users can write there]' \
    '::dir:_files -/'
}

_svc_module_verify() {
  _arguments -s -S $globals \
    '--offline[check only the installed files, without network access]' \
    '--tool=[tool of the configuration: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '--min-speed=[minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)]:size: ' \
    '::dir:_files -/'
}

_svc_module_outdated() {
  _arguments -s -S $globals \
    '--all[include modules that are up to date]' \
    '--check[fail if there is a newer version]' \
    '--tool=[tool of the configuration: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '::dir:_files -/'
}

_svc_module_tree() {
  _arguments -s -S $globals \
    '--graph=[print a graph: mermaid or dot]:language:(mermaid dot)' \
    '--tool=[tool of the configuration: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '::dir:_files -/'
}

_svc_module_diff() {
  _arguments -s -S $globals \
    '--check[fail if there is a breaking change]' \
    '--submodules[compare git submodules too, from the host of the repository]' \
    '--tool=[tool of the configuration: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '--min-speed=[minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)]:size: ' \
    ':old:()' \
    ':new:()'
}

_svc_module_mirror() {
  _arguments -s -S $globals \
    '--from-lock=[mirror the modules of a lock file]:file:_files' \
    '--no-cache[do not read or write the cache]' \
    '--submodules[mirror git submodules too, from the host of the repository]' \
    '--jobs=[number of parallel downloads (default: 32)]:n: ' \
    '--min-speed=[minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)]:size: ' \
    '--tool=[tool of the configuration: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '--allow-shared-parent[unpack beside the destination even if other users can write there]' \
    ':dir:_files -/' \
    '*:address:()'
}

_svc_module_serve() {
  _arguments -s -S $globals \
    '--port=[port to listen on (default: any free port)]:n: ' \
    '--host=[address to listen on (default: 127.0.0.1, this machine only)]:address: ' \
    '--public-url=[URL of the server for clients, used in the printed block]:url: ' \
    '--tls-cert=[certificate for https (PEM)]:file:_files' \
    '--tls-key=[key of the certificate (PEM)]:file:_files' \
    '*--token-file=[require a token, read from a file, - for stdin; repeatable]:path:_files' \
    '*--token-env=[require a token, read from an environment variable; repeatable]:name: ' \
    '--log[log each request on stderr]' \
    ':dir:_files -/'
}

_svc_module_cache() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'module cache' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    path) _svc_module_cache_path ;;
    list|ls) _svc_module_cache_list ;;
    verify) _svc_module_cache_verify ;;
    prune) _svc_module_cache_prune ;;
    esac ;;
  esac
}

_svc_module_cache_path() {
  _arguments -s -S $globals
}

_svc_module_cache_list() {
  _arguments -s -S $globals
}

_svc_module_cache_verify() {
  _arguments -s -S $globals
}

_svc_module_cache_prune() {
  _arguments -s -S $globals \
    '--older-than=[also remove archives not used for this duration, such as 30d]:duration: ' \
    '--all[everything]' \
    '*:folder:_files -/'
}

_svc_api() {
  _arguments -s -S $globals \
    '*-F+[query parameter of a GET, otherwise field of the body: a.b=text, a.b:=json; repeatable]:key=value: ' \
    '*--field=[query parameter of a GET, otherwise field of the body: a.b=text, a.b:=json; repeatable]:key=value: ' \
    '--input=[read the body from a file, - for stdin]:path:_files' \
    '--paginate[fetch all pages of a list]' \
    '--include[also print the status and headers of the response]' \
    ':method-or-path:()' \
    '::path:()'
}

_svc_sandbox() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'sandbox' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    start) _svc_sandbox_start ;;
    run) _svc_sandbox_run ;;
    rum) _svc_sandbox_rum ;;
    outbox) _svc_sandbox_outbox ;;
    fail) _svc_sandbox_fail ;;
    env) _svc_sandbox_env ;;
    routes) _svc_sandbox_routes ;;
    esac ;;
  esac
}

_svc_sandbox_start() {
  _arguments -s -S $globals \
    '--port=[port on 127.0.0.1 (default: any free port)]:n: ' \
    '--edition=[self-hosted or hosted (default: self-hosted)]:edition:(self-hosted hosted)' \
    '--latency=[delay each response by this duration]:duration: ' \
    '--rate-limit=[answer 429 to more requests per second and user (default: unlimited)]:n: ' \
    '--modules=[serve the modules of a folder: NAMESPACE/NAME/PROVIDER/VERSION/]:dir:_files -/' \
    '--data=[store the state in a file (default: in memory)]:file:_files' \
    '*--allow-host=[accept requests for this host, besides 127.0.0.1 and localhost; repeatable]:name: ' \
    '--tls[serve https, with a generated certificate]' \
    '--tls-cert=[certificate for https (PEM)]:file:_files' \
    '--tls-key=[key of the certificate (PEM)]:file:_files' \
    '--fixed-tokens[use the tokens sandbox-owner-token, sandbox-user-token ... (default: generated)]' \
    '--log[log each request on stderr]'
}

_svc_sandbox_run() {
  _arguments -s -S $globals \
    '(-w --workspace)-w+[id, name, or ORG/NAME]:workspace: ' \
    '(-w --workspace)--workspace=[id, name, or ORG/NAME]:workspace: ' \
    '--message=[message of the run]:text: ' \
    ':trigger:()'
}

_svc_sandbox_rum() {
  _arguments -s -S $globals \
    ':count:()'
}

_svc_sandbox_outbox() {
  _arguments -s -S $globals
}

_svc_sandbox_fail() {
  _arguments -s -S $globals \
    '--method=[GET, POST, PATCH or DELETE]:method: ' \
    '--path=[prefix of the path]:path: ' \
    '--status=[status of the response]:status: ' \
    '--kind=[status, html, empty, reset, hang, cut, stall]:kind:(status html empty reset hang cut stall)' \
    '--times=[number of requests that fail]:n: ' \
    '--skip=[number of requests that succeed first]:n: ' \
    '--retry-after=[Retry-After header: seconds or an HTTP date]:when: ' \
    '--location=[target of a redirect (status 301, 302, 307)]:url: ' \
    '*:rule:()'
}

_svc_sandbox_env() {
  _arguments -s -S $globals \
    '--as=[whose token: site-admin, owner, user, team, organization (default: site-admin)]:kind:(site-admin owner user team organization)' \
    '--port=[port of the sandbox (default: the newest sandbox)]:n: ' \
    '--wait[wait for a sandbox to start, at most 30 seconds]' \
    '--no-cli-config[do not set the CLI configuration of terraform and tofu]'
}

_svc_sandbox_routes() {
  _arguments -s -S $globals
}

_svc_completion() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C $globals \
    '1: :->command' '*::: :->rest' && return
  case $state in
  command) _svc_commands 'completion' ;;
  rest)
    words=($line[1] "$words[@]")
    (( CURRENT += 1 ))
    case $line[1] in
    bash) _svc_completion_bash ;;
    zsh) _svc_completion_zsh ;;
    fish) _svc_completion_fish ;;
    powershell) _svc_completion_powershell ;;
    install) _svc_completion_install ;;
    esac ;;
  esac
}

_svc_completion_bash() {
  _arguments -s -S $globals
}

_svc_completion_zsh() {
  _arguments -s -S $globals
}

_svc_completion_fish() {
  _arguments -s -S $globals
}

_svc_completion_powershell() {
  _arguments -s -S $globals
}

_svc_completion_install() {
  _arguments -s -S $globals \
    '--dir=[folder to write the script to]:dir:_files -/' \
    '::shell:(bash zsh fish powershell)'
}

_svc_help() {
  local -a topics
  topics=(
    'flags:Global flags'
    'exit-codes:Exit codes'
    'output:Output formats, columns and errors'
    'environment:Environment variables'
    'authentication:Tokens: where they are stored and looked up'
    'registries:How the registry of a module is found'
    'webhooks:How to receive notifications on this machine'
    'ci:How to use svc in scripts and CI jobs'
  )
  _svc_commands "${(j: :)words[2,CURRENT-1]}"
  (( CURRENT > 2 )) || _describe -t topics 'topic' topics
}

# The keys of an object in a JSON file as svc writes it, each on a line of its own. A key that is not a plain name is
# never offered, so that nothing in the file reaches the command line as code.
_svc_keys() {
  setopt localoptions extendedglob
  local file=$1 key=$2 line indent
  local -a keys match mbegin mend
  shift 2
  [[ -f $file && -r $file ]] || return 1
  while IFS= read -r line; do
    if [[ -z $indent ]]; then
      [[ $line != *"\"$key\": {" ]] || indent=any
    elif [[ $line == [[:blank:]]#\}* && ( $indent == any || $line != "$indent"* ) ]]; then
      break
    elif [[ $line == (#b)([[:blank:]]##)\"* && ( $indent == any || $indent == "$match[1]" ) ]]; then
      indent=$match[1]
      [[ $line != (#b)[[:blank:]]##\"([[:alnum:]_][[:alnum:]_.-]#)\":* ]] || keys+=("$match[1]")
    fi
  done <"$file"
  compadd "$@" -a keys
}

_svc_profiles() {
  local base=$XDG_CONFIG_HOME
  [[ $base == /* ]] || base=$HOME/.config
  _svc_keys "${SVC_CONFIG_DIR:-$base/svc}/config.json" profiles "$@"
}

_svc_calls() {
  _svc_keys svc.modules.lock.json modules "$@"
}

# The words that may follow a command.
_svc_commands() {
  local -a commands
  case $1 in
  '')
    commands=(
      'login:Log in to a platform'
      'logout:Log out of a platform'
      'auth:Show the authentication status and the token'
      'whoami:Show the user of the token'
      'doctor:Find out why svc does not work'
      'config:Manage settings'
      'profile:Manage profiles, each with settings and a token'
      'account:Manage your account'
      'organization:View organizations'
      'workspace:View workspaces'
      'team:View teams and manage their members'
      'agent-pool:Manage agent pools'
      'subscription:Manage subscriptions'
      'feature-set:View feature sets'
      'banner:Manage site banners'
      'customization:Manage the links and texts of the site'
      'oauth-client:Manage VCS connections'
      'notification:Manage workspace notifications'
      'webhook:Receive, verify and replay notifications'
      'export:Write the live site as a document'
      'diff:Compare the live site with documents'
      'apply:Make the live site match documents'
      'module:Find, download, lock and mirror modules'
      'api:Make an authenticated API request'
      'sandbox:Run the platform on this machine'
      'completion:Manage shell completions'
      'help:Show help for a command or a topic'
    ) ;;
  'auth')
    commands=(
      'status:Show the platform, profile and token in use, and where each comes from'
      'token:Print the token in use'
    ) ;;
  'config')
    commands=(
      'list:List settings and their values'
      'get:Print the value of a setting'
      'set:Store a setting in the profile'
      'unset:Remove a setting from the profile'
      'path:Print the path of the config file'
    ) ;;
  'profile')
    commands=(
      'list:List profiles'
      'use:Switch to a profile'
      'create:Create a profile'
      'delete:Delete a profile and its token'
    ) ;;
  'account')
    commands=(
      'show:Show your account'
      'update:Update your user name or e-mail address'
      'password:Change your password'
      'hcp-organization:Show an HCP organization that you belong to'
    ) ;;
  'organization')
    commands=(
      'list:List the organizations that you belong to'
      'show:Show an organization'
    ) ;;
  'workspace')
    commands=(
      'list:List the workspaces of an organization'
      'show:Show a workspace'
    ) ;;
  'team')
    commands=(
      'list:List the teams of an organization'
      'show:Show a team'
      'members:List the users of a team'
      'set:Set the users of a team: add those missing, remove the others'
      'add-user:Add users to a team'
      'remove-user:Remove users from a team'
      'add-membership:Add users to a team by organization membership'
      'remove-membership:Remove users from a team by organization membership'
    ) ;;
  'agent-pool')
    commands=(
      'list:List the agent pools of an organization'
      'create:Create an agent pool'
    ) ;;
  'subscription')
    commands=(
      'show:Show a subscription'
      'update:Update the alert threshold for billable resources'
    ) ;;
  'feature-set')
    commands=(
      'list:List feature sets'
    ) ;;
  'banner')
    commands=(
      'list:List published banners'
      'show:Show the published banner'
      'create:Create a banner, now or on a schedule'
      'update:Update a banner'
      'delete:Delete a banner'
    ) ;;
  'customization')
    commands=(
      'show:Show the links and texts of the site'
      'update:Update the links and texts of the site'
    ) ;;
  'oauth-client')
    commands=(
      'list:List VCS connections'
      'show:Show a VCS connection'
      'create:Create a VCS connection'
      'update:Update a VCS connection'
      'delete:Delete a VCS connection'
    ) ;;
  'notification')
    commands=(
      'list:List the notification configurations of workspaces'
      'show:Show a notification configuration'
      'create:Create a notification configuration'
      'update:Update a notification configuration'
      'verify:Verify the destination of a notification configuration'
      'delete:Delete a notification configuration'
      'audit:Report configurations that are missing, disabled, failing or inconsistent'
    ) ;;
  'webhook')
    commands=(
      'listen:Receive notifications and verify their signatures'
      'wait:Wait for a notification in a script or CI job'
      'verify:Verify the signature of a body'
      'sign:Sign a body as the service does'
      'trigger:Send a notification as the service does'
      'list:List received deliveries'
      'show:Show a delivery'
      'replay:Sign deliveries again and resend them'
      'export:Export received deliveries as NDJSON'
      'stream:Manage the NATS stream of deliveries'
    ) ;;
  'webhook stream')
    commands=(
      'create:Create the stream of deliveries, or change its limits'
      'show:Show the stream of deliveries and its readers'
      'delete:Delete the stream of deliveries with its messages'
      'readers:List the readers of the stream'
      'delete-reader:Delete the name that readers of the stream share'
    ) ;;
  'module')
    commands=(
      'search:Search for modules'
      'list:List modules'
      'show:Show the inputs, outputs and contents of a module'
      'latest:Show the latest version of a module'
      'versions:List the versions of a module'
      'source:Print the download URL of a module'
      'download:Download and unpack modules'
      'downloads:Show the download counts of a module'
      'lock:Lock the modules of a configuration'
      'install:Install the locked modules in .terraform/modules'
      'verify:Verify installed modules against the lock'
      'outdated:List locked modules with newer versions'
      'tree:Show the tree of module calls'
      'diff:Compare two versions of a module'
      'mirror:Mirror modules and their dependencies in a folder'
      'serve:Serve a mirror as a module registry'
      'cache:Manage the cache of downloaded archives'
    ) ;;
  'module cache')
    commands=(
      'path:Print the path of the cache'
      'list:List cached versions'
      'verify:Verify cached archives, and remove damaged ones'
      'prune:Remove unused files from the cache'
    ) ;;
  'sandbox')
    commands=(
      'start:Start a sandbox'
      'run:Change the state of a run'
      'rum:Set the number of billable resources of an organization'
      'outbox:List the e-mail that the sandbox would have sent'
      'fail:Make the next requests fail'
      'env:Print environment variables for a running sandbox'
      'routes:List the routes of the sandbox'
    ) ;;
  'completion')
    commands=(
      'bash:Print the completion script for bash'
      'zsh:Print the completion script for zsh'
      'fish:Print the completion script for fish'
      'powershell:Print the completion script for PowerShell'
      'install:Install the completion script'
    ) ;;
  esac
  _describe -t commands 'command' commands
}

# Found on fpath, the file is the function; sourced, it only declares it.
if [[ $funcstack[1] == _svc ]]; then
  _svc "$@"
elif (( $+functions[compdef] )); then
  compdef _svc svc
fi
