# Completions of svc, generated from its commands: npm run reference
# Static: no process is started for a TAB, and nothing that was typed is evaluated.

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
        if contains -- $longer 'login' 'logout' 'auth' 'auth status' 'auth token' 'whoami' 'config' 'config list' 'config get' 'config set' 'config unset' 'config path' 'profile' 'profile list' 'profile use' 'profile create' 'profile delete' 'account' 'account show' 'account update' 'account password' 'account hcp-organization' 'organization' 'organization list' 'organization show' 'workspace' 'workspace list' 'workspace show' 'team' 'team list' 'team show' 'team members' 'team add-user' 'team remove-user' 'team add-membership' 'team remove-membership' 'agent-pool' 'agent-pool list' 'agent-pool create' 'subscription' 'subscription show' 'subscription update' 'feature-set' 'feature-set list' 'banner' 'banner list' 'banner create' 'banner update' 'banner delete' 'customization' 'customization show' 'customization update' 'oauth-client' 'oauth-client list' 'oauth-client show' 'oauth-client create' 'oauth-client update' 'oauth-client delete' 'notification' 'notification list' 'notification show' 'notification create' 'notification update' 'notification verify' 'notification delete' 'webhook' 'webhook listen' 'webhook wait' 'webhook verify' 'webhook sign' 'webhook trigger' 'webhook list' 'webhook show' 'webhook replay' 'webhook export' 'module' 'module search' 'module list' 'module show' 'module latest' 'module versions' 'module source' 'module download' 'module downloads' 'module lock' 'module install' 'module verify' 'module outdated' 'module tree' 'module diff' 'module mirror' 'module serve' 'module cache' 'module cache path' 'module cache list' 'module cache verify' 'module cache prune' 'api' 'sandbox' 'sandbox start' 'sandbox run' 'sandbox rum' 'sandbox outbox' 'sandbox fail' 'sandbox env' 'sandbox routes' 'completion' 'completion bash' 'completion zsh' 'completion fish' 'completion powershell' 'completion install' 'help'
            set __svc_path $longer
        else
            set __svc_position (math $__svc_position + 1)
        end
    end
end

# Whether a flag takes the next word: 1, 0, or maybe where it is no flag.
function __svc_takes_value
    switch "$__svc_path $argv[1]"
        case 'module lock --upgrade'
            echo maybe
        case '* --profile' '* --address' '* --organization' '* --registry' '* -o' '* --output' '* --jq' '* --columns' '* --timeout' '* --retries' '* --ca-file' '* --color' 'login --token-file' 'login --token-env' 'account update --username' 'account update --email' 'account update --set' 'account password --current-password-file' 'account password --current-password-env' 'account password --password-file' 'account password --password-env' 'organization list --query' 'organization list --limit' 'workspace list --query' 'workspace list --limit' 'team list --query' 'team list --limit' 'team add-user --from-file' 'team add-user --batch' 'team remove-user --from-file' 'team remove-user --batch' 'team add-membership --from-file' 'team add-membership --batch' 'team remove-membership --from-file' 'team remove-membership --batch' 'agent-pool list --query' 'agent-pool list --sort' 'agent-pool list --allowed-workspace' 'agent-pool list --limit' 'agent-pool create --name' 'agent-pool create --set' 'subscription update --rum-alert-threshold' 'subscription update --set' 'feature-set list --limit' 'banner create --title' 'banner create --body' 'banner create --body-file' 'banner create --style' 'banner create --audience' 'banner create --scheduled-publish-at' 'banner create --scheduled-expire-at' 'banner create --timezone' 'banner create --for' 'banner create --set' 'banner update --title' 'banner update --body' 'banner update --body-file' 'banner update --style' 'banner update --audience' 'banner update --scheduled-publish-at' 'banner update --scheduled-expire-at' 'banner update --timezone' 'banner update --for' 'banner update --set' 'customization update --support-email-address' 'customization update --support-url-address' 'customization update --internal-support-url' 'customization update --internal-documentation-url' 'customization update --internal-tutorials-url' 'customization update --login-help' 'customization update --footer' 'customization update --error' 'customization update --new-user' 'customization update --avatar-sources' 'customization update --set' 'oauth-client list --limit' 'oauth-client create --service-provider' 'oauth-client create --http-url' 'oauth-client create --api-url' 'oauth-client create --name' 'oauth-client create --oauth-token-string-file' 'oauth-client create --oauth-token-string-env' 'oauth-client create --private-key-file' 'oauth-client create --private-key-env' 'oauth-client create --set' 'oauth-client update --service-provider' 'oauth-client update --http-url' 'oauth-client update --api-url' 'oauth-client update --name' 'oauth-client update --key' 'oauth-client update --secret-file' 'oauth-client update --secret-env' 'oauth-client update --set' 'notification list -w' 'notification list --workspace' 'notification list --limit' 'notification create -w' 'notification create --workspace' 'notification create --destination-type' 'notification create --name' 'notification create --url' 'notification create --trigger' 'notification create --user' 'notification create --token-file' 'notification create --token-env' 'notification create --set' 'notification create --port' 'notification create --host' 'notification create --path' 'notification create --public-url' 'notification create --tls-cert' 'notification create --tls-key' 'notification update --name' 'notification update --url' 'notification update --trigger' 'notification update --user' 'notification update --token-file' 'notification update --token-env' 'notification update --set' 'webhook listen --token-file' 'webhook listen --token-env' 'webhook listen --notification' 'webhook listen --port' 'webhook listen --host' 'webhook listen --path' 'webhook listen --public-url' 'webhook listen --tls-cert' 'webhook listen --tls-key' 'webhook listen --status' 'webhook listen --forward' 'webhook listen --exec' 'webhook listen --exec-env' 'webhook listen --filter' 'webhook listen --count' 'webhook listen --for' 'webhook wait --token-file' 'webhook wait --token-env' 'webhook wait --notification' 'webhook wait --port' 'webhook wait --host' 'webhook wait --path' 'webhook wait --public-url' 'webhook wait --tls-cert' 'webhook wait --tls-key' 'webhook wait --until' 'webhook wait --timeout' 'webhook wait --count' 'webhook wait -w' 'webhook wait --workspace' 'webhook verify --signature' 'webhook verify --token-file' 'webhook verify --token-env' 'webhook verify --notification' 'webhook sign --token-file' 'webhook sign --token-env' 'webhook sign --notification' 'webhook trigger --to' 'webhook trigger --set' 'webhook trigger --body' 'webhook trigger --scenario' 'webhook trigger --tamper' 'webhook trigger --as' 'webhook trigger --token-file' 'webhook trigger --token-env' 'webhook trigger --notification' 'webhook list --filter' 'webhook list --since' 'webhook list --limit' 'webhook replay --to' 'webhook replay --token-file' 'webhook replay --token-env' 'webhook replay --notification' 'webhook export --filter' 'webhook export --since' 'module search --namespace' 'module search --provider' 'module search --offset' 'module search --limit' 'module list --provider' 'module list --offset' 'module list --limit' 'module show --section' 'module latest --offset' 'module latest --limit' 'module versions --constraint' 'module download -f' 'module download --file' 'module download --dir' 'module download --jobs' 'module download --annotate' 'module download --max-size' 'module download --max-entries' 'module download --max-depth' 'module download --max-path' 'module download --max-metadata' 'module download --max-ratio' 'module download --min-speed' 'module lock --tool' 'module lock --min-speed' 'module install --jobs' 'module install --min-speed' 'module install --tool' 'module verify --tool' 'module verify --min-speed' 'module outdated --tool' 'module tree --graph' 'module tree --tool' 'module diff --tool' 'module diff --min-speed' 'module mirror --from-lock' 'module mirror --jobs' 'module mirror --min-speed' 'module mirror --tool' 'module serve --port' 'module serve --host' 'module serve --public-url' 'module serve --tls-cert' 'module serve --tls-key' 'module serve --token-file' 'module serve --token-env' 'module cache prune --older-than' 'api -F' 'api --field' 'api --input' 'sandbox start --port' 'sandbox start --edition' 'sandbox start --latency' 'sandbox start --modules' 'sandbox start --data' 'sandbox start --allow-host' 'sandbox start --tls-cert' 'sandbox start --tls-key' 'sandbox run -w' 'sandbox run --workspace' 'sandbox run --message' 'sandbox fail --method' 'sandbox fail --path' 'sandbox fail --status' 'sandbox fail --kind' 'sandbox fail --times' 'sandbox fail --skip' 'sandbox fail --retry-after' 'sandbox fail --location' 'sandbox env --as' 'completion install --dir'
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

function __svc_not_help
    __svc_state
    test $__svc_help = 0
end

complete -c svc -e
complete -c svc -f

complete -c svc -n '__svc_group \'\'' -a 'login' -d 'Log in to a platform'
complete -c svc -n '__svc_group \'\'' -a 'logout' -d 'Log out of a platform'
complete -c svc -n '__svc_group \'\'' -a 'auth' -d 'Show the authentication status and the token'
complete -c svc -n '__svc_group \'\'' -a 'whoami' -d 'Show the user of the token'
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
complete -c svc -n '__svc_group \'\'' -a 'module' -d 'Find, download, lock and mirror modules'
complete -c svc -n '__svc_group \'\'' -a 'api' -d 'Make an authenticated API request'
complete -c svc -n '__svc_group \'\'' -a 'sandbox' -d 'Run the platform on this machine'
complete -c svc -n '__svc_group \'\'' -a 'completion' -d 'Manage shell completions'
complete -c svc -n '__svc_group \'\'' -a 'help' -d 'Show help for a command or a topic'
complete -c svc -n '__svc_group \'auth\'' -a 'status' -d 'Show the platform, the profile and the token in force, where each comes from, and whom the token is for'
complete -c svc -n '__svc_group \'auth\'' -a 'token' -d 'Print the token in force for the platform'
complete -c svc -n '__svc_group \'config\'' -a 'list' -d 'Show every setting in force'
complete -c svc -n '__svc_group \'config\'' -a 'get' -d 'Print one setting'
complete -c svc -n '__svc_group \'config\'' -a 'set' -d 'Store a setting in the profile'
complete -c svc -n '__svc_group \'config\'' -a 'unset' -d 'Forget a setting of the profile'
complete -c svc -n '__svc_group \'config\'' -a 'path' -d 'Print where the config file is'
complete -c svc -n '__svc_group \'profile\'' -a 'list' -d 'Show the profiles of the config file'
complete -c svc -n '__svc_group \'profile\'' -a 'use' -d 'Put a profile in use'
complete -c svc -n '__svc_group \'profile\'' -a 'create' -d 'Make a profile'
complete -c svc -n '__svc_group \'profile\'' -a 'delete' -d 'Delete a profile and what it holds'
complete -c svc -n '__svc_group \'account\'' -a 'show' -d 'Show the account behind the token'
complete -c svc -n '__svc_group \'account\'' -a 'update' -d 'Change your user name or e-mail address'
complete -c svc -n '__svc_group \'account\'' -a 'password' -d 'Change your password'
complete -c svc -n '__svc_group \'account\'' -a 'hcp-organization' -d 'Show an HCP organization you belong to'
complete -c svc -n '__svc_group \'organization\'' -a 'list' -d 'List the organizations you belong to'
complete -c svc -n '__svc_group \'organization\'' -a 'show' -d 'Show an organization'
complete -c svc -n '__svc_group \'workspace\'' -a 'list' -d 'List the workspaces of an organization'
complete -c svc -n '__svc_group \'workspace\'' -a 'show' -d 'Show a workspace'
complete -c svc -n '__svc_group \'team\'' -a 'list' -d 'List the teams of an organization'
complete -c svc -n '__svc_group \'team\'' -a 'show' -d 'Show a team'
complete -c svc -n '__svc_group \'team\'' -a 'members' -d 'List the users of a team'
complete -c svc -n '__svc_group \'team\'' -a 'add-user' -d 'Add users to a team, one or thousands'
complete -c svc -n '__svc_group \'team\'' -a 'remove-user' -d 'Take users out of a team'
complete -c svc -n '__svc_group \'team\'' -a 'add-membership' -d 'Add people to a team by their membership of the organization'
complete -c svc -n '__svc_group \'team\'' -a 'remove-membership' -d 'Take people out of a team by their membership of the organization'
complete -c svc -n '__svc_group \'agent-pool\'' -a 'list' -d 'List the agent pools of an organization'
complete -c svc -n '__svc_group \'agent-pool\'' -a 'create' -d 'Make an agent pool'
complete -c svc -n '__svc_group \'subscription\'' -a 'show' -d 'Show an organization\'s subscription and its alert threshold'
complete -c svc -n '__svc_group \'subscription\'' -a 'update' -d 'Change at how many billable resources an organization is alerted'
complete -c svc -n '__svc_group \'feature-set\'' -a 'list' -d 'List the plans on offer, or those that an organization may have'
complete -c svc -n '__svc_group \'banner\'' -a 'list' -d 'Show the banner that is up now'
complete -c svc -n '__svc_group \'banner\'' -a 'create' -d 'Put a banner up, now or on a schedule'
complete -c svc -n '__svc_group \'banner\'' -a 'update' -d 'Change a banner; what is not named stays'
complete -c svc -n '__svc_group \'banner\'' -a 'delete' -d 'Take a banner down, published or still scheduled'
complete -c svc -n '__svc_group \'customization\'' -a 'show' -d 'Show the links and texts in force'
complete -c svc -n '__svc_group \'customization\'' -a 'update' -d 'Change links and texts of the site'
complete -c svc -n '__svc_group \'oauth-client\'' -a 'list' -d 'List the connections of an organization to its version-control providers'
complete -c svc -n '__svc_group \'oauth-client\'' -a 'show' -d 'Show a connection to a version-control provider'
complete -c svc -n '__svc_group \'oauth-client\'' -a 'create' -d 'Connect an organization to a version-control provider'
complete -c svc -n '__svc_group \'oauth-client\'' -a 'update' -d 'Change a connection to a version-control provider'
complete -c svc -n '__svc_group \'oauth-client\'' -a 'delete' -d 'Cut the connection to a version-control provider'
complete -c svc -n '__svc_group \'notification\'' -a 'list' -d 'List the notification configurations of a workspace'
complete -c svc -n '__svc_group \'notification\'' -a 'show' -d 'Show a notification configuration'
complete -c svc -n '__svc_group \'notification\'' -a 'create' -d 'Tell a destination when the runs of a workspace change state'
complete -c svc -n '__svc_group \'notification\'' -a 'update' -d 'Change a notification configuration; what is not named stays'
complete -c svc -n '__svc_group \'notification\'' -a 'verify' -d 'Send a verification request to the destination of a configuration'
complete -c svc -n '__svc_group \'notification\'' -a 'delete' -d 'Delete a notification configuration; nothing more is sent'
complete -c svc -n '__svc_group \'webhook\'' -a 'listen' -d 'Receive notifications, check each one, and say why one fails'
complete -c svc -n '__svc_group \'webhook\'' -a 'wait' -d 'Wait for a notification, for scripts and CI jobs'
complete -c svc -n '__svc_group \'webhook\'' -a 'verify' -d 'Check the signature of a body, and say why it does not hold'
complete -c svc -n '__svc_group \'webhook\'' -a 'sign' -d 'Sign a body as the service signs its notifications'
complete -c svc -n '__svc_group \'webhook\'' -a 'trigger' -d 'Send a notification as the service would'
complete -c svc -n '__svc_group \'webhook\'' -a 'list' -d 'List the deliveries that were received on this machine'
complete -c svc -n '__svc_group \'webhook\'' -a 'show' -d 'Show a delivery: verdict, headers, payload'
complete -c svc -n '__svc_group \'webhook\'' -a 'replay' -d 'Send deliveries of the journal again, signed anew'
complete -c svc -n '__svc_group \'webhook\'' -a 'export' -d 'Write the deliveries of the journal as NDJSON'
complete -c svc -n '__svc_group \'module\'' -a 'search' -d 'Find modules by words'
complete -c svc -n '__svc_group \'module\'' -a 'list' -d 'List the modules of a registry, or of one publisher in it'
complete -c svc -n '__svc_group \'module\'' -a 'show' -d 'Show what a module version is, takes and gives'
complete -c svc -n '__svc_group \'module\'' -a 'latest' -d 'Show the latest version of a module, for each provider or for one'
complete -c svc -n '__svc_group \'module\'' -a 'versions' -d 'List the versions of a module, the newest first'
complete -c svc -n '__svc_group \'module\'' -a 'source' -d 'Print where a module version is downloaded from'
complete -c svc -n '__svc_group \'module\'' -a 'download' -d 'Download module versions and unpack them'
complete -c svc -n '__svc_group \'module\'' -a 'downloads' -d 'Show how often a module was downloaded: this week, month, year and in all'
complete -c svc -n '__svc_group \'module\'' -a 'lock' -d 'Write down which module versions a configuration uses, and their content'
complete -c svc -n '__svc_group \'module\'' -a 'install' -d 'Put the locked modules where terraform looks for them'
complete -c svc -n '__svc_group \'module\'' -a 'verify' -d 'Check installed modules and their sources against the lock'
complete -c svc -n '__svc_group \'module\'' -a 'outdated' -d 'List locked modules of which there are newer versions'
complete -c svc -n '__svc_group \'module\'' -a 'tree' -d 'Show which module calls which'
complete -c svc -n '__svc_group \'module\'' -a 'diff' -d 'Tell what differs between two versions of a module for those who call it'
complete -c svc -n '__svc_group \'module\'' -a 'mirror' -d 'Copy modules and all they call into a folder that can be served'
complete -c svc -n '__svc_group \'module\'' -a 'serve' -d 'Serve a mirrored folder as a module registry until Ctrl-C'
complete -c svc -n '__svc_group \'module\'' -a 'cache' -d 'See and clear the archives that were downloaded'
complete -c svc -n '__svc_group \'module cache\'' -a 'path' -d 'Print the folder where archives are kept'
complete -c svc -n '__svc_group \'module cache\'' -a 'list' -d 'List the versions whose archives are kept'
complete -c svc -n '__svc_group \'module cache\'' -a 'verify' -d 'Check every archive that is kept, and remove what is bad'
complete -c svc -n '__svc_group \'module cache\'' -a 'prune' -d 'Remove archives that are not needed'
complete -c svc -n '__svc_group \'sandbox\'' -a 'start' -d 'Start the service on this machine and keep it running until Ctrl-C'
complete -c svc -n '__svc_group \'sandbox\'' -a 'run' -d 'Let a run of a workspace change its state'
complete -c svc -n '__svc_group \'sandbox\'' -a 'rum' -d 'Set how many billable resources an organization has'
complete -c svc -n '__svc_group \'sandbox\'' -a 'outbox' -d 'List the mail that the sandbox would have sent'
complete -c svc -n '__svc_group \'sandbox\'' -a 'fail' -d 'Make the next calls of an endpoint go wrong'
complete -c svc -n '__svc_group \'sandbox\'' -a 'env' -d 'Print the shell lines that point svc at the running sandbox'
complete -c svc -n '__svc_group \'sandbox\'' -a 'routes' -d 'List every path the sandbox serves, who may call it, and in which edition'
complete -c svc -n '__svc_group \'completion\'' -a 'bash' -d 'Print the completions for bash'
complete -c svc -n '__svc_group \'completion\'' -a 'zsh' -d 'Print the completions for zsh'
complete -c svc -n '__svc_group \'completion\'' -a 'fish' -d 'Print the completions for fish'
complete -c svc -n '__svc_group \'completion\'' -a 'powershell' -d 'Print the completions for PowerShell'
complete -c svc -n '__svc_group \'completion\'' -a 'install' -d 'Put the completions in place'

complete -c svc -n __svc_not_help -l profile -r -f -d 'profile of the config file to use (SVC_PROFILE)'
complete -c svc -n __svc_not_help -l address -r -f -d 'the platform (SVC_ADDRESS)'
complete -c svc -n __svc_not_help -l organization -r -f -d 'default organization (SVC_ORGANIZATION)'
complete -c svc -n __svc_not_help -l registry -r -f -d 'registry of addresses typed without a host; HOST=URL maps one host (SVC_REGISTRY)'
complete -c svc -n __svc_not_help -s o -l output -r -f -a 'table json ndjson yaml csv tsv raw' -d 'table, json, ndjson, yaml, csv, tsv, raw (SVC_OUTPUT)'
complete -c svc -n __svc_not_help -l json -d 'the same as -o json'
complete -c svc -n __svc_not_help -l jq -r -f -d 'filter the JSON with jq; implies -o json'
complete -c svc -n __svc_not_help -l columns -r -f -d 'which columns to show; dotted paths reach into the resource'
complete -c svc -n __svc_not_help -l no-input -d 'never ask (SVC_NO_INPUT)'
complete -c svc -n __svc_not_help -s y -l yes -d 'answer confirmations with yes'
complete -c svc -n __svc_not_help -l dry-run -d 'on writes: show the request, secrets masked, and send nothing'
complete -c svc -n __svc_not_help -l timeout -r -f -d 'longest time an attempt may take (SVC_TIMEOUT)'
complete -c svc -n __svc_not_help -l retries -r -f -d 'how often to try again (SVC_RETRIES)'
complete -c svc -n __svc_not_help -l ca-file -r -F -d 'certificates to trust besides the system\'s (SVC_CA_FILE)'
complete -c svc -n __svc_not_help -l color -r -f -a 'auto always never' -d 'auto, always, never (NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE)'
complete -c svc -n __svc_not_help -l insecure-http -d 'allow plain http beyond this machine'
complete -c svc -n __svc_not_help -s q -l quiet -d 'no words on stderr but errors'
complete -c svc -n __svc_not_help -l debug -d 'show every HTTP exchange on stderr, secrets masked (SVC_DEBUG)'
complete -c svc -n __svc_not_help -s V -l version -d 'print the version'
complete -c svc -n __svc_not_help -s h -l help -d 'show help for a command'

complete -c svc -n '__svc_at \'login\'' -l token-file -r -F -d 'read the token from a file, - for stdin'
complete -c svc -n '__svc_at \'login\'' -l token-env -r -f -d 'read the token from an environment variable'

complete -c svc -n '__svc_at \'config list\'' -l show-origin -d 'say where each value comes from'

complete -c svc -n '__svc_at \'account update\'' -l username -r -f -d 'new user name'
complete -c svc -n '__svc_at \'account update\'' -l email -r -f -d 'new e-mail address'
complete -c svc -n '__svc_at \'account update\'' -l set -r -f -d 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'account password\'' -l current-password-file -r -F -d 'read the current password from a file, - for stdin'
complete -c svc -n '__svc_at \'account password\'' -l current-password-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'account password\'' -l password-file -r -F -d 'read the new password from a file, - for stdin'
complete -c svc -n '__svc_at \'account password\'' -l password-env -r -f -d 'read it from an environment variable'

complete -c svc -n '__svc_at \'organization list\'' -l query -r -f -d 'only organizations with this text in their name'
complete -c svc -n '__svc_at \'organization list\'' -l limit -r -f -d 'show at most that many'

complete -c svc -n '__svc_at \'workspace list\'' -l query -r -f -d 'only workspaces with this text in their name'
complete -c svc -n '__svc_at \'workspace list\'' -l limit -r -f -d 'show at most that many'

complete -c svc -n '__svc_at \'team list\'' -l query -r -f -d 'only teams with this text in their name'
complete -c svc -n '__svc_at \'team list\'' -l limit -r -f -d 'show at most that many'

complete -c svc -n '__svc_at \'team add-user\'' -l from-file -r -F -d 'read more of them from a file, one on each line'
complete -c svc -n '__svc_at \'team add-user\'' -l batch -r -f -d 'how many to send with one request (default: 500)'

complete -c svc -n '__svc_at \'team remove-user\'' -l from-file -r -F -d 'read more of them from a file, one on each line'
complete -c svc -n '__svc_at \'team remove-user\'' -l batch -r -f -d 'how many to send with one request (default: 500)'

complete -c svc -n '__svc_at \'team add-membership\'' -l from-file -r -F -d 'read more of them from a file, one on each line'
complete -c svc -n '__svc_at \'team add-membership\'' -l batch -r -f -d 'how many to send with one request (default: 500)'

complete -c svc -n '__svc_at \'team remove-membership\'' -l from-file -r -F -d 'read more of them from a file, one on each line'
complete -c svc -n '__svc_at \'team remove-membership\'' -l batch -r -f -d 'how many to send with one request (default: 500)'

complete -c svc -n '__svc_at \'agent-pool list\'' -l query -r -f -d 'only pools with this in their name'
complete -c svc -n '__svc_at \'agent-pool list\'' -l sort -r -f -a 'name -name created-at -created-at' -d 'name, -name, created-at, -created-at; with a hyphen, the other way round'
complete -c svc -n '__svc_at \'agent-pool list\'' -l allowed-workspace -r -f -d 'only pools that this workspace may use'
complete -c svc -n '__svc_at \'agent-pool list\'' -l limit -r -f -d 'show at most that many'

complete -c svc -n '__svc_at \'agent-pool create\'' -l name -r -f -d 'letters, digits, hyphens and underscores; no other pool of the organization has it'
complete -c svc -n '__svc_at \'agent-pool create\'' -l organization-scoped -d 'every workspace of the organization may use it, which is the default'
complete -c svc -n '__svc_at \'agent-pool create\'' -l no-organization-scoped -d 'only the workspaces allowed by relationships.allowed-workspaces may use it'
complete -c svc -n '__svc_at \'agent-pool create\'' -l set -r -f -d 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'subscription update\'' -l rum-alert-threshold -r -f -d 'a whole number; 0 clears it'
complete -c svc -n '__svc_at \'subscription update\'' -l clear-rum-alert-threshold -d 'no threshold, and no e-mail'
complete -c svc -n '__svc_at \'subscription update\'' -l set -r -f -d 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'feature-set list\'' -l limit -r -f -d 'show at most that many'

complete -c svc -n '__svc_at \'banner list\'' -l anonymous -d 'send no token even if there is one: what everybody sees'

complete -c svc -n '__svc_at \'banner create\'' -l title -r -f -d 'headline, at most 100 characters'
complete -c svc -n '__svc_at \'banner create\'' -l body -r -f -d 'text, at most 255 characters; may hold strong, em, b, i and links'
complete -c svc -n '__svc_at \'banner create\'' -l body-file -r -F -d 'read the text from a file'
complete -c svc -n '__svc_at \'banner create\'' -l style -r -f -a 'info warning critical' -d 'info, warning, critical'
complete -c svc -n '__svc_at \'banner create\'' -l audience -r -f -a 'all_users authenticated_only' -d 'all_users, authenticated_only'
complete -c svc -n '__svc_at \'banner create\'' -l scheduled-publish-at -r -f -d 'when it appears: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 of --timezone'
complete -c svc -n '__svc_at \'banner create\'' -l scheduled-expire-at -r -f -d 'when it goes, written likewise'
complete -c svc -n '__svc_at \'banner create\'' -l timezone -r -f -d 'IANA time zone of the schedule (default with both times: UTC)'
complete -c svc -n '__svc_at \'banner create\'' -l for -r -f -d 'published now, gone after that long, such as 2h, 3d or 1w'
complete -c svc -n '__svc_at \'banner create\'' -l set -r -f -d 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'banner update\'' -l title -r -f -d 'headline, at most 100 characters'
complete -c svc -n '__svc_at \'banner update\'' -l body -r -f -d 'text, at most 255 characters; may hold strong, em, b, i and links'
complete -c svc -n '__svc_at \'banner update\'' -l body-file -r -F -d 'read the text from a file'
complete -c svc -n '__svc_at \'banner update\'' -l style -r -f -a 'info warning critical' -d 'info, warning, critical'
complete -c svc -n '__svc_at \'banner update\'' -l audience -r -f -a 'all_users authenticated_only' -d 'all_users, authenticated_only'
complete -c svc -n '__svc_at \'banner update\'' -l scheduled-publish-at -r -f -d 'when it appears: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 of --timezone'
complete -c svc -n '__svc_at \'banner update\'' -l scheduled-expire-at -r -f -d 'when it goes, written likewise'
complete -c svc -n '__svc_at \'banner update\'' -l timezone -r -f -d 'IANA time zone of the schedule (default with both times: UTC)'
complete -c svc -n '__svc_at \'banner update\'' -l for -r -f -d 'published now, gone after that long, such as 2h, 3d or 1w'
complete -c svc -n '__svc_at \'banner update\'' -l set -r -f -d 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id'
complete -c svc -n '__svc_at \'banner update\'' -l clear-schedule -d 'take the schedule off'

complete -c svc -n '__svc_at \'customization update\'' -l support-email-address -r -f -d 'address that people in need of help are sent to'
complete -c svc -n '__svc_at \'customization update\'' -l clear-support-email-address -d 'bring the default of support-email-address back'
complete -c svc -n '__svc_at \'customization update\'' -l support-url-address -r -f -d 'page that they are sent to instead'
complete -c svc -n '__svc_at \'customization update\'' -l clear-support-url-address -d 'bring the default of support-url-address back'
complete -c svc -n '__svc_at \'customization update\'' -l internal-support-url -r -f -d 'support link in the help menu (http, https or mailto)'
complete -c svc -n '__svc_at \'customization update\'' -l clear-internal-support-url -d 'bring the default of internal-support-url back'
complete -c svc -n '__svc_at \'customization update\'' -l internal-documentation-url -r -f -d 'documentation link in the help menu'
complete -c svc -n '__svc_at \'customization update\'' -l clear-internal-documentation-url -d 'bring the default of internal-documentation-url back'
complete -c svc -n '__svc_at \'customization update\'' -l internal-tutorials-url -r -f -d 'tutorials link in the help menu'
complete -c svc -n '__svc_at \'customization update\'' -l clear-internal-tutorials-url -d 'bring the default of internal-tutorials-url back'
complete -c svc -n '__svc_at \'customization update\'' -l login-help -r -f -d 'HTML on the login page'
complete -c svc -n '__svc_at \'customization update\'' -l clear-login-help -d 'bring the default of login-help back'
complete -c svc -n '__svc_at \'customization update\'' -l footer -r -f -d 'HTML at the foot of every page'
complete -c svc -n '__svc_at \'customization update\'' -l clear-footer -d 'bring the default of footer back'
complete -c svc -n '__svc_at \'customization update\'' -l error -r -f -d 'HTML on error pages'
complete -c svc -n '__svc_at \'customization update\'' -l clear-error -d 'bring the default of error back'
complete -c svc -n '__svc_at \'customization update\'' -l new-user -r -f -d 'HTML for people without an organization'
complete -c svc -n '__svc_at \'customization update\'' -l clear-new-user -d 'bring the default of new-user back'
complete -c svc -n '__svc_at \'customization update\'' -l avatar-sources -r -f -a 'gravatar' -d 'which are on, of gravatar; the others go off'
complete -c svc -n '__svc_at \'customization update\'' -l clear-avatar-sources -d 'all avatar sources off'
complete -c svc -n '__svc_at \'customization update\'' -l strict -d 'exit 8 when the service ignores an attribute'
complete -c svc -n '__svc_at \'customization update\'' -l set -r -f -d 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'oauth-client list\'' -l limit -r -f -d 'show at most that many'

complete -c svc -n '__svc_at \'oauth-client create\'' -l service-provider -r -f -a 'github github_enterprise bitbucket_hosted gitlab_hosted gitlab_community_edition gitlab_enterprise_edition ado_server' -d 'github, github_enterprise, bitbucket_hosted, gitlab_hosted, gitlab_community_edition, gitlab_enterprise_edition, ado_server'
complete -c svc -n '__svc_at \'oauth-client create\'' -l http-url -r -f -d 'homepage of the provider'
complete -c svc -n '__svc_at \'oauth-client create\'' -l api-url -r -f -d 'base URL of its API'
complete -c svc -n '__svc_at \'oauth-client create\'' -l name -r -f -d 'name of the client (default: the provider\'s name)'
complete -c svc -n '__svc_at \'oauth-client create\'' -l oauth-token-string-file -r -F -d 'read the token that the provider issued from a file, - for stdin'
complete -c svc -n '__svc_at \'oauth-client create\'' -l oauth-token-string-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'oauth-client create\'' -l private-key-file -r -F -d 'read the SSH private key from a file, - for stdin; ado_server needs one'
complete -c svc -n '__svc_at \'oauth-client create\'' -l private-key-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'oauth-client create\'' -l set -r -f -d 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'oauth-client update\'' -l service-provider -r -f -a 'github github_enterprise bitbucket_hosted gitlab_hosted gitlab_community_edition gitlab_enterprise_edition ado_server' -d 'github, github_enterprise, bitbucket_hosted, gitlab_hosted, gitlab_community_edition, gitlab_enterprise_edition, ado_server'
complete -c svc -n '__svc_at \'oauth-client update\'' -l http-url -r -f -d 'homepage of the provider'
complete -c svc -n '__svc_at \'oauth-client update\'' -l api-url -r -f -d 'base URL of its API'
complete -c svc -n '__svc_at \'oauth-client update\'' -l name -r -f -d 'what to call it'
complete -c svc -n '__svc_at \'oauth-client update\'' -l clear-name -d 'call it by the provider\'s name'
complete -c svc -n '__svc_at \'oauth-client update\'' -l key -r -f -d 'OAuth client key'
complete -c svc -n '__svc_at \'oauth-client update\'' -l clear-key -d 'remove the OAuth client key'
complete -c svc -n '__svc_at \'oauth-client update\'' -l secret-file -r -F -d 'read the OAuth client secret from a file, - for stdin'
complete -c svc -n '__svc_at \'oauth-client update\'' -l secret-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'oauth-client update\'' -l set -r -f -d 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id'

complete -c svc -n '__svc_at \'notification list\'' -s w -l workspace -r -f -d 'id (ws-...), ORG/NAME, or NAME with a default organization'
complete -c svc -n '__svc_at \'notification list\'' -l limit -r -f -d 'show at most that many'

complete -c svc -n '__svc_at \'notification create\'' -s w -l workspace -r -f -d 'id (ws-...), ORG/NAME, or NAME with a default organization; repeatable'
complete -c svc -n '__svc_at \'notification create\'' -l destination-type -r -f -a 'generic email slack' -d 'generic, email, slack'
complete -c svc -n '__svc_at \'notification create\'' -l name -r -f -d 'what it is called'
complete -c svc -n '__svc_at \'notification create\'' -l url -r -f -d 'where to send, http or https; only for slack and generic'
complete -c svc -n '__svc_at \'notification create\'' -l trigger -r -f -a 'all run:created run:planning run:needs_attention run:applying run:completed run:errored' -d 'when to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored'
complete -c svc -n '__svc_at \'notification create\'' -l user -r -f -d 'id of a user to mail, user-..., repeatable; only for email'
complete -c svc -n '__svc_at \'notification create\'' -l token-file -r -F -d 'read the token that signs from a file, - for stdin; only generic ones are signed'
complete -c svc -n '__svc_at \'notification create\'' -l token-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'notification create\'' -l token-prompt -d 'ask for it, hidden'
complete -c svc -n '__svc_at \'notification create\'' -l generate-token -d 'make one, and keep it in the profile for svc webhook ... --notification ID'
complete -c svc -n '__svc_at \'notification create\'' -l set -r -f -d 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id'
complete -c svc -n '__svc_at \'notification create\'' -l listen -d 'receive here: listen, create it enabled with a new token, show what comes'
complete -c svc -n '__svc_at \'notification create\'' -l port -r -f -d 'port to listen on (default: any free port)'
complete -c svc -n '__svc_at \'notification create\'' -l host -r -f -d 'address to listen on (default: 127.0.0.1, this machine only)'
complete -c svc -n '__svc_at \'notification create\'' -l path -r -f -d 'the only path that accepts deliveries (default: that of --public-url, or /)'
complete -c svc -n '__svc_at \'notification create\'' -l public-url -r -f -d 'where the service reaches the listener: a reverse proxy, a tunnel, this machine'
complete -c svc -n '__svc_at \'notification create\'' -l tls-cert -r -F -d 'speak https, with this certificate (PEM)'
complete -c svc -n '__svc_at \'notification create\'' -l tls-key -r -F -d 'and its key (PEM)'
complete -c svc -n '__svc_at \'notification create\'' -l enabled -d 'verify the destination and begin to send'
complete -c svc -n '__svc_at \'notification create\'' -l no-enabled -d 'save it as it is, which is the default'

complete -c svc -n '__svc_at \'notification update\'' -l name -r -f -d 'what it is called'
complete -c svc -n '__svc_at \'notification update\'' -l url -r -f -d 'where to send, http or https; only for slack and generic'
complete -c svc -n '__svc_at \'notification update\'' -l trigger -r -f -a 'all run:created run:planning run:needs_attention run:applying run:completed run:errored' -d 'when to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored'
complete -c svc -n '__svc_at \'notification update\'' -l user -r -f -d 'id of a user to mail, user-..., repeatable; only for email'
complete -c svc -n '__svc_at \'notification update\'' -l token-file -r -F -d 'read the token that signs from a file, - for stdin; only generic ones are signed'
complete -c svc -n '__svc_at \'notification update\'' -l token-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'notification update\'' -l token-prompt -d 'ask for it, hidden'
complete -c svc -n '__svc_at \'notification update\'' -l generate-token -d 'make one, and keep it in the profile for svc webhook ... --notification ID'
complete -c svc -n '__svc_at \'notification update\'' -l set -r -f -d 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id'
complete -c svc -n '__svc_at \'notification update\'' -l enabled -d 'verify the destination and begin to send'
complete -c svc -n '__svc_at \'notification update\'' -l no-enabled -d 'send nothing more'
complete -c svc -n '__svc_at \'notification update\'' -l clear-triggers -d 'no triggers at all'
complete -c svc -n '__svc_at \'notification update\'' -l clear-token -d 'sign no more'
complete -c svc -n '__svc_at \'notification update\'' -l clear-users -d 'no users at all'
complete -c svc -n '__svc_at \'notification update\'' -l strict -d 'exit 8 when the service ignores an attribute'

complete -c svc -n '__svc_at \'webhook listen\'' -l token-file -r -F -d 'read the token from a file, - for stdin; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook listen\'' -l token-env -r -f -d 'read it from an environment variable; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook listen\'' -l notification -r -f -d 'take the one that was made here for a notification configuration; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook listen\'' -l port -r -f -d 'port to listen on (default: any free port)'
complete -c svc -n '__svc_at \'webhook listen\'' -l host -r -f -d 'address to listen on (default: 127.0.0.1, this machine only)'
complete -c svc -n '__svc_at \'webhook listen\'' -l path -r -f -d 'the only path that accepts deliveries (default: that of --public-url, or /)'
complete -c svc -n '__svc_at \'webhook listen\'' -l public-url -r -f -d 'where the service reaches the listener: a reverse proxy, a tunnel, this machine'
complete -c svc -n '__svc_at \'webhook listen\'' -l tls-cert -r -F -d 'speak https, with this certificate (PEM)'
complete -c svc -n '__svc_at \'webhook listen\'' -l tls-key -r -F -d 'and its key (PEM)'
complete -c svc -n '__svc_at \'webhook listen\'' -l allow-unsigned -d 'accept unsigned deliveries too, but none that a browser sends; they never count as verified'
complete -c svc -n '__svc_at \'webhook listen\'' -l status -r -f -d 'answer good deliveries with another status, to rehearse a failure'
complete -c svc -n '__svc_at \'webhook listen\'' -l forward -r -f -d 'pass good deliveries on as they came, and their answers back'
complete -c svc -n '__svc_at \'webhook listen\'' -l exec -r -f -d 'run a command for each good one: the body on stdin, fields as SVC_WEBHOOK_...; no shell'
complete -c svc -n '__svc_at \'webhook listen\'' -l exec-env -r -f -d 'pass on an environment variable that --exec leaves out; repeatable'
complete -c svc -n '__svc_at \'webhook listen\'' -l filter -r -f -d 'only those: trigger, run, workspace, verified, verdict, status ...; repeatable'
complete -c svc -n '__svc_at \'webhook listen\'' -l count -r -f -d 'end after so many deliveries'
complete -c svc -n '__svc_at \'webhook listen\'' -l for -r -f -d 'end after that long'
complete -c svc -n '__svc_at \'webhook listen\'' -l ui -d 'serve a page that shows them, on this machine only'

complete -c svc -n '__svc_at \'webhook wait\'' -l token-file -r -F -d 'read the token from a file, - for stdin; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook wait\'' -l token-env -r -f -d 'read it from an environment variable; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook wait\'' -l notification -r -f -d 'take the one that was made here for a notification configuration; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook wait\'' -l port -r -f -d 'port to listen on (default: any free port)'
complete -c svc -n '__svc_at \'webhook wait\'' -l host -r -f -d 'address to listen on (default: 127.0.0.1, this machine only)'
complete -c svc -n '__svc_at \'webhook wait\'' -l path -r -f -d 'the only path that accepts deliveries (default: that of --public-url, or /)'
complete -c svc -n '__svc_at \'webhook wait\'' -l public-url -r -f -d 'where the service reaches the listener: a reverse proxy, a tunnel, this machine'
complete -c svc -n '__svc_at \'webhook wait\'' -l tls-cert -r -F -d 'speak https, with this certificate (PEM)'
complete -c svc -n '__svc_at \'webhook wait\'' -l tls-key -r -F -d 'and its key (PEM)'
complete -c svc -n '__svc_at \'webhook wait\'' -l allow-unsigned -d 'accept unsigned deliveries too, but none that a browser sends; they never count as verified'
complete -c svc -n '__svc_at \'webhook wait\'' -l until -r -f -d 'what to wait for: trigger=run:completed, run=..., workspace=...; repeatable'
complete -c svc -n '__svc_at \'webhook wait\'' -l timeout -r -f -d 'give up after that long (default: never)'
complete -c svc -n '__svc_at \'webhook wait\'' -l count -r -f -d 'wait for so many different events (default: 1)'
complete -c svc -n '__svc_at \'webhook wait\'' -l create -d 'make a notification configuration for as long as it waits'
complete -c svc -n '__svc_at \'webhook wait\'' -s w -l workspace -r -f -d 'with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization'

complete -c svc -n '__svc_at \'webhook verify\'' -l signature -r -f -d 'value of the signature header'
complete -c svc -n '__svc_at \'webhook verify\'' -l token-file -r -F -d 'read the token from a file, - for stdin; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook verify\'' -l token-env -r -f -d 'read it from an environment variable; repeatable, any of them will do'
complete -c svc -n '__svc_at \'webhook verify\'' -l notification -r -f -d 'take the one that was made here for a notification configuration; repeatable, any of them will do'

complete -c svc -n '__svc_at \'webhook sign\'' -l token-file -r -F -d 'read the token from a file, - for stdin'
complete -c svc -n '__svc_at \'webhook sign\'' -l token-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'webhook sign\'' -l notification -r -f -d 'take the one that was made here for a notification configuration'

complete -c svc -n '__svc_at \'webhook trigger\'' -l to -r -f -d 'where to'
complete -c svc -n '__svc_at \'webhook trigger\'' -l set -r -f -d 'change a field: run_message=Hello, notifications.0.run_status=planned; repeatable'
complete -c svc -n '__svc_at \'webhook trigger\'' -l body -r -F -d 'send these bytes instead, - for stdin'
complete -c svc -n '__svc_at \'webhook trigger\'' -l scenario -r -f -a 'lifecycle errored all' -d 'a whole run: lifecycle, errored, all'
complete -c svc -n '__svc_at \'webhook trigger\'' -l tamper -r -f -a 'all body newline token empty-token sha256 truncated garbage prefixed last-digit zeros empty unsigned repeated' -d 'send what must be refused: all, body, newline, token, empty-token, sha256, truncated, garbage, prefixed, last-digit, zeros, empty, unsigned, repeated'
complete -c svc -n '__svc_at \'webhook trigger\'' -l as -r -f -a 'generic slack' -d 'as for a destination of the type generic or slack (default: generic)'
complete -c svc -n '__svc_at \'webhook trigger\'' -l unsigned -d 'send no signature, as for a configuration without a token'
complete -c svc -n '__svc_at \'webhook trigger\'' -l token-file -r -F -d 'read the token from a file, - for stdin'
complete -c svc -n '__svc_at \'webhook trigger\'' -l token-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'webhook trigger\'' -l notification -r -f -d 'take the one that was made here for a notification configuration'

complete -c svc -n '__svc_at \'webhook list\'' -l filter -r -f -d 'only those: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable'
complete -c svc -n '__svc_at \'webhook list\'' -l since -r -f -d 'only those that came that long ago or later'
complete -c svc -n '__svc_at \'webhook list\'' -l limit -r -f -d 'at most so many, the newest (default: 50)'
complete -c svc -n '__svc_at \'webhook list\'' -l follow -d 'go on with those that come'

complete -c svc -n '__svc_at \'webhook replay\'' -l to -r -f -d 'where to'
complete -c svc -n '__svc_at \'webhook replay\'' -l allow-unverified -d 'sign what was not verified, too'
complete -c svc -n '__svc_at \'webhook replay\'' -l token-file -r -F -d 'read the token from a file, - for stdin'
complete -c svc -n '__svc_at \'webhook replay\'' -l token-env -r -f -d 'read it from an environment variable'
complete -c svc -n '__svc_at \'webhook replay\'' -l notification -r -f -d 'take the one that was made here for a notification configuration'

complete -c svc -n '__svc_at \'webhook export\'' -l filter -r -f -d 'only those: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable'
complete -c svc -n '__svc_at \'webhook export\'' -l since -r -f -d 'only those that came that long ago or later'

complete -c svc -n '__svc_at \'module search\'' -l namespace -r -f -d 'only modules of this publisher'
complete -c svc -n '__svc_at \'module search\'' -l provider -r -f -d 'only modules for this provider'
complete -c svc -n '__svc_at \'module search\'' -l verified -d 'only verified modules'
complete -c svc -n '__svc_at \'module search\'' -l offset -r -f -d 'skip the first n'
complete -c svc -n '__svc_at \'module search\'' -l limit -r -f -d 'show at most that many (default: 20)'
complete -c svc -n '__svc_at \'module search\'' -l all -d 'show every one'

complete -c svc -n '__svc_at \'module list\'' -l provider -r -f -d 'only modules for this provider'
complete -c svc -n '__svc_at \'module list\'' -l verified -d 'only verified modules'
complete -c svc -n '__svc_at \'module list\'' -l offset -r -f -d 'skip the first n'
complete -c svc -n '__svc_at \'module list\'' -l limit -r -f -d 'show at most that many (default: 20)'
complete -c svc -n '__svc_at \'module list\'' -l all -d 'show every one'

complete -c svc -n '__svc_at \'module show\'' -l section -r -f -a 'inputs outputs submodules dependencies resources data-sources ephemeral-resources readme' -d 'only one of inputs, outputs, submodules, dependencies, resources, data-sources, ephemeral-resources, readme'

complete -c svc -n '__svc_at \'module latest\'' -l offset -r -f -d 'skip the first n'
complete -c svc -n '__svc_at \'module latest\'' -l limit -r -f -d 'show at most that many providers'

complete -c svc -n '__svc_at \'module versions\'' -l constraint -r -f -d 'only versions that match, such as "~> 1.2"'
complete -c svc -n '__svc_at \'module versions\'' -l pre -d 'prereleases too; without it only one that = asks for exactly'

complete -c svc -n '__svc_at \'module download\'' -s f -l file -r -F -d 'read more addresses from a file; - is stdin'
complete -c svc -n '__svc_at \'module download\'' -l dir -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'the module\'s folder, or the one for all of several (default: NAMESPACE/NAME/PROVIDER/VERSION[/SUBDIR] below the current one)'
complete -c svc -n '__svc_at \'module download\'' -l force -d 'replace the folder if it is there'
complete -c svc -n '__svc_at \'module download\'' -l jobs -r -f -d 'how many to download at a time (default: 32)'
complete -c svc -n '__svc_at \'module download\'' -l fail-fast -d 'end with the first that fails'
complete -c svc -n '__svc_at \'module download\'' -l no-cache -d 'neither take archives from the cache nor keep them there'
complete -c svc -n '__svc_at \'module download\'' -l offline -d 'take everything from the cache and ask nobody'
complete -c svc -n '__svc_at \'module download\'' -l submodules -d 'take the submodules of a git repository too, from its own host'
complete -c svc -n '__svc_at \'module download\'' -l allow-shared-parent -d 'unpack beside a destination even where another user can swap files and no safer way exists'
complete -c svc -n '__svc_at \'module download\'' -l annotate -r -f -a 'github none' -d 'show failures in the CI of: github, or none (GITHUB_ACTIONS)'
complete -c svc -n '__svc_at \'module download\'' -l max-size -r -f -d 'most that an archive may unpack to (default: 512MiB)'
complete -c svc -n '__svc_at \'module download\'' -l max-entries -r -f -d 'most files, folders and links in it (default: 100000)'
complete -c svc -n '__svc_at \'module download\'' -l max-depth -r -f -d 'most folders one in another (default: 512)'
complete -c svc -n '__svc_at \'module download\'' -l max-path -r -f -d 'longest path in it, in bytes (default: 4096)'
complete -c svc -n '__svc_at \'module download\'' -l max-metadata -r -f -d 'most that is said about one entry (default: 1MiB)'
complete -c svc -n '__svc_at \'module download\'' -l max-ratio -r -f -d 'most bytes unpacked from one (default: 1000)'
complete -c svc -n '__svc_at \'module download\'' -l min-speed -r -f -d 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)'

complete -c svc -n '__svc_at \'module lock\'' -l upgrade -f -d 'look versions up anew: all, those of a module address, or of one call path'
complete -c svc -n '__svc_at \'module lock\'' -l submodules -d 'lock repositories with their submodules, from a repository\'s own host'
complete -c svc -n '__svc_at \'module lock\'' -l tool -r -f -a 'terraform tofu' -d 'whose files and default registry count: terraform or tofu (SVC_TOOL)'
complete -c svc -n '__svc_at \'module lock\'' -l min-speed -r -f -d 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)'
complete -c svc -n '__svc_at \'module lock\'' -l check -d 'fail when configuration and lock differ; write nothing'

complete -c svc -n '__svc_at \'module install\'' -l frozen -d 'fail when configuration and lock differ'
complete -c svc -n '__svc_at \'module install\'' -l offline -d 'fetch nothing: take archives from the cache only'
complete -c svc -n '__svc_at \'module install\'' -l no-cache -d 'neither take archives from the cache nor keep them there'
complete -c svc -n '__svc_at \'module install\'' -l jobs -r -f -d 'how many to download at a time (default: 32)'
complete -c svc -n '__svc_at \'module install\'' -l min-speed -r -f -d 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)'
complete -c svc -n '__svc_at \'module install\'' -l tool -r -f -a 'terraform tofu' -d 'whose files and default registry count: terraform or tofu (SVC_TOOL)'
complete -c svc -n '__svc_at \'module install\'' -l allow-shared-parent -d 'unpack beside a destination even where another user can swap files and no safer way exists'

complete -c svc -n '__svc_at \'module verify\'' -l offline -d 'fetch nothing: look at the installed files only'
complete -c svc -n '__svc_at \'module verify\'' -l tool -r -f -a 'terraform tofu' -d 'whose files and default registry count: terraform or tofu (SVC_TOOL)'
complete -c svc -n '__svc_at \'module verify\'' -l min-speed -r -f -d 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)'

complete -c svc -n '__svc_at \'module outdated\'' -l all -d 'those that are up to date too'
complete -c svc -n '__svc_at \'module outdated\'' -l check -d 'fail when there is something newer'
complete -c svc -n '__svc_at \'module outdated\'' -l tool -r -f -a 'terraform tofu' -d 'whose files and default registry count: terraform or tofu (SVC_TOOL)'

complete -c svc -n '__svc_at \'module tree\'' -l graph -r -f -a 'mermaid dot' -d 'the text of a drawing: mermaid or dot'
complete -c svc -n '__svc_at \'module tree\'' -l tool -r -f -a 'terraform tofu' -d 'whose files and default registry count: terraform or tofu (SVC_TOOL)'

complete -c svc -n '__svc_at \'module diff\'' -l check -d 'fail when something breaks callers'
complete -c svc -n '__svc_at \'module diff\'' -l submodules -d 'take the submodules of git repositories too, from their own host'
complete -c svc -n '__svc_at \'module diff\'' -l tool -r -f -a 'terraform tofu' -d 'whose files and default registry count: terraform or tofu (SVC_TOOL)'
complete -c svc -n '__svc_at \'module diff\'' -l min-speed -r -f -d 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)'

complete -c svc -n '__svc_at \'module mirror\'' -l from-lock -r -F -d 'take what a lock names'
complete -c svc -n '__svc_at \'module mirror\'' -l no-cache -d 'neither take archives from the cache nor keep them there'
complete -c svc -n '__svc_at \'module mirror\'' -l submodules -d 'mirror git repositories with their submodules, from their own host'
complete -c svc -n '__svc_at \'module mirror\'' -l jobs -r -f -d 'how many to download at a time (default: 32)'
complete -c svc -n '__svc_at \'module mirror\'' -l min-speed -r -f -d 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)'
complete -c svc -n '__svc_at \'module mirror\'' -l tool -r -f -a 'terraform tofu' -d 'whose files and default registry count: terraform or tofu (SVC_TOOL)'
complete -c svc -n '__svc_at \'module mirror\'' -l allow-shared-parent -d 'unpack beside a destination even where another user can swap files and no safer way exists'

complete -c svc -n '__svc_at \'module serve\'' -l port -r -f -d 'port to listen on (default: any free port)'
complete -c svc -n '__svc_at \'module serve\'' -l host -r -f -d 'address to listen on (default: 127.0.0.1, this machine only)'
complete -c svc -n '__svc_at \'module serve\'' -l public-url -r -f -d 'where clients reach it, for the block that is printed'
complete -c svc -n '__svc_at \'module serve\'' -l tls-cert -r -F -d 'speak https, with this certificate (PEM)'
complete -c svc -n '__svc_at \'module serve\'' -l tls-key -r -F -d 'and its key (PEM)'
complete -c svc -n '__svc_at \'module serve\'' -l token-file -r -F -d 'take only who sends the token in a file, - for stdin; repeatable'
complete -c svc -n '__svc_at \'module serve\'' -l token-env -r -f -d 'or in an environment variable; repeatable'
complete -c svc -n '__svc_at \'module serve\'' -l log -d 'say each request on stderr'

complete -c svc -n '__svc_at \'module cache prune\'' -l older-than -r -f -d 'those too that were not used for that long, such as 30d'
complete -c svc -n '__svc_at \'module cache prune\'' -l all -d 'everything'

complete -c svc -n '__svc_at \'api\'' -s F -l field -r -f -d 'on GET a query parameter, else a field of the body: a.b=text, a.b:=json'
complete -c svc -n '__svc_at \'api\'' -l input -r -F -d 'the body, from a file or - for stdin'
complete -c svc -n '__svc_at \'api\'' -l paginate -d 'on GET: every page of a list, of the platform or of a registry'
complete -c svc -n '__svc_at \'api\'' -l include -d 'the status and the headers before the body'

complete -c svc -n '__svc_at \'sandbox start\'' -l port -r -f -d 'port on 127.0.0.1 (default: any free port)'
complete -c svc -n '__svc_at \'sandbox start\'' -l edition -r -f -a 'self-hosted hosted' -d 'self-hosted or hosted (default: self-hosted)'
complete -c svc -n '__svc_at \'sandbox start\'' -l latency -r -f -d 'hold every answer back that long'
complete -c svc -n '__svc_at \'sandbox start\'' -l modules -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'publish the modules of a folder laid out NAMESPACE/NAME/PROVIDER/VERSION/'
complete -c svc -n '__svc_at \'sandbox start\'' -l data -r -F -d 'keep the state in a file, written before a write is answered (default: in memory)'
complete -c svc -n '__svc_at \'sandbox start\'' -l allow-host -r -f -d 'answer to this Host too, besides 127.0.0.1 and localhost; repeatable'
complete -c svc -n '__svc_at \'sandbox start\'' -l tls -d 'speak https, with a certificate generated at the start'
complete -c svc -n '__svc_at \'sandbox start\'' -l tls-cert -r -F -d 'speak https, with this certificate (PEM)'
complete -c svc -n '__svc_at \'sandbox start\'' -l tls-key -r -F -d 'and its key (PEM)'
complete -c svc -n '__svc_at \'sandbox start\'' -l fixed-tokens -d 'accept sandbox-owner-token, sandbox-user-token ..., for any program (default: generated)'
complete -c svc -n '__svc_at \'sandbox start\'' -l log -d 'say each request on stderr'

complete -c svc -n '__svc_at \'sandbox run\'' -s w -l workspace -r -f -d 'id, name, or ORG/NAME'
complete -c svc -n '__svc_at \'sandbox run\'' -l message -r -f -d 'what the run is called when it begins'

complete -c svc -n '__svc_at \'sandbox fail\'' -l method -r -f -d 'GET, POST, PATCH or DELETE'
complete -c svc -n '__svc_at \'sandbox fail\'' -l path -r -f -d 'beginning of the path'
complete -c svc -n '__svc_at \'sandbox fail\'' -l status -r -f -d 'answer with this status'
complete -c svc -n '__svc_at \'sandbox fail\'' -l kind -r -f -a 'status html empty reset hang cut stall' -d 'status, html, empty, reset, hang, cut, stall'
complete -c svc -n '__svc_at \'sandbox fail\'' -l times -r -f -d 'how many calls go wrong'
complete -c svc -n '__svc_at \'sandbox fail\'' -l skip -r -f -d 'how many go well first'
complete -c svc -n '__svc_at \'sandbox fail\'' -l retry-after -r -f -d 'seconds or an HTTP date to send with it'
complete -c svc -n '__svc_at \'sandbox fail\'' -l location -r -f -d 'where a redirect (status 301, 302, 307) leads'

complete -c svc -n '__svc_at \'sandbox env\'' -l as -r -f -a 'site-admin owner user team organization' -d 'whose token: site-admin, owner, user, team, organization (default: site-admin)'
complete -c svc -n '__svc_at \'sandbox env\'' -l no-cli-config -d 'leave the CLI configuration of terraform and tofu as it is'

complete -c svc -n '__svc_at \'completion install\'' -l dir -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'the folder to put them in'

complete -c svc -n '__svc_at \'config get\' 0' -f -a 'address organization registry output timeout retries ca-file color tool profile'
complete -c svc -n '__svc_at \'config set\' 0' -f -a 'address organization registry output timeout retries ca-file color tool'
complete -c svc -n '__svc_at \'config unset\' 0' -f -a 'address organization registry output timeout retries ca-file color tool'
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
