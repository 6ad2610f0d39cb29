# Completions of svc, generated from its commands: npm run reference
# No process is started for a TAB, and nothing that was typed or read from a file is evaluated.

# Where the cursor is: the command before it, and how many arguments of it.
function __svc_state
    set -l line (commandline -cp)
    if set -q __svc_line; and test "$line" = "$__svc_line"
        return
    end
    set -g __svc_line $line
    set -g __svc_path ''
    set -g __svc_position 0
    set -g __svc_help 0
    set -g __svc_last ''
    set -l skip 0
    set -l plain 0
    set -l tokens (commandline -opc)
    set -e tokens[1]
    for token in $tokens
        set __svc_last $token
        if test $skip = 1; or test $skip = maybe; and not string match -q -- '-?*' $token
            set skip 0
            continue
        end
        set skip 0
        if test $plain = 0; and string match -q -- '-*' $token
            if test "$token" = --
                set plain 1
            else
                set skip (__svc_takes_value $token)
            end
            continue
        end
        if test "$token" = help -a "$__svc_path" = '' -a $__svc_help = 0
            set __svc_help 1
            continue
        end
        set -l longer (string trim -- "$__svc_path $token")
        switch $longer
            case 'config ls' 'profile ls' 'organization ls' 'workspace ls' 'team ls' 'agent-pool ls' 'feature-set ls' 'banner ls' 'oauth-client ls' 'notification ls' 'webhook ls' 'module ls' 'module cache ls'
                set longer (string trim -- "$__svc_path list")
            case 'profile new' 'agent-pool new' 'banner new' 'oauth-client new' 'notification new' 'webhook stream new'
                set longer (string trim -- "$__svc_path create")
            case 'profile rm' 'profile remove' 'banner rm' 'banner remove' 'oauth-client rm' 'oauth-client remove' 'notification rm' 'notification remove' 'webhook stream rm' 'webhook stream remove'
                set longer (string trim -- "$__svc_path delete")
            case 'account get' 'account info' 'organization get' 'organization info' 'workspace get' 'workspace info' 'team get' 'team info' 'subscription get' 'subscription info' 'banner get' 'banner info' 'customization get' 'customization info' 'oauth-client get' 'oauth-client info' 'notification get' 'notification info' 'webhook get' 'webhook info' 'webhook stream get' 'webhook stream info' 'module get' 'module info'
                set longer (string trim -- "$__svc_path show")
        end
        if contains -- $longer 'login' 'logout' 'auth' 'auth status' 'auth token' 'whoami' 'doctor' 'config' 'config list' 'config get' 'config set' 'config unset' 'config path' 'profile' 'profile list' 'profile use' 'profile create' 'profile delete' 'account' 'account show' 'account update' 'account password' 'account hcp-organization' 'organization' 'organization list' 'organization show' 'workspace' 'workspace list' 'workspace show' 'team' 'team list' 'team show' 'team members' 'team set' 'team add-user' 'team remove-user' 'team add-membership' 'team remove-membership' 'agent-pool' 'agent-pool list' 'agent-pool create' 'subscription' 'subscription show' 'subscription update' 'feature-set' 'feature-set list' 'banner' 'banner list' 'banner show' 'banner create' 'banner update' 'banner delete' 'customization' 'customization show' 'customization update' 'oauth-client' 'oauth-client list' 'oauth-client show' 'oauth-client create' 'oauth-client update' 'oauth-client delete' 'notification' 'notification list' 'notification show' 'notification create' 'notification update' 'notification verify' 'notification delete' 'notification audit' 'webhook' 'webhook listen' 'webhook wait' 'webhook verify' 'webhook sign' 'webhook trigger' 'webhook list' 'webhook show' 'webhook replay' 'webhook export' 'webhook stream' 'webhook stream create' 'webhook stream show' 'webhook stream delete' 'webhook stream readers' 'webhook stream delete-reader' 'export' 'diff' 'apply' 'module' 'module search' 'module list' 'module show' 'module latest' 'module versions' 'module source' 'module download' 'module downloads' 'module lock' 'module install' 'module verify' 'module outdated' 'module tree' 'module diff' 'module mirror' 'module serve' 'module cache' 'module cache path' 'module cache list' 'module cache verify' 'module cache prune' 'api' 'sandbox' 'sandbox start' 'sandbox run' 'sandbox rum' 'sandbox outbox' 'sandbox fail' 'sandbox env' 'sandbox routes' 'completion' 'completion bash' 'completion zsh' 'completion fish' 'completion powershell' 'completion install' 'help'
            set __svc_path $longer
        else
            set __svc_position (math $__svc_position + 1)
        end
    end
end

# Whether a flag takes the next word: 1, 0, or maybe for an optional value.
function __svc_takes_value
    switch "$__svc_path $argv[1]"
        case 'webhook listen --subscribe' 'webhook listen --publish' 'webhook wait --subscribe' 'webhook list --subscribe' 'webhook show --subscribe' 'webhook replay --subscribe' 'webhook export --subscribe' 'module lock --upgrade'
            echo maybe
        case '* --profile' '* --address' '* --organization' '* --registry' '* -o' '* --output' '* --jq' '* --columns' '* --timeout' '* --retries' '* --ca-file' '* --color' 'login --token-file' 'login --token-env' 'account update --username' 'account update --email' 'account update --set' 'account password --current-password-file' 'account password --current-password-env' 'account password --password-file' 'account password --password-env' 'organization list --query' 'organization list --limit' 'workspace list --query' 'workspace list --limit' 'team list --query' 'team list --limit' 'team set --from-file' 'team set --batch' 'team add-user --from-file' 'team add-user --failed-to' 'team add-user --batch' 'team remove-user --from-file' 'team remove-user --failed-to' 'team remove-user --batch' 'team add-membership --from-file' 'team add-membership --failed-to' 'team add-membership --batch' 'team remove-membership --from-file' 'team remove-membership --failed-to' 'team remove-membership --batch' 'agent-pool list --query' 'agent-pool list --sort' 'agent-pool list --allowed-workspace' 'agent-pool list --limit' 'agent-pool create --name' 'agent-pool create --set' 'subscription update --rum-alert-threshold' 'subscription update --set' 'feature-set list --limit' 'banner create --title' 'banner create --body' 'banner create --body-file' 'banner create --style' 'banner create --audience' 'banner create --scheduled-publish-at' 'banner create --scheduled-expire-at' 'banner create --timezone' 'banner create --for' 'banner create --set' 'banner update --title' 'banner update --body' 'banner update --body-file' 'banner update --style' 'banner update --audience' 'banner update --scheduled-publish-at' 'banner update --scheduled-expire-at' 'banner update --timezone' 'banner update --for' 'banner update --set' 'customization update --support-email-address' 'customization update --support-url-address' 'customization update --internal-support-url' 'customization update --internal-documentation-url' 'customization update --internal-tutorials-url' 'customization update --login-help' 'customization update --footer' 'customization update --error' 'customization update --new-user' 'customization update --editor' 'customization update --avatar-sources' 'customization update --set' 'oauth-client list --limit' 'oauth-client create --service-provider' 'oauth-client create --http-url' 'oauth-client create --api-url' 'oauth-client create --name' 'oauth-client create --oauth-token-string-file' 'oauth-client create --oauth-token-string-env' 'oauth-client create --private-key-file' 'oauth-client create --private-key-env' 'oauth-client create --set' 'oauth-client update --service-provider' 'oauth-client update --http-url' 'oauth-client update --api-url' 'oauth-client update --name' 'oauth-client update --key' 'oauth-client update --secret-file' 'oauth-client update --secret-env' 'oauth-client update --set' 'notification list -w' 'notification list --workspace' 'notification list --workspaces-from' 'notification list --failed-to' 'notification list --jobs' 'notification list --limit' 'notification create -w' 'notification create --workspace' 'notification create --workspaces-from' 'notification create --failed-to' 'notification create --jobs' 'notification create --destination-type' 'notification create --name' 'notification create --url' 'notification create --trigger' 'notification create --user' 'notification create --token-file' 'notification create --token-env' 'notification create --set' 'notification create --port' 'notification create --host' 'notification create --path' 'notification create --public-url' 'notification create --tls-cert' 'notification create --tls-key' 'notification create --status' 'notification create --forward' 'notification create --exec' 'notification create --exec-env' 'notification create --filter' 'notification create --count' 'notification create --for' 'notification update --name' 'notification update --url' 'notification update --trigger' 'notification update --user' 'notification update --token-file' 'notification update --token-env' 'notification update --set' 'notification update -w' 'notification update --workspace' 'notification update --workspaces-from' 'notification update --failed-to' 'notification update --jobs' 'notification verify -w' 'notification verify --workspace' 'notification verify --workspaces-from' 'notification verify --failed-to' 'notification verify --jobs' 'notification verify --name' 'notification delete -w' 'notification delete --workspace' 'notification delete --workspaces-from' 'notification delete --failed-to' 'notification delete --jobs' 'notification delete --name' 'notification audit -w' 'notification audit --workspace' 'notification audit --workspaces-from' 'notification audit --older-than' 'notification audit --jobs' 'webhook listen --token-file' 'webhook listen --token-env' 'webhook listen --notification' 'webhook listen --port' 'webhook listen --host' 'webhook listen --path' 'webhook listen --public-url' 'webhook listen --tls-cert' 'webhook listen --tls-key' 'webhook listen --status' 'webhook listen --forward' 'webhook listen --exec' 'webhook listen --exec-env' 'webhook listen --filter' 'webhook listen --count' 'webhook listen --for' 'webhook listen --stream' 'webhook listen --nats-creds-file' 'webhook listen --nats-nkey-file' 'webhook listen --nats-user' 'webhook listen --nats-password-file' 'webhook listen --nats-token-file' 'webhook listen --nats-cert-file' 'webhook listen --nats-key-file' 'webhook listen --since' 'webhook listen --from-sequence' 'webhook listen --durable' 'webhook listen --max-deliver' 'webhook listen -w' 'webhook listen --workspace' 'webhook wait --token-file' 'webhook wait --token-env' 'webhook wait --notification' 'webhook wait --port' 'webhook wait --host' 'webhook wait --path' 'webhook wait --public-url' 'webhook wait --tls-cert' 'webhook wait --tls-key' 'webhook wait --stream' 'webhook wait --nats-creds-file' 'webhook wait --nats-nkey-file' 'webhook wait --nats-user' 'webhook wait --nats-password-file' 'webhook wait --nats-token-file' 'webhook wait --nats-cert-file' 'webhook wait --nats-key-file' 'webhook wait --since' 'webhook wait --from-sequence' 'webhook wait --until' 'webhook wait --timeout' 'webhook wait --count' 'webhook wait -w' 'webhook wait --workspace' 'webhook verify --signature' 'webhook verify --token-file' 'webhook verify --token-env' 'webhook verify --notification' 'webhook sign --token-file' 'webhook sign --token-env' 'webhook sign --notification' 'webhook trigger --to' 'webhook trigger --set' 'webhook trigger --body' 'webhook trigger --scenario' 'webhook trigger --tamper' 'webhook trigger --as' 'webhook trigger --token-file' 'webhook trigger --token-env' 'webhook trigger --notification' 'webhook list --filter' 'webhook list --since' 'webhook list --token-file' 'webhook list --token-env' 'webhook list --notification' 'webhook list --stream' 'webhook list --nats-creds-file' 'webhook list --nats-nkey-file' 'webhook list --nats-user' 'webhook list --nats-password-file' 'webhook list --nats-token-file' 'webhook list --nats-cert-file' 'webhook list --nats-key-file' 'webhook list --limit' 'webhook show --token-file' 'webhook show --token-env' 'webhook show --notification' 'webhook show --stream' 'webhook show --nats-creds-file' 'webhook show --nats-nkey-file' 'webhook show --nats-user' 'webhook show --nats-password-file' 'webhook show --nats-token-file' 'webhook show --nats-cert-file' 'webhook show --nats-key-file' 'webhook replay --token-file' 'webhook replay --token-env' 'webhook replay --notification' 'webhook replay --stream' 'webhook replay --nats-creds-file' 'webhook replay --nats-nkey-file' 'webhook replay --nats-user' 'webhook replay --nats-password-file' 'webhook replay --nats-token-file' 'webhook replay --nats-cert-file' 'webhook replay --nats-key-file' 'webhook replay --to' 'webhook export --filter' 'webhook export --since' 'webhook export --token-file' 'webhook export --token-env' 'webhook export --notification' 'webhook export --stream' 'webhook export --nats-creds-file' 'webhook export --nats-nkey-file' 'webhook export --nats-user' 'webhook export --nats-password-file' 'webhook export --nats-token-file' 'webhook export --nats-cert-file' 'webhook export --nats-key-file' 'webhook stream create --nats' 'webhook stream create --stream' 'webhook stream create --nats-creds-file' 'webhook stream create --nats-nkey-file' 'webhook stream create --nats-user' 'webhook stream create --nats-password-file' 'webhook stream create --nats-token-file' 'webhook stream create --nats-cert-file' 'webhook stream create --nats-key-file' 'webhook stream create --max-age' 'webhook stream create --max-bytes' 'webhook stream create --replicas' 'webhook stream create --storage' 'webhook stream create --duplicates' 'webhook stream show --nats' 'webhook stream show --stream' 'webhook stream show --nats-creds-file' 'webhook stream show --nats-nkey-file' 'webhook stream show --nats-user' 'webhook stream show --nats-password-file' 'webhook stream show --nats-token-file' 'webhook stream show --nats-cert-file' 'webhook stream show --nats-key-file' 'webhook stream delete --nats' 'webhook stream delete --stream' 'webhook stream delete --nats-creds-file' 'webhook stream delete --nats-nkey-file' 'webhook stream delete --nats-user' 'webhook stream delete --nats-password-file' 'webhook stream delete --nats-token-file' 'webhook stream delete --nats-cert-file' 'webhook stream delete --nats-key-file' 'webhook stream readers --nats' 'webhook stream readers --stream' 'webhook stream readers --nats-creds-file' 'webhook stream readers --nats-nkey-file' 'webhook stream readers --nats-user' 'webhook stream readers --nats-password-file' 'webhook stream readers --nats-token-file' 'webhook stream readers --nats-cert-file' 'webhook stream readers --nats-key-file' 'webhook stream delete-reader --nats' 'webhook stream delete-reader --stream' 'webhook stream delete-reader --nats-creds-file' 'webhook stream delete-reader --nats-nkey-file' 'webhook stream delete-reader --nats-user' 'webhook stream delete-reader --nats-password-file' 'webhook stream delete-reader --nats-token-file' 'webhook stream delete-reader --nats-cert-file' 'webhook stream delete-reader --nats-key-file' 'export --only' 'export -w' 'export --workspace' 'export --jobs' 'diff -f' 'diff --file' 'diff --record' 'diff --jobs' 'apply -f' 'apply --file' 'apply --record' 'apply --jobs' 'apply --on-failed-verification' 'module search --namespace' 'module search --provider' 'module search --offset' 'module search --limit' 'module list --provider' 'module list --offset' 'module list --limit' 'module show --section' 'module latest --offset' 'module latest --limit' 'module versions --constraint' 'module download -f' 'module download --file' 'module download --dir' 'module download --jobs' 'module download --annotate' 'module download --max-size' 'module download --max-entries' 'module download --max-depth' 'module download --max-path' 'module download --max-metadata' 'module download --max-ratio' 'module download --min-speed' 'module lock --tool' 'module lock --min-speed' 'module install --jobs' 'module install --min-speed' 'module install --tool' 'module verify --tool' 'module verify --min-speed' 'module outdated --tool' 'module tree --graph' 'module tree --tool' 'module diff --tool' 'module diff --min-speed' 'module mirror --from-lock' 'module mirror --jobs' 'module mirror --min-speed' 'module mirror --tool' 'module serve --port' 'module serve --host' 'module serve --public-url' 'module serve --tls-cert' 'module serve --tls-key' 'module serve --token-file' 'module serve --token-env' 'module cache prune --older-than' 'api -F' 'api --field' 'api --input' 'sandbox start --port' 'sandbox start --edition' 'sandbox start --latency' 'sandbox start --rate-limit' 'sandbox start --modules' 'sandbox start --data' 'sandbox start --allow-host' 'sandbox start --tls-cert' 'sandbox start --tls-key' 'sandbox run -w' 'sandbox run --workspace' 'sandbox run --message' 'sandbox fail --method' 'sandbox fail --path' 'sandbox fail --status' 'sandbox fail --kind' 'sandbox fail --times' 'sandbox fail --skip' 'sandbox fail --retry-after' 'sandbox fail --location' 'sandbox env --as' 'sandbox env --port' 'completion install --dir'
            echo 1
        case '*'
            echo 0
    end
end

# Whether the cursor is where one of the words below a command belongs.
function __svc_group
    __svc_state
    test "$__svc_path" = "$argv[1]" -a $__svc_position = 0
end

# Whether a command is the one before the cursor, and the cursor at its argument N, or at N or a later one for N-.
function __svc_at
    __svc_state
    test "$__svc_path" = "$argv[1]" -a $__svc_help = 0
    or return 1
    if test (count $argv) = 1
        return 0
    end
    if string match -q -- '*-' $argv[2]
        test $__svc_position -ge (string trim -r -c - -- $argv[2])
    else
        test $__svc_position = $argv[2]
    end
end

# Whether the cursor is right behind one of the flags of a command.
function __svc_behind
    __svc_at $argv[1]
    and contains -- "$__svc_last" $argv[2..-1]
end

# Whether the cursor is right behind `svc help`, where a topic may be typed.
function __svc_help_start
    __svc_state
    test "$__svc_path" = '' -a $__svc_help = 1 -a $__svc_position = 0
end

function __svc_not_help
    __svc_state
    test $__svc_help = 0
end

# The keys of an object in a JSON file as svc writes it, each on a line of its own. A key that is not a plain name is
# never offered, so that nothing in the file reaches the command line as code.
function __svc_keys
    test -f "$argv[1]" -a -r "$argv[1]"
    or return
    set -l indent ''
    while read -l line
        if test "$indent" = ''
            if string match -q -- "*\"$argv[2]\": {" $line
                set indent any
            end
        else if string match -qr '^\s*\}' -- $line
            if test "$indent" = any; or not string match -q -- "$indent*" $line
                return
            end
        else
            set -l found (string match -r '^(\s+)"' -- $line)
            or continue
            if test "$indent" = any -o "$indent" = "$found[2]"
                set indent $found[2]
                string match -rg '^\s+"(\w[\w.-]*)":' -- $line
            end
        end
    end <$argv[1]
end

function __svc_profiles
    set -l base $HOME/.config
    if string match -q -- '/*' "$XDG_CONFIG_HOME"
        set base $XDG_CONFIG_HOME
    end
    set -l folder $base/svc
    if test -n "$SVC_CONFIG_DIR"
        set folder $SVC_CONFIG_DIR
    end
    __svc_keys $folder/config.json profiles
end

function __svc_calls
    __svc_keys svc.modules.lock.json modules
end

complete -c svc -e
complete -c svc -f

complete -c svc -n '__svc_group \'\'' -a 'login' -d 'Log in to a platform'
complete -c svc -n '__svc_group \'\'' -a 'logout' -d 'Log out of a platform'
complete -c svc -n '__svc_group \'\'' -a 'auth' -d 'Show the authentication status and the token'
complete -c svc -n '__svc_group \'\'' -a 'whoami' -d 'Show the user of the token'
complete -c svc -n '__svc_group \'\'' -a 'doctor' -d 'Find out why svc does not work'
complete -c svc -n '__svc_group \'\'' -a 'config' -d 'Manage settings'
complete -c svc -n '__svc_group \'\'' -a 'profile' -d 'Manage profiles, each with settings and a token'
complete -c svc -n '__svc_group \'\'' -a 'account' -d 'Manage your account'
complete -c svc -n '__svc_group \'\'' -a 'organization' -d 'View organizations'
complete -c svc -n '__svc_group \'\'' -a 'workspace' -d 'View workspaces'
complete -c svc -n '__svc_group \'\'' -a 'team' -d 'View teams and manage their members'
complete -c svc -n '__svc_group \'\'' -a 'agent-pool' -d 'Manage agent pools'
complete -c svc -n '__svc_group \'\'' -a 'subscription' -d 'Manage subscriptions'
complete -c svc -n '__svc_group \'\'' -a 'feature-set' -d 'View feature sets'
complete -c svc -n '__svc_group \'\'' -a 'banner' -d 'Manage site banners'
complete -c svc -n '__svc_group \'\'' -a 'customization' -d 'Manage the links and texts of the site'
complete -c svc -n '__svc_group \'\'' -a 'oauth-client' -d 'Manage VCS connections'
complete -c svc -n '__svc_group \'\'' -a 'notification' -d 'Manage workspace notifications'
complete -c svc -n '__svc_group \'\'' -a 'webhook' -d 'Receive, verify and replay notifications'
complete -c svc -n '__svc_group \'\'' -a 'export' -d 'Write the live site as a document'
complete -c svc -n '__svc_group \'\'' -a 'diff' -d 'Compare the live site with documents'
complete -c svc -n '__svc_group \'\'' -a 'apply' -d 'Make the live site match documents'
complete -c svc -n '__svc_group \'\'' -a 'module' -d 'Find, download, lock and mirror modules'
complete -c svc -n '__svc_group \'\'' -a 'api' -d 'Make an authenticated API request'
complete -c svc -n '__svc_group \'\'' -a 'sandbox' -d 'Run the platform on this machine'
complete -c svc -n '__svc_group \'\'' -a 'completion' -d 'Manage shell completions'
complete -c svc -n '__svc_group \'\'' -a 'help' -d 'Show help for a command or a topic'
complete -c svc -n '__svc_group \'auth\'' -a 'status' -d 'Show the platform, profile and token in use, and where each comes from'
complete -c svc -n '__svc_group \'auth\'' -a 'token' -d 'Print the token in use'
complete -c svc -n '__svc_group \'config\'' -a 'list' -d 'List settings and their values'
complete -c svc -n '__svc_group \'config\'' -a 'get' -d 'Print the value of a setting'
complete -c svc -n '__svc_group \'config\'' -a 'set' -d 'Store a setting in the profile'
complete -c svc -n '__svc_group \'config\'' -a 'unset' -d 'Remove a setting from the profile'
complete -c svc -n '__svc_group \'config\'' -a 'path' -d 'Print the path of the config file'
complete -c svc -n '__svc_group \'profile\'' -a 'list' -d 'List profiles'
complete -c svc -n '__svc_group \'profile\'' -a 'use' -d 'Switch to a profile'
complete -c svc -n '__svc_group \'profile\'' -a 'create' -d 'Create a profile'
complete -c svc -n '__svc_group \'profile\'' -a 'delete' -d 'Delete a profile and its token'
complete -c svc -n '__svc_group \'account\'' -a 'show' -d 'Show your account'
complete -c svc -n '__svc_group \'account\'' -a 'update' -d 'Update your user name or e-mail address'
complete -c svc -n '__svc_group \'account\'' -a 'password' -d 'Change your password'
complete -c svc -n '__svc_group \'account\'' -a 'hcp-organization' -d 'Show an HCP organization that you belong to'
complete -c svc -n '__svc_group \'organization\'' -a 'list' -d 'List the organizations that you belong to'
complete -c svc -n '__svc_group \'organization\'' -a 'show' -d 'Show an organization'
complete -c svc -n '__svc_group \'workspace\'' -a 'list' -d 'List the workspaces of an organization'
complete -c svc -n '__svc_group \'workspace\'' -a 'show' -d 'Show a workspace'
complete -c svc -n '__svc_group \'team\'' -a 'list' -d 'List the teams of an organization'
complete -c svc -n '__svc_group \'team\'' -a 'show' -d 'Show a team'
complete -c svc -n '__svc_group \'team\'' -a 'members' -d 'List the users of a team'
complete -c svc -n '__svc_group \'team\'' -a 'set' -d 'Set the users of a team: add those missing, remove the others'
complete -c svc -n '__svc_group \'team\'' -a 'add-user' -d 'Add users to a team'
complete -c svc -n '__svc_group \'team\'' -a 'remove-user' -d 'Remove users from a team'
complete -c svc -n '__svc_group \'team\'' -a 'add-membership' -d 'Add users to a team by organization membership'
complete -c svc -n '__svc_group \'team\'' -a 'remove-membership' -d 'Remove users from a team by organization membership'
complete -c svc -n '__svc_group \'agent-pool\'' -a 'list' -d 'List the agent pools of an organization'
complete -c svc -n '__svc_group \'agent-pool\'' -a 'create' -d 'Create an agent pool'
complete -c svc -n '__svc_group \'subscription\'' -a 'show' -d 'Show a subscription'
complete -c svc -n '__svc_group \'subscription\'' -a 'update' -d 'Update the alert threshold for billable resources'
complete -c svc -n '__svc_group \'feature-set\'' -a 'list' -d 'List feature sets'
complete -c svc -n '__svc_group \'banner\'' -a 'list' -d 'List published banners'
complete -c svc -n '__svc_group \'banner\'' -a 'show' -d 'Show the published banner'
complete -c svc -n '__svc_group \'banner\'' -a 'create' -d 'Create a banner, now or on a schedule'
complete -c svc -n '__svc_group \'banner\'' -a 'update' -d 'Update a banner'
complete -c svc -n '__svc_group \'banner\'' -a 'delete' -d 'Delete a banner'
complete -c svc -n '__svc_group \'customization\'' -a 'show' -d 'Show the links and texts of the site'
complete -c svc -n '__svc_group \'customization\'' -a 'update' -d 'Update the links and texts of the site'
complete -c svc -n '__svc_group \'oauth-client\'' -a 'list' -d 'List VCS connections'
complete -c svc -n '__svc_group \'oauth-client\'' -a 'show' -d 'Show a VCS connection'
complete -c svc -n '__svc_group \'oauth-client\'' -a 'create' -d 'Create a VCS connection'
complete -c svc -n '__svc_group \'oauth-client\'' -a 'update' -d 'Update a VCS connection'
complete -c svc -n '__svc_group \'oauth-client\'' -a 'delete' -d 'Delete a VCS connection'
complete -c svc -n '__svc_group \'notification\'' -a 'list' -d 'List the notification configurations of workspaces'
complete -c svc -n '__svc_group \'notification\'' -a 'show' -d 'Show a notification configuration'
complete -c svc -n '__svc_group \'notification\'' -a 'create' -d 'Create a notification configuration'
complete -c svc -n '__svc_group \'notification\'' -a 'update' -d 'Update a notification configuration'
complete -c svc -n '__svc_group \'notification\'' -a 'verify' -d 'Verify the destination of a notification configuration'
complete -c svc -n '__svc_group \'notification\'' -a 'delete' -d 'Delete a notification configuration'
complete -c svc -n '__svc_group \'notification\'' -a 'audit' -d 'Report configurations that are missing, disabled, failing or inconsistent'
complete -c svc -n '__svc_group \'webhook\'' -a 'listen' -d 'Receive notifications and verify their signatures'
complete -c svc -n '__svc_group \'webhook\'' -a 'wait' -d 'Wait for a notification in a script or CI job'
complete -c svc -n '__svc_group \'webhook\'' -a 'verify' -d 'Verify the signature of a body'
complete -c svc -n '__svc_group \'webhook\'' -a 'sign' -d 'Sign a body as the service does'
complete -c svc -n '__svc_group \'webhook\'' -a 'trigger' -d 'Send a notification as the service does'
complete -c svc -n '__svc_group \'webhook\'' -a 'list' -d 'List received deliveries'
complete -c svc -n '__svc_group \'webhook\'' -a 'show' -d 'Show a delivery'
complete -c svc -n '__svc_group \'webhook\'' -a 'replay' -d 'Sign deliveries again and resend them'
complete -c svc -n '__svc_group \'webhook\'' -a 'export' -d 'Export received deliveries as NDJSON'
complete -c svc -n '__svc_group \'webhook\'' -a 'stream' -d 'Manage the NATS stream of deliveries'
complete -c svc -n '__svc_group \'webhook stream\'' -a 'create' -d 'Create the stream of deliveries, or change its limits'
complete -c svc -n '__svc_group \'webhook stream\'' -a 'show' -d 'Show the stream of deliveries and its readers'
complete -c svc -n '__svc_group \'webhook stream\'' -a 'delete' -d 'Delete the stream of deliveries with its messages'
complete -c svc -n '__svc_group \'webhook stream\'' -a 'readers' -d 'List the readers of the stream'
complete -c svc -n '__svc_group \'webhook stream\'' -a 'delete-reader' -d 'Delete the name that readers of the stream share'
complete -c svc -n '__svc_group \'module\'' -a 'search' -d 'Search for modules'
complete -c svc -n '__svc_group \'module\'' -a 'list' -d 'List modules'
complete -c svc -n '__svc_group \'module\'' -a 'show' -d 'Show the inputs, outputs and contents of a module'
complete -c svc -n '__svc_group \'module\'' -a 'latest' -d 'Show the latest version of a module'
complete -c svc -n '__svc_group \'module\'' -a 'versions' -d 'List the versions of a module'
complete -c svc -n '__svc_group \'module\'' -a 'source' -d 'Print the download URL of a module'
complete -c svc -n '__svc_group \'module\'' -a 'download' -d 'Download and unpack modules'
complete -c svc -n '__svc_group \'module\'' -a 'downloads' -d 'Show the download counts of a module'
complete -c svc -n '__svc_group \'module\'' -a 'lock' -d 'Lock the modules of a configuration'
complete -c svc -n '__svc_group \'module\'' -a 'install' -d 'Install the locked modules in .terraform/modules'
complete -c svc -n '__svc_group \'module\'' -a 'verify' -d 'Verify installed modules against the lock'
complete -c svc -n '__svc_group \'module\'' -a 'outdated' -d 'List locked modules with newer versions'
complete -c svc -n '__svc_group \'module\'' -a 'tree' -d 'Show the tree of module calls'
complete -c svc -n '__svc_group \'module\'' -a 'diff' -d 'Compare two versions of a module'
complete -c svc -n '__svc_group \'module\'' -a 'mirror' -d 'Mirror modules and their dependencies in a folder'
complete -c svc -n '__svc_group \'module\'' -a 'serve' -d 'Serve a mirror as a module registry'
complete -c svc -n '__svc_group \'module\'' -a 'cache' -d 'Manage the cache of downloaded archives'
complete -c svc -n '__svc_group \'module cache\'' -a 'path' -d 'Print the path of the cache'
complete -c svc -n '__svc_group \'module cache\'' -a 'list' -d 'List cached versions'
complete -c svc -n '__svc_group \'module cache\'' -a 'verify' -d 'Verify cached archives, and remove damaged ones'
complete -c svc -n '__svc_group \'module cache\'' -a 'prune' -d 'Remove unused files from the cache'
complete -c svc -n '__svc_group \'sandbox\'' -a 'start' -d 'Start a sandbox'
complete -c svc -n '__svc_group \'sandbox\'' -a 'run' -d 'Change the state of a run'
complete -c svc -n '__svc_group \'sandbox\'' -a 'rum' -d 'Set the number of billable resources of an organization'
complete -c svc -n '__svc_group \'sandbox\'' -a 'outbox' -d 'List the e-mail that the sandbox would have sent'
complete -c svc -n '__svc_group \'sandbox\'' -a 'fail' -d 'Make the next requests fail'
complete -c svc -n '__svc_group \'sandbox\'' -a 'env' -d 'Print environment variables for a running sandbox'
complete -c svc -n '__svc_group \'sandbox\'' -a 'routes' -d 'List the routes of the sandbox'
complete -c svc -n '__svc_group \'completion\'' -a 'bash' -d 'Print the completion script for bash'
complete -c svc -n '__svc_group \'completion\'' -a 'zsh' -d 'Print the completion script for zsh'
complete -c svc -n '__svc_group \'completion\'' -a 'fish' -d 'Print the completion script for fish'
complete -c svc -n '__svc_group \'completion\'' -a 'powershell' -d 'Print the completion script for PowerShell'
complete -c svc -n '__svc_group \'completion\'' -a 'install' -d 'Install the completion script'
complete -c svc -n __svc_help_start -a flags -d 'Global flags'
complete -c svc -n __svc_help_start -a exit-codes -d 'Exit codes'
complete -c svc -n __svc_help_start -a output -d 'Output formats, columns and errors'
complete -c svc -n __svc_help_start -a environment -d 'Environment variables'
complete -c svc -n __svc_help_start -a authentication -d 'Tokens: where they are stored and looked up'
complete -c svc -n __svc_help_start -a registries -d 'How the registry of a module is found'
complete -c svc -n __svc_help_start -a webhooks -d 'How to receive notifications on this machine'
complete -c svc -n __svc_help_start -a ci -d 'How to use svc in scripts and CI jobs'

complete -c svc -n __svc_not_help -l profile -r -f -a '(__svc_profiles)' -d 'profile of the config file to use (SVC_PROFILE)'
complete -c svc -n __svc_not_help -l address -r -f -d 'URL of the platform (SVC_ADDRESS)'
complete -c svc -n __svc_not_help -l organization -r -f -d 'default organization (SVC_ORGANIZATION)'
complete -c svc -n __svc_not_help -l registry -r -f -d 'registry of addresses without a host, or HOST=URL for one host (SVC_REGISTRY)'
complete -c svc -n __svc_not_help -s o -l output -r -f -a 'table json ndjson yaml csv tsv raw' -d 'table, json, ndjson, yaml, csv, tsv, raw (SVC_OUTPUT)'
complete -c svc -n __svc_not_help -l json -d 'the same as -o json'
complete -c svc -n __svc_not_help -l jq -r -f -d 'filter the JSON output with jq; implies -o json'
complete -c svc -n __svc_not_help -l columns -r -f -d 'columns to show, separated by commas; a dotted path reads a field'
complete -c svc -n __svc_not_help -l no-input -d 'never prompt (SVC_NO_INPUT)'
complete -c svc -n __svc_not_help -s y -l yes -d 'confirm without a prompt'
complete -c svc -n __svc_not_help -l dry-run -d 'print the request of a write, with secrets masked, without sending it'
complete -c svc -n __svc_not_help -l timeout -r -f -d 'time limit of each request (SVC_TIMEOUT)'
complete -c svc -n __svc_not_help -l retries -r -f -d 'number of retries (SVC_RETRIES)'
complete -c svc -n __svc_not_help -l ca-file -r -F -d 'file with additional trusted certificates (SVC_CA_FILE)'
complete -c svc -n __svc_not_help -l color -r -f -a 'auto always never' -d 'auto, always, never (NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE)'
complete -c svc -n __svc_not_help -l insecure-http -d 'allow plain http to other machines'
complete -c svc -n __svc_not_help -s q -l quiet -d 'print only errors on stderr'
complete -c svc -n __svc_not_help -l debug -d 'print HTTP requests and responses on stderr, with secrets masked (SVC_DEBUG)'
complete -c svc -n __svc_not_help -s V -l version -d 'print the version'
complete -c svc -n __svc_not_help -s h -l help -d 'show help for a command'

complete -c svc -n '__svc_at \'login\'' -l token-file -r -F -d 'read the token from a file, - for stdin'
complete -c svc -n '__svc_at \'login\'' -l token-env -r -f -d 'read the token from an environment variable'

complete -c svc -n '__svc_at \'config list\'' -l show-origin -d 'show where each value comes from'

complete -c svc -n '__svc_at \'account update\'' -l username -r -f -d 'new user name'
complete -c svc -n '__svc_at \'account update\'' -l email -r -f -d 'new e-mail address'
complete -c svc -n '__svc_at \'account update\'' -l set -r -f -d 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'account password\'' -l current-password-file -r -F -d 'read the current password from a file, - for stdin'
complete -c svc -n '__svc_at \'account password\'' -l current-password-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'account password\'' -l password-file -r -F -d 'read the new password from a file, - for stdin'
complete -c svc -n '__svc_at \'account password\'' -l password-env -r -f -d 'read it from an environment variable'

complete -c svc -n '__svc_at \'organization list\'' -l query -r -f -d 'only organizations with this text in their name'
complete -c svc -n '__svc_at \'organization list\'' -l limit -r -f -d 'maximum number of items'

complete -c svc -n '__svc_at \'workspace list\'' -l query -r -f -d 'only workspaces with this text in their name'
complete -c svc -n '__svc_at \'workspace list\'' -l limit -r -f -d 'maximum number of items'

complete -c svc -n '__svc_at \'team list\'' -l query -r -f -d 'only teams with this text in their name'
complete -c svc -n '__svc_at \'team list\'' -l limit -r -f -d 'maximum number of items'

complete -c svc -n '__svc_at \'team set\'' -l from-file -r -F -d 'read them from a file, one per line'
complete -c svc -n '__svc_at \'team set\'' -l batch -r -f -d 'number per request (default: 500)'

complete -c svc -n '__svc_at \'team add-user\'' -l from-file -r -F -d 'read them from a file, one per line'
complete -c svc -n '__svc_at \'team add-user\'' -l failed-to -r -F -d 'write those that failed to a file, one per line'
complete -c svc -n '__svc_at \'team add-user\'' -l batch -r -f -d 'number per request (default: 500)'

complete -c svc -n '__svc_at \'team remove-user\'' -l from-file -r -F -d 'read them from a file, one per line'
complete -c svc -n '__svc_at \'team remove-user\'' -l failed-to -r -F -d 'write those that failed to a file, one per line'
complete -c svc -n '__svc_at \'team remove-user\'' -l batch -r -f -d 'number per request (default: 500)'

complete -c svc -n '__svc_at \'team add-membership\'' -l from-file -r -F -d 'read them from a file, one per line'
complete -c svc -n '__svc_at \'team add-membership\'' -l failed-to -r -F -d 'write those that failed to a file, one per line'
complete -c svc -n '__svc_at \'team add-membership\'' -l batch -r -f -d 'number per request (default: 500)'

complete -c svc -n '__svc_at \'team remove-membership\'' -l from-file -r -F -d 'read them from a file, one per line'
complete -c svc -n '__svc_at \'team remove-membership\'' -l failed-to -r -F -d 'write those that failed to a file, one per line'
complete -c svc -n '__svc_at \'team remove-membership\'' -l batch -r -f -d 'number per request (default: 500)'

complete -c svc -n '__svc_at \'agent-pool list\'' -l query -r -f -d 'only pools with this text in their name'
complete -c svc -n '__svc_at \'agent-pool list\'' -l sort -r -f -a 'name -name created-at -created-at' -d 'name, -name, created-at, -created-at; a hyphen means descending'
complete -c svc -n '__svc_at \'agent-pool list\'' -l allowed-workspace -r -f -d 'only pools that this workspace may use'
complete -c svc -n '__svc_at \'agent-pool list\'' -l limit -r -f -d 'maximum number of items'

complete -c svc -n '__svc_at \'agent-pool create\'' -l name -r -f -d 'unique name: letters, digits, hyphens and underscores'
complete -c svc -n '__svc_at \'agent-pool create\'' -l organization-scoped -d 'allow every workspace of the organization to use it (default)'
complete -c svc -n '__svc_at \'agent-pool create\'' -l no-organization-scoped -d 'allow only the workspaces in relationships.allowed-workspaces to use it'
complete -c svc -n '__svc_at \'agent-pool create\'' -l set -r -f -d 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'subscription update\'' -l rum-alert-threshold -r -f -d 'number of billable resources; 0 clears it'
complete -c svc -n '__svc_at \'subscription update\'' -l clear-rum-alert-threshold -d 'remove the threshold'
complete -c svc -n '__svc_at \'subscription update\'' -l set -r -f -d 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'feature-set list\'' -l limit -r -f -d 'maximum number of items'

complete -c svc -n '__svc_at \'banner list\'' -l anonymous -d 'send no token, to see what everybody sees'

complete -c svc -n '__svc_at \'banner show\'' -l current -d 'the banner that is published'

complete -c svc -n '__svc_at \'banner create\'' -l title -r -f -d 'headline, at most 100 characters'
complete -c svc -n '__svc_at \'banner create\'' -l body -r -f -d 'text, at most 255 characters; strong, em, b, i and links are allowed'
complete -c svc -n '__svc_at \'banner create\'' -l body-file -r -F -d 'read the text from a file'
complete -c svc -n '__svc_at \'banner create\'' -l editor -d 'write the text in $VISUAL or $EDITOR'
complete -c svc -n '__svc_at \'banner create\'' -l style -r -f -a 'info warning critical' -d 'info, warning, critical'
complete -c svc -n '__svc_at \'banner create\'' -l audience -r -f -a 'all_users authenticated_only' -d 'all_users, authenticated_only'
complete -c svc -n '__svc_at \'banner create\'' -l scheduled-publish-at -r -f -d 'start: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 in --timezone'
complete -c svc -n '__svc_at \'banner create\'' -l scheduled-expire-at -r -f -d 'end, in the same format'
complete -c svc -n '__svc_at \'banner create\'' -l timezone -r -f -d 'IANA time zone of the schedule (default: UTC)'
complete -c svc -n '__svc_at \'banner create\'' -l for -r -f -d 'publish now and expire after this duration, such as 2h, 3d or 1w'
complete -c svc -n '__svc_at \'banner create\'' -l set -r -f -d 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'banner update\'' -l title -r -f -d 'headline, at most 100 characters'
complete -c svc -n '__svc_at \'banner update\'' -l body -r -f -d 'text, at most 255 characters; strong, em, b, i and links are allowed'
complete -c svc -n '__svc_at \'banner update\'' -l body-file -r -F -d 'read the text from a file'
complete -c svc -n '__svc_at \'banner update\'' -l editor -d 'write the text in $VISUAL or $EDITOR'
complete -c svc -n '__svc_at \'banner update\'' -l style -r -f -a 'info warning critical' -d 'info, warning, critical'
complete -c svc -n '__svc_at \'banner update\'' -l audience -r -f -a 'all_users authenticated_only' -d 'all_users, authenticated_only'
complete -c svc -n '__svc_at \'banner update\'' -l scheduled-publish-at -r -f -d 'start: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 in --timezone'
complete -c svc -n '__svc_at \'banner update\'' -l scheduled-expire-at -r -f -d 'end, in the same format'
complete -c svc -n '__svc_at \'banner update\'' -l timezone -r -f -d 'IANA time zone of the schedule (default: UTC)'
complete -c svc -n '__svc_at \'banner update\'' -l for -r -f -d 'publish now and expire after this duration, such as 2h, 3d or 1w'
complete -c svc -n '__svc_at \'banner update\'' -l set -r -f -d 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id'
complete -c svc -n '__svc_at \'banner update\'' -l current -d 'the banner that is published'
complete -c svc -n '__svc_at \'banner update\'' -l clear-schedule -d 'remove the schedule'

complete -c svc -n '__svc_at \'banner delete\'' -l current -d 'the banner that is published'

complete -c svc -n '__svc_at \'customization update\'' -l support-email-address -r -f -d 'support e-mail address'
complete -c svc -n '__svc_at \'customization update\'' -l clear-support-email-address -d 'restore the default of support-email-address'
complete -c svc -n '__svc_at \'customization update\'' -l support-url-address -r -f -d 'support page, instead of the e-mail address'
complete -c svc -n '__svc_at \'customization update\'' -l clear-support-url-address -d 'restore the default of support-url-address'
complete -c svc -n '__svc_at \'customization update\'' -l internal-support-url -r -f -d 'support link in the help menu (http, https or mailto)'
complete -c svc -n '__svc_at \'customization update\'' -l clear-internal-support-url -d 'restore the default of internal-support-url'
complete -c svc -n '__svc_at \'customization update\'' -l internal-documentation-url -r -f -d 'documentation link in the help menu'
complete -c svc -n '__svc_at \'customization update\'' -l clear-internal-documentation-url -d 'restore the default of internal-documentation-url'
complete -c svc -n '__svc_at \'customization update\'' -l internal-tutorials-url -r -f -d 'tutorials link in the help menu'
complete -c svc -n '__svc_at \'customization update\'' -l clear-internal-tutorials-url -d 'restore the default of internal-tutorials-url'
complete -c svc -n '__svc_at \'customization update\'' -l login-help -r -f -d 'HTML on the login page'
complete -c svc -n '__svc_at \'customization update\'' -l clear-login-help -d 'restore the default of login-help'
complete -c svc -n '__svc_at \'customization update\'' -l footer -r -f -d 'HTML in the footer of every page'
complete -c svc -n '__svc_at \'customization update\'' -l clear-footer -d 'restore the default of footer'
complete -c svc -n '__svc_at \'customization update\'' -l error -r -f -d 'HTML on error pages'
complete -c svc -n '__svc_at \'customization update\'' -l clear-error -d 'restore the default of error'
complete -c svc -n '__svc_at \'customization update\'' -l new-user -r -f -d 'HTML for users without an organization'
complete -c svc -n '__svc_at \'customization update\'' -l clear-new-user -d 'restore the default of new-user'
complete -c svc -n '__svc_at \'customization update\'' -l editor -r -f -a 'login-help footer error new-user' -d 'write login-help, footer, error, new-user in $VISUAL or $EDITOR'
complete -c svc -n '__svc_at \'customization update\'' -l avatar-sources -r -f -a 'gravatar' -d 'avatar sources to enable: gravatar; the others are disabled'
complete -c svc -n '__svc_at \'customization update\'' -l clear-avatar-sources -d 'disable all avatar sources'
complete -c svc -n '__svc_at \'customization update\'' -l strict -d 'exit 8 when the service ignores an attribute'
complete -c svc -n '__svc_at \'customization update\'' -l set -r -f -d 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'oauth-client list\'' -l limit -r -f -d 'maximum number of items'

complete -c svc -n '__svc_at \'oauth-client create\'' -l service-provider -r -f -a 'github github_enterprise bitbucket_hosted gitlab_hosted gitlab_community_edition gitlab_enterprise_edition ado_server' -d 'github, github_enterprise, bitbucket_hosted, gitlab_hosted, gitlab_community_edition, gitlab_enterprise_edition, ado_server'
complete -c svc -n '__svc_at \'oauth-client create\'' -l http-url -r -f -d 'homepage of the provider'
complete -c svc -n '__svc_at \'oauth-client create\'' -l api-url -r -f -d 'base URL of its API'
complete -c svc -n '__svc_at \'oauth-client create\'' -l name -r -f -d 'name of the client (default: the provider\'s name)'
complete -c svc -n '__svc_at \'oauth-client create\'' -l oauth-token-string-file -r -F -d 'read the token that the provider issued from a file, - for stdin'
complete -c svc -n '__svc_at \'oauth-client create\'' -l oauth-token-string-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'oauth-client create\'' -l private-key-file -r -F -d 'read the SSH private key from a file, - for stdin; ado_server needs one'
complete -c svc -n '__svc_at \'oauth-client create\'' -l private-key-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'oauth-client create\'' -l set -r -f -d 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'oauth-client update\'' -l service-provider -r -f -a 'github github_enterprise bitbucket_hosted gitlab_hosted gitlab_community_edition gitlab_enterprise_edition ado_server' -d 'github, github_enterprise, bitbucket_hosted, gitlab_hosted, gitlab_community_edition, gitlab_enterprise_edition, ado_server'
complete -c svc -n '__svc_at \'oauth-client update\'' -l http-url -r -f -d 'homepage of the provider'
complete -c svc -n '__svc_at \'oauth-client update\'' -l api-url -r -f -d 'base URL of its API'
complete -c svc -n '__svc_at \'oauth-client update\'' -l name -r -f -d 'name of the client'
complete -c svc -n '__svc_at \'oauth-client update\'' -l clear-name -d 'remove the name; the provider\'s name is shown instead'
complete -c svc -n '__svc_at \'oauth-client update\'' -l key -r -f -d 'OAuth client key'
complete -c svc -n '__svc_at \'oauth-client update\'' -l clear-key -d 'remove the OAuth client key'
complete -c svc -n '__svc_at \'oauth-client update\'' -l secret-file -r -F -d 'read the OAuth client secret from a file, - for stdin'
complete -c svc -n '__svc_at \'oauth-client update\'' -l secret-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'oauth-client update\'' -l set -r -f -d 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'notification list\'' -s w -l workspace -r -f -d 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable'
complete -c svc -n '__svc_at \'notification list\'' -l workspaces-from -r -F -d 'read workspaces from a file, one per line, or from stdin with -'
complete -c svc -n '__svc_at \'notification list\'' -l all-workspaces -d 'all workspaces of the organization'
complete -c svc -n '__svc_at \'notification list\'' -l failed-to -r -F -d 'write the workspaces that failed to a file, for --workspaces-from'
complete -c svc -n '__svc_at \'notification list\'' -l jobs -r -f -d 'number of workspaces at the same time (default: 8)'
complete -c svc -n '__svc_at \'notification list\'' -l limit -r -f -d 'maximum number of items'

complete -c svc -n '__svc_at \'notification create\'' -s w -l workspace -r -f -d 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable'
complete -c svc -n '__svc_at \'notification create\'' -l workspaces-from -r -F -d 'read workspaces from a file, one per line, or from stdin with -'
complete -c svc -n '__svc_at \'notification create\'' -l all-workspaces -d 'all workspaces of the organization'
complete -c svc -n '__svc_at \'notification create\'' -l failed-to -r -F -d 'write the workspaces that failed to a file, for --workspaces-from'
complete -c svc -n '__svc_at \'notification create\'' -l jobs -r -f -d 'number of workspaces at the same time (default: 8)'
complete -c svc -n '__svc_at \'notification create\'' -l destination-type -r -f -a 'generic email slack' -d 'generic, email, slack'
complete -c svc -n '__svc_at \'notification create\'' -l name -r -f -d 'name of the configuration'
complete -c svc -n '__svc_at \'notification create\'' -l url -r -f -d 'http or https URL of the destination; only for slack and generic'
complete -c svc -n '__svc_at \'notification create\'' -l trigger -r -f -a 'all run:created run:planning run:needs_attention run:applying run:completed run:errored' -d 'event to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored'
complete -c svc -n '__svc_at \'notification create\'' -l user -r -f -d 'user that gets the e-mail: id (user-...), ORG/NAME, or NAME with a default organization; repeatable; only for email'
complete -c svc -n '__svc_at \'notification create\'' -l token-file -r -F -d 'read the signing token from a file, - for stdin; only for generic'
complete -c svc -n '__svc_at \'notification create\'' -l token-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'notification create\'' -l token-prompt -d 'prompt for the token'
complete -c svc -n '__svc_at \'notification create\'' -l generate-token -d 'generate a token and store it in the profile for svc webhook ... --notification ID'
complete -c svc -n '__svc_at \'notification create\'' -l set -r -f -d 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id'
complete -c svc -n '__svc_at \'notification create\'' -l enabled -d 'verify the destination and enable the configuration'
complete -c svc -n '__svc_at \'notification create\'' -l no-enabled -d 'save it disabled (default)'
complete -c svc -n '__svc_at \'notification create\'' -l if-not-exists -d 'keep a configuration of this name unchanged, and show it'
complete -c svc -n '__svc_at \'notification create\'' -l replace -d 'change a configuration of this name to exactly what the flags say'
complete -c svc -n '__svc_at \'notification create\'' -l listen -d 'start a listener, create the configuration for it, and show deliveries'
complete -c svc -n '__svc_at \'notification create\'' -l port -r -f -d 'port to listen on (default: any free port)'
complete -c svc -n '__svc_at \'notification create\'' -l host -r -f -d 'address to listen on (default: 127.0.0.1, this machine only)'
complete -c svc -n '__svc_at \'notification create\'' -l path -r -f -d 'path that accepts deliveries (default: that of --public-url, or /)'
complete -c svc -n '__svc_at \'notification create\'' -l public-url -r -f -d 'URL of the listener for the service: a reverse proxy, a tunnel, this machine'
complete -c svc -n '__svc_at \'notification create\'' -l tls-cert -r -F -d 'certificate for https (PEM)'
complete -c svc -n '__svc_at \'notification create\'' -l tls-key -r -F -d 'key of the certificate (PEM)'
complete -c svc -n '__svc_at \'notification create\'' -l allow-unsigned -d 'accept unsigned deliveries, except from a browser; they never count as verified'
complete -c svc -n '__svc_at \'notification create\'' -l status -r -f -d 'respond to valid deliveries with this status, to test a failure'
complete -c svc -n '__svc_at \'notification create\'' -l forward -r -f -d 'forward valid deliveries unchanged, and return the response'
complete -c svc -n '__svc_at \'notification create\'' -l exec -r -f -d 'run a command for each valid delivery, without a shell: body on stdin, fields in SVC_WEBHOOK_...'
complete -c svc -n '__svc_at \'notification create\'' -l exec-env -r -f -d 'pass an environment variable that --exec omits; repeatable'
complete -c svc -n '__svc_at \'notification create\'' -l filter -r -f -a 'trigger=run:created trigger=run:planning trigger=run:needs_attention trigger=run:applying trigger=run:completed trigger=run:errored trigger=verification workspace= run= organization= configuration= verified=true verified=false verdict=verified verdict=unsigned verdict=missing verdict=malformed verdict=mismatch verdict=refused cause=no-token cause=missing cause=empty-header cause=repeated-header cause=headers-disagree cause=not-hexadecimal cause=wrong-length cause=truncated cause=prefixed cause=quoted cause=base64 cause=sha256 cause=sha1 cause=other-algorithm cause=not-hmac cause=other-token cause=token-white-space cause=token-quoted cause=token-encoded cause=re-serialised cause=trailing-newline cause=white-space cause=byte-order-mark cause=line-endings cause=character-encoding cause=empty-body cause=mismatch cause=method cause=path cause=host cause=browser cause=too-large cause=too-slow cause=too-many-headers cause=overloaded cause=not-recorded status=' -d 'only matching deliveries: trigger, run, workspace, verified, verdict, status ...; repeatable'
complete -c svc -n '__svc_at \'notification create\'' -l count -r -f -d 'stop after this many deliveries'
complete -c svc -n '__svc_at \'notification create\'' -l for -r -f -d 'stop after this duration'
complete -c svc -n '__svc_at \'notification create\'' -l ui -d 'show deliveries in a browser, on this machine only'
complete -c svc -n '__svc_at \'notification create\'' -l open -d 'with --ui, open the page in the browser of this machine'
complete -c svc -n '__svc_at \'notification create\'' -l temporary -d 'with --listen, delete the configuration at the end'

complete -c svc -n '__svc_at \'notification update\'' -l name -r -f -d 'name of the configuration'
complete -c svc -n '__svc_at \'notification update\'' -l url -r -f -d 'http or https URL of the destination; only for slack and generic'
complete -c svc -n '__svc_at \'notification update\'' -l trigger -r -f -a 'all run:created run:planning run:needs_attention run:applying run:completed run:errored' -d 'event to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored'
complete -c svc -n '__svc_at \'notification update\'' -l user -r -f -d 'user that gets the e-mail: id (user-...), ORG/NAME, or NAME with a default organization; repeatable; only for email'
complete -c svc -n '__svc_at \'notification update\'' -l token-file -r -F -d 'read the signing token from a file, - for stdin; only for generic'
complete -c svc -n '__svc_at \'notification update\'' -l token-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'notification update\'' -l token-prompt -d 'prompt for the token'
complete -c svc -n '__svc_at \'notification update\'' -l generate-token -d 'generate a token and store it in the profile for svc webhook ... --notification ID'
complete -c svc -n '__svc_at \'notification update\'' -l set -r -f -d 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id'
complete -c svc -n '__svc_at \'notification update\'' -s w -l workspace -r -f -d 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable'
complete -c svc -n '__svc_at \'notification update\'' -l workspaces-from -r -F -d 'read workspaces from a file, one per line, or from stdin with -'
complete -c svc -n '__svc_at \'notification update\'' -l all-workspaces -d 'all workspaces of the organization'
complete -c svc -n '__svc_at \'notification update\'' -l failed-to -r -F -d 'write the workspaces that failed to a file, for --workspaces-from'
complete -c svc -n '__svc_at \'notification update\'' -l jobs -r -f -d 'number of workspaces at the same time (default: 8)'
complete -c svc -n '__svc_at \'notification update\'' -l enabled -d 'verify the destination and enable the configuration'
complete -c svc -n '__svc_at \'notification update\'' -l no-enabled -d 'disable the configuration'
complete -c svc -n '__svc_at \'notification update\'' -l clear-triggers -d 'remove all triggers'
complete -c svc -n '__svc_at \'notification update\'' -l clear-token -d 'remove the token; deliveries are no longer signed'
complete -c svc -n '__svc_at \'notification update\'' -l clear-users -d 'remove all users'
complete -c svc -n '__svc_at \'notification update\'' -l strict -d 'exit 8 when the service ignores an attribute'

complete -c svc -n '__svc_at \'notification verify\'' -s w -l workspace -r -f -d 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable'
complete -c svc -n '__svc_at \'notification verify\'' -l workspaces-from -r -F -d 'read workspaces from a file, one per line, or from stdin with -'
complete -c svc -n '__svc_at \'notification verify\'' -l all-workspaces -d 'all workspaces of the organization'
complete -c svc -n '__svc_at \'notification verify\'' -l failed-to -r -F -d 'write the workspaces that failed to a file, for --workspaces-from'
complete -c svc -n '__svc_at \'notification verify\'' -l jobs -r -f -d 'number of workspaces at the same time (default: 8)'
complete -c svc -n '__svc_at \'notification verify\'' -l name -r -f -d 'name of the configuration in the workspaces, instead of an id'

complete -c svc -n '__svc_at \'notification delete\'' -s w -l workspace -r -f -d 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable'
complete -c svc -n '__svc_at \'notification delete\'' -l workspaces-from -r -F -d 'read workspaces from a file, one per line, or from stdin with -'
complete -c svc -n '__svc_at \'notification delete\'' -l all-workspaces -d 'all workspaces of the organization'
complete -c svc -n '__svc_at \'notification delete\'' -l failed-to -r -F -d 'write the workspaces that failed to a file, for --workspaces-from'
complete -c svc -n '__svc_at \'notification delete\'' -l jobs -r -f -d 'number of workspaces at the same time (default: 8)'
complete -c svc -n '__svc_at \'notification delete\'' -l name -r -f -d 'name of the configuration in the workspaces, instead of an id'

complete -c svc -n '__svc_at \'notification audit\'' -s w -l workspace -r -f -d 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable'
complete -c svc -n '__svc_at \'notification audit\'' -l workspaces-from -r -F -d 'read workspaces from a file, one per line, or from stdin with -'
complete -c svc -n '__svc_at \'notification audit\'' -l all-workspaces -d 'all workspaces of the organization'
complete -c svc -n '__svc_at \'notification audit\'' -l older-than -r -f -d 'report a last delivery older than this (default: 30d)'
complete -c svc -n '__svc_at \'notification audit\'' -l jobs -r -f -d 'number of requests at the same time (default: 8)'
complete -c svc -n '__svc_at \'notification audit\'' -l check -d 'exit with 8 if anything is found'

complete -c svc -n '__svc_at \'webhook listen\'' -l token-file -r -F -d 'read the token from a file, - for stdin; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook listen\'' -l token-env -r -f -d 'read it from an environment variable; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook listen\'' -l notification -r -f -d 'take the one that was made here for a notification configuration; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook listen\'' -l port -r -f -d 'port to listen on (default: any free port)'
complete -c svc -n '__svc_at \'webhook listen\'' -l host -r -f -d 'address to listen on (default: 127.0.0.1, this machine only)'
complete -c svc -n '__svc_at \'webhook listen\'' -l path -r -f -d 'path that accepts deliveries (default: that of --public-url, or /)'
complete -c svc -n '__svc_at \'webhook listen\'' -l public-url -r -f -d 'URL of the listener for the service: a reverse proxy, a tunnel, this machine'
complete -c svc -n '__svc_at \'webhook listen\'' -l tls-cert -r -F -d 'certificate for https (PEM)'
complete -c svc -n '__svc_at \'webhook listen\'' -l tls-key -r -F -d 'key of the certificate (PEM)'
complete -c svc -n '__svc_at \'webhook listen\'' -l allow-unsigned -d 'accept unsigned deliveries, except from a browser; they never count as verified'
complete -c svc -n '__svc_at \'webhook listen\'' -l status -r -f -d 'respond to valid deliveries with this status, to test a failure'
complete -c svc -n '__svc_at \'webhook listen\'' -l forward -r -f -d 'forward valid deliveries unchanged, and return the response'
complete -c svc -n '__svc_at \'webhook listen\'' -l exec -r -f -d 'run a command for each valid delivery, without a shell: body on stdin, fields in SVC_WEBHOOK_...'
complete -c svc -n '__svc_at \'webhook listen\'' -l exec-env -r -f -d 'pass an environment variable that --exec omits; repeatable'
complete -c svc -n '__svc_at \'webhook listen\'' -l filter -r -f -a 'trigger=run:created trigger=run:planning trigger=run:needs_attention trigger=run:applying trigger=run:completed trigger=run:errored trigger=verification workspace= run= organization= configuration= verified=true verified=false verdict=verified verdict=unsigned verdict=missing verdict=malformed verdict=mismatch verdict=refused cause=no-token cause=missing cause=empty-header cause=repeated-header cause=headers-disagree cause=not-hexadecimal cause=wrong-length cause=truncated cause=prefixed cause=quoted cause=base64 cause=sha256 cause=sha1 cause=other-algorithm cause=not-hmac cause=other-token cause=token-white-space cause=token-quoted cause=token-encoded cause=re-serialised cause=trailing-newline cause=white-space cause=byte-order-mark cause=line-endings cause=character-encoding cause=empty-body cause=mismatch cause=method cause=path cause=host cause=browser cause=too-large cause=too-slow cause=too-many-headers cause=overloaded cause=not-recorded status=' -d 'only matching deliveries: trigger, run, workspace, verified, verdict, status ...; repeatable'
complete -c svc -n '__svc_at \'webhook listen\'' -l count -r -f -d 'stop after this many deliveries'
complete -c svc -n '__svc_at \'webhook listen\'' -l for -r -f -d 'stop after this duration'
complete -c svc -n '__svc_at \'webhook listen\'' -l ui -d 'show deliveries in a browser, on this machine only'
complete -c svc -n '__svc_at \'webhook listen\'' -l open -d 'with --ui, open the page in the browser of this machine'
complete -c svc -n '__svc_at \'webhook listen\'' -l subscribe -f -d 'read deliveries from a NATS stream, verified with your tokens'
complete -c svc -n '__svc_at \'webhook listen\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook listen\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook listen\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook listen\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook listen\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook listen\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook listen\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook listen\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'
complete -c svc -n '__svc_at \'webhook listen\'' -l since -r -f -d 'with --subscribe, begin this long ago (default: now)'
complete -c svc -n '__svc_at \'webhook listen\'' -l from-sequence -r -f -d 'with --subscribe, begin with this message of the stream'
complete -c svc -n '__svc_at \'webhook listen\'' -l durable -r -f -d 'with --subscribe, share deliveries with all readers of this name'
complete -c svc -n '__svc_at \'webhook listen\'' -l max-deliver -r -f -d 'with --durable, move a delivery aside after this many attempts (default: 10)'
complete -c svc -n '__svc_at \'webhook listen\'' -l publish -f -d 'store deliveries in a NATS stream, and answer once they are stored'
complete -c svc -n '__svc_at \'webhook listen\'' -l verified-only -d 'with --publish, store nothing that is not verified'
complete -c svc -n '__svc_at \'webhook listen\'' -l create -d 'create a temporary notification configuration for this listener'
complete -c svc -n '__svc_at \'webhook listen\'' -l keep -d 'with --create, keep the configuration at the end'
complete -c svc -n '__svc_at \'webhook listen\'' -s w -l workspace -r -f -d 'with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization'

complete -c svc -n '__svc_at \'webhook wait\'' -l token-file -r -F -d 'read the token from a file, - for stdin; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook wait\'' -l token-env -r -f -d 'read it from an environment variable; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook wait\'' -l notification -r -f -d 'take the one that was made here for a notification configuration; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook wait\'' -l port -r -f -d 'port to listen on (default: any free port)'
complete -c svc -n '__svc_at \'webhook wait\'' -l host -r -f -d 'address to listen on (default: 127.0.0.1, this machine only)'
complete -c svc -n '__svc_at \'webhook wait\'' -l path -r -f -d 'path that accepts deliveries (default: that of --public-url, or /)'
complete -c svc -n '__svc_at \'webhook wait\'' -l public-url -r -f -d 'URL of the listener for the service: a reverse proxy, a tunnel, this machine'
complete -c svc -n '__svc_at \'webhook wait\'' -l tls-cert -r -F -d 'certificate for https (PEM)'
complete -c svc -n '__svc_at \'webhook wait\'' -l tls-key -r -F -d 'key of the certificate (PEM)'
complete -c svc -n '__svc_at \'webhook wait\'' -l allow-unsigned -d 'accept unsigned deliveries, except from a browser; they never count as verified'
complete -c svc -n '__svc_at \'webhook wait\'' -l subscribe -f -d 'read deliveries from a NATS stream, verified with your tokens'
complete -c svc -n '__svc_at \'webhook wait\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook wait\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook wait\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook wait\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook wait\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook wait\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook wait\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook wait\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'
complete -c svc -n '__svc_at \'webhook wait\'' -l since -r -f -d 'with --subscribe, begin this long ago (default: now)'
complete -c svc -n '__svc_at \'webhook wait\'' -l from-sequence -r -f -d 'with --subscribe, begin with this message of the stream'
complete -c svc -n '__svc_at \'webhook wait\'' -l until -r -f -a 'trigger=run:created trigger=run:planning trigger=run:needs_attention trigger=run:applying trigger=run:completed trigger=run:errored trigger=verification workspace= run= organization= configuration= verified=true verified=false verdict=verified verdict=unsigned verdict=missing verdict=malformed verdict=mismatch verdict=refused cause=no-token cause=missing cause=empty-header cause=repeated-header cause=headers-disagree cause=not-hexadecimal cause=wrong-length cause=truncated cause=prefixed cause=quoted cause=base64 cause=sha256 cause=sha1 cause=other-algorithm cause=not-hmac cause=other-token cause=token-white-space cause=token-quoted cause=token-encoded cause=re-serialised cause=trailing-newline cause=white-space cause=byte-order-mark cause=line-endings cause=character-encoding cause=empty-body cause=mismatch cause=method cause=path cause=host cause=browser cause=too-large cause=too-slow cause=too-many-headers cause=overloaded cause=not-recorded status=' -d 'event to wait for: trigger=run:completed, run=..., workspace=...; repeatable'
complete -c svc -n '__svc_at \'webhook wait\'' -l timeout -r -f -d 'time limit (default: none)'
complete -c svc -n '__svc_at \'webhook wait\'' -l count -r -f -d 'number of different events to wait for (default: 1)'
complete -c svc -n '__svc_at \'webhook wait\'' -l create -d 'create a temporary notification configuration'
complete -c svc -n '__svc_at \'webhook wait\'' -s w -l workspace -r -f -d 'with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization'

complete -c svc -n '__svc_at \'webhook verify\'' -l signature -r -f -d 'value of the signature header'
complete -c svc -n '__svc_at \'webhook verify\'' -l token-file -r -F -d 'read the token from a file, - for stdin; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook verify\'' -l token-env -r -f -d 'read it from an environment variable; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook verify\'' -l notification -r -f -d 'take the one that was made here for a notification configuration; repeatable, any of them will do'

complete -c svc -n '__svc_at \'webhook sign\'' -l token-file -r -F -d 'read the token from a file, - for stdin'
complete -c svc -n '__svc_at \'webhook sign\'' -l token-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'webhook sign\'' -l notification -r -f -d 'take the one that was made here for a notification configuration'

complete -c svc -n '__svc_at \'webhook trigger\'' -l to -r -f -d 'where to'
complete -c svc -n '__svc_at \'webhook trigger\'' -l set -r -f -d 'set a field: run_message=Hello, notifications.0.run_status=planned; repeatable'
complete -c svc -n '__svc_at \'webhook trigger\'' -l body -r -F -d 'send this file as the body, - for stdin'
complete -c svc -n '__svc_at \'webhook trigger\'' -l scenario -r -f -a 'lifecycle errored all' -d 'send the events of a run: lifecycle, errored, all'
complete -c svc -n '__svc_at \'webhook trigger\'' -l tamper -r -f -a 'all body newline token empty-token sha256 truncated garbage prefixed last-digit zeros empty unsigned repeated' -d 'send a delivery that must be rejected: all, body, newline, token, empty-token, sha256, truncated, garbage, prefixed, last-digit, zeros, empty, unsigned, repeated'
complete -c svc -n '__svc_at \'webhook trigger\'' -l as -r -f -a 'generic slack' -d 'type of the destination: generic or slack (default: generic)'
complete -c svc -n '__svc_at \'webhook trigger\'' -l unsigned -d 'send no signature'
complete -c svc -n '__svc_at \'webhook trigger\'' -l token-file -r -F -d 'read the token from a file, - for stdin'
complete -c svc -n '__svc_at \'webhook trigger\'' -l token-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'webhook trigger\'' -l notification -r -f -d 'take the one that was made here for a notification configuration'

complete -c svc -n '__svc_at \'webhook list\'' -l filter -r -f -a 'trigger=run:created trigger=run:planning trigger=run:needs_attention trigger=run:applying trigger=run:completed trigger=run:errored trigger=verification workspace= run= organization= configuration= verified=true verified=false verdict=verified verdict=unsigned verdict=missing verdict=malformed verdict=mismatch verdict=refused cause=no-token cause=missing cause=empty-header cause=repeated-header cause=headers-disagree cause=not-hexadecimal cause=wrong-length cause=truncated cause=prefixed cause=quoted cause=base64 cause=sha256 cause=sha1 cause=other-algorithm cause=not-hmac cause=other-token cause=token-white-space cause=token-quoted cause=token-encoded cause=re-serialised cause=trailing-newline cause=white-space cause=byte-order-mark cause=line-endings cause=character-encoding cause=empty-body cause=mismatch cause=method cause=path cause=host cause=browser cause=too-large cause=too-slow cause=too-many-headers cause=overloaded cause=not-recorded status=' -d 'only matching deliveries: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable'
complete -c svc -n '__svc_at \'webhook list\'' -l since -r -f -d 'only deliveries newer than this duration'
complete -c svc -n '__svc_at \'webhook list\'' -l token-file -r -F -d 'read the token from a file, - for stdin; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook list\'' -l token-env -r -f -d 'read it from an environment variable; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook list\'' -l notification -r -f -d 'take the one that was made here for a notification configuration; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook list\'' -l subscribe -f -d 'read deliveries from a NATS stream, verified with your tokens'
complete -c svc -n '__svc_at \'webhook list\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook list\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook list\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook list\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook list\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook list\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook list\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook list\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'
complete -c svc -n '__svc_at \'webhook list\'' -l moved-aside -d 'with --subscribe, deliveries that no reader of a --durable name could handle'
complete -c svc -n '__svc_at \'webhook list\'' -l limit -r -f -d 'maximum number of deliveries, the newest (default: 50)'
complete -c svc -n '__svc_at \'webhook list\'' -l follow -d 'keep showing new deliveries'

complete -c svc -n '__svc_at \'webhook show\'' -l token-file -r -F -d 'read the token from a file, - for stdin; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook show\'' -l token-env -r -f -d 'read it from an environment variable; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook show\'' -l notification -r -f -d 'take the one that was made here for a notification configuration; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook show\'' -l subscribe -f -d 'read deliveries from a NATS stream, verified with your tokens'
complete -c svc -n '__svc_at \'webhook show\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook show\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook show\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook show\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook show\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook show\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook show\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook show\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'
complete -c svc -n '__svc_at \'webhook show\'' -l moved-aside -d 'with --subscribe, deliveries that no reader of a --durable name could handle'

complete -c svc -n '__svc_at \'webhook replay\'' -l token-file -r -F -d 'read the token from a file, - for stdin'
complete -c svc -n '__svc_at \'webhook replay\'' -l token-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'webhook replay\'' -l notification -r -f -d 'take the one that was made here for a notification configuration'
complete -c svc -n '__svc_at \'webhook replay\'' -l subscribe -f -d 'read deliveries from a NATS stream, verified with your tokens'
complete -c svc -n '__svc_at \'webhook replay\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook replay\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook replay\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook replay\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook replay\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook replay\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook replay\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook replay\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'
complete -c svc -n '__svc_at \'webhook replay\'' -l moved-aside -d 'with --subscribe, deliveries that no reader of a --durable name could handle'
complete -c svc -n '__svc_at \'webhook replay\'' -l to -r -f -d 'where to'
complete -c svc -n '__svc_at \'webhook replay\'' -l allow-unverified -d 'also sign deliveries that were not verified'

complete -c svc -n '__svc_at \'webhook export\'' -l filter -r -f -a 'trigger=run:created trigger=run:planning trigger=run:needs_attention trigger=run:applying trigger=run:completed trigger=run:errored trigger=verification workspace= run= organization= configuration= verified=true verified=false verdict=verified verdict=unsigned verdict=missing verdict=malformed verdict=mismatch verdict=refused cause=no-token cause=missing cause=empty-header cause=repeated-header cause=headers-disagree cause=not-hexadecimal cause=wrong-length cause=truncated cause=prefixed cause=quoted cause=base64 cause=sha256 cause=sha1 cause=other-algorithm cause=not-hmac cause=other-token cause=token-white-space cause=token-quoted cause=token-encoded cause=re-serialised cause=trailing-newline cause=white-space cause=byte-order-mark cause=line-endings cause=character-encoding cause=empty-body cause=mismatch cause=method cause=path cause=host cause=browser cause=too-large cause=too-slow cause=too-many-headers cause=overloaded cause=not-recorded status=' -d 'only matching deliveries: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable'
complete -c svc -n '__svc_at \'webhook export\'' -l since -r -f -d 'only deliveries newer than this duration'
complete -c svc -n '__svc_at \'webhook export\'' -l token-file -r -F -d 'read the token from a file, - for stdin; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook export\'' -l token-env -r -f -d 'read it from an environment variable; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook export\'' -l notification -r -f -d 'take the one that was made here for a notification configuration; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook export\'' -l subscribe -f -d 'read deliveries from a NATS stream, verified with your tokens'
complete -c svc -n '__svc_at \'webhook export\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook export\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook export\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook export\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook export\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook export\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook export\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook export\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'
complete -c svc -n '__svc_at \'webhook export\'' -l moved-aside -d 'with --subscribe, deliveries that no reader of a --durable name could handle'

complete -c svc -n '__svc_at \'webhook stream create\'' -l nats -r -f -d 'URLs of NATS servers, separated by commas (SVC_NATS)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l max-age -r -f -d 'delete messages after this duration (default: 7d)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l max-bytes -r -f -d 'delete the oldest messages above this size (default: 1GiB)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l replicas -r -f -d 'number of servers that store each message (default: 1)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l storage -r -f -a 'file memory' -d 'file or memory (default: file)'
complete -c svc -n '__svc_at \'webhook stream create\'' -l duplicates -r -f -d 'how long a repeated delivery is recognised (default: 1h)'

complete -c svc -n '__svc_at \'webhook stream show\'' -l nats -r -f -d 'URLs of NATS servers, separated by commas (SVC_NATS)'
complete -c svc -n '__svc_at \'webhook stream show\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook stream show\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook stream show\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook stream show\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook stream show\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook stream show\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook stream show\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook stream show\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'

complete -c svc -n '__svc_at \'webhook stream delete\'' -l nats -r -f -d 'URLs of NATS servers, separated by commas (SVC_NATS)'
complete -c svc -n '__svc_at \'webhook stream delete\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook stream delete\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook stream delete\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook stream delete\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook stream delete\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook stream delete\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook stream delete\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook stream delete\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'

complete -c svc -n '__svc_at \'webhook stream readers\'' -l nats -r -f -d 'URLs of NATS servers, separated by commas (SVC_NATS)'
complete -c svc -n '__svc_at \'webhook stream readers\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook stream readers\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook stream readers\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook stream readers\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook stream readers\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook stream readers\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook stream readers\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook stream readers\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'

complete -c svc -n '__svc_at \'webhook stream delete-reader\'' -l nats -r -f -d 'URLs of NATS servers, separated by commas (SVC_NATS)'
complete -c svc -n '__svc_at \'webhook stream delete-reader\'' -l stream -r -f -d 'NATS stream of the deliveries (default: svc-deliveries)'
complete -c svc -n '__svc_at \'webhook stream delete-reader\'' -l nats-creds-file -r -F -d 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)'
complete -c svc -n '__svc_at \'webhook stream delete-reader\'' -l nats-nkey-file -r -F -d 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)'
complete -c svc -n '__svc_at \'webhook stream delete-reader\'' -l nats-user -r -f -d 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)'
complete -c svc -n '__svc_at \'webhook stream delete-reader\'' -l nats-password-file -r -F -d 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)'
complete -c svc -n '__svc_at \'webhook stream delete-reader\'' -l nats-token-file -r -F -d 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)'
complete -c svc -n '__svc_at \'webhook stream delete-reader\'' -l nats-cert-file -r -F -d 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)'
complete -c svc -n '__svc_at \'webhook stream delete-reader\'' -l nats-key-file -r -F -d 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)'

complete -c svc -n '__svc_at \'export\'' -l only -r -f -a 'customization banner subscription agent-pools oauth-clients teams notifications' -d 'only these parts: customization, banner, subscription, agent-pools, oauth-clients, teams, notifications'
complete -c svc -n '__svc_at \'export\'' -s w -l workspace -r -f -d 'only notifications of these workspaces; * and ? match; repeatable'
complete -c svc -n '__svc_at \'export\'' -l jobs -r -f -d 'number of parallel requests (default: 8)'

complete -c svc -n '__svc_at \'diff\'' -s f -l file -r -F -d 'document of the site: a file, a folder, or - for stdin; repeatable'
complete -c svc -n '__svc_at \'diff\'' -l prune -d 'delete what is listed under absent, and what an earlier apply made and no document declares'
complete -c svc -n '__svc_at \'diff\'' -l record -r -F -d 'what earlier applies made (default: a file in the state folder)'
complete -c svc -n '__svc_at \'diff\'' -l send-secrets -d 'send every declared secret again'
complete -c svc -n '__svc_at \'diff\'' -l jobs -r -f -d 'number of parallel requests (default: 8)'
complete -c svc -n '__svc_at \'diff\'' -l check -d 'fail if anything differs (exit 8)'

complete -c svc -n '__svc_at \'apply\'' -s f -l file -r -F -d 'document of the site: a file, a folder, or - for stdin; repeatable'
complete -c svc -n '__svc_at \'apply\'' -l prune -d 'delete what is listed under absent, and what an earlier apply made and no document declares'
complete -c svc -n '__svc_at \'apply\'' -l record -r -F -d 'what earlier applies made (default: a file in the state folder)'
complete -c svc -n '__svc_at \'apply\'' -l send-secrets -d 'send every declared secret again'
complete -c svc -n '__svc_at \'apply\'' -l jobs -r -f -d 'number of parallel requests (default: 8)'
complete -c svc -n '__svc_at \'apply\'' -l on-failed-verification -r -f -a 'fail save-disabled' -d 'fail or save-disabled (default: fail)'
complete -c svc -n '__svc_at \'apply\'' -l schema -d 'print a JSON Schema of the document and exit'

complete -c svc -n '__svc_at \'module search\'' -l namespace -r -f -d 'only modules in this namespace'
complete -c svc -n '__svc_at \'module search\'' -l provider -r -f -d 'only modules for this provider'
complete -c svc -n '__svc_at \'module search\'' -l verified -d 'only verified modules'
complete -c svc -n '__svc_at \'module search\'' -l offset -r -f -d 'skip the first n'
complete -c svc -n '__svc_at \'module search\'' -l limit -r -f -d 'maximum number of items (default: 20)'
complete -c svc -n '__svc_at \'module search\'' -l all -d 'show all modules'

complete -c svc -n '__svc_at \'module list\'' -l provider -r -f -d 'only modules for this provider'
complete -c svc -n '__svc_at \'module list\'' -l verified -d 'only verified modules'
complete -c svc -n '__svc_at \'module list\'' -l offset -r -f -d 'skip the first n'
complete -c svc -n '__svc_at \'module list\'' -l limit -r -f -d 'maximum number of items (default: 20)'
complete -c svc -n '__svc_at \'module list\'' -l all -d 'show all modules'

complete -c svc -n '__svc_at \'module show\'' -l section -r -f -a 'inputs outputs submodules dependencies resources data-sources ephemeral-resources readme' -d 'show only one section: inputs, outputs, submodules, dependencies, resources, data-sources, ephemeral-resources, readme'

complete -c svc -n '__svc_at \'module latest\'' -l offset -r -f -d 'skip the first n'
complete -c svc -n '__svc_at \'module latest\'' -l limit -r -f -d 'maximum number of providers'

complete -c svc -n '__svc_at \'module versions\'' -l constraint -r -f -d 'only versions that match, such as "~> 1.2"'
complete -c svc -n '__svc_at \'module versions\'' -l pre -d 'include prereleases'

complete -c svc -n '__svc_at \'module download\'' -s f -l file -r -F -d 'read addresses from a file, - for stdin'
complete -c svc -n '__svc_at \'module download\'' -l dir -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'folder of the module; of several, their parent (default: NAMESPACE/NAME/PROVIDER/VERSION[/SUBDIR])'
complete -c svc -n '__svc_at \'module download\'' -l force -d 'replace an existing folder'
complete -c svc -n '__svc_at \'module download\'' -l jobs -r -f -d 'number of parallel downloads (default: 32)'
complete -c svc -n '__svc_at \'module download\'' -l fail-fast -d 'stop at the first failure'
complete -c svc -n '__svc_at \'module download\'' -l no-cache -d 'do not read or write the cache'
complete -c svc -n '__svc_at \'module download\'' -l offline -d 'use only the cache, without network access'
complete -c svc -n '__svc_at \'module download\'' -l submodules -d 'download git submodules too, from the host of the repository'
complete -c svc -n '__svc_at \'module download\'' -l allow-shared-parent -d 'unpack beside the destination even if other users can write there'
complete -c svc -n '__svc_at \'module download\'' -l annotate -r -f -a 'github none' -d 'annotate failures in CI: github or none (default: github in GitHub Actions)'
complete -c svc -n '__svc_at \'module download\'' -l max-size -r -f -d 'maximum unpacked size (default: 512MiB)'
complete -c svc -n '__svc_at \'module download\'' -l max-entries -r -f -d 'maximum number of files, folders and links (default: 100000)'
complete -c svc -n '__svc_at \'module download\'' -l max-depth -r -f -d 'maximum depth of folders (default: 512)'
complete -c svc -n '__svc_at \'module download\'' -l max-path -r -f -d 'maximum length of a path, in bytes (default: 4096)'
complete -c svc -n '__svc_at \'module download\'' -l max-metadata -r -f -d 'maximum metadata of one entry (default: 1MiB)'
complete -c svc -n '__svc_at \'module download\'' -l max-ratio -r -f -d 'maximum ratio of unpacked to packed size (default: 1000)'
complete -c svc -n '__svc_at \'module download\'' -l min-speed -r -f -d 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)'

complete -c svc -n '__svc_at \'module lock\'' -l upgrade -f -a '(__svc_calls)' -d 'upgrade all modules, those of an address, or one call path'
complete -c svc -n '__svc_behind \'module lock\' --upgrade' -f -a '(__svc_calls)'
complete -c svc -n '__svc_at \'module lock\'' -l submodules -d 'lock git submodules too, from the host of the repository'
complete -c svc -n '__svc_at \'module lock\'' -l tool -r -f -a 'terraform tofu' -d 'tool of the configuration: terraform or tofu (SVC_TOOL)'
complete -c svc -n '__svc_at \'module lock\'' -l min-speed -r -f -d 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)'
complete -c svc -n '__svc_at \'module lock\'' -l check -d 'fail if configuration and lock differ, and write nothing'

complete -c svc -n '__svc_at \'module install\'' -l frozen -d 'fail if configuration and lock differ'
complete -c svc -n '__svc_at \'module install\'' -l offline -d 'use only the cache, without network access'
complete -c svc -n '__svc_at \'module install\'' -l no-cache -d 'do not read or write the cache'
complete -c svc -n '__svc_at \'module install\'' -l jobs -r -f -d 'number of parallel downloads (default: 32)'
complete -c svc -n '__svc_at \'module install\'' -l min-speed -r -f -d 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)'
complete -c svc -n '__svc_at \'module install\'' -l tool -r -f -a 'terraform tofu' -d 'tool of the configuration: terraform or tofu (SVC_TOOL)'
complete -c svc -n '__svc_at \'module install\'' -l allow-shared-parent -d 'unpack beside the destination even if other users can write there'

complete -c svc -n '__svc_at \'module verify\'' -l offline -d 'check only the installed files, without network access'
complete -c svc -n '__svc_at \'module verify\'' -l tool -r -f -a 'terraform tofu' -d 'tool of the configuration: terraform or tofu (SVC_TOOL)'
complete -c svc -n '__svc_at \'module verify\'' -l min-speed -r -f -d 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)'

complete -c svc -n '__svc_at \'module outdated\'' -l all -d 'include modules that are up to date'
complete -c svc -n '__svc_at \'module outdated\'' -l check -d 'fail if there is a newer version'
complete -c svc -n '__svc_at \'module outdated\'' -l tool -r -f -a 'terraform tofu' -d 'tool of the configuration: terraform or tofu (SVC_TOOL)'

complete -c svc -n '__svc_at \'module tree\'' -l graph -r -f -a 'mermaid dot' -d 'print a graph: mermaid or dot'
complete -c svc -n '__svc_at \'module tree\'' -l tool -r -f -a 'terraform tofu' -d 'tool of the configuration: terraform or tofu (SVC_TOOL)'

complete -c svc -n '__svc_at \'module diff\'' -l check -d 'fail if there is a breaking change'
complete -c svc -n '__svc_at \'module diff\'' -l submodules -d 'compare git submodules too, from the host of the repository'
complete -c svc -n '__svc_at \'module diff\'' -l tool -r -f -a 'terraform tofu' -d 'tool of the configuration: terraform or tofu (SVC_TOOL)'
complete -c svc -n '__svc_at \'module diff\'' -l min-speed -r -f -d 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)'

complete -c svc -n '__svc_at \'module mirror\'' -l from-lock -r -F -d 'mirror the modules of a lock file'
complete -c svc -n '__svc_at \'module mirror\'' -l no-cache -d 'do not read or write the cache'
complete -c svc -n '__svc_at \'module mirror\'' -l submodules -d 'mirror git submodules too, from the host of the repository'
complete -c svc -n '__svc_at \'module mirror\'' -l jobs -r -f -d 'number of parallel downloads (default: 32)'
complete -c svc -n '__svc_at \'module mirror\'' -l min-speed -r -f -d 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)'
complete -c svc -n '__svc_at \'module mirror\'' -l tool -r -f -a 'terraform tofu' -d 'tool of the configuration: terraform or tofu (SVC_TOOL)'
complete -c svc -n '__svc_at \'module mirror\'' -l allow-shared-parent -d 'unpack beside the destination even if other users can write there'

complete -c svc -n '__svc_at \'module serve\'' -l port -r -f -d 'port to listen on (default: any free port)'
complete -c svc -n '__svc_at \'module serve\'' -l host -r -f -d 'address to listen on (default: 127.0.0.1, this machine only)'
complete -c svc -n '__svc_at \'module serve\'' -l public-url -r -f -d 'URL of the server for clients, used in the printed block'
complete -c svc -n '__svc_at \'module serve\'' -l tls-cert -r -F -d 'certificate for https (PEM)'
complete -c svc -n '__svc_at \'module serve\'' -l tls-key -r -F -d 'key of the certificate (PEM)'
complete -c svc -n '__svc_at \'module serve\'' -l token-file -r -F -d 'require a token, read from a file, - for stdin; repeatable'
complete -c svc -n '__svc_at \'module serve\'' -l token-env -r -f -d 'require a token, read from an environment variable; repeatable'
complete -c svc -n '__svc_at \'module serve\'' -l log -d 'log each request on stderr'

complete -c svc -n '__svc_at \'module cache prune\'' -l older-than -r -f -d 'also remove archives not used for this duration, such as 30d'
complete -c svc -n '__svc_at \'module cache prune\'' -l all -d 'everything'

complete -c svc -n '__svc_at \'api\'' -s F -l field -r -f -d 'query parameter of a GET, otherwise field of the body: a.b=text, a.b:=json; repeatable'
complete -c svc -n '__svc_at \'api\'' -l input -r -F -d 'read the body from a file, - for stdin'
complete -c svc -n '__svc_at \'api\'' -l paginate -d 'fetch all pages of a list'
complete -c svc -n '__svc_at \'api\'' -l include -d 'also print the status and headers of the response'

complete -c svc -n '__svc_at \'sandbox start\'' -l port -r -f -d 'port on 127.0.0.1 (default: any free port)'
complete -c svc -n '__svc_at \'sandbox start\'' -l edition -r -f -a 'self-hosted hosted' -d 'self-hosted or hosted (default: self-hosted)'
complete -c svc -n '__svc_at \'sandbox start\'' -l latency -r -f -d 'delay each response by this duration'
complete -c svc -n '__svc_at \'sandbox start\'' -l rate-limit -r -f -d 'answer 429 to more requests per second and user (default: unlimited)'
complete -c svc -n '__svc_at \'sandbox start\'' -l modules -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'serve the modules of a folder: NAMESPACE/NAME/PROVIDER/VERSION/'
complete -c svc -n '__svc_at \'sandbox start\'' -l data -r -F -d 'store the state in a file (default: in memory)'
complete -c svc -n '__svc_at \'sandbox start\'' -l allow-host -r -f -d 'accept requests for this host, besides 127.0.0.1 and localhost; repeatable'
complete -c svc -n '__svc_at \'sandbox start\'' -l tls -d 'serve https, with a generated certificate'
complete -c svc -n '__svc_at \'sandbox start\'' -l tls-cert -r -F -d 'certificate for https (PEM)'
complete -c svc -n '__svc_at \'sandbox start\'' -l tls-key -r -F -d 'key of the certificate (PEM)'
complete -c svc -n '__svc_at \'sandbox start\'' -l fixed-tokens -d 'use the tokens sandbox-owner-token, sandbox-user-token ... (default: generated)'
complete -c svc -n '__svc_at \'sandbox start\'' -l log -d 'log each request on stderr'

complete -c svc -n '__svc_at \'sandbox run\'' -s w -l workspace -r -f -d 'id, name, or ORG/NAME'
complete -c svc -n '__svc_at \'sandbox run\'' -l message -r -f -d 'message of the run'

complete -c svc -n '__svc_at \'sandbox fail\'' -l method -r -f -d 'GET, POST, PATCH or DELETE'
complete -c svc -n '__svc_at \'sandbox fail\'' -l path -r -f -d 'prefix of the path'
complete -c svc -n '__svc_at \'sandbox fail\'' -l status -r -f -d 'status of the response'
complete -c svc -n '__svc_at \'sandbox fail\'' -l kind -r -f -a 'status html empty reset hang cut stall' -d 'status, html, empty, reset, hang, cut, stall'
complete -c svc -n '__svc_at \'sandbox fail\'' -l times -r -f -d 'number of requests that fail'
complete -c svc -n '__svc_at \'sandbox fail\'' -l skip -r -f -d 'number of requests that succeed first'
complete -c svc -n '__svc_at \'sandbox fail\'' -l retry-after -r -f -d 'Retry-After header: seconds or an HTTP date'
complete -c svc -n '__svc_at \'sandbox fail\'' -l location -r -f -d 'target of a redirect (status 301, 302, 307)'

complete -c svc -n '__svc_at \'sandbox env\'' -l as -r -f -a 'site-admin owner user team organization' -d 'whose token: site-admin, owner, user, team, organization (default: site-admin)'
complete -c svc -n '__svc_at \'sandbox env\'' -l port -r -f -d 'port of the sandbox (default: the newest sandbox)'
complete -c svc -n '__svc_at \'sandbox env\'' -l wait -d 'wait for a sandbox to start, at most 30 seconds'
complete -c svc -n '__svc_at \'sandbox env\'' -l no-cli-config -d 'do not set the CLI configuration of terraform and tofu'

complete -c svc -n '__svc_at \'completion install\'' -l dir -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'folder to write the script to'

complete -c svc -n '__svc_at \'config get\' 0' -f -a 'address organization registry output timeout retries ca-file color tool nats nats-creds-file nats-nkey-file nats-user nats-password-file nats-token-file nats-cert-file nats-key-file profile'
complete -c svc -n '__svc_at \'config set\' 0' -f -a 'address organization registry output timeout retries ca-file color tool nats nats-creds-file nats-nkey-file nats-user nats-password-file nats-token-file nats-cert-file nats-key-file'
complete -c svc -n '__svc_at \'config unset\' 0' -f -a 'address organization registry output timeout retries ca-file color tool nats nats-creds-file nats-nkey-file nats-user nats-password-file nats-token-file nats-cert-file nats-key-file'
complete -c svc -n '__svc_at \'profile use\' 0' -f -a '(__svc_profiles)'
complete -c svc -n '__svc_at \'profile delete\' 0' -f -a '(__svc_profiles)'
complete -c svc -n '__svc_at \'webhook verify\' 0' -F
complete -c svc -n '__svc_at \'webhook sign\' 0' -F
complete -c svc -n '__svc_at \'webhook trigger\' 0' -f -a 'run:created run:planning run:needs_attention run:applying run:completed run:errored verification'
complete -c svc -n '__svc_at \'module lock\' 0' -f -a '(__fish_complete_directories (commandline -ct))'
complete -c svc -n '__svc_at \'module install\' 0' -f -a '(__fish_complete_directories (commandline -ct))'
complete -c svc -n '__svc_at \'module verify\' 0' -f -a '(__fish_complete_directories (commandline -ct))'
complete -c svc -n '__svc_at \'module outdated\' 0' -f -a '(__fish_complete_directories (commandline -ct))'
complete -c svc -n '__svc_at \'module tree\' 0' -f -a '(__fish_complete_directories (commandline -ct))'
complete -c svc -n '__svc_at \'module mirror\' 0' -f -a '(__fish_complete_directories (commandline -ct))'
complete -c svc -n '__svc_at \'module serve\' 0' -f -a '(__fish_complete_directories (commandline -ct))'
complete -c svc -n '__svc_at \'module cache prune\' 0-' -f -a '(__fish_complete_directories (commandline -ct))'
complete -c svc -n '__svc_at \'completion install\' 0' -f -a 'bash zsh fish powershell'
