#compdef svc
# Completions of svc, generated from its commands: npm run reference
# Static: no process is started for a TAB, and nothing that was typed is evaluated.

_svc() {
  local -a globals
  globals=(
    '--profile=[profile of the config file to use (SVC_PROFILE)]:name: '
    '--address=[the platform (SVC_ADDRESS)]:url: '
    '--organization=[default organization (SVC_ORGANIZATION)]:name: '
    '*--registry=[registry of addresses typed without a host; HOST=URL maps one host (SVC_REGISTRY)]:host|url: '
    '(-o --output)-o+[table, json, ndjson, yaml, csv, tsv, raw (SVC_OUTPUT)]:format:(table json ndjson yaml csv tsv raw)'
    '(-o --output)--output=[table, json, ndjson, yaml, csv, tsv, raw (SVC_OUTPUT)]:format:(table json ndjson yaml csv tsv raw)'
    '--json[the same as -o json]'
    '--jq=[filter the JSON with jq; implies -o json]:expression: '
    '--columns=[which columns to show; dotted paths reach into the resource]:names: '
    '--no-input[never ask (SVC_NO_INPUT)]'
    '(-y --yes)-y[answer confirmations with yes]'
    '(-y --yes)--yes[answer confirmations with yes]'
    '--dry-run[on writes: show the request, secrets masked, and send nothing]'
    '--timeout=[longest time an attempt may take (SVC_TIMEOUT)]:duration: '
    '--retries=[how often to try again (SVC_RETRIES)]:n: '
    '--ca-file=[certificates to trust besides the system'\''s (SVC_CA_FILE)]:path:_files'
    '--color=[auto, always, never (NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE)]:when:(auto always never)'
    '--insecure-http[allow plain http beyond this machine]'
    '(-q --quiet)-q[no words on stderr but errors]'
    '(-q --quiet)--quiet[no words on stderr but errors]'
    '--debug[show every HTTP exchange on stderr, secrets masked (SVC_DEBUG)]'
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
    list) _svc_config_list ;;
    get) _svc_config_get ;;
    set) _svc_config_set ;;
    unset) _svc_config_unset ;;
    path) _svc_config_path ;;
    esac ;;
  esac
}

_svc_config_list() {
  _arguments -s -S $globals \
    '--show-origin[say where each value comes from]'
}

_svc_config_get() {
  _arguments -s -S $globals \
    ':key:(address organization registry output timeout retries ca-file color tool profile)'
}

_svc_config_set() {
  _arguments -s -S $globals \
    ':key:(address organization registry output timeout retries ca-file color tool)' \
    ':value:()'
}

_svc_config_unset() {
  _arguments -s -S $globals \
    ':key:(address organization registry output timeout retries ca-file color tool)'
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
    list) _svc_profile_list ;;
    use) _svc_profile_use ;;
    create) _svc_profile_create ;;
    delete) _svc_profile_delete ;;
    esac ;;
  esac
}

_svc_profile_list() {
  _arguments -s -S $globals
}

_svc_profile_use() {
  _arguments -s -S $globals \
    ':name:()'
}

_svc_profile_create() {
  _arguments -s -S $globals \
    ':name:()'
}

_svc_profile_delete() {
  _arguments -s -S $globals \
    ':name:()'
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
    show) _svc_account_show ;;
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
    '*--set=[set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id]:key=value: '
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
    list) _svc_organization_list ;;
    show) _svc_organization_show ;;
    esac ;;
  esac
}

_svc_organization_list() {
  _arguments -s -S $globals \
    '--query=[only organizations with this text in their name]:text: ' \
    '--limit=[show at most that many]:n: '
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
    list) _svc_workspace_list ;;
    show) _svc_workspace_show ;;
    esac ;;
  esac
}

_svc_workspace_list() {
  _arguments -s -S $globals \
    '--query=[only workspaces with this text in their name]:text: ' \
    '--limit=[show at most that many]:n: '
}

_svc_workspace_show() {
  _arguments -s -S $globals \
    ':workspace:()'
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
    list) _svc_team_list ;;
    show) _svc_team_show ;;
    members) _svc_team_members ;;
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
    '--limit=[show at most that many]:n: '
}

_svc_team_show() {
  _arguments -s -S $globals \
    ':team:()'
}

_svc_team_members() {
  _arguments -s -S $globals \
    ':team:()'
}

_svc_team_add_user() {
  _arguments -s -S $globals \
    '--from-file=[read more of them from a file, one on each line]:path:_files' \
    '--batch=[how many to send with one request (default: 500)]:n: ' \
    ':team:()' \
    '*:user:()'
}

_svc_team_remove_user() {
  _arguments -s -S $globals \
    '--from-file=[read more of them from a file, one on each line]:path:_files' \
    '--batch=[how many to send with one request (default: 500)]:n: ' \
    ':team:()' \
    '*:user:()'
}

_svc_team_add_membership() {
  _arguments -s -S $globals \
    '--from-file=[read more of them from a file, one on each line]:path:_files' \
    '--batch=[how many to send with one request (default: 500)]:n: ' \
    ':team:()' \
    '*:membership:()'
}

_svc_team_remove_membership() {
  _arguments -s -S $globals \
    '--from-file=[read more of them from a file, one on each line]:path:_files' \
    '--batch=[how many to send with one request (default: 500)]:n: ' \
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
    list) _svc_agent_pool_list ;;
    create) _svc_agent_pool_create ;;
    esac ;;
  esac
}

_svc_agent_pool_list() {
  _arguments -s -S $globals \
    '--query=[only pools with this in their name]:text: ' \
    '--sort=[name, -name, created-at, -created-at; with a hyphen, the other way round]:key:(name -name created-at -created-at)' \
    '--allowed-workspace=[only pools that this workspace may use]:name: ' \
    '--limit=[show at most that many]:n: '
}

_svc_agent_pool_create() {
  _arguments -s -S $globals \
    '--name=[letters, digits, hyphens and underscores; no other pool of the organization has it]:name: ' \
    '(--organization-scoped --no-organization-scoped)--organization-scoped[every workspace of the organization may use it, which is the default]' \
    '(--no-organization-scoped --organization-scoped)--no-organization-scoped[only the workspaces allowed by relationships.allowed-workspaces may use it]' \
    '*--set=[set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id]:key=value: '
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
    show) _svc_subscription_show ;;
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
    '--rum-alert-threshold=[a whole number; 0 clears it]:n: ' \
    '--clear-rum-alert-threshold[no threshold, and no e-mail]' \
    '*--set=[set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id]:key=value: '
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
    list) _svc_feature_set_list ;;
    esac ;;
  esac
}

_svc_feature_set_list() {
  _arguments -s -S $globals \
    '--limit=[show at most that many]:n: '
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
    list) _svc_banner_list ;;
    create) _svc_banner_create ;;
    update) _svc_banner_update ;;
    delete) _svc_banner_delete ;;
    esac ;;
  esac
}

_svc_banner_list() {
  _arguments -s -S $globals \
    '--anonymous[send no token even if there is one: what everybody sees]'
}

_svc_banner_create() {
  _arguments -s -S $globals \
    '--title=[headline, at most 100 characters]:text: ' \
    '--body=[text, at most 255 characters; may hold strong, em, b, i and links]:text: ' \
    '--body-file=[read the text from a file]:path:_files' \
    '--style=[info, warning, critical]:style:(info warning critical)' \
    '--audience=[all_users, authenticated_only]:audience:(all_users authenticated_only)' \
    '--scheduled-publish-at=[when it appears: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 of --timezone]:time: ' \
    '--scheduled-expire-at=[when it goes, written likewise]:time: ' \
    '--timezone=[IANA time zone of the schedule (default with both times: UTC)]:name: ' \
    '--for=[published now, gone after that long, such as 2h, 3d or 1w]:duration: ' \
    '*--set=[set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id]:key=value: '
}

_svc_banner_update() {
  _arguments -s -S $globals \
    '--title=[headline, at most 100 characters]:text: ' \
    '--body=[text, at most 255 characters; may hold strong, em, b, i and links]:text: ' \
    '--body-file=[read the text from a file]:path:_files' \
    '--style=[info, warning, critical]:style:(info warning critical)' \
    '--audience=[all_users, authenticated_only]:audience:(all_users authenticated_only)' \
    '--scheduled-publish-at=[when it appears: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 of --timezone]:time: ' \
    '--scheduled-expire-at=[when it goes, written likewise]:time: ' \
    '--timezone=[IANA time zone of the schedule (default with both times: UTC)]:name: ' \
    '--for=[published now, gone after that long, such as 2h, 3d or 1w]:duration: ' \
    '*--set=[set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id]:key=value: ' \
    '--clear-schedule[take the schedule off]' \
    ':id:()'
}

_svc_banner_delete() {
  _arguments -s -S $globals \
    ':id:()'
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
    show) _svc_customization_show ;;
    update) _svc_customization_update ;;
    esac ;;
  esac
}

_svc_customization_show() {
  _arguments -s -S $globals
}

_svc_customization_update() {
  _arguments -s -S $globals \
    '--support-email-address=[address that people in need of help are sent to]:text: ' \
    '--clear-support-email-address[bring the default of support-email-address back]' \
    '--support-url-address=[page that they are sent to instead]:text: ' \
    '--clear-support-url-address[bring the default of support-url-address back]' \
    '--internal-support-url=[support link in the help menu (http, https or mailto)]:text: ' \
    '--clear-internal-support-url[bring the default of internal-support-url back]' \
    '--internal-documentation-url=[documentation link in the help menu]:text: ' \
    '--clear-internal-documentation-url[bring the default of internal-documentation-url back]' \
    '--internal-tutorials-url=[tutorials link in the help menu]:text: ' \
    '--clear-internal-tutorials-url[bring the default of internal-tutorials-url back]' \
    '--login-help=[HTML on the login page]:text: ' \
    '--clear-login-help[bring the default of login-help back]' \
    '--footer=[HTML at the foot of every page]:text: ' \
    '--clear-footer[bring the default of footer back]' \
    '--error=[HTML on error pages]:text: ' \
    '--clear-error[bring the default of error back]' \
    '--new-user=[HTML for people without an organization]:text: ' \
    '--clear-new-user[bring the default of new-user back]' \
    '--avatar-sources=[which are on, of gravatar; the others go off]:names:(gravatar)' \
    '--clear-avatar-sources[all avatar sources off]' \
    '--strict[exit 8 when the service ignores an attribute]' \
    '*--set=[set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id]:key=value: '
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
    list) _svc_oauth_client_list ;;
    show) _svc_oauth_client_show ;;
    create) _svc_oauth_client_create ;;
    update) _svc_oauth_client_update ;;
    delete) _svc_oauth_client_delete ;;
    esac ;;
  esac
}

_svc_oauth_client_list() {
  _arguments -s -S $globals \
    '--limit=[show at most that many]:n: '
}

_svc_oauth_client_show() {
  _arguments -s -S $globals \
    ':id:()'
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
    '*--set=[set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id]:key=value: '
}

_svc_oauth_client_update() {
  _arguments -s -S $globals \
    '--service-provider=[github, github_enterprise, bitbucket_hosted, gitlab_hosted, gitlab_community_edition, gitlab_enterprise_edition, ado_server]:name:(github github_enterprise bitbucket_hosted gitlab_hosted gitlab_community_edition gitlab_enterprise_edition ado_server)' \
    '--http-url=[homepage of the provider]:url: ' \
    '--api-url=[base URL of its API]:url: ' \
    '--name=[what to call it]:text: ' \
    '--clear-name[call it by the provider'\''s name]' \
    '--key=[OAuth client key]:text: ' \
    '--clear-key[remove the OAuth client key]' \
    '--secret-file=[read the OAuth client secret from a file, - for stdin]:path:_files' \
    '--secret-env=[read it from an environment variable]:name: ' \
    '*--set=[set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id]:key=value: ' \
    ':id:()'
}

_svc_oauth_client_delete() {
  _arguments -s -S $globals \
    ':id:()'
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
    list) _svc_notification_list ;;
    show) _svc_notification_show ;;
    create) _svc_notification_create ;;
    update) _svc_notification_update ;;
    verify) _svc_notification_verify ;;
    delete) _svc_notification_delete ;;
    esac ;;
  esac
}

_svc_notification_list() {
  _arguments -s -S $globals \
    '(-w --workspace)-w+[id (ws-...), ORG/NAME, or NAME with a default organization]:workspace: ' \
    '(-w --workspace)--workspace=[id (ws-...), ORG/NAME, or NAME with a default organization]:workspace: ' \
    '--limit=[show at most that many]:n: '
}

_svc_notification_show() {
  _arguments -s -S $globals \
    ':id:()'
}

_svc_notification_create() {
  _arguments -s -S $globals \
    '*-w+[id (ws-...), ORG/NAME, or NAME with a default organization; repeatable]:workspace: ' \
    '*--workspace=[id (ws-...), ORG/NAME, or NAME with a default organization; repeatable]:workspace: ' \
    '--destination-type=[generic, email, slack]:type:(generic email slack)' \
    '--name=[what it is called]:text: ' \
    '--url=[where to send, http or https; only for slack and generic]:url: ' \
    '*--trigger=[when to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored]:trigger:(all run\:created run\:planning run\:needs_attention run\:applying run\:completed run\:errored)' \
    '*--user=[id of a user to mail, user-..., repeatable; only for email]:id: ' \
    '--token-file=[read the token that signs from a file, - for stdin; only generic ones are signed]:path:_files' \
    '--token-env=[read it from an environment variable]:name: ' \
    '--token-prompt[ask for it, hidden]' \
    '--generate-token[make one, and keep it in the profile for svc webhook ... --notification ID]' \
    '*--set=[set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id]:key=value: ' \
    '--listen[receive here: listen, create it enabled with a new token, show what comes]' \
    '--port=[port to listen on (default: any free port)]:n: ' \
    '--host=[address to listen on (default: 127.0.0.1, this machine only)]:address: ' \
    '--path=[the only path that accepts deliveries (default: that of --public-url, or /)]:path: ' \
    '--public-url=[where the service reaches the listener: a reverse proxy, a tunnel, this machine]:url: ' \
    '--tls-cert=[speak https, with this certificate (PEM)]:file:_files' \
    '--tls-key=[and its key (PEM)]:file:_files' \
    '(--enabled --no-enabled)--enabled[verify the destination and begin to send]' \
    '(--no-enabled --enabled)--no-enabled[save it as it is, which is the default]'
}

_svc_notification_update() {
  _arguments -s -S $globals \
    '--name=[what it is called]:text: ' \
    '--url=[where to send, http or https; only for slack and generic]:url: ' \
    '*--trigger=[when to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored]:trigger:(all run\:created run\:planning run\:needs_attention run\:applying run\:completed run\:errored)' \
    '*--user=[id of a user to mail, user-..., repeatable; only for email]:id: ' \
    '--token-file=[read the token that signs from a file, - for stdin; only generic ones are signed]:path:_files' \
    '--token-env=[read it from an environment variable]:name: ' \
    '--token-prompt[ask for it, hidden]' \
    '--generate-token[make one, and keep it in the profile for svc webhook ... --notification ID]' \
    '*--set=[set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id]:key=value: ' \
    '(--enabled --no-enabled)--enabled[verify the destination and begin to send]' \
    '(--no-enabled --enabled)--no-enabled[send nothing more]' \
    '--clear-triggers[no triggers at all]' \
    '--clear-token[sign no more]' \
    '--clear-users[no users at all]' \
    '--strict[exit 8 when the service ignores an attribute]' \
    ':id:()'
}

_svc_notification_verify() {
  _arguments -s -S $globals \
    ':id:()'
}

_svc_notification_delete() {
  _arguments -s -S $globals \
    ':id:()'
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
    list) _svc_webhook_list ;;
    show) _svc_webhook_show ;;
    replay) _svc_webhook_replay ;;
    export) _svc_webhook_export ;;
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
    '--path=[the only path that accepts deliveries (default: that of --public-url, or /)]:path: ' \
    '--public-url=[where the service reaches the listener: a reverse proxy, a tunnel, this machine]:url: ' \
    '--tls-cert=[speak https, with this certificate (PEM)]:file:_files' \
    '--tls-key=[and its key (PEM)]:file:_files' \
    '--allow-unsigned[accept unsigned deliveries too, but none that a browser sends; they never count as verified]' \
    '--status=[answer good deliveries with another status, to rehearse a failure]:n: ' \
    '--forward=[pass good deliveries on as they came, and their answers back]:url: ' \
    '--exec=[run a command for each good one: the body on stdin, fields as SVC_WEBHOOK_...; no shell]:command: ' \
    '*--exec-env=[pass on an environment variable that --exec leaves out; repeatable]:name: ' \
    '*--filter=[only those: trigger, run, workspace, verified, verdict, status ...; repeatable]:key=value: ' \
    '--count=[end after so many deliveries]:n: ' \
    '--for=[end after that long]:duration: ' \
    '--ui[serve a page that shows them, on this machine only]'
}

_svc_webhook_wait() {
  _arguments -s -S $globals \
    '*--token-file=[read the token from a file, - for stdin; repeatable, any of them will do]:path:_files' \
    '*--token-env=[read it from an environment variable; repeatable, any of them will do]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration; repeatable, any of them will do]:id: ' \
    '--port=[port to listen on (default: any free port)]:n: ' \
    '--host=[address to listen on (default: 127.0.0.1, this machine only)]:address: ' \
    '--path=[the only path that accepts deliveries (default: that of --public-url, or /)]:path: ' \
    '--public-url=[where the service reaches the listener: a reverse proxy, a tunnel, this machine]:url: ' \
    '--tls-cert=[speak https, with this certificate (PEM)]:file:_files' \
    '--tls-key=[and its key (PEM)]:file:_files' \
    '--allow-unsigned[accept unsigned deliveries too, but none that a browser sends; they never count as verified]' \
    '*--until=[what to wait for: trigger=run:completed, run=..., workspace=...; repeatable]:key=value: ' \
    '--timeout=[give up after that long (default: never)]:duration: ' \
    '--count=[wait for so many different events (default: 1)]:n: ' \
    '--create[make a notification configuration for as long as it waits]' \
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
    '*--set=[change a field: run_message=Hello, notifications.0.run_status=planned; repeatable]:place=value: ' \
    '--body=[send these bytes instead, - for stdin]:file:_files' \
    '--scenario=[a whole run: lifecycle, errored, all]:name:(lifecycle errored all)' \
    '--tamper=[send what must be refused: all, body, newline, token, empty-token, sha256, truncated, garbage, prefixed, last-digit, zeros, empty, unsigned, repeated]:kind:(all body newline token empty-token sha256 truncated garbage prefixed last-digit zeros empty unsigned repeated)' \
    '--as=[as for a destination of the type generic or slack (default: generic)]:type:(generic slack)' \
    '--unsigned[send no signature, as for a configuration without a token]' \
    '*--token-file=[read the token from a file, - for stdin]:path:_files' \
    '*--token-env=[read it from an environment variable]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration]:id: ' \
    '::trigger:(run\:created run\:planning run\:needs_attention run\:applying run\:completed run\:errored verification)'
}

_svc_webhook_list() {
  _arguments -s -S $globals \
    '*--filter=[only those: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable]:key=value: ' \
    '--since=[only those that came that long ago or later]:duration: ' \
    '--limit=[at most so many, the newest (default: 50)]:n: ' \
    '--follow[go on with those that come]'
}

_svc_webhook_show() {
  _arguments -s -S $globals \
    ':id:()'
}

_svc_webhook_replay() {
  _arguments -s -S $globals \
    '--to=[where to]:url: ' \
    '--allow-unverified[sign what was not verified, too]' \
    '*--token-file=[read the token from a file, - for stdin]:path:_files' \
    '*--token-env=[read it from an environment variable]:name: ' \
    '*--notification=[take the one that was made here for a notification configuration]:id: ' \
    '*:id:()'
}

_svc_webhook_export() {
  _arguments -s -S $globals \
    '*--filter=[only those: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable]:key=value: ' \
    '--since=[only those that came that long ago or later]:duration: '
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
    list) _svc_module_list ;;
    show) _svc_module_show ;;
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
    '--namespace=[only modules of this publisher]:name: ' \
    '--provider=[only modules for this provider]:name: ' \
    '--verified[only verified modules]' \
    '--offset=[skip the first n]:n: ' \
    '--limit=[show at most that many (default: 20)]:n: ' \
    '--all[show every one]' \
    '*:query:()'
}

_svc_module_list() {
  _arguments -s -S $globals \
    '--provider=[only modules for this provider]:name: ' \
    '--verified[only verified modules]' \
    '--offset=[skip the first n]:n: ' \
    '--limit=[show at most that many (default: 20)]:n: ' \
    '--all[show every one]' \
    '::namespace:()'
}

_svc_module_show() {
  _arguments -s -S $globals \
    '--section=[only one of inputs, outputs, submodules, dependencies, resources, data-sources, ephemeral-resources, readme]:name:(inputs outputs submodules dependencies resources data-sources ephemeral-resources readme)' \
    ':address:()'
}

_svc_module_latest() {
  _arguments -s -S $globals \
    '--offset=[skip the first n]:n: ' \
    '--limit=[show at most that many providers]:n: ' \
    ':address:()'
}

_svc_module_versions() {
  _arguments -s -S $globals \
    '--constraint=[only versions that match, such as "~> 1.2"]:constraint: ' \
    '--pre[prereleases too; without it only one that = asks for exactly]' \
    ':address:()'
}

_svc_module_source() {
  _arguments -s -S $globals \
    ':address:()'
}

_svc_module_download() {
  _arguments -s -S $globals \
    '(-f --file)-f+[read more addresses from a file; - is stdin]:path:_files' \
    '(-f --file)--file=[read more addresses from a file; - is stdin]:path:_files' \
    '--dir=[the module'\''s folder, or the one for all of several (default: NAMESPACE/NAME/PROVIDER/VERSION\[/SUBDIR\] below the current one)]:path:_files -/' \
    '--force[replace the folder if it is there]' \
    '--jobs=[how many to download at a time (default: 32)]:n: ' \
    '--fail-fast[end with the first that fails]' \
    '--no-cache[neither take archives from the cache nor keep them there]' \
    '--offline[take everything from the cache and ask nobody]' \
    '--submodules[take the submodules of a git repository too, from its own host]' \
    '--allow-shared-parent[unpack beside a destination even where another user can swap files and no safer way exists]' \
    '--annotate=[show failures in the CI of: github, or none (GITHUB_ACTIONS)]:reader:(github none)' \
    '--max-size=[most that an archive may unpack to (default: 512MiB)]:size: ' \
    '--max-entries=[most files, folders and links in it (default: 100000)]:n: ' \
    '--max-depth=[most folders one in another (default: 512)]:n: ' \
    '--max-path=[longest path in it, in bytes (default: 4096)]:size: ' \
    '--max-metadata=[most that is said about one entry (default: 1MiB)]:size: ' \
    '--max-ratio=[most bytes unpacked from one (default: 1000)]:n: ' \
    '--min-speed=[least bytes a second, over a minute; 0 for any speed (default: 1KiB)]:size: ' \
    '*:address:()'
}

_svc_module_downloads() {
  _arguments -s -S $globals \
    ':address:()'
}

_svc_module_lock() {
  _arguments -s -S $globals \
    '--upgrade=[look versions up anew: all, those of a module address, or of one call path]::address: ' \
    '--submodules[lock repositories with their submodules, from a repository'\''s own host]' \
    '--tool=[whose files and default registry count: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '--min-speed=[least bytes a second, over a minute; 0 for any speed (default: 1KiB)]:size: ' \
    '--check[fail when configuration and lock differ; write nothing]' \
    '::dir:_files -/'
}

_svc_module_install() {
  _arguments -s -S $globals \
    '--frozen[fail when configuration and lock differ]' \
    '--offline[fetch nothing: take archives from the cache only]' \
    '--no-cache[neither take archives from the cache nor keep them there]' \
    '--jobs=[how many to download at a time (default: 32)]:n: ' \
    '--min-speed=[least bytes a second, over a minute; 0 for any speed (default: 1KiB)]:size: ' \
    '--tool=[whose files and default registry count: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '--allow-shared-parent[unpack beside a destination even where another user can swap files and no safer way exists]' \
    '::dir:_files -/'
}

_svc_module_verify() {
  _arguments -s -S $globals \
    '--offline[fetch nothing: look at the installed files only]' \
    '--tool=[whose files and default registry count: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '--min-speed=[least bytes a second, over a minute; 0 for any speed (default: 1KiB)]:size: ' \
    '::dir:_files -/'
}

_svc_module_outdated() {
  _arguments -s -S $globals \
    '--all[those that are up to date too]' \
    '--check[fail when there is something newer]' \
    '--tool=[whose files and default registry count: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '::dir:_files -/'
}

_svc_module_tree() {
  _arguments -s -S $globals \
    '--graph=[the text of a drawing: mermaid or dot]:language:(mermaid dot)' \
    '--tool=[whose files and default registry count: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '::dir:_files -/'
}

_svc_module_diff() {
  _arguments -s -S $globals \
    '--check[fail when something breaks callers]' \
    '--submodules[take the submodules of git repositories too, from their own host]' \
    '--tool=[whose files and default registry count: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '--min-speed=[least bytes a second, over a minute; 0 for any speed (default: 1KiB)]:size: ' \
    ':old:()' \
    ':new:()'
}

_svc_module_mirror() {
  _arguments -s -S $globals \
    '--from-lock=[take what a lock names]:file:_files' \
    '--no-cache[neither take archives from the cache nor keep them there]' \
    '--submodules[mirror git repositories with their submodules, from their own host]' \
    '--jobs=[how many to download at a time (default: 32)]:n: ' \
    '--min-speed=[least bytes a second, over a minute; 0 for any speed (default: 1KiB)]:size: ' \
    '--tool=[whose files and default registry count: terraform or tofu (SVC_TOOL)]:name:(terraform tofu)' \
    '--allow-shared-parent[unpack beside a destination even where another user can swap files and no safer way exists]' \
    ':dir:_files -/' \
    '*:address:()'
}

_svc_module_serve() {
  _arguments -s -S $globals \
    '--port=[port to listen on (default: any free port)]:n: ' \
    '--host=[address to listen on (default: 127.0.0.1, this machine only)]:address: ' \
    '--public-url=[where clients reach it, for the block that is printed]:url: ' \
    '--tls-cert=[speak https, with this certificate (PEM)]:file:_files' \
    '--tls-key=[and its key (PEM)]:file:_files' \
    '*--token-file=[take only who sends the token in a file, - for stdin; repeatable]:path:_files' \
    '*--token-env=[or in an environment variable; repeatable]:name: ' \
    '--log[say each request on stderr]' \
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
    list) _svc_module_cache_list ;;
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
    '--older-than=[those too that were not used for that long, such as 30d]:duration: ' \
    '--all[everything]' \
    '*:folder:_files -/'
}

_svc_api() {
  _arguments -s -S $globals \
    '*-F+[on GET a query parameter, else a field of the body: a.b=text, a.b:=json]:key=value: ' \
    '*--field=[on GET a query parameter, else a field of the body: a.b=text, a.b:=json]:key=value: ' \
    '--input=[the body, from a file or - for stdin]:path:_files' \
    '--paginate[on GET: every page of a list, of the platform or of a registry]' \
    '--include[the status and the headers before the body]' \
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
    '--latency=[hold every answer back that long]:duration: ' \
    '--modules=[publish the modules of a folder laid out NAMESPACE/NAME/PROVIDER/VERSION/]:dir:_files -/' \
    '--data=[keep the state in a file, written before a write is answered (default: in memory)]:file:_files' \
    '*--allow-host=[answer to this Host too, besides 127.0.0.1 and localhost; repeatable]:name: ' \
    '--tls[speak https, with a certificate generated at the start]' \
    '--tls-cert=[speak https, with this certificate (PEM)]:file:_files' \
    '--tls-key=[and its key (PEM)]:file:_files' \
    '--fixed-tokens[accept sandbox-owner-token, sandbox-user-token ..., for any program (default: generated)]' \
    '--log[say each request on stderr]'
}

_svc_sandbox_run() {
  _arguments -s -S $globals \
    '(-w --workspace)-w+[id, name, or ORG/NAME]:workspace: ' \
    '(-w --workspace)--workspace=[id, name, or ORG/NAME]:workspace: ' \
    '--message=[what the run is called when it begins]:text: ' \
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
    '--path=[beginning of the path]:path: ' \
    '--status=[answer with this status]:status: ' \
    '--kind=[status, html, empty, reset, hang, cut, stall]:kind:(status html empty reset hang cut stall)' \
    '--times=[how many calls go wrong]:n: ' \
    '--skip=[how many go well first]:n: ' \
    '--retry-after=[seconds or an HTTP date to send with it]:when: ' \
    '--location=[where a redirect (status 301, 302, 307) leads]:url: ' \
    '*:rule:()'
}

_svc_sandbox_env() {
  _arguments -s -S $globals \
    '--as=[whose token: site-admin, owner, user, team, organization (default: site-admin)]:kind:(site-admin owner user team organization)' \
    '--no-cli-config[leave the CLI configuration of terraform and tofu as it is]'
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
    '--dir=[the folder to put them in]:dir:_files -/' \
    '::shell:(bash zsh fish powershell)'
}

_svc_help() {
  _svc_commands "${(j: :)words[2,CURRENT-1]}"
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
      'module:Find, download, lock and mirror modules'
      'api:Make an authenticated API request'
      'sandbox:Run the platform on this machine'
      'completion:Manage shell completions'
      'help:Show help for a command or a topic'
    ) ;;
  'auth')
    commands=(
      'status:Show the platform, the profile and the token in force, where each comes from, and whom the token is for'
      'token:Print the token in force for the platform'
    ) ;;
  'config')
    commands=(
      'list:Show every setting in force'
      'get:Print one setting'
      'set:Store a setting in the profile'
      'unset:Forget a setting of the profile'
      'path:Print where the config file is'
    ) ;;
  'profile')
    commands=(
      'list:Show the profiles of the config file'
      'use:Put a profile in use'
      'create:Make a profile'
      'delete:Delete a profile and what it holds'
    ) ;;
  'account')
    commands=(
      'show:Show the account behind the token'
      'update:Change your user name or e-mail address'
      'password:Change your password'
      'hcp-organization:Show an HCP organization you belong to'
    ) ;;
  'organization')
    commands=(
      'list:List the organizations you belong to'
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
      'add-user:Add users to a team, one or thousands'
      'remove-user:Take users out of a team'
      'add-membership:Add people to a team by their membership of the organization'
      'remove-membership:Take people out of a team by their membership of the organization'
    ) ;;
  'agent-pool')
    commands=(
      'list:List the agent pools of an organization'
      'create:Make an agent pool'
    ) ;;
  'subscription')
    commands=(
      'show:Show an organization'\''s subscription and its alert threshold'
      'update:Change at how many billable resources an organization is alerted'
    ) ;;
  'feature-set')
    commands=(
      'list:List the plans on offer, or those that an organization may have'
    ) ;;
  'banner')
    commands=(
      'list:Show the banner that is up now'
      'create:Put a banner up, now or on a schedule'
      'update:Change a banner; what is not named stays'
      'delete:Take a banner down, published or still scheduled'
    ) ;;
  'customization')
    commands=(
      'show:Show the links and texts in force'
      'update:Change links and texts of the site'
    ) ;;
  'oauth-client')
    commands=(
      'list:List the connections of an organization to its version-control providers'
      'show:Show a connection to a version-control provider'
      'create:Connect an organization to a version-control provider'
      'update:Change a connection to a version-control provider'
      'delete:Cut the connection to a version-control provider'
    ) ;;
  'notification')
    commands=(
      'list:List the notification configurations of a workspace'
      'show:Show a notification configuration'
      'create:Tell a destination when the runs of a workspace change state'
      'update:Change a notification configuration; what is not named stays'
      'verify:Send a verification request to the destination of a configuration'
      'delete:Delete a notification configuration; nothing more is sent'
    ) ;;
  'webhook')
    commands=(
      'listen:Receive notifications, check each one, and say why one fails'
      'wait:Wait for a notification, for scripts and CI jobs'
      'verify:Check the signature of a body, and say why it does not hold'
      'sign:Sign a body as the service signs its notifications'
      'trigger:Send a notification as the service would'
      'list:List the deliveries that were received on this machine'
      'show:Show a delivery: verdict, headers, payload'
      'replay:Send deliveries of the journal again, signed anew'
      'export:Write the deliveries of the journal as NDJSON'
    ) ;;
  'module')
    commands=(
      'search:Find modules by words'
      'list:List the modules of a registry, or of one publisher in it'
      'show:Show what a module version is, takes and gives'
      'latest:Show the latest version of a module, for each provider or for one'
      'versions:List the versions of a module, the newest first'
      'source:Print where a module version is downloaded from'
      'download:Download module versions and unpack them'
      'downloads:Show how often a module was downloaded: this week, month, year and in all'
      'lock:Write down which module versions a configuration uses, and their content'
      'install:Put the locked modules where terraform looks for them'
      'verify:Check installed modules and their sources against the lock'
      'outdated:List locked modules of which there are newer versions'
      'tree:Show which module calls which'
      'diff:Tell what differs between two versions of a module for those who call it'
      'mirror:Copy modules and all they call into a folder that can be served'
      'serve:Serve a mirrored folder as a module registry until Ctrl-C'
      'cache:See and clear the archives that were downloaded'
    ) ;;
  'module cache')
    commands=(
      'path:Print the folder where archives are kept'
      'list:List the versions whose archives are kept'
      'verify:Check every archive that is kept, and remove what is bad'
      'prune:Remove archives that are not needed'
    ) ;;
  'sandbox')
    commands=(
      'start:Start the service on this machine and keep it running until Ctrl-C'
      'run:Let a run of a workspace change its state'
      'rum:Set how many billable resources an organization has'
      'outbox:List the mail that the sandbox would have sent'
      'fail:Make the next calls of an endpoint go wrong'
      'env:Print the shell lines that point svc at the running sandbox'
      'routes:List every path the sandbox serves, who may call it, and in which edition'
    ) ;;
  'completion')
    commands=(
      'bash:Print the completions for bash'
      'zsh:Print the completions for zsh'
      'fish:Print the completions for fish'
      'powershell:Print the completions for PowerShell'
      'install:Put the completions in place'
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
