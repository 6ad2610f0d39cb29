# Completions of svc, generated from its commands: npm run reference
# No process is started for a TAB, and nothing that was typed or read from a file is evaluated.

Register-ArgumentCompleter -Native -CommandName 'svc' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The words that may follow a command, and what each is for.
    $commands = [System.Collections.Hashtable]::new([StringComparer]::Ordinal)
    $commands[''] = @(
        , @('login', 'Log in to a platform')
        , @('logout', 'Log out of a platform')
        , @('auth', 'Show the authentication status and the token')
        , @('whoami', 'Show the user of the token')
        , @('doctor', 'Find out why svc does not work')
        , @('config', 'Manage settings')
        , @('profile', 'Manage profiles, each with settings and a token')
        , @('account', 'Manage your account')
        , @('organization', 'View organizations')
        , @('workspace', 'View workspaces')
        , @('team', 'View teams and manage their members')
        , @('agent-pool', 'Manage agent pools')
        , @('subscription', 'Manage subscriptions')
        , @('feature-set', 'View feature sets')
        , @('banner', 'Manage site banners')
        , @('customization', 'Manage the links and texts of the site')
        , @('oauth-client', 'Manage VCS connections')
        , @('notification', 'Manage workspace notifications')
        , @('webhook', 'Receive, verify and replay notifications')
        , @('export', 'Write the live site as a document')
        , @('diff', 'Compare the live site with documents')
        , @('apply', 'Make the live site match documents')
        , @('module', 'Find, download, lock and mirror modules')
        , @('api', 'Make an authenticated API request')
        , @('sandbox', 'Run the platform on this machine')
        , @('completion', 'Manage shell completions')
        , @('help', 'Show help for a command or a topic')
    )
    $commands['auth'] = @(
        , @('status', 'Show the platform, profile and token in use, and where each comes from')
        , @('token', 'Print the token in use')
    )
    $commands['config'] = @(
        , @('list', 'List settings and their values')
        , @('get', 'Print the value of a setting')
        , @('set', 'Store a setting in the profile')
        , @('unset', 'Remove a setting from the profile')
        , @('path', 'Print the path of the config file')
    )
    $commands['profile'] = @(
        , @('list', 'List profiles')
        , @('use', 'Switch to a profile')
        , @('create', 'Create a profile')
        , @('delete', 'Delete a profile and its token')
    )
    $commands['account'] = @(
        , @('show', 'Show your account')
        , @('update', 'Update your user name or e-mail address')
        , @('password', 'Change your password')
        , @('hcp-organization', 'Show an HCP organization that you belong to')
    )
    $commands['organization'] = @(
        , @('list', 'List the organizations that you belong to')
        , @('show', 'Show an organization')
    )
    $commands['workspace'] = @(
        , @('list', 'List the workspaces of an organization')
        , @('show', 'Show a workspace')
    )
    $commands['team'] = @(
        , @('list', 'List the teams of an organization')
        , @('show', 'Show a team')
        , @('members', 'List the users of a team')
        , @('set', 'Set the users of a team: add those missing, remove the others')
        , @('add-user', 'Add users to a team')
        , @('remove-user', 'Remove users from a team')
        , @('add-membership', 'Add users to a team by organization membership')
        , @('remove-membership', 'Remove users from a team by organization membership')
    )
    $commands['agent-pool'] = @(
        , @('list', 'List the agent pools of an organization')
        , @('create', 'Create an agent pool')
    )
    $commands['subscription'] = @(
        , @('show', 'Show a subscription')
        , @('update', 'Update the alert threshold for billable resources')
    )
    $commands['feature-set'] = @(
        , @('list', 'List feature sets')
    )
    $commands['banner'] = @(
        , @('list', 'List published banners')
        , @('show', 'Show the published banner')
        , @('create', 'Create a banner, now or on a schedule')
        , @('update', 'Update a banner')
        , @('delete', 'Delete a banner')
    )
    $commands['customization'] = @(
        , @('show', 'Show the links and texts of the site')
        , @('update', 'Update the links and texts of the site')
    )
    $commands['oauth-client'] = @(
        , @('list', 'List VCS connections')
        , @('show', 'Show a VCS connection')
        , @('create', 'Create a VCS connection')
        , @('update', 'Update a VCS connection')
        , @('delete', 'Delete a VCS connection')
    )
    $commands['notification'] = @(
        , @('list', 'List the notification configurations of workspaces')
        , @('show', 'Show a notification configuration')
        , @('create', 'Create a notification configuration')
        , @('update', 'Update a notification configuration')
        , @('verify', 'Verify the destination of a notification configuration')
        , @('delete', 'Delete a notification configuration')
        , @('audit', 'Report configurations that are missing, disabled, failing or inconsistent')
    )
    $commands['webhook'] = @(
        , @('listen', 'Receive notifications and verify their signatures')
        , @('wait', 'Wait for a notification in a script or CI job')
        , @('verify', 'Verify the signature of a body')
        , @('sign', 'Sign a body as the service does')
        , @('trigger', 'Send a notification as the service does')
        , @('list', 'List received deliveries')
        , @('show', 'Show a delivery')
        , @('replay', 'Sign deliveries again and resend them')
        , @('export', 'Export received deliveries as NDJSON')
        , @('stream', 'Manage the NATS stream of deliveries')
    )
    $commands['webhook stream'] = @(
        , @('create', 'Create the stream of deliveries, or change its limits')
        , @('show', 'Show the stream of deliveries and its readers')
        , @('delete', 'Delete the stream of deliveries with its messages')
        , @('readers', 'List the readers of the stream')
        , @('delete-reader', 'Delete the name that readers of the stream share')
    )
    $commands['module'] = @(
        , @('search', 'Search for modules')
        , @('list', 'List modules')
        , @('show', 'Show the inputs, outputs and contents of a module')
        , @('latest', 'Show the latest version of a module')
        , @('versions', 'List the versions of a module')
        , @('source', 'Print the download URL of a module')
        , @('download', 'Download and unpack modules')
        , @('downloads', 'Show the download counts of a module')
        , @('lock', 'Lock the modules of a configuration')
        , @('install', 'Install the locked modules in .terraform/modules')
        , @('verify', 'Verify installed modules against the lock')
        , @('outdated', 'List locked modules with newer versions')
        , @('tree', 'Show the tree of module calls')
        , @('diff', 'Compare two versions of a module')
        , @('mirror', 'Mirror modules and their dependencies in a folder')
        , @('serve', 'Serve a mirror as a module registry')
        , @('cache', 'Manage the cache of downloaded archives')
    )
    $commands['module cache'] = @(
        , @('path', 'Print the path of the cache')
        , @('list', 'List cached versions')
        , @('verify', 'Verify cached archives, and remove damaged ones')
        , @('prune', 'Remove unused files from the cache')
    )
    $commands['sandbox'] = @(
        , @('start', 'Start a sandbox')
        , @('run', 'Change the state of a run')
        , @('rum', 'Set the number of billable resources of an organization')
        , @('outbox', 'List the e-mail that the sandbox would have sent')
        , @('fail', 'Make the next requests fail')
        , @('env', 'Print environment variables for a running sandbox')
        , @('routes', 'List the routes of the sandbox')
    )
    $commands['completion'] = @(
        , @('bash', 'Print the completion script for bash')
        , @('zsh', 'Print the completion script for zsh')
        , @('fish', 'Print the completion script for fish')
        , @('powershell', 'Print the completion script for PowerShell')
        , @('install', 'Install the completion script')
    )

    # The names of commands by what is typed where an alias is typed.
    $aliases = [System.Collections.Hashtable]::new([StringComparer]::Ordinal)
    $aliases['config ls'] = 'list'
    $aliases['profile ls'] = 'list'
    $aliases['organization ls'] = 'list'
    $aliases['workspace ls'] = 'list'
    $aliases['team ls'] = 'list'
    $aliases['agent-pool ls'] = 'list'
    $aliases['feature-set ls'] = 'list'
    $aliases['banner ls'] = 'list'
    $aliases['oauth-client ls'] = 'list'
    $aliases['notification ls'] = 'list'
    $aliases['webhook ls'] = 'list'
    $aliases['module ls'] = 'list'
    $aliases['module cache ls'] = 'list'
    $aliases['profile new'] = 'create'
    $aliases['agent-pool new'] = 'create'
    $aliases['banner new'] = 'create'
    $aliases['oauth-client new'] = 'create'
    $aliases['notification new'] = 'create'
    $aliases['webhook stream new'] = 'create'
    $aliases['profile rm'] = 'delete'
    $aliases['profile remove'] = 'delete'
    $aliases['banner rm'] = 'delete'
    $aliases['banner remove'] = 'delete'
    $aliases['oauth-client rm'] = 'delete'
    $aliases['oauth-client remove'] = 'delete'
    $aliases['notification rm'] = 'delete'
    $aliases['notification remove'] = 'delete'
    $aliases['webhook stream rm'] = 'delete'
    $aliases['webhook stream remove'] = 'delete'
    $aliases['account get'] = 'show'
    $aliases['account info'] = 'show'
    $aliases['organization get'] = 'show'
    $aliases['organization info'] = 'show'
    $aliases['workspace get'] = 'show'
    $aliases['workspace info'] = 'show'
    $aliases['team get'] = 'show'
    $aliases['team info'] = 'show'
    $aliases['subscription get'] = 'show'
    $aliases['subscription info'] = 'show'
    $aliases['banner get'] = 'show'
    $aliases['banner info'] = 'show'
    $aliases['customization get'] = 'show'
    $aliases['customization info'] = 'show'
    $aliases['oauth-client get'] = 'show'
    $aliases['oauth-client info'] = 'show'
    $aliases['notification get'] = 'show'
    $aliases['notification info'] = 'show'
    $aliases['webhook get'] = 'show'
    $aliases['webhook info'] = 'show'
    $aliases['webhook stream get'] = 'show'
    $aliases['webhook stream info'] = 'show'
    $aliases['module get'] = 'show'
    $aliases['module info'] = 'show'

    # What may follow `svc help` besides commands.
    $topics = @(
        , @('flags', 'Global flags')
        , @('exit-codes', 'Exit codes')
        , @('output', 'Output formats, columns and errors')
        , @('environment', 'Environment variables')
        , @('authentication', 'Tokens: where they are stored and looked up')
        , @('registries', 'How the registry of a module is found')
        , @('webhooks', 'How to receive notifications on this machine')
        , @('ci', 'How to use svc in scripts and CI jobs')
    )

    # The flags of a command; those under the empty name go with every command.
    $flags = [System.Collections.Hashtable]::new([StringComparer]::Ordinal)
    $flags[''] = @(
        , @('--profile', 'profile of the config file to use (SVC_PROFILE)')
        , @('--address', 'URL of the platform (SVC_ADDRESS)')
        , @('--organization', 'default organization (SVC_ORGANIZATION)')
        , @('--registry', 'registry of addresses without a host, or HOST=URL for one host (SVC_REGISTRY)')
        , @('-o', 'table, json, ndjson, yaml, csv, tsv, raw (SVC_OUTPUT)')
        , @('--output', 'table, json, ndjson, yaml, csv, tsv, raw (SVC_OUTPUT)')
        , @('--json', 'the same as -o json')
        , @('--jq', 'filter the JSON output with jq; implies -o json')
        , @('--columns', 'columns to show, separated by commas; a dotted path reads a field')
        , @('--no-input', 'never prompt (SVC_NO_INPUT)')
        , @('-y', 'confirm without a prompt')
        , @('--yes', 'confirm without a prompt')
        , @('--dry-run', 'print the request of a write, with secrets masked, without sending it')
        , @('--timeout', 'time limit of each request (SVC_TIMEOUT)')
        , @('--retries', 'number of retries (SVC_RETRIES)')
        , @('--ca-file', 'file with additional trusted certificates (SVC_CA_FILE)')
        , @('--color', 'auto, always, never (NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE)')
        , @('--insecure-http', 'allow plain http to other machines')
        , @('-q', 'print only errors on stderr')
        , @('--quiet', 'print only errors on stderr')
        , @('--debug', 'print HTTP requests and responses on stderr, with secrets masked (SVC_DEBUG)')
        , @('-V', 'print the version')
        , @('--version', 'print the version')
        , @('-h', 'show help for a command')
        , @('--help', 'show help for a command')
    )
    $flags['login'] = @(
        , @('--token-file', 'read the token from a file, - for stdin')
        , @('--token-env', 'read the token from an environment variable')
    )
    $flags['config list'] = @(
        , @('--show-origin', 'show where each value comes from')
    )
    $flags['account update'] = @(
        , @('--username', 'new user name')
        , @('--email', 'new e-mail address')
        , @('--set', 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['account password'] = @(
        , @('--current-password-file', 'read the current password from a file, - for stdin')
        , @('--current-password-env', 'read it from an environment variable')
        , @('--password-file', 'read the new password from a file, - for stdin')
        , @('--password-env', 'read it from an environment variable')
    )
    $flags['organization list'] = @(
        , @('--query', 'only organizations with this text in their name')
        , @('--limit', 'maximum number of items')
    )
    $flags['workspace list'] = @(
        , @('--query', 'only workspaces with this text in their name')
        , @('--limit', 'maximum number of items')
    )
    $flags['team list'] = @(
        , @('--query', 'only teams with this text in their name')
        , @('--limit', 'maximum number of items')
    )
    $flags['team set'] = @(
        , @('--from-file', 'read them from a file, one per line')
        , @('--batch', 'number per request (default: 500)')
    )
    $flags['team add-user'] = @(
        , @('--from-file', 'read them from a file, one per line')
        , @('--failed-to', 'write those that failed to a file, one per line')
        , @('--batch', 'number per request (default: 500)')
    )
    $flags['team remove-user'] = @(
        , @('--from-file', 'read them from a file, one per line')
        , @('--failed-to', 'write those that failed to a file, one per line')
        , @('--batch', 'number per request (default: 500)')
    )
    $flags['team add-membership'] = @(
        , @('--from-file', 'read them from a file, one per line')
        , @('--failed-to', 'write those that failed to a file, one per line')
        , @('--batch', 'number per request (default: 500)')
    )
    $flags['team remove-membership'] = @(
        , @('--from-file', 'read them from a file, one per line')
        , @('--failed-to', 'write those that failed to a file, one per line')
        , @('--batch', 'number per request (default: 500)')
    )
    $flags['agent-pool list'] = @(
        , @('--query', 'only pools with this text in their name')
        , @('--sort', 'name, -name, created-at, -created-at; a hyphen means descending')
        , @('--allowed-workspace', 'only pools that this workspace may use')
        , @('--limit', 'maximum number of items')
    )
    $flags['agent-pool create'] = @(
        , @('--name', 'unique name: letters, digits, hyphens and underscores')
        , @('--organization-scoped', 'allow every workspace of the organization to use it (default)')
        , @('--no-organization-scoped', 'allow only the workspaces in relationships.allowed-workspaces to use it')
        , @('--set', 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['subscription update'] = @(
        , @('--rum-alert-threshold', 'number of billable resources; 0 clears it')
        , @('--clear-rum-alert-threshold', 'remove the threshold')
        , @('--set', 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['feature-set list'] = @(
        , @('--limit', 'maximum number of items')
    )
    $flags['banner list'] = @(
        , @('--anonymous', 'send no token, to see what everybody sees')
    )
    $flags['banner show'] = @(
        , @('--current', 'the banner that is published')
    )
    $flags['banner create'] = @(
        , @('--title', 'headline, at most 100 characters')
        , @('--body', 'text, at most 255 characters; strong, em, b, i and links are allowed')
        , @('--body-file', 'read the text from a file')
        , @('--editor', 'write the text in $VISUAL or $EDITOR')
        , @('--style', 'info, warning, critical')
        , @('--audience', 'all_users, authenticated_only')
        , @('--scheduled-publish-at', 'start: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 in --timezone')
        , @('--scheduled-expire-at', 'end, in the same format')
        , @('--timezone', 'IANA time zone of the schedule (default: UTC)')
        , @('--for', 'publish now and expire after this duration, such as 2h, 3d or 1w')
        , @('--set', 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['banner update'] = @(
        , @('--title', 'headline, at most 100 characters')
        , @('--body', 'text, at most 255 characters; strong, em, b, i and links are allowed')
        , @('--body-file', 'read the text from a file')
        , @('--editor', 'write the text in $VISUAL or $EDITOR')
        , @('--style', 'info, warning, critical')
        , @('--audience', 'all_users, authenticated_only')
        , @('--scheduled-publish-at', 'start: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 in --timezone')
        , @('--scheduled-expire-at', 'end, in the same format')
        , @('--timezone', 'IANA time zone of the schedule (default: UTC)')
        , @('--for', 'publish now and expire after this duration, such as 2h, 3d or 1w')
        , @('--set', 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id')
        , @('--current', 'the banner that is published')
        , @('--clear-schedule', 'remove the schedule')
    )
    $flags['banner delete'] = @(
        , @('--current', 'the banner that is published')
    )
    $flags['customization update'] = @(
        , @('--support-email-address', 'support e-mail address')
        , @('--clear-support-email-address', 'restore the default of support-email-address')
        , @('--support-url-address', 'support page, instead of the e-mail address')
        , @('--clear-support-url-address', 'restore the default of support-url-address')
        , @('--internal-support-url', 'support link in the help menu (http, https or mailto)')
        , @('--clear-internal-support-url', 'restore the default of internal-support-url')
        , @('--internal-documentation-url', 'documentation link in the help menu')
        , @('--clear-internal-documentation-url', 'restore the default of internal-documentation-url')
        , @('--internal-tutorials-url', 'tutorials link in the help menu')
        , @('--clear-internal-tutorials-url', 'restore the default of internal-tutorials-url')
        , @('--login-help', 'HTML on the login page')
        , @('--clear-login-help', 'restore the default of login-help')
        , @('--footer', 'HTML in the footer of every page')
        , @('--clear-footer', 'restore the default of footer')
        , @('--error', 'HTML on error pages')
        , @('--clear-error', 'restore the default of error')
        , @('--new-user', 'HTML for users without an organization')
        , @('--clear-new-user', 'restore the default of new-user')
        , @('--editor', 'write login-help, footer, error, new-user in $VISUAL or $EDITOR')
        , @('--avatar-sources', 'avatar sources to enable: gravatar; the others are disabled')
        , @('--clear-avatar-sources', 'disable all avatar sources')
        , @('--strict', 'exit 8 when the service ignores an attribute')
        , @('--set', 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['oauth-client list'] = @(
        , @('--limit', 'maximum number of items')
    )
    $flags['oauth-client create'] = @(
        , @('--service-provider', 'github, github_enterprise, bitbucket_hosted, gitlab_hosted, gitlab_community_edition, gitlab_enterprise_edition, ado_server')
        , @('--http-url', 'homepage of the provider')
        , @('--api-url', 'base URL of its API')
        , @('--name', 'name of the client (default: the provider''s name)')
        , @('--oauth-token-string-file', 'read the token that the provider issued from a file, - for stdin')
        , @('--oauth-token-string-env', 'read it from an environment variable')
        , @('--private-key-file', 'read the SSH private key from a file, - for stdin; ado_server needs one')
        , @('--private-key-env', 'read it from an environment variable')
        , @('--set', 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['oauth-client update'] = @(
        , @('--service-provider', 'github, github_enterprise, bitbucket_hosted, gitlab_hosted, gitlab_community_edition, gitlab_enterprise_edition, ado_server')
        , @('--http-url', 'homepage of the provider')
        , @('--api-url', 'base URL of its API')
        , @('--name', 'name of the client')
        , @('--clear-name', 'remove the name; the provider''s name is shown instead')
        , @('--key', 'OAuth client key')
        , @('--clear-key', 'remove the OAuth client key')
        , @('--secret-file', 'read the OAuth client secret from a file, - for stdin')
        , @('--secret-env', 'read it from an environment variable')
        , @('--set', 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['notification list'] = @(
        , @('-w', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspace', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspaces-from', 'read workspaces from a file, one per line, or from stdin with -')
        , @('--all-workspaces', 'all workspaces of the organization')
        , @('--failed-to', 'write the workspaces that failed to a file, for --workspaces-from')
        , @('--jobs', 'number of workspaces at the same time (default: 8)')
        , @('--limit', 'maximum number of items')
    )
    $flags['notification create'] = @(
        , @('-w', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspace', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspaces-from', 'read workspaces from a file, one per line, or from stdin with -')
        , @('--all-workspaces', 'all workspaces of the organization')
        , @('--failed-to', 'write the workspaces that failed to a file, for --workspaces-from')
        , @('--jobs', 'number of workspaces at the same time (default: 8)')
        , @('--destination-type', 'generic, email, slack')
        , @('--name', 'name of the configuration')
        , @('--url', 'http or https URL of the destination; only for slack and generic')
        , @('--trigger', 'event to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored')
        , @('--user', 'user that gets the e-mail: id (user-...), ORG/NAME, or NAME with a default organization; repeatable; only for email')
        , @('--token-file', 'read the signing token from a file, - for stdin; only for generic')
        , @('--token-env', 'read it from an environment variable')
        , @('--token-prompt', 'prompt for the token')
        , @('--generate-token', 'generate a token and store it in the profile for svc webhook ... --notification ID')
        , @('--set', 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id')
        , @('--enabled', 'verify the destination and enable the configuration')
        , @('--no-enabled', 'save it disabled (default)')
        , @('--if-not-exists', 'keep a configuration of this name unchanged, and show it')
        , @('--replace', 'change a configuration of this name to exactly what the flags say')
        , @('--listen', 'start a listener, create the configuration for it, and show deliveries')
        , @('--port', 'port to listen on (default: any free port)')
        , @('--host', 'address to listen on (default: 127.0.0.1, this machine only)')
        , @('--path', 'path that accepts deliveries (default: that of --public-url, or /)')
        , @('--public-url', 'URL of the listener for the service: a reverse proxy, a tunnel, this machine')
        , @('--tls-cert', 'certificate for https (PEM)')
        , @('--tls-key', 'key of the certificate (PEM)')
        , @('--allow-unsigned', 'accept unsigned deliveries, except from a browser; they never count as verified')
        , @('--status', 'respond to valid deliveries with this status, to test a failure')
        , @('--forward', 'forward valid deliveries unchanged, and return the response')
        , @('--exec', 'run a command for each valid delivery, without a shell: body on stdin, fields in SVC_WEBHOOK_...')
        , @('--exec-env', 'pass an environment variable that --exec omits; repeatable')
        , @('--filter', 'only matching deliveries: trigger, run, workspace, verified, verdict, status ...; repeatable')
        , @('--count', 'stop after this many deliveries')
        , @('--for', 'stop after this duration')
        , @('--ui', 'show deliveries in a browser, on this machine only')
        , @('--open', 'with --ui, open the page in the browser of this machine')
        , @('--temporary', 'with --listen, delete the configuration at the end')
    )
    $flags['notification update'] = @(
        , @('--name', 'name of the configuration')
        , @('--url', 'http or https URL of the destination; only for slack and generic')
        , @('--trigger', 'event to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored')
        , @('--user', 'user that gets the e-mail: id (user-...), ORG/NAME, or NAME with a default organization; repeatable; only for email')
        , @('--token-file', 'read the signing token from a file, - for stdin; only for generic')
        , @('--token-env', 'read it from an environment variable')
        , @('--token-prompt', 'prompt for the token')
        , @('--generate-token', 'generate a token and store it in the profile for svc webhook ... --notification ID')
        , @('--set', 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id')
        , @('-w', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspace', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspaces-from', 'read workspaces from a file, one per line, or from stdin with -')
        , @('--all-workspaces', 'all workspaces of the organization')
        , @('--failed-to', 'write the workspaces that failed to a file, for --workspaces-from')
        , @('--jobs', 'number of workspaces at the same time (default: 8)')
        , @('--enabled', 'verify the destination and enable the configuration')
        , @('--no-enabled', 'disable the configuration')
        , @('--clear-triggers', 'remove all triggers')
        , @('--clear-token', 'remove the token; deliveries are no longer signed')
        , @('--clear-users', 'remove all users')
        , @('--strict', 'exit 8 when the service ignores an attribute')
    )
    $flags['notification verify'] = @(
        , @('-w', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspace', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspaces-from', 'read workspaces from a file, one per line, or from stdin with -')
        , @('--all-workspaces', 'all workspaces of the organization')
        , @('--failed-to', 'write the workspaces that failed to a file, for --workspaces-from')
        , @('--jobs', 'number of workspaces at the same time (default: 8)')
        , @('--name', 'name of the configuration in the workspaces, instead of an id')
    )
    $flags['notification delete'] = @(
        , @('-w', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspace', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspaces-from', 'read workspaces from a file, one per line, or from stdin with -')
        , @('--all-workspaces', 'all workspaces of the organization')
        , @('--failed-to', 'write the workspaces that failed to a file, for --workspaces-from')
        , @('--jobs', 'number of workspaces at the same time (default: 8)')
        , @('--name', 'name of the configuration in the workspaces, instead of an id')
    )
    $flags['notification audit'] = @(
        , @('-w', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspace', 'id (ws-...), ORG/NAME, or NAME with a default organization; patterns with * and ?; repeatable')
        , @('--workspaces-from', 'read workspaces from a file, one per line, or from stdin with -')
        , @('--all-workspaces', 'all workspaces of the organization')
        , @('--older-than', 'report a last delivery older than this (default: 30d)')
        , @('--jobs', 'number of requests at the same time (default: 8)')
        , @('--check', 'exit with 8 if anything is found')
    )
    $flags['webhook listen'] = @(
        , @('--token-file', 'read the token from a file, - for stdin; repeatable, any of them will do')
        , @('--token-env', 'read it from an environment variable; repeatable, any of them will do')
        , @('--notification', 'take the one that was made here for a notification configuration; repeatable, any of them will do')
        , @('--port', 'port to listen on (default: any free port)')
        , @('--host', 'address to listen on (default: 127.0.0.1, this machine only)')
        , @('--path', 'path that accepts deliveries (default: that of --public-url, or /)')
        , @('--public-url', 'URL of the listener for the service: a reverse proxy, a tunnel, this machine')
        , @('--tls-cert', 'certificate for https (PEM)')
        , @('--tls-key', 'key of the certificate (PEM)')
        , @('--allow-unsigned', 'accept unsigned deliveries, except from a browser; they never count as verified')
        , @('--status', 'respond to valid deliveries with this status, to test a failure')
        , @('--forward', 'forward valid deliveries unchanged, and return the response')
        , @('--exec', 'run a command for each valid delivery, without a shell: body on stdin, fields in SVC_WEBHOOK_...')
        , @('--exec-env', 'pass an environment variable that --exec omits; repeatable')
        , @('--filter', 'only matching deliveries: trigger, run, workspace, verified, verdict, status ...; repeatable')
        , @('--count', 'stop after this many deliveries')
        , @('--for', 'stop after this duration')
        , @('--ui', 'show deliveries in a browser, on this machine only')
        , @('--open', 'with --ui, open the page in the browser of this machine')
        , @('--subscribe', 'read deliveries from a NATS stream, verified with your tokens')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
        , @('--since', 'with --subscribe, begin this long ago (default: now)')
        , @('--from-sequence', 'with --subscribe, begin with this message of the stream')
        , @('--durable', 'with --subscribe, share deliveries with all readers of this name')
        , @('--max-deliver', 'with --durable, move a delivery aside after this many attempts (default: 10)')
        , @('--publish', 'store deliveries in a NATS stream, and answer once they are stored')
        , @('--verified-only', 'with --publish, store nothing that is not verified')
        , @('--create', 'create a temporary notification configuration for this listener')
        , @('--keep', 'with --create, keep the configuration at the end')
        , @('-w', 'with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization')
        , @('--workspace', 'with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization')
    )
    $flags['webhook wait'] = @(
        , @('--token-file', 'read the token from a file, - for stdin; repeatable, any of them will do')
        , @('--token-env', 'read it from an environment variable; repeatable, any of them will do')
        , @('--notification', 'take the one that was made here for a notification configuration; repeatable, any of them will do')
        , @('--port', 'port to listen on (default: any free port)')
        , @('--host', 'address to listen on (default: 127.0.0.1, this machine only)')
        , @('--path', 'path that accepts deliveries (default: that of --public-url, or /)')
        , @('--public-url', 'URL of the listener for the service: a reverse proxy, a tunnel, this machine')
        , @('--tls-cert', 'certificate for https (PEM)')
        , @('--tls-key', 'key of the certificate (PEM)')
        , @('--allow-unsigned', 'accept unsigned deliveries, except from a browser; they never count as verified')
        , @('--subscribe', 'read deliveries from a NATS stream, verified with your tokens')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
        , @('--since', 'with --subscribe, begin this long ago (default: now)')
        , @('--from-sequence', 'with --subscribe, begin with this message of the stream')
        , @('--until', 'event to wait for: trigger=run:completed, run=..., workspace=...; repeatable')
        , @('--timeout', 'time limit (default: none)')
        , @('--count', 'number of different events to wait for (default: 1)')
        , @('--create', 'create a temporary notification configuration')
        , @('-w', 'with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization')
        , @('--workspace', 'with --create, where: id (ws-...), ORG/NAME, or NAME with a default organization')
    )
    $flags['webhook verify'] = @(
        , @('--signature', 'value of the signature header')
        , @('--token-file', 'read the token from a file, - for stdin; repeatable, any of them will do')
        , @('--token-env', 'read it from an environment variable; repeatable, any of them will do')
        , @('--notification', 'take the one that was made here for a notification configuration; repeatable, any of them will do')
    )
    $flags['webhook sign'] = @(
        , @('--token-file', 'read the token from a file, - for stdin')
        , @('--token-env', 'read it from an environment variable')
        , @('--notification', 'take the one that was made here for a notification configuration')
    )
    $flags['webhook trigger'] = @(
        , @('--to', 'where to')
        , @('--set', 'set a field: run_message=Hello, notifications.0.run_status=planned; repeatable')
        , @('--body', 'send this file as the body, - for stdin')
        , @('--scenario', 'send the events of a run: lifecycle, errored, all')
        , @('--tamper', 'send a delivery that must be rejected: all, body, newline, token, empty-token, sha256, truncated, garbage, prefixed, last-digit, zeros, empty, unsigned, repeated')
        , @('--as', 'type of the destination: generic or slack (default: generic)')
        , @('--unsigned', 'send no signature')
        , @('--token-file', 'read the token from a file, - for stdin')
        , @('--token-env', 'read it from an environment variable')
        , @('--notification', 'take the one that was made here for a notification configuration')
    )
    $flags['webhook list'] = @(
        , @('--filter', 'only matching deliveries: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable')
        , @('--since', 'only deliveries newer than this duration')
        , @('--token-file', 'read the token from a file, - for stdin; repeatable, any of them will do')
        , @('--token-env', 'read it from an environment variable; repeatable, any of them will do')
        , @('--notification', 'take the one that was made here for a notification configuration; repeatable, any of them will do')
        , @('--subscribe', 'read deliveries from a NATS stream, verified with your tokens')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
        , @('--moved-aside', 'with --subscribe, deliveries that no reader of a --durable name could handle')
        , @('--limit', 'maximum number of deliveries, the newest (default: 50)')
        , @('--follow', 'keep showing new deliveries')
    )
    $flags['webhook show'] = @(
        , @('--token-file', 'read the token from a file, - for stdin; repeatable, any of them will do')
        , @('--token-env', 'read it from an environment variable; repeatable, any of them will do')
        , @('--notification', 'take the one that was made here for a notification configuration; repeatable, any of them will do')
        , @('--subscribe', 'read deliveries from a NATS stream, verified with your tokens')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
        , @('--moved-aside', 'with --subscribe, deliveries that no reader of a --durable name could handle')
    )
    $flags['webhook replay'] = @(
        , @('--token-file', 'read the token from a file, - for stdin')
        , @('--token-env', 'read it from an environment variable')
        , @('--notification', 'take the one that was made here for a notification configuration')
        , @('--subscribe', 'read deliveries from a NATS stream, verified with your tokens')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
        , @('--moved-aside', 'with --subscribe, deliveries that no reader of a --durable name could handle')
        , @('--to', 'where to')
        , @('--allow-unverified', 'also sign deliveries that were not verified')
    )
    $flags['webhook export'] = @(
        , @('--filter', 'only matching deliveries: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable')
        , @('--since', 'only deliveries newer than this duration')
        , @('--token-file', 'read the token from a file, - for stdin; repeatable, any of them will do')
        , @('--token-env', 'read it from an environment variable; repeatable, any of them will do')
        , @('--notification', 'take the one that was made here for a notification configuration; repeatable, any of them will do')
        , @('--subscribe', 'read deliveries from a NATS stream, verified with your tokens')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
        , @('--moved-aside', 'with --subscribe, deliveries that no reader of a --durable name could handle')
    )
    $flags['webhook stream create'] = @(
        , @('--nats', 'URLs of NATS servers, separated by commas (SVC_NATS)')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
        , @('--max-age', 'delete messages after this duration (default: 7d)')
        , @('--max-bytes', 'delete the oldest messages above this size (default: 1GiB)')
        , @('--replicas', 'number of servers that store each message (default: 1)')
        , @('--storage', 'file or memory (default: file)')
        , @('--duplicates', 'how long a repeated delivery is recognised (default: 1h)')
    )
    $flags['webhook stream show'] = @(
        , @('--nats', 'URLs of NATS servers, separated by commas (SVC_NATS)')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
    )
    $flags['webhook stream delete'] = @(
        , @('--nats', 'URLs of NATS servers, separated by commas (SVC_NATS)')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
    )
    $flags['webhook stream readers'] = @(
        , @('--nats', 'URLs of NATS servers, separated by commas (SVC_NATS)')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
    )
    $flags['webhook stream delete-reader'] = @(
        , @('--nats', 'URLs of NATS servers, separated by commas (SVC_NATS)')
        , @('--stream', 'NATS stream of the deliveries (default: svc-deliveries)')
        , @('--nats-creds-file', 'credentials file of the NATS user (SVC_NATS_CREDS_FILE)')
        , @('--nats-nkey-file', 'file with the nkey seed of the NATS user (SVC_NATS_NKEY_FILE)')
        , @('--nats-user', 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD (SVC_NATS_USER)')
        , @('--nats-password-file', 'file with the password of --nats-user (SVC_NATS_PASSWORD_FILE)')
        , @('--nats-token-file', 'file with the NATS token, or SVC_NATS_TOKEN (SVC_NATS_TOKEN_FILE)')
        , @('--nats-cert-file', 'client certificate for NATS (PEM) (SVC_NATS_CERT_FILE)')
        , @('--nats-key-file', 'key of the client certificate (PEM) (SVC_NATS_KEY_FILE)')
    )
    $flags['export'] = @(
        , @('--only', 'only these parts: customization, banner, subscription, agent-pools, oauth-clients, teams, notifications')
        , @('-w', 'only notifications of these workspaces; * and ? match; repeatable')
        , @('--workspace', 'only notifications of these workspaces; * and ? match; repeatable')
        , @('--jobs', 'number of parallel requests (default: 8)')
    )
    $flags['diff'] = @(
        , @('-f', 'document of the site: a file, a folder, or - for stdin; repeatable')
        , @('--file', 'document of the site: a file, a folder, or - for stdin; repeatable')
        , @('--prune', 'delete what is listed under absent, and what an earlier apply made and no document declares')
        , @('--record', 'what earlier applies made (default: a file in the state folder)')
        , @('--send-secrets', 'send every declared secret again')
        , @('--jobs', 'number of parallel requests (default: 8)')
        , @('--check', 'fail if anything differs (exit 8)')
    )
    $flags['apply'] = @(
        , @('-f', 'document of the site: a file, a folder, or - for stdin; repeatable')
        , @('--file', 'document of the site: a file, a folder, or - for stdin; repeatable')
        , @('--prune', 'delete what is listed under absent, and what an earlier apply made and no document declares')
        , @('--record', 'what earlier applies made (default: a file in the state folder)')
        , @('--send-secrets', 'send every declared secret again')
        , @('--jobs', 'number of parallel requests (default: 8)')
        , @('--on-failed-verification', 'fail or save-disabled (default: fail)')
        , @('--schema', 'print a JSON Schema of the document and exit')
    )
    $flags['module search'] = @(
        , @('--namespace', 'only modules in this namespace')
        , @('--provider', 'only modules for this provider')
        , @('--verified', 'only verified modules')
        , @('--offset', 'skip the first n')
        , @('--limit', 'maximum number of items (default: 20)')
        , @('--all', 'show all modules')
    )
    $flags['module list'] = @(
        , @('--provider', 'only modules for this provider')
        , @('--verified', 'only verified modules')
        , @('--offset', 'skip the first n')
        , @('--limit', 'maximum number of items (default: 20)')
        , @('--all', 'show all modules')
    )
    $flags['module show'] = @(
        , @('--section', 'show only one section: inputs, outputs, submodules, dependencies, resources, data-sources, ephemeral-resources, readme')
    )
    $flags['module latest'] = @(
        , @('--offset', 'skip the first n')
        , @('--limit', 'maximum number of providers')
    )
    $flags['module versions'] = @(
        , @('--constraint', 'only versions that match, such as "~> 1.2"')
        , @('--pre', 'include prereleases')
    )
    $flags['module download'] = @(
        , @('-f', 'read addresses from a file, - for stdin')
        , @('--file', 'read addresses from a file, - for stdin')
        , @('--dir', 'folder of the module; of several, their parent (default: NAMESPACE/NAME/PROVIDER/VERSION[/SUBDIR])')
        , @('--force', 'replace an existing folder')
        , @('--jobs', 'number of parallel downloads (default: 32)')
        , @('--fail-fast', 'stop at the first failure')
        , @('--no-cache', 'do not read or write the cache')
        , @('--offline', 'use only the cache, without network access')
        , @('--submodules', 'download git submodules too, from the host of the repository')
        , @('--allow-shared-parent', 'unpack beside the destination even if other users can write there')
        , @('--annotate', 'annotate failures in CI: github or none (default: github in GitHub Actions)')
        , @('--max-size', 'maximum unpacked size (default: 512MiB)')
        , @('--max-entries', 'maximum number of files, folders and links (default: 100000)')
        , @('--max-depth', 'maximum depth of folders (default: 512)')
        , @('--max-path', 'maximum length of a path, in bytes (default: 4096)')
        , @('--max-metadata', 'maximum metadata of one entry (default: 1MiB)')
        , @('--max-ratio', 'maximum ratio of unpacked to packed size (default: 1000)')
        , @('--min-speed', 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)')
    )
    $flags['module lock'] = @(
        , @('--upgrade', 'upgrade all modules, those of an address, or one call path')
        , @('--submodules', 'lock git submodules too, from the host of the repository')
        , @('--tool', 'tool of the configuration: terraform or tofu (SVC_TOOL)')
        , @('--min-speed', 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)')
        , @('--check', 'fail if configuration and lock differ, and write nothing')
    )
    $flags['module install'] = @(
        , @('--frozen', 'fail if configuration and lock differ')
        , @('--offline', 'use only the cache, without network access')
        , @('--no-cache', 'do not read or write the cache')
        , @('--jobs', 'number of parallel downloads (default: 32)')
        , @('--min-speed', 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)')
        , @('--tool', 'tool of the configuration: terraform or tofu (SVC_TOOL)')
        , @('--allow-shared-parent', 'unpack beside the destination even if other users can write there')
    )
    $flags['module verify'] = @(
        , @('--offline', 'check only the installed files, without network access')
        , @('--tool', 'tool of the configuration: terraform or tofu (SVC_TOOL)')
        , @('--min-speed', 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)')
    )
    $flags['module outdated'] = @(
        , @('--all', 'include modules that are up to date')
        , @('--check', 'fail if there is a newer version')
        , @('--tool', 'tool of the configuration: terraform or tofu (SVC_TOOL)')
    )
    $flags['module tree'] = @(
        , @('--graph', 'print a graph: mermaid or dot')
        , @('--tool', 'tool of the configuration: terraform or tofu (SVC_TOOL)')
    )
    $flags['module diff'] = @(
        , @('--check', 'fail if there is a breaking change')
        , @('--submodules', 'compare git submodules too, from the host of the repository')
        , @('--tool', 'tool of the configuration: terraform or tofu (SVC_TOOL)')
        , @('--min-speed', 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)')
    )
    $flags['module mirror'] = @(
        , @('--from-lock', 'mirror the modules of a lock file')
        , @('--no-cache', 'do not read or write the cache')
        , @('--submodules', 'mirror git submodules too, from the host of the repository')
        , @('--jobs', 'number of parallel downloads (default: 32)')
        , @('--min-speed', 'minimum bytes per second, over a minute; 0 for no minimum (default: 1KiB)')
        , @('--tool', 'tool of the configuration: terraform or tofu (SVC_TOOL)')
        , @('--allow-shared-parent', 'unpack beside the destination even if other users can write there')
    )
    $flags['module serve'] = @(
        , @('--port', 'port to listen on (default: any free port)')
        , @('--host', 'address to listen on (default: 127.0.0.1, this machine only)')
        , @('--public-url', 'URL of the server for clients, used in the printed block')
        , @('--tls-cert', 'certificate for https (PEM)')
        , @('--tls-key', 'key of the certificate (PEM)')
        , @('--token-file', 'require a token, read from a file, - for stdin; repeatable')
        , @('--token-env', 'require a token, read from an environment variable; repeatable')
        , @('--log', 'log each request on stderr')
    )
    $flags['module cache prune'] = @(
        , @('--older-than', 'also remove archives not used for this duration, such as 30d')
        , @('--all', 'everything')
    )
    $flags['api'] = @(
        , @('-F', 'query parameter of a GET, otherwise field of the body: a.b=text, a.b:=json; repeatable')
        , @('--field', 'query parameter of a GET, otherwise field of the body: a.b=text, a.b:=json; repeatable')
        , @('--input', 'read the body from a file, - for stdin')
        , @('--paginate', 'fetch all pages of a list')
        , @('--include', 'also print the status and headers of the response')
    )
    $flags['sandbox start'] = @(
        , @('--port', 'port on 127.0.0.1 (default: any free port)')
        , @('--edition', 'self-hosted or hosted (default: self-hosted)')
        , @('--latency', 'delay each response by this duration')
        , @('--rate-limit', 'answer 429 to more requests per second and user (default: unlimited)')
        , @('--modules', 'serve the modules of a folder: NAMESPACE/NAME/PROVIDER/VERSION/')
        , @('--data', 'store the state in a file (default: in memory)')
        , @('--allow-host', 'accept requests for this host, besides 127.0.0.1 and localhost; repeatable')
        , @('--tls', 'serve https, with a generated certificate')
        , @('--tls-cert', 'certificate for https (PEM)')
        , @('--tls-key', 'key of the certificate (PEM)')
        , @('--fixed-tokens', 'use the tokens sandbox-owner-token, sandbox-user-token ... (default: generated)')
        , @('--log', 'log each request on stderr')
    )
    $flags['sandbox run'] = @(
        , @('-w', 'id, name, or ORG/NAME')
        , @('--workspace', 'id, name, or ORG/NAME')
        , @('--message', 'message of the run')
    )
    $flags['sandbox fail'] = @(
        , @('--method', 'GET, POST, PATCH or DELETE')
        , @('--path', 'prefix of the path')
        , @('--status', 'status of the response')
        , @('--kind', 'status, html, empty, reset, hang, cut, stall')
        , @('--times', 'number of requests that fail')
        , @('--skip', 'number of requests that succeed first')
        , @('--retry-after', 'Retry-After header: seconds or an HTTP date')
        , @('--location', 'target of a redirect (status 301, 302, 307)')
    )
    $flags['sandbox env'] = @(
        , @('--as', 'whose token: site-admin, owner, user, team, organization (default: site-admin)')
        , @('--port', 'port of the sandbox (default: the newest sandbox)')
        , @('--wait', 'wait for a sandbox to start, at most 30 seconds')
        , @('--no-cli-config', 'do not set the CLI configuration of terraform and tofu')
    )
    $flags['completion install'] = @(
        , @('--dir', 'folder to write the script to')
    )

    # What follows a flag that takes a value: words, or one of the kinds file, folder, profile, call and text.
    $values = [System.Collections.Hashtable]::new([StringComparer]::Ordinal)
    $values['--profile'] = @{ kind = 'profile' }
    $values['--address'] = @{ kind = 'text' }
    $values['--organization'] = @{ kind = 'text' }
    $values['--registry'] = @{ kind = 'text' }
    $values['-o'] = @{ words = @('table', 'json', 'ndjson', 'yaml', 'csv', 'tsv', 'raw') }
    $values['--output'] = @{ words = @('table', 'json', 'ndjson', 'yaml', 'csv', 'tsv', 'raw') }
    $values['--jq'] = @{ kind = 'text' }
    $values['--columns'] = @{ kind = 'text' }
    $values['--timeout'] = @{ kind = 'text' }
    $values['--retries'] = @{ kind = 'text' }
    $values['--ca-file'] = @{ kind = 'file' }
    $values['--color'] = @{ words = @('auto', 'always', 'never') }
    $values['login --token-file'] = @{ kind = 'file' }
    $values['login --token-env'] = @{ kind = 'text' }
    $values['account update --username'] = @{ kind = 'text' }
    $values['account update --email'] = @{ kind = 'text' }
    $values['account update --set'] = @{ kind = 'text' }
    $values['account password --current-password-file'] = @{ kind = 'file' }
    $values['account password --current-password-env'] = @{ kind = 'text' }
    $values['account password --password-file'] = @{ kind = 'file' }
    $values['account password --password-env'] = @{ kind = 'text' }
    $values['organization list --query'] = @{ kind = 'text' }
    $values['organization list --limit'] = @{ kind = 'text' }
    $values['workspace list --query'] = @{ kind = 'text' }
    $values['workspace list --limit'] = @{ kind = 'text' }
    $values['team list --query'] = @{ kind = 'text' }
    $values['team list --limit'] = @{ kind = 'text' }
    $values['team set --from-file'] = @{ kind = 'file' }
    $values['team set --batch'] = @{ kind = 'text' }
    $values['team add-user --from-file'] = @{ kind = 'file' }
    $values['team add-user --failed-to'] = @{ kind = 'file' }
    $values['team add-user --batch'] = @{ kind = 'text' }
    $values['team remove-user --from-file'] = @{ kind = 'file' }
    $values['team remove-user --failed-to'] = @{ kind = 'file' }
    $values['team remove-user --batch'] = @{ kind = 'text' }
    $values['team add-membership --from-file'] = @{ kind = 'file' }
    $values['team add-membership --failed-to'] = @{ kind = 'file' }
    $values['team add-membership --batch'] = @{ kind = 'text' }
    $values['team remove-membership --from-file'] = @{ kind = 'file' }
    $values['team remove-membership --failed-to'] = @{ kind = 'file' }
    $values['team remove-membership --batch'] = @{ kind = 'text' }
    $values['agent-pool list --query'] = @{ kind = 'text' }
    $values['agent-pool list --sort'] = @{ words = @('name', '-name', 'created-at', '-created-at') }
    $values['agent-pool list --allowed-workspace'] = @{ kind = 'text' }
    $values['agent-pool list --limit'] = @{ kind = 'text' }
    $values['agent-pool create --name'] = @{ kind = 'text' }
    $values['agent-pool create --set'] = @{ kind = 'text' }
    $values['subscription update --rum-alert-threshold'] = @{ kind = 'text' }
    $values['subscription update --set'] = @{ kind = 'text' }
    $values['feature-set list --limit'] = @{ kind = 'text' }
    $values['banner create --title'] = @{ kind = 'text' }
    $values['banner create --body'] = @{ kind = 'text' }
    $values['banner create --body-file'] = @{ kind = 'file' }
    $values['banner create --style'] = @{ words = @('info', 'warning', 'critical') }
    $values['banner create --audience'] = @{ words = @('all_users', 'authenticated_only') }
    $values['banner create --scheduled-publish-at'] = @{ kind = 'text' }
    $values['banner create --scheduled-expire-at'] = @{ kind = 'text' }
    $values['banner create --timezone'] = @{ kind = 'text' }
    $values['banner create --for'] = @{ kind = 'text' }
    $values['banner create --set'] = @{ kind = 'text' }
    $values['banner update --title'] = @{ kind = 'text' }
    $values['banner update --body'] = @{ kind = 'text' }
    $values['banner update --body-file'] = @{ kind = 'file' }
    $values['banner update --style'] = @{ words = @('info', 'warning', 'critical') }
    $values['banner update --audience'] = @{ words = @('all_users', 'authenticated_only') }
    $values['banner update --scheduled-publish-at'] = @{ kind = 'text' }
    $values['banner update --scheduled-expire-at'] = @{ kind = 'text' }
    $values['banner update --timezone'] = @{ kind = 'text' }
    $values['banner update --for'] = @{ kind = 'text' }
    $values['banner update --set'] = @{ kind = 'text' }
    $values['customization update --support-email-address'] = @{ kind = 'text' }
    $values['customization update --support-url-address'] = @{ kind = 'text' }
    $values['customization update --internal-support-url'] = @{ kind = 'text' }
    $values['customization update --internal-documentation-url'] = @{ kind = 'text' }
    $values['customization update --internal-tutorials-url'] = @{ kind = 'text' }
    $values['customization update --login-help'] = @{ kind = 'text' }
    $values['customization update --footer'] = @{ kind = 'text' }
    $values['customization update --error'] = @{ kind = 'text' }
    $values['customization update --new-user'] = @{ kind = 'text' }
    $values['customization update --editor'] = @{ words = @('login-help', 'footer', 'error', 'new-user') }
    $values['customization update --avatar-sources'] = @{ words = @('gravatar') }
    $values['customization update --set'] = @{ kind = 'text' }
    $values['oauth-client list --limit'] = @{ kind = 'text' }
    $values['oauth-client create --service-provider'] = @{ words = @('github', 'github_enterprise', 'bitbucket_hosted', 'gitlab_hosted', 'gitlab_community_edition', 'gitlab_enterprise_edition', 'ado_server') }
    $values['oauth-client create --http-url'] = @{ kind = 'text' }
    $values['oauth-client create --api-url'] = @{ kind = 'text' }
    $values['oauth-client create --name'] = @{ kind = 'text' }
    $values['oauth-client create --oauth-token-string-file'] = @{ kind = 'file' }
    $values['oauth-client create --oauth-token-string-env'] = @{ kind = 'text' }
    $values['oauth-client create --private-key-file'] = @{ kind = 'file' }
    $values['oauth-client create --private-key-env'] = @{ kind = 'text' }
    $values['oauth-client create --set'] = @{ kind = 'text' }
    $values['oauth-client update --service-provider'] = @{ words = @('github', 'github_enterprise', 'bitbucket_hosted', 'gitlab_hosted', 'gitlab_community_edition', 'gitlab_enterprise_edition', 'ado_server') }
    $values['oauth-client update --http-url'] = @{ kind = 'text' }
    $values['oauth-client update --api-url'] = @{ kind = 'text' }
    $values['oauth-client update --name'] = @{ kind = 'text' }
    $values['oauth-client update --key'] = @{ kind = 'text' }
    $values['oauth-client update --secret-file'] = @{ kind = 'file' }
    $values['oauth-client update --secret-env'] = @{ kind = 'text' }
    $values['oauth-client update --set'] = @{ kind = 'text' }
    $values['notification list -w'] = @{ kind = 'text' }
    $values['notification list --workspace'] = @{ kind = 'text' }
    $values['notification list --workspaces-from'] = @{ kind = 'file' }
    $values['notification list --failed-to'] = @{ kind = 'file' }
    $values['notification list --jobs'] = @{ kind = 'text' }
    $values['notification list --limit'] = @{ kind = 'text' }
    $values['notification create -w'] = @{ kind = 'text' }
    $values['notification create --workspace'] = @{ kind = 'text' }
    $values['notification create --workspaces-from'] = @{ kind = 'file' }
    $values['notification create --failed-to'] = @{ kind = 'file' }
    $values['notification create --jobs'] = @{ kind = 'text' }
    $values['notification create --destination-type'] = @{ words = @('generic', 'email', 'slack') }
    $values['notification create --name'] = @{ kind = 'text' }
    $values['notification create --url'] = @{ kind = 'text' }
    $values['notification create --trigger'] = @{ words = @('all', 'run:created', 'run:planning', 'run:needs_attention', 'run:applying', 'run:completed', 'run:errored') }
    $values['notification create --user'] = @{ kind = 'text' }
    $values['notification create --token-file'] = @{ kind = 'file' }
    $values['notification create --token-env'] = @{ kind = 'text' }
    $values['notification create --set'] = @{ kind = 'text' }
    $values['notification create --port'] = @{ kind = 'text' }
    $values['notification create --host'] = @{ kind = 'text' }
    $values['notification create --path'] = @{ kind = 'text' }
    $values['notification create --public-url'] = @{ kind = 'text' }
    $values['notification create --tls-cert'] = @{ kind = 'file' }
    $values['notification create --tls-key'] = @{ kind = 'file' }
    $values['notification create --status'] = @{ kind = 'text' }
    $values['notification create --forward'] = @{ kind = 'text' }
    $values['notification create --exec'] = @{ kind = 'text' }
    $values['notification create --exec-env'] = @{ kind = 'text' }
    $values['notification create --filter'] = @{ words = @('trigger=run:created', 'trigger=run:planning', 'trigger=run:needs_attention', 'trigger=run:applying', 'trigger=run:completed', 'trigger=run:errored', 'trigger=verification', 'workspace=', 'run=', 'organization=', 'configuration=', 'verified=true', 'verified=false', 'verdict=verified', 'verdict=unsigned', 'verdict=missing', 'verdict=malformed', 'verdict=mismatch', 'verdict=refused', 'cause=no-token', 'cause=missing', 'cause=empty-header', 'cause=repeated-header', 'cause=headers-disagree', 'cause=not-hexadecimal', 'cause=wrong-length', 'cause=truncated', 'cause=prefixed', 'cause=quoted', 'cause=base64', 'cause=sha256', 'cause=sha1', 'cause=other-algorithm', 'cause=not-hmac', 'cause=other-token', 'cause=token-white-space', 'cause=token-quoted', 'cause=token-encoded', 'cause=re-serialised', 'cause=trailing-newline', 'cause=white-space', 'cause=byte-order-mark', 'cause=line-endings', 'cause=character-encoding', 'cause=empty-body', 'cause=mismatch', 'cause=method', 'cause=path', 'cause=host', 'cause=browser', 'cause=too-large', 'cause=too-slow', 'cause=too-many-headers', 'cause=overloaded', 'cause=not-recorded', 'status=') }
    $values['notification create --count'] = @{ kind = 'text' }
    $values['notification create --for'] = @{ kind = 'text' }
    $values['notification update --name'] = @{ kind = 'text' }
    $values['notification update --url'] = @{ kind = 'text' }
    $values['notification update --trigger'] = @{ words = @('all', 'run:created', 'run:planning', 'run:needs_attention', 'run:applying', 'run:completed', 'run:errored') }
    $values['notification update --user'] = @{ kind = 'text' }
    $values['notification update --token-file'] = @{ kind = 'file' }
    $values['notification update --token-env'] = @{ kind = 'text' }
    $values['notification update --set'] = @{ kind = 'text' }
    $values['notification update -w'] = @{ kind = 'text' }
    $values['notification update --workspace'] = @{ kind = 'text' }
    $values['notification update --workspaces-from'] = @{ kind = 'file' }
    $values['notification update --failed-to'] = @{ kind = 'file' }
    $values['notification update --jobs'] = @{ kind = 'text' }
    $values['notification verify -w'] = @{ kind = 'text' }
    $values['notification verify --workspace'] = @{ kind = 'text' }
    $values['notification verify --workspaces-from'] = @{ kind = 'file' }
    $values['notification verify --failed-to'] = @{ kind = 'file' }
    $values['notification verify --jobs'] = @{ kind = 'text' }
    $values['notification verify --name'] = @{ kind = 'text' }
    $values['notification delete -w'] = @{ kind = 'text' }
    $values['notification delete --workspace'] = @{ kind = 'text' }
    $values['notification delete --workspaces-from'] = @{ kind = 'file' }
    $values['notification delete --failed-to'] = @{ kind = 'file' }
    $values['notification delete --jobs'] = @{ kind = 'text' }
    $values['notification delete --name'] = @{ kind = 'text' }
    $values['notification audit -w'] = @{ kind = 'text' }
    $values['notification audit --workspace'] = @{ kind = 'text' }
    $values['notification audit --workspaces-from'] = @{ kind = 'file' }
    $values['notification audit --older-than'] = @{ kind = 'text' }
    $values['notification audit --jobs'] = @{ kind = 'text' }
    $values['webhook listen --token-file'] = @{ kind = 'file' }
    $values['webhook listen --token-env'] = @{ kind = 'text' }
    $values['webhook listen --notification'] = @{ kind = 'text' }
    $values['webhook listen --port'] = @{ kind = 'text' }
    $values['webhook listen --host'] = @{ kind = 'text' }
    $values['webhook listen --path'] = @{ kind = 'text' }
    $values['webhook listen --public-url'] = @{ kind = 'text' }
    $values['webhook listen --tls-cert'] = @{ kind = 'file' }
    $values['webhook listen --tls-key'] = @{ kind = 'file' }
    $values['webhook listen --status'] = @{ kind = 'text' }
    $values['webhook listen --forward'] = @{ kind = 'text' }
    $values['webhook listen --exec'] = @{ kind = 'text' }
    $values['webhook listen --exec-env'] = @{ kind = 'text' }
    $values['webhook listen --filter'] = @{ words = @('trigger=run:created', 'trigger=run:planning', 'trigger=run:needs_attention', 'trigger=run:applying', 'trigger=run:completed', 'trigger=run:errored', 'trigger=verification', 'workspace=', 'run=', 'organization=', 'configuration=', 'verified=true', 'verified=false', 'verdict=verified', 'verdict=unsigned', 'verdict=missing', 'verdict=malformed', 'verdict=mismatch', 'verdict=refused', 'cause=no-token', 'cause=missing', 'cause=empty-header', 'cause=repeated-header', 'cause=headers-disagree', 'cause=not-hexadecimal', 'cause=wrong-length', 'cause=truncated', 'cause=prefixed', 'cause=quoted', 'cause=base64', 'cause=sha256', 'cause=sha1', 'cause=other-algorithm', 'cause=not-hmac', 'cause=other-token', 'cause=token-white-space', 'cause=token-quoted', 'cause=token-encoded', 'cause=re-serialised', 'cause=trailing-newline', 'cause=white-space', 'cause=byte-order-mark', 'cause=line-endings', 'cause=character-encoding', 'cause=empty-body', 'cause=mismatch', 'cause=method', 'cause=path', 'cause=host', 'cause=browser', 'cause=too-large', 'cause=too-slow', 'cause=too-many-headers', 'cause=overloaded', 'cause=not-recorded', 'status=') }
    $values['webhook listen --count'] = @{ kind = 'text' }
    $values['webhook listen --for'] = @{ kind = 'text' }
    $values['webhook listen --subscribe'] = @{ kind = 'text'; optional = $true }
    $values['webhook listen --stream'] = @{ kind = 'text' }
    $values['webhook listen --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook listen --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook listen --nats-user'] = @{ kind = 'text' }
    $values['webhook listen --nats-password-file'] = @{ kind = 'file' }
    $values['webhook listen --nats-token-file'] = @{ kind = 'file' }
    $values['webhook listen --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook listen --nats-key-file'] = @{ kind = 'file' }
    $values['webhook listen --since'] = @{ kind = 'text' }
    $values['webhook listen --from-sequence'] = @{ kind = 'text' }
    $values['webhook listen --durable'] = @{ kind = 'text' }
    $values['webhook listen --max-deliver'] = @{ kind = 'text' }
    $values['webhook listen --publish'] = @{ kind = 'text'; optional = $true }
    $values['webhook listen -w'] = @{ kind = 'text' }
    $values['webhook listen --workspace'] = @{ kind = 'text' }
    $values['webhook wait --token-file'] = @{ kind = 'file' }
    $values['webhook wait --token-env'] = @{ kind = 'text' }
    $values['webhook wait --notification'] = @{ kind = 'text' }
    $values['webhook wait --port'] = @{ kind = 'text' }
    $values['webhook wait --host'] = @{ kind = 'text' }
    $values['webhook wait --path'] = @{ kind = 'text' }
    $values['webhook wait --public-url'] = @{ kind = 'text' }
    $values['webhook wait --tls-cert'] = @{ kind = 'file' }
    $values['webhook wait --tls-key'] = @{ kind = 'file' }
    $values['webhook wait --subscribe'] = @{ kind = 'text'; optional = $true }
    $values['webhook wait --stream'] = @{ kind = 'text' }
    $values['webhook wait --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook wait --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook wait --nats-user'] = @{ kind = 'text' }
    $values['webhook wait --nats-password-file'] = @{ kind = 'file' }
    $values['webhook wait --nats-token-file'] = @{ kind = 'file' }
    $values['webhook wait --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook wait --nats-key-file'] = @{ kind = 'file' }
    $values['webhook wait --since'] = @{ kind = 'text' }
    $values['webhook wait --from-sequence'] = @{ kind = 'text' }
    $values['webhook wait --until'] = @{ words = @('trigger=run:created', 'trigger=run:planning', 'trigger=run:needs_attention', 'trigger=run:applying', 'trigger=run:completed', 'trigger=run:errored', 'trigger=verification', 'workspace=', 'run=', 'organization=', 'configuration=', 'verified=true', 'verified=false', 'verdict=verified', 'verdict=unsigned', 'verdict=missing', 'verdict=malformed', 'verdict=mismatch', 'verdict=refused', 'cause=no-token', 'cause=missing', 'cause=empty-header', 'cause=repeated-header', 'cause=headers-disagree', 'cause=not-hexadecimal', 'cause=wrong-length', 'cause=truncated', 'cause=prefixed', 'cause=quoted', 'cause=base64', 'cause=sha256', 'cause=sha1', 'cause=other-algorithm', 'cause=not-hmac', 'cause=other-token', 'cause=token-white-space', 'cause=token-quoted', 'cause=token-encoded', 'cause=re-serialised', 'cause=trailing-newline', 'cause=white-space', 'cause=byte-order-mark', 'cause=line-endings', 'cause=character-encoding', 'cause=empty-body', 'cause=mismatch', 'cause=method', 'cause=path', 'cause=host', 'cause=browser', 'cause=too-large', 'cause=too-slow', 'cause=too-many-headers', 'cause=overloaded', 'cause=not-recorded', 'status=') }
    $values['webhook wait --timeout'] = @{ kind = 'text' }
    $values['webhook wait --count'] = @{ kind = 'text' }
    $values['webhook wait -w'] = @{ kind = 'text' }
    $values['webhook wait --workspace'] = @{ kind = 'text' }
    $values['webhook verify --signature'] = @{ kind = 'text' }
    $values['webhook verify --token-file'] = @{ kind = 'file' }
    $values['webhook verify --token-env'] = @{ kind = 'text' }
    $values['webhook verify --notification'] = @{ kind = 'text' }
    $values['webhook sign --token-file'] = @{ kind = 'file' }
    $values['webhook sign --token-env'] = @{ kind = 'text' }
    $values['webhook sign --notification'] = @{ kind = 'text' }
    $values['webhook trigger --to'] = @{ kind = 'text' }
    $values['webhook trigger --set'] = @{ kind = 'text' }
    $values['webhook trigger --body'] = @{ kind = 'file' }
    $values['webhook trigger --scenario'] = @{ words = @('lifecycle', 'errored', 'all') }
    $values['webhook trigger --tamper'] = @{ words = @('all', 'body', 'newline', 'token', 'empty-token', 'sha256', 'truncated', 'garbage', 'prefixed', 'last-digit', 'zeros', 'empty', 'unsigned', 'repeated') }
    $values['webhook trigger --as'] = @{ words = @('generic', 'slack') }
    $values['webhook trigger --token-file'] = @{ kind = 'file' }
    $values['webhook trigger --token-env'] = @{ kind = 'text' }
    $values['webhook trigger --notification'] = @{ kind = 'text' }
    $values['webhook list --filter'] = @{ words = @('trigger=run:created', 'trigger=run:planning', 'trigger=run:needs_attention', 'trigger=run:applying', 'trigger=run:completed', 'trigger=run:errored', 'trigger=verification', 'workspace=', 'run=', 'organization=', 'configuration=', 'verified=true', 'verified=false', 'verdict=verified', 'verdict=unsigned', 'verdict=missing', 'verdict=malformed', 'verdict=mismatch', 'verdict=refused', 'cause=no-token', 'cause=missing', 'cause=empty-header', 'cause=repeated-header', 'cause=headers-disagree', 'cause=not-hexadecimal', 'cause=wrong-length', 'cause=truncated', 'cause=prefixed', 'cause=quoted', 'cause=base64', 'cause=sha256', 'cause=sha1', 'cause=other-algorithm', 'cause=not-hmac', 'cause=other-token', 'cause=token-white-space', 'cause=token-quoted', 'cause=token-encoded', 'cause=re-serialised', 'cause=trailing-newline', 'cause=white-space', 'cause=byte-order-mark', 'cause=line-endings', 'cause=character-encoding', 'cause=empty-body', 'cause=mismatch', 'cause=method', 'cause=path', 'cause=host', 'cause=browser', 'cause=too-large', 'cause=too-slow', 'cause=too-many-headers', 'cause=overloaded', 'cause=not-recorded', 'status=') }
    $values['webhook list --since'] = @{ kind = 'text' }
    $values['webhook list --token-file'] = @{ kind = 'file' }
    $values['webhook list --token-env'] = @{ kind = 'text' }
    $values['webhook list --notification'] = @{ kind = 'text' }
    $values['webhook list --subscribe'] = @{ kind = 'text'; optional = $true }
    $values['webhook list --stream'] = @{ kind = 'text' }
    $values['webhook list --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook list --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook list --nats-user'] = @{ kind = 'text' }
    $values['webhook list --nats-password-file'] = @{ kind = 'file' }
    $values['webhook list --nats-token-file'] = @{ kind = 'file' }
    $values['webhook list --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook list --nats-key-file'] = @{ kind = 'file' }
    $values['webhook list --limit'] = @{ kind = 'text' }
    $values['webhook show --token-file'] = @{ kind = 'file' }
    $values['webhook show --token-env'] = @{ kind = 'text' }
    $values['webhook show --notification'] = @{ kind = 'text' }
    $values['webhook show --subscribe'] = @{ kind = 'text'; optional = $true }
    $values['webhook show --stream'] = @{ kind = 'text' }
    $values['webhook show --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook show --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook show --nats-user'] = @{ kind = 'text' }
    $values['webhook show --nats-password-file'] = @{ kind = 'file' }
    $values['webhook show --nats-token-file'] = @{ kind = 'file' }
    $values['webhook show --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook show --nats-key-file'] = @{ kind = 'file' }
    $values['webhook replay --token-file'] = @{ kind = 'file' }
    $values['webhook replay --token-env'] = @{ kind = 'text' }
    $values['webhook replay --notification'] = @{ kind = 'text' }
    $values['webhook replay --subscribe'] = @{ kind = 'text'; optional = $true }
    $values['webhook replay --stream'] = @{ kind = 'text' }
    $values['webhook replay --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook replay --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook replay --nats-user'] = @{ kind = 'text' }
    $values['webhook replay --nats-password-file'] = @{ kind = 'file' }
    $values['webhook replay --nats-token-file'] = @{ kind = 'file' }
    $values['webhook replay --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook replay --nats-key-file'] = @{ kind = 'file' }
    $values['webhook replay --to'] = @{ kind = 'text' }
    $values['webhook export --filter'] = @{ words = @('trigger=run:created', 'trigger=run:planning', 'trigger=run:needs_attention', 'trigger=run:applying', 'trigger=run:completed', 'trigger=run:errored', 'trigger=verification', 'workspace=', 'run=', 'organization=', 'configuration=', 'verified=true', 'verified=false', 'verdict=verified', 'verdict=unsigned', 'verdict=missing', 'verdict=malformed', 'verdict=mismatch', 'verdict=refused', 'cause=no-token', 'cause=missing', 'cause=empty-header', 'cause=repeated-header', 'cause=headers-disagree', 'cause=not-hexadecimal', 'cause=wrong-length', 'cause=truncated', 'cause=prefixed', 'cause=quoted', 'cause=base64', 'cause=sha256', 'cause=sha1', 'cause=other-algorithm', 'cause=not-hmac', 'cause=other-token', 'cause=token-white-space', 'cause=token-quoted', 'cause=token-encoded', 'cause=re-serialised', 'cause=trailing-newline', 'cause=white-space', 'cause=byte-order-mark', 'cause=line-endings', 'cause=character-encoding', 'cause=empty-body', 'cause=mismatch', 'cause=method', 'cause=path', 'cause=host', 'cause=browser', 'cause=too-large', 'cause=too-slow', 'cause=too-many-headers', 'cause=overloaded', 'cause=not-recorded', 'status=') }
    $values['webhook export --since'] = @{ kind = 'text' }
    $values['webhook export --token-file'] = @{ kind = 'file' }
    $values['webhook export --token-env'] = @{ kind = 'text' }
    $values['webhook export --notification'] = @{ kind = 'text' }
    $values['webhook export --subscribe'] = @{ kind = 'text'; optional = $true }
    $values['webhook export --stream'] = @{ kind = 'text' }
    $values['webhook export --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook export --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook export --nats-user'] = @{ kind = 'text' }
    $values['webhook export --nats-password-file'] = @{ kind = 'file' }
    $values['webhook export --nats-token-file'] = @{ kind = 'file' }
    $values['webhook export --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook export --nats-key-file'] = @{ kind = 'file' }
    $values['webhook stream create --nats'] = @{ kind = 'text' }
    $values['webhook stream create --stream'] = @{ kind = 'text' }
    $values['webhook stream create --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook stream create --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook stream create --nats-user'] = @{ kind = 'text' }
    $values['webhook stream create --nats-password-file'] = @{ kind = 'file' }
    $values['webhook stream create --nats-token-file'] = @{ kind = 'file' }
    $values['webhook stream create --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook stream create --nats-key-file'] = @{ kind = 'file' }
    $values['webhook stream create --max-age'] = @{ kind = 'text' }
    $values['webhook stream create --max-bytes'] = @{ kind = 'text' }
    $values['webhook stream create --replicas'] = @{ kind = 'text' }
    $values['webhook stream create --storage'] = @{ words = @('file', 'memory') }
    $values['webhook stream create --duplicates'] = @{ kind = 'text' }
    $values['webhook stream show --nats'] = @{ kind = 'text' }
    $values['webhook stream show --stream'] = @{ kind = 'text' }
    $values['webhook stream show --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook stream show --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook stream show --nats-user'] = @{ kind = 'text' }
    $values['webhook stream show --nats-password-file'] = @{ kind = 'file' }
    $values['webhook stream show --nats-token-file'] = @{ kind = 'file' }
    $values['webhook stream show --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook stream show --nats-key-file'] = @{ kind = 'file' }
    $values['webhook stream delete --nats'] = @{ kind = 'text' }
    $values['webhook stream delete --stream'] = @{ kind = 'text' }
    $values['webhook stream delete --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook stream delete --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook stream delete --nats-user'] = @{ kind = 'text' }
    $values['webhook stream delete --nats-password-file'] = @{ kind = 'file' }
    $values['webhook stream delete --nats-token-file'] = @{ kind = 'file' }
    $values['webhook stream delete --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook stream delete --nats-key-file'] = @{ kind = 'file' }
    $values['webhook stream readers --nats'] = @{ kind = 'text' }
    $values['webhook stream readers --stream'] = @{ kind = 'text' }
    $values['webhook stream readers --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook stream readers --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook stream readers --nats-user'] = @{ kind = 'text' }
    $values['webhook stream readers --nats-password-file'] = @{ kind = 'file' }
    $values['webhook stream readers --nats-token-file'] = @{ kind = 'file' }
    $values['webhook stream readers --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook stream readers --nats-key-file'] = @{ kind = 'file' }
    $values['webhook stream delete-reader --nats'] = @{ kind = 'text' }
    $values['webhook stream delete-reader --stream'] = @{ kind = 'text' }
    $values['webhook stream delete-reader --nats-creds-file'] = @{ kind = 'file' }
    $values['webhook stream delete-reader --nats-nkey-file'] = @{ kind = 'file' }
    $values['webhook stream delete-reader --nats-user'] = @{ kind = 'text' }
    $values['webhook stream delete-reader --nats-password-file'] = @{ kind = 'file' }
    $values['webhook stream delete-reader --nats-token-file'] = @{ kind = 'file' }
    $values['webhook stream delete-reader --nats-cert-file'] = @{ kind = 'file' }
    $values['webhook stream delete-reader --nats-key-file'] = @{ kind = 'file' }
    $values['export --only'] = @{ words = @('customization', 'banner', 'subscription', 'agent-pools', 'oauth-clients', 'teams', 'notifications') }
    $values['export -w'] = @{ kind = 'text' }
    $values['export --workspace'] = @{ kind = 'text' }
    $values['export --jobs'] = @{ kind = 'text' }
    $values['diff -f'] = @{ kind = 'file' }
    $values['diff --file'] = @{ kind = 'file' }
    $values['diff --record'] = @{ kind = 'file' }
    $values['diff --jobs'] = @{ kind = 'text' }
    $values['apply -f'] = @{ kind = 'file' }
    $values['apply --file'] = @{ kind = 'file' }
    $values['apply --record'] = @{ kind = 'file' }
    $values['apply --jobs'] = @{ kind = 'text' }
    $values['apply --on-failed-verification'] = @{ words = @('fail', 'save-disabled') }
    $values['module search --namespace'] = @{ kind = 'text' }
    $values['module search --provider'] = @{ kind = 'text' }
    $values['module search --offset'] = @{ kind = 'text' }
    $values['module search --limit'] = @{ kind = 'text' }
    $values['module list --provider'] = @{ kind = 'text' }
    $values['module list --offset'] = @{ kind = 'text' }
    $values['module list --limit'] = @{ kind = 'text' }
    $values['module show --section'] = @{ words = @('inputs', 'outputs', 'submodules', 'dependencies', 'resources', 'data-sources', 'ephemeral-resources', 'readme') }
    $values['module latest --offset'] = @{ kind = 'text' }
    $values['module latest --limit'] = @{ kind = 'text' }
    $values['module versions --constraint'] = @{ kind = 'text' }
    $values['module download -f'] = @{ kind = 'file' }
    $values['module download --file'] = @{ kind = 'file' }
    $values['module download --dir'] = @{ kind = 'folder' }
    $values['module download --jobs'] = @{ kind = 'text' }
    $values['module download --annotate'] = @{ words = @('github', 'none') }
    $values['module download --max-size'] = @{ kind = 'text' }
    $values['module download --max-entries'] = @{ kind = 'text' }
    $values['module download --max-depth'] = @{ kind = 'text' }
    $values['module download --max-path'] = @{ kind = 'text' }
    $values['module download --max-metadata'] = @{ kind = 'text' }
    $values['module download --max-ratio'] = @{ kind = 'text' }
    $values['module download --min-speed'] = @{ kind = 'text' }
    $values['module lock --upgrade'] = @{ kind = 'call'; optional = $true }
    $values['module lock --tool'] = @{ words = @('terraform', 'tofu') }
    $values['module lock --min-speed'] = @{ kind = 'text' }
    $values['module install --jobs'] = @{ kind = 'text' }
    $values['module install --min-speed'] = @{ kind = 'text' }
    $values['module install --tool'] = @{ words = @('terraform', 'tofu') }
    $values['module verify --tool'] = @{ words = @('terraform', 'tofu') }
    $values['module verify --min-speed'] = @{ kind = 'text' }
    $values['module outdated --tool'] = @{ words = @('terraform', 'tofu') }
    $values['module tree --graph'] = @{ words = @('mermaid', 'dot') }
    $values['module tree --tool'] = @{ words = @('terraform', 'tofu') }
    $values['module diff --tool'] = @{ words = @('terraform', 'tofu') }
    $values['module diff --min-speed'] = @{ kind = 'text' }
    $values['module mirror --from-lock'] = @{ kind = 'file' }
    $values['module mirror --jobs'] = @{ kind = 'text' }
    $values['module mirror --min-speed'] = @{ kind = 'text' }
    $values['module mirror --tool'] = @{ words = @('terraform', 'tofu') }
    $values['module serve --port'] = @{ kind = 'text' }
    $values['module serve --host'] = @{ kind = 'text' }
    $values['module serve --public-url'] = @{ kind = 'text' }
    $values['module serve --tls-cert'] = @{ kind = 'file' }
    $values['module serve --tls-key'] = @{ kind = 'file' }
    $values['module serve --token-file'] = @{ kind = 'file' }
    $values['module serve --token-env'] = @{ kind = 'text' }
    $values['module cache prune --older-than'] = @{ kind = 'text' }
    $values['api -F'] = @{ kind = 'text' }
    $values['api --field'] = @{ kind = 'text' }
    $values['api --input'] = @{ kind = 'file' }
    $values['sandbox start --port'] = @{ kind = 'text' }
    $values['sandbox start --edition'] = @{ words = @('self-hosted', 'hosted') }
    $values['sandbox start --latency'] = @{ kind = 'text' }
    $values['sandbox start --rate-limit'] = @{ kind = 'text' }
    $values['sandbox start --modules'] = @{ kind = 'folder' }
    $values['sandbox start --data'] = @{ kind = 'file' }
    $values['sandbox start --allow-host'] = @{ kind = 'text' }
    $values['sandbox start --tls-cert'] = @{ kind = 'file' }
    $values['sandbox start --tls-key'] = @{ kind = 'file' }
    $values['sandbox run -w'] = @{ kind = 'text' }
    $values['sandbox run --workspace'] = @{ kind = 'text' }
    $values['sandbox run --message'] = @{ kind = 'text' }
    $values['sandbox fail --method'] = @{ kind = 'text' }
    $values['sandbox fail --path'] = @{ kind = 'text' }
    $values['sandbox fail --status'] = @{ kind = 'text' }
    $values['sandbox fail --kind'] = @{ words = @('status', 'html', 'empty', 'reset', 'hang', 'cut', 'stall') }
    $values['sandbox fail --times'] = @{ kind = 'text' }
    $values['sandbox fail --skip'] = @{ kind = 'text' }
    $values['sandbox fail --retry-after'] = @{ kind = 'text' }
    $values['sandbox fail --location'] = @{ kind = 'text' }
    $values['sandbox env --as'] = @{ words = @('site-admin', 'owner', 'user', 'team', 'organization') }
    $values['sandbox env --port'] = @{ kind = 'text' }
    $values['completion install --dir'] = @{ kind = 'folder' }

    # The arguments of a command in their order; a list that ends in * has a last one that may be repeated.
    $arguments = [System.Collections.Hashtable]::new([StringComparer]::Ordinal)
    $arguments['login'] = @(@{ kind = 'text'; optional = $true })
    $arguments['logout'] = @(@{ kind = 'text'; optional = $true })
    $arguments['config get'] = @(@{ words = @('address', 'organization', 'registry', 'output', 'timeout', 'retries', 'ca-file', 'color', 'tool', 'nats', 'nats-creds-file', 'nats-nkey-file', 'nats-user', 'nats-password-file', 'nats-token-file', 'nats-cert-file', 'nats-key-file', 'profile') })
    $arguments['config set'] = @(@{ words = @('address', 'organization', 'registry', 'output', 'timeout', 'retries', 'ca-file', 'color', 'tool', 'nats', 'nats-creds-file', 'nats-nkey-file', 'nats-user', 'nats-password-file', 'nats-token-file', 'nats-cert-file', 'nats-key-file') }, @{ kind = 'text' })
    $arguments['config unset'] = @(@{ words = @('address', 'organization', 'registry', 'output', 'timeout', 'retries', 'ca-file', 'color', 'tool', 'nats', 'nats-creds-file', 'nats-nkey-file', 'nats-user', 'nats-password-file', 'nats-token-file', 'nats-cert-file', 'nats-key-file') })
    $arguments['profile use'] = @(@{ kind = 'profile' })
    $arguments['profile create'] = @(@{ kind = 'text'; optional = $true })
    $arguments['profile delete'] = @(@{ kind = 'profile' })
    $arguments['account hcp-organization'] = @(@{ kind = 'text' })
    $arguments['organization show'] = @(@{ kind = 'text'; optional = $true })
    $arguments['workspace show'] = @(@{ kind = 'text'; optional = $true })
    $arguments['team show'] = @(@{ kind = 'text'; optional = $true })
    $arguments['team members'] = @(@{ kind = 'text'; optional = $true })
    $arguments['team set'] = @(@{ kind = 'text' }, @{ kind = 'text'; optional = $true }, '*')
    $arguments['team add-user'] = @(@{ kind = 'text' }, @{ kind = 'text'; optional = $true }, '*')
    $arguments['team remove-user'] = @(@{ kind = 'text' }, @{ kind = 'text'; optional = $true }, '*')
    $arguments['team add-membership'] = @(@{ kind = 'text' }, @{ kind = 'text'; optional = $true }, '*')
    $arguments['team remove-membership'] = @(@{ kind = 'text' }, @{ kind = 'text'; optional = $true }, '*')
    $arguments['subscription show'] = @(@{ kind = 'text' })
    $arguments['banner show'] = @(@{ kind = 'text'; optional = $true })
    $arguments['banner update'] = @(@{ kind = 'text'; optional = $true })
    $arguments['banner delete'] = @(@{ kind = 'text'; optional = $true })
    $arguments['oauth-client show'] = @(@{ kind = 'text'; optional = $true })
    $arguments['oauth-client update'] = @(@{ kind = 'text'; optional = $true })
    $arguments['oauth-client delete'] = @(@{ kind = 'text'; optional = $true })
    $arguments['notification show'] = @(@{ kind = 'text'; optional = $true })
    $arguments['notification update'] = @(@{ kind = 'text'; optional = $true })
    $arguments['notification verify'] = @(@{ kind = 'text'; optional = $true })
    $arguments['notification delete'] = @(@{ kind = 'text'; optional = $true })
    $arguments['webhook verify'] = @(@{ kind = 'file' })
    $arguments['webhook sign'] = @(@{ kind = 'file' })
    $arguments['webhook trigger'] = @(@{ words = @('run:created', 'run:planning', 'run:needs_attention', 'run:applying', 'run:completed', 'run:errored', 'verification'); optional = $true })
    $arguments['webhook show'] = @(@{ kind = 'text' })
    $arguments['webhook replay'] = @(@{ kind = 'text' }, '*')
    $arguments['webhook stream delete-reader'] = @(@{ kind = 'text' })
    $arguments['module search'] = @(@{ kind = 'text' }, '*')
    $arguments['module list'] = @(@{ kind = 'text'; optional = $true })
    $arguments['module show'] = @(@{ kind = 'text' })
    $arguments['module latest'] = @(@{ kind = 'text' })
    $arguments['module versions'] = @(@{ kind = 'text' })
    $arguments['module source'] = @(@{ kind = 'text' })
    $arguments['module download'] = @(@{ kind = 'text'; optional = $true }, '*')
    $arguments['module downloads'] = @(@{ kind = 'text' })
    $arguments['module lock'] = @(@{ kind = 'folder'; optional = $true })
    $arguments['module install'] = @(@{ kind = 'folder'; optional = $true })
    $arguments['module verify'] = @(@{ kind = 'folder'; optional = $true })
    $arguments['module outdated'] = @(@{ kind = 'folder'; optional = $true })
    $arguments['module tree'] = @(@{ kind = 'folder'; optional = $true })
    $arguments['module diff'] = @(@{ kind = 'text' }, @{ kind = 'text' })
    $arguments['module mirror'] = @(@{ kind = 'folder' }, @{ kind = 'text'; optional = $true }, '*')
    $arguments['module serve'] = @(@{ kind = 'folder' })
    $arguments['module cache prune'] = @(@{ kind = 'folder'; optional = $true }, '*')
    $arguments['api'] = @(@{ kind = 'text' }, @{ kind = 'text'; optional = $true })
    $arguments['sandbox run'] = @(@{ kind = 'text' })
    $arguments['sandbox rum'] = @(@{ kind = 'text' })
    $arguments['sandbox fail'] = @(@{ kind = 'text'; optional = $true }, '*')
    $arguments['completion install'] = @(@{ words = @('bash', 'zsh', 'fish', 'powershell'); optional = $true })

    # The keys of an object in a JSON file as svc writes it, each on a line of its own. A key that is not a plain name is
    # never offered, so that nothing in the file reaches the command line as code.
    $keys = {
        param($file, $key)
        if (-not [System.IO.File]::Exists($file)) { return }
        $found = @()
        $indent = $null
        try {
            foreach ($line in [System.IO.File]::ReadLines($file)) {
                if ($null -eq $indent) {
                    if ($line.EndsWith('"' + $key + '": {')) { $indent = '' }
                }
                elseif ($line -match '^\s*\}' -and ($indent -eq '' -or -not $line.StartsWith($indent))) { break }
                elseif ($line -match '^(\s+)"' -and ($indent -eq '' -or $indent -eq $Matches[1])) {
                    $indent = $Matches[1]
                    if ($line -match '^\s+"(\w[\w.-]*)":') { $found += $Matches[1] }
                }
            }
        }
        catch { return }
        $found
    }
    $profiles = {
        $base = $env:XDG_CONFIG_HOME
        if (-not $base -or -not [System.IO.Path]::IsPathRooted($base)) { $base = [System.IO.Path]::Combine($HOME, '.config') }
        $folder = if ($env:SVC_CONFIG_DIR) { $env:SVC_CONFIG_DIR } else { [System.IO.Path]::Combine($base, 'svc') }
        & $keys ([System.IO.Path]::Combine($folder, 'config.json')) 'profiles'
    }

    # The words before the cursor, as they were typed; nothing is evaluated.
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
            else { $_.Extent.Text }
        })
    $path = ''
    $position = 0
    $plain = $false
    $help = $false
    $value = $null
    for ($i = 0; $i -lt $words.Count; $i++) {
        $word = [string]$words[$i]
        if (-not $plain -and $word -eq '--') { $plain = $true; continue }
        if (-not $plain -and $word.StartsWith('-')) {
            $found = $values["$path $word".Trim()]
            if (-not $found) { $found = $values[$word] }
            $next = if ($i + 1 -lt $words.Count) { [string]$words[$i + 1] } else { $wordToComplete }
            if ($found -and -not ($found.optional -and $next.StartsWith('-'))) {
                $i++
                if ($i -ge $words.Count) { $value = $found }
            }
            continue
        }
        if ($word -eq 'help' -and $path -eq '' -and -not $help) { $help = $true; continue }
        $name = $aliases["$path $word".Trim()]
        if ($name) { $word = $name }
        if ($commands.ContainsKey($path) -and @($commands[$path] | Where-Object { $_[0] -ceq $word }).Count -gt 0) {
            $path = "$path $word".Trim()
        }
        else { $position++ }
    }

    $head = ''
    $typed = $wordToComplete
    if (-not $value -and -not $plain -and $wordToComplete -match '^(--[^=]+)=(.*)$') {
        $head = $Matches[1] + '='
        $typed = $Matches[2]
        $value = $values["$path $($Matches[1])".Trim()]
        if (-not $value) { $value = $values[$Matches[1]] }
        if (-not $value) { return }
    }
    elseif (-not $value -and -not $plain -and -not $help -and $wordToComplete.StartsWith('-')) {
        $offers = @($flags['']) + @(if ($path -ne '' -and $flags.ContainsKey($path)) { $flags[$path] })
        $offers | Where-Object { $_[0].StartsWith($wordToComplete, [StringComparison]::Ordinal) } | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterName', $_[1])
        }
        return
    }
    elseif (-not $value -and $position -eq 0 -and $commands.ContainsKey($path)) {
        $offers = @($commands[$path]) + @(if ($help -and $path -eq '') { $topics })
        $offers | Where-Object { $_[0].StartsWith($wordToComplete, [StringComparison]::Ordinal) } | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
        }
        return
    }
    elseif (-not $value -and -not $help -and $arguments.ContainsKey($path)) {
        $all = @($arguments[$path])
        if ($all[-1] -is [string]) {
            $all = @($all[0..($all.Count - 2)])
            if ($position -ge $all.Count) { $position = $all.Count - 1 }
        }
        if ($position -lt $all.Count) { $value = $all[$position] }
    }
    if (-not $value) { return }
    $known = $value.words
    if ($value.kind -eq 'profile') { $known = @(& $profiles) }
    if ($value.kind -eq 'call') {
        $here = (Get-Location -PSProvider FileSystem).ProviderPath
        $known = @(& $keys ([System.IO.Path]::Combine($here, 'svc.modules.lock.json')) 'modules')
    }
    if ($null -ne $known) {
        $known | Where-Object { $_.StartsWith($typed, [StringComparison]::Ordinal) } | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new("$head$_", $_, 'ParameterValue', $_)
        }
    }
    elseif ($value.kind -in 'file', 'folder') {
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($typed) |
            Where-Object { $value.kind -ne 'folder' -or $_.ResultType -eq 'ProviderContainer' } |
            ForEach-Object {
                [System.Management.Automation.CompletionResult]::new(
                    "$head$($_.CompletionText)", $_.ListItemText, $_.ResultType, $_.ToolTip)
            }
    }
}
