# Completions of svc, generated from its commands: npm run reference
# Static: no process is started for a TAB, and nothing that was typed is evaluated.

Register-ArgumentCompleter -Native -CommandName 'svc' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The words that may follow a command, and what each is for.
    $commands = [System.Collections.Hashtable]::new([StringComparer]::Ordinal)
    $commands[''] = @(
        , @('login', 'Log in to a platform')
        , @('logout', 'Log out of a platform')
        , @('auth', 'Show the authentication status and the token')
        , @('whoami', 'Show the user of the token')
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
        , @('module', 'Find, download, lock and mirror modules')
        , @('api', 'Make an authenticated API request')
        , @('sandbox', 'Run the platform on this machine')
        , @('completion', 'Manage shell completions')
        , @('help', 'Show help for a command or a topic')
    )
    $commands['auth'] = @(
        , @('status', 'Show the platform, the profile and the token in force, where each comes from, and whom the token is for')
        , @('token', 'Print the token in force for the platform')
    )
    $commands['config'] = @(
        , @('list', 'Show every setting in force')
        , @('get', 'Print one setting')
        , @('set', 'Store a setting in the profile')
        , @('unset', 'Forget a setting of the profile')
        , @('path', 'Print where the config file is')
    )
    $commands['profile'] = @(
        , @('list', 'Show the profiles of the config file')
        , @('use', 'Put a profile in use')
        , @('create', 'Make a profile')
        , @('delete', 'Delete a profile and what it holds')
    )
    $commands['account'] = @(
        , @('show', 'Show the account behind the token')
        , @('update', 'Change your user name or e-mail address')
        , @('password', 'Change your password')
        , @('hcp-organization', 'Show an HCP organization you belong to')
    )
    $commands['organization'] = @(
        , @('list', 'List the organizations you belong to')
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
        , @('add-user', 'Add users to a team, one or thousands')
        , @('remove-user', 'Take users out of a team')
        , @('add-membership', 'Add people to a team by their membership of the organization')
        , @('remove-membership', 'Take people out of a team by their membership of the organization')
    )
    $commands['agent-pool'] = @(
        , @('list', 'List the agent pools of an organization')
        , @('create', 'Make an agent pool')
    )
    $commands['subscription'] = @(
        , @('show', 'Show an organization''s subscription and its alert threshold')
        , @('update', 'Change at how many billable resources an organization is alerted')
    )
    $commands['feature-set'] = @(
        , @('list', 'List the plans on offer, or those that an organization may have')
    )
    $commands['banner'] = @(
        , @('list', 'Show the banner that is up now')
        , @('create', 'Put a banner up, now or on a schedule')
        , @('update', 'Change a banner; what is not named stays')
        , @('delete', 'Take a banner down, published or still scheduled')
    )
    $commands['customization'] = @(
        , @('show', 'Show the links and texts in force')
        , @('update', 'Change links and texts of the site')
    )
    $commands['oauth-client'] = @(
        , @('list', 'List the connections of an organization to its version-control providers')
        , @('show', 'Show a connection to a version-control provider')
        , @('create', 'Connect an organization to a version-control provider')
        , @('update', 'Change a connection to a version-control provider')
        , @('delete', 'Cut the connection to a version-control provider')
    )
    $commands['notification'] = @(
        , @('list', 'List the notification configurations of a workspace')
        , @('show', 'Show a notification configuration')
        , @('create', 'Tell a destination when the runs of a workspace change state')
        , @('update', 'Change a notification configuration; what is not named stays')
        , @('verify', 'Send a verification request to the destination of a configuration')
        , @('delete', 'Delete a notification configuration; nothing more is sent')
    )
    $commands['webhook'] = @(
        , @('listen', 'Receive notifications, check each one, and say why one fails')
        , @('wait', 'Wait for a notification, for scripts and CI jobs')
        , @('verify', 'Check the signature of a body, and say why it does not hold')
        , @('sign', 'Sign a body as the service signs its notifications')
        , @('trigger', 'Send a notification as the service would')
        , @('list', 'List the deliveries that were received on this machine')
        , @('show', 'Show a delivery: verdict, headers, payload')
        , @('replay', 'Send deliveries of the journal again, signed anew')
        , @('export', 'Write the deliveries of the journal as NDJSON')
    )
    $commands['module'] = @(
        , @('search', 'Find modules by words')
        , @('list', 'List the modules of a registry, or of one publisher in it')
        , @('show', 'Show what a module version is, takes and gives')
        , @('latest', 'Show the latest version of a module, for each provider or for one')
        , @('versions', 'List the versions of a module, the newest first')
        , @('source', 'Print where a module version is downloaded from')
        , @('download', 'Download module versions and unpack them')
        , @('downloads', 'Show how often a module was downloaded: this week, month, year and in all')
        , @('lock', 'Write down which module versions a configuration uses, and their content')
        , @('install', 'Put the locked modules where terraform looks for them')
        , @('verify', 'Check installed modules and their sources against the lock')
        , @('outdated', 'List locked modules of which there are newer versions')
        , @('tree', 'Show which module calls which')
        , @('diff', 'Tell what differs between two versions of a module for those who call it')
        , @('mirror', 'Copy modules and all they call into a folder that can be served')
        , @('serve', 'Serve a mirrored folder as a module registry until Ctrl-C')
        , @('cache', 'See and clear the archives that were downloaded')
    )
    $commands['module cache'] = @(
        , @('path', 'Print the folder where archives are kept')
        , @('list', 'List the versions whose archives are kept')
        , @('verify', 'Check every archive that is kept, and remove what is bad')
        , @('prune', 'Remove archives that are not needed')
    )
    $commands['sandbox'] = @(
        , @('start', 'Start the service on this machine and keep it running until Ctrl-C')
        , @('run', 'Let a run of a workspace change its state')
        , @('rum', 'Set how many billable resources an organization has')
        , @('outbox', 'List the mail that the sandbox would have sent')
        , @('fail', 'Make the next calls of an endpoint go wrong')
        , @('env', 'Print the shell lines that point svc at the running sandbox')
        , @('routes', 'List every path the sandbox serves, who may call it, and in which edition')
    )
    $commands['completion'] = @(
        , @('bash', 'Print the completions for bash')
        , @('zsh', 'Print the completions for zsh')
        , @('fish', 'Print the completions for fish')
        , @('powershell', 'Print the completions for PowerShell')
        , @('install', 'Put the completions in place')
    )

    # The flags of a command; those under the empty name go with every command.
    $flags = [System.Collections.Hashtable]::new([StringComparer]::Ordinal)
    $flags[''] = @(
        , @('--profile', 'profile of the config file to use (SVC_PROFILE)')
        , @('--address', 'the platform (SVC_ADDRESS)')
        , @('--organization', 'default organization (SVC_ORGANIZATION)')
        , @('--registry', 'registry of addresses typed without a host; HOST=URL maps one host (SVC_REGISTRY)')
        , @('-o', 'table, json, ndjson, yaml, csv, tsv, raw (SVC_OUTPUT)')
        , @('--output', 'table, json, ndjson, yaml, csv, tsv, raw (SVC_OUTPUT)')
        , @('--json', 'the same as -o json')
        , @('--jq', 'filter the JSON with jq; implies -o json')
        , @('--columns', 'which columns to show; dotted paths reach into the resource')
        , @('--no-input', 'never ask (SVC_NO_INPUT)')
        , @('-y', 'answer confirmations with yes')
        , @('--yes', 'answer confirmations with yes')
        , @('--dry-run', 'on writes: show the request, secrets masked, and send nothing')
        , @('--timeout', 'longest time an attempt may take (SVC_TIMEOUT)')
        , @('--retries', 'how often to try again (SVC_RETRIES)')
        , @('--ca-file', 'certificates to trust besides the system''s (SVC_CA_FILE)')
        , @('--color', 'auto, always, never (NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE)')
        , @('--insecure-http', 'allow plain http beyond this machine')
        , @('-q', 'no words on stderr but errors')
        , @('--quiet', 'no words on stderr but errors')
        , @('--debug', 'show every HTTP exchange on stderr, secrets masked (SVC_DEBUG)')
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
        , @('--show-origin', 'say where each value comes from')
    )
    $flags['account update'] = @(
        , @('--username', 'new user name')
        , @('--email', 'new e-mail address')
        , @('--set', 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['account password'] = @(
        , @('--current-password-file', 'read the current password from a file, - for stdin')
        , @('--current-password-env', 'read it from an environment variable')
        , @('--password-file', 'read the new password from a file, - for stdin')
        , @('--password-env', 'read it from an environment variable')
    )
    $flags['organization list'] = @(
        , @('--query', 'only organizations with this text in their name')
        , @('--limit', 'show at most that many')
    )
    $flags['workspace list'] = @(
        , @('--query', 'only workspaces with this text in their name')
        , @('--limit', 'show at most that many')
    )
    $flags['team list'] = @(
        , @('--query', 'only teams with this text in their name')
        , @('--limit', 'show at most that many')
    )
    $flags['team add-user'] = @(
        , @('--from-file', 'read more of them from a file, one on each line')
        , @('--batch', 'how many to send with one request (default: 500)')
    )
    $flags['team remove-user'] = @(
        , @('--from-file', 'read more of them from a file, one on each line')
        , @('--batch', 'how many to send with one request (default: 500)')
    )
    $flags['team add-membership'] = @(
        , @('--from-file', 'read more of them from a file, one on each line')
        , @('--batch', 'how many to send with one request (default: 500)')
    )
    $flags['team remove-membership'] = @(
        , @('--from-file', 'read more of them from a file, one on each line')
        , @('--batch', 'how many to send with one request (default: 500)')
    )
    $flags['agent-pool list'] = @(
        , @('--query', 'only pools with this in their name')
        , @('--sort', 'name, -name, created-at, -created-at; with a hyphen, the other way round')
        , @('--allowed-workspace', 'only pools that this workspace may use')
        , @('--limit', 'show at most that many')
    )
    $flags['agent-pool create'] = @(
        , @('--name', 'letters, digits, hyphens and underscores; no other pool of the organization has it')
        , @('--organization-scoped', 'every workspace of the organization may use it, which is the default')
        , @('--no-organization-scoped', 'only the workspaces allowed by relationships.allowed-workspaces may use it')
        , @('--set', 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['subscription update'] = @(
        , @('--rum-alert-threshold', 'a whole number; 0 clears it')
        , @('--clear-rum-alert-threshold', 'no threshold, and no e-mail')
        , @('--set', 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['feature-set list'] = @(
        , @('--limit', 'show at most that many')
    )
    $flags['banner list'] = @(
        , @('--anonymous', 'send no token even if there is one: what everybody sees')
    )
    $flags['banner create'] = @(
        , @('--title', 'headline, at most 100 characters')
        , @('--body', 'text, at most 255 characters; may hold strong, em, b, i and links')
        , @('--body-file', 'read the text from a file')
        , @('--style', 'info, warning, critical')
        , @('--audience', 'all_users, authenticated_only')
        , @('--scheduled-publish-at', 'when it appears: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 of --timezone')
        , @('--scheduled-expire-at', 'when it goes, written likewise')
        , @('--timezone', 'IANA time zone of the schedule (default with both times: UTC)')
        , @('--for', 'published now, gone after that long, such as 2h, 3d or 1w')
        , @('--set', 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['banner update'] = @(
        , @('--title', 'headline, at most 100 characters')
        , @('--body', 'text, at most 255 characters; may hold strong, em, b, i and links')
        , @('--body-file', 'read the text from a file')
        , @('--style', 'info, warning, critical')
        , @('--audience', 'all_users, authenticated_only')
        , @('--scheduled-publish-at', 'when it appears: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 of --timezone')
        , @('--scheduled-expire-at', 'when it goes, written likewise')
        , @('--timezone', 'IANA time zone of the schedule (default with both times: UTC)')
        , @('--for', 'published now, gone after that long, such as 2h, 3d or 1w')
        , @('--set', 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id')
        , @('--clear-schedule', 'take the schedule off')
    )
    $flags['customization update'] = @(
        , @('--support-email-address', 'address that people in need of help are sent to')
        , @('--clear-support-email-address', 'bring the default of support-email-address back')
        , @('--support-url-address', 'page that they are sent to instead')
        , @('--clear-support-url-address', 'bring the default of support-url-address back')
        , @('--internal-support-url', 'support link in the help menu (http, https or mailto)')
        , @('--clear-internal-support-url', 'bring the default of internal-support-url back')
        , @('--internal-documentation-url', 'documentation link in the help menu')
        , @('--clear-internal-documentation-url', 'bring the default of internal-documentation-url back')
        , @('--internal-tutorials-url', 'tutorials link in the help menu')
        , @('--clear-internal-tutorials-url', 'bring the default of internal-tutorials-url back')
        , @('--login-help', 'HTML on the login page')
        , @('--clear-login-help', 'bring the default of login-help back')
        , @('--footer', 'HTML at the foot of every page')
        , @('--clear-footer', 'bring the default of footer back')
        , @('--error', 'HTML on error pages')
        , @('--clear-error', 'bring the default of error back')
        , @('--new-user', 'HTML for people without an organization')
        , @('--clear-new-user', 'bring the default of new-user back')
        , @('--avatar-sources', 'which are on, of gravatar; the others go off')
        , @('--clear-avatar-sources', 'all avatar sources off')
        , @('--strict', 'exit 8 when the service ignores an attribute')
        , @('--set', 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['oauth-client list'] = @(
        , @('--limit', 'show at most that many')
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
        , @('--set', 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['oauth-client update'] = @(
        , @('--service-provider', 'github, github_enterprise, bitbucket_hosted, gitlab_hosted, gitlab_community_edition, gitlab_enterprise_edition, ado_server')
        , @('--http-url', 'homepage of the provider')
        , @('--api-url', 'base URL of its API')
        , @('--name', 'what to call it')
        , @('--clear-name', 'call it by the provider''s name')
        , @('--key', 'OAuth client key')
        , @('--clear-key', 'remove the OAuth client key')
        , @('--secret-file', 'read the OAuth client secret from a file, - for stdin')
        , @('--secret-env', 'read it from an environment variable')
        , @('--set', 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id')
    )
    $flags['notification list'] = @(
        , @('-w', 'id (ws-...), ORG/NAME, or NAME with a default organization')
        , @('--workspace', 'id (ws-...), ORG/NAME, or NAME with a default organization')
        , @('--limit', 'show at most that many')
    )
    $flags['notification create'] = @(
        , @('-w', 'id (ws-...), ORG/NAME, or NAME with a default organization; repeatable')
        , @('--workspace', 'id (ws-...), ORG/NAME, or NAME with a default organization; repeatable')
        , @('--destination-type', 'generic, email, slack')
        , @('--name', 'what it is called')
        , @('--url', 'where to send, http or https; only for slack and generic')
        , @('--trigger', 'when to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored')
        , @('--user', 'id of a user to mail, user-..., repeatable; only for email')
        , @('--token-file', 'read the token that signs from a file, - for stdin; only generic ones are signed')
        , @('--token-env', 'read it from an environment variable')
        , @('--token-prompt', 'ask for it, hidden')
        , @('--generate-token', 'make one, and keep it in the profile for svc webhook ... --notification ID')
        , @('--set', 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id')
        , @('--listen', 'receive here: listen, create it enabled with a new token, show what comes')
        , @('--port', 'port to listen on (default: any free port)')
        , @('--host', 'address to listen on (default: 127.0.0.1, this machine only)')
        , @('--path', 'the only path that accepts deliveries (default: that of --public-url, or /)')
        , @('--public-url', 'where the service reaches the listener: a reverse proxy, a tunnel, this machine')
        , @('--tls-cert', 'speak https, with this certificate (PEM)')
        , @('--tls-key', 'and its key (PEM)')
        , @('--enabled', 'verify the destination and begin to send')
        , @('--no-enabled', 'save it as it is, which is the default')
    )
    $flags['notification update'] = @(
        , @('--name', 'what it is called')
        , @('--url', 'where to send, http or https; only for slack and generic')
        , @('--trigger', 'when to send, repeatable: all, run:created, run:planning, run:needs_attention, run:applying, run:completed, run:errored')
        , @('--user', 'id of a user to mail, user-..., repeatable; only for email')
        , @('--token-file', 'read the token that signs from a file, - for stdin; only generic ones are signed')
        , @('--token-env', 'read it from an environment variable')
        , @('--token-prompt', 'ask for it, hidden')
        , @('--generate-token', 'make one, and keep it in the profile for svc webhook ... --notification ID')
        , @('--set', 'set a field the flags do not know: key=text, key:=json, relationships.NAME=id,id')
        , @('--enabled', 'verify the destination and begin to send')
        , @('--no-enabled', 'send nothing more')
        , @('--clear-triggers', 'no triggers at all')
        , @('--clear-token', 'sign no more')
        , @('--clear-users', 'no users at all')
        , @('--strict', 'exit 8 when the service ignores an attribute')
    )
    $flags['webhook listen'] = @(
        , @('--token-file', 'read the token from a file, - for stdin; repeatable, any of them will do')
        , @('--token-env', 'read it from an environment variable; repeatable, any of them will do')
        , @('--notification', 'take the one that was made here for a notification configuration; repeatable, any of them will do')
        , @('--port', 'port to listen on (default: any free port)')
        , @('--host', 'address to listen on (default: 127.0.0.1, this machine only)')
        , @('--path', 'the only path that accepts deliveries (default: that of --public-url, or /)')
        , @('--public-url', 'where the service reaches the listener: a reverse proxy, a tunnel, this machine')
        , @('--tls-cert', 'speak https, with this certificate (PEM)')
        , @('--tls-key', 'and its key (PEM)')
        , @('--allow-unsigned', 'accept unsigned deliveries too, but none that a browser sends; they never count as verified')
        , @('--status', 'answer good deliveries with another status, to rehearse a failure')
        , @('--forward', 'pass good deliveries on as they came, and their answers back')
        , @('--exec', 'run a command for each good one: the body on stdin, fields as SVC_WEBHOOK_...; no shell')
        , @('--exec-env', 'pass on an environment variable that --exec leaves out; repeatable')
        , @('--filter', 'only those: trigger, run, workspace, verified, verdict, status ...; repeatable')
        , @('--count', 'end after so many deliveries')
        , @('--for', 'end after that long')
        , @('--ui', 'serve a page that shows them, on this machine only')
    )
    $flags['webhook wait'] = @(
        , @('--token-file', 'read the token from a file, - for stdin; repeatable, any of them will do')
        , @('--token-env', 'read it from an environment variable; repeatable, any of them will do')
        , @('--notification', 'take the one that was made here for a notification configuration; repeatable, any of them will do')
        , @('--port', 'port to listen on (default: any free port)')
        , @('--host', 'address to listen on (default: 127.0.0.1, this machine only)')
        , @('--path', 'the only path that accepts deliveries (default: that of --public-url, or /)')
        , @('--public-url', 'where the service reaches the listener: a reverse proxy, a tunnel, this machine')
        , @('--tls-cert', 'speak https, with this certificate (PEM)')
        , @('--tls-key', 'and its key (PEM)')
        , @('--allow-unsigned', 'accept unsigned deliveries too, but none that a browser sends; they never count as verified')
        , @('--until', 'what to wait for: trigger=run:completed, run=..., workspace=...; repeatable')
        , @('--timeout', 'give up after that long (default: never)')
        , @('--count', 'wait for so many different events (default: 1)')
        , @('--create', 'make a notification configuration for as long as it waits')
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
        , @('--set', 'change a field: run_message=Hello, notifications.0.run_status=planned; repeatable')
        , @('--body', 'send these bytes instead, - for stdin')
        , @('--scenario', 'a whole run: lifecycle, errored, all')
        , @('--tamper', 'send what must be refused: all, body, newline, token, empty-token, sha256, truncated, garbage, prefixed, last-digit, zeros, empty, unsigned, repeated')
        , @('--as', 'as for a destination of the type generic or slack (default: generic)')
        , @('--unsigned', 'send no signature, as for a configuration without a token')
        , @('--token-file', 'read the token from a file, - for stdin')
        , @('--token-env', 'read it from an environment variable')
        , @('--notification', 'take the one that was made here for a notification configuration')
    )
    $flags['webhook list'] = @(
        , @('--filter', 'only those: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable')
        , @('--since', 'only those that came that long ago or later')
        , @('--limit', 'at most so many, the newest (default: 50)')
        , @('--follow', 'go on with those that come')
    )
    $flags['webhook replay'] = @(
        , @('--to', 'where to')
        , @('--allow-unverified', 'sign what was not verified, too')
        , @('--token-file', 'read the token from a file, - for stdin')
        , @('--token-env', 'read it from an environment variable')
        , @('--notification', 'take the one that was made here for a notification configuration')
    )
    $flags['webhook export'] = @(
        , @('--filter', 'only those: trigger=run:errored, run=..., workspace=..., verified=false, verdict=..., cause=...; repeatable')
        , @('--since', 'only those that came that long ago or later')
    )
    $flags['module search'] = @(
        , @('--namespace', 'only modules of this publisher')
        , @('--provider', 'only modules for this provider')
        , @('--verified', 'only verified modules')
        , @('--offset', 'skip the first n')
        , @('--limit', 'show at most that many (default: 20)')
        , @('--all', 'show every one')
    )
    $flags['module list'] = @(
        , @('--provider', 'only modules for this provider')
        , @('--verified', 'only verified modules')
        , @('--offset', 'skip the first n')
        , @('--limit', 'show at most that many (default: 20)')
        , @('--all', 'show every one')
    )
    $flags['module show'] = @(
        , @('--section', 'only one of inputs, outputs, submodules, dependencies, resources, data-sources, ephemeral-resources, readme')
    )
    $flags['module latest'] = @(
        , @('--offset', 'skip the first n')
        , @('--limit', 'show at most that many providers')
    )
    $flags['module versions'] = @(
        , @('--constraint', 'only versions that match, such as "~> 1.2"')
        , @('--pre', 'prereleases too; without it only one that = asks for exactly')
    )
    $flags['module download'] = @(
        , @('-f', 'read more addresses from a file; - is stdin')
        , @('--file', 'read more addresses from a file; - is stdin')
        , @('--dir', 'the module''s folder, or the one for all of several (default: NAMESPACE/NAME/PROVIDER/VERSION[/SUBDIR] below the current one)')
        , @('--force', 'replace the folder if it is there')
        , @('--jobs', 'how many to download at a time (default: 32)')
        , @('--fail-fast', 'end with the first that fails')
        , @('--no-cache', 'neither take archives from the cache nor keep them there')
        , @('--offline', 'take everything from the cache and ask nobody')
        , @('--submodules', 'take the submodules of a git repository too, from its own host')
        , @('--allow-shared-parent', 'unpack beside a destination even where another user can swap files and no safer way exists')
        , @('--annotate', 'show failures in the CI of: github, or none (GITHUB_ACTIONS)')
        , @('--max-size', 'most that an archive may unpack to (default: 512MiB)')
        , @('--max-entries', 'most files, folders and links in it (default: 100000)')
        , @('--max-depth', 'most folders one in another (default: 512)')
        , @('--max-path', 'longest path in it, in bytes (default: 4096)')
        , @('--max-metadata', 'most that is said about one entry (default: 1MiB)')
        , @('--max-ratio', 'most bytes unpacked from one (default: 1000)')
        , @('--min-speed', 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)')
    )
    $flags['module lock'] = @(
        , @('--upgrade', 'look versions up anew: all, those of a module address, or of one call path')
        , @('--submodules', 'lock repositories with their submodules, from a repository''s own host')
        , @('--tool', 'whose files and default registry count: terraform or tofu (SVC_TOOL)')
        , @('--min-speed', 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)')
        , @('--check', 'fail when configuration and lock differ; write nothing')
    )
    $flags['module install'] = @(
        , @('--frozen', 'fail when configuration and lock differ')
        , @('--offline', 'fetch nothing: take archives from the cache only')
        , @('--no-cache', 'neither take archives from the cache nor keep them there')
        , @('--jobs', 'how many to download at a time (default: 32)')
        , @('--min-speed', 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)')
        , @('--tool', 'whose files and default registry count: terraform or tofu (SVC_TOOL)')
        , @('--allow-shared-parent', 'unpack beside a destination even where another user can swap files and no safer way exists')
    )
    $flags['module verify'] = @(
        , @('--offline', 'fetch nothing: look at the installed files only')
        , @('--tool', 'whose files and default registry count: terraform or tofu (SVC_TOOL)')
        , @('--min-speed', 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)')
    )
    $flags['module outdated'] = @(
        , @('--all', 'those that are up to date too')
        , @('--check', 'fail when there is something newer')
        , @('--tool', 'whose files and default registry count: terraform or tofu (SVC_TOOL)')
    )
    $flags['module tree'] = @(
        , @('--graph', 'the text of a drawing: mermaid or dot')
        , @('--tool', 'whose files and default registry count: terraform or tofu (SVC_TOOL)')
    )
    $flags['module diff'] = @(
        , @('--check', 'fail when something breaks callers')
        , @('--submodules', 'take the submodules of git repositories too, from their own host')
        , @('--tool', 'whose files and default registry count: terraform or tofu (SVC_TOOL)')
        , @('--min-speed', 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)')
    )
    $flags['module mirror'] = @(
        , @('--from-lock', 'take what a lock names')
        , @('--no-cache', 'neither take archives from the cache nor keep them there')
        , @('--submodules', 'mirror git repositories with their submodules, from their own host')
        , @('--jobs', 'how many to download at a time (default: 32)')
        , @('--min-speed', 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)')
        , @('--tool', 'whose files and default registry count: terraform or tofu (SVC_TOOL)')
        , @('--allow-shared-parent', 'unpack beside a destination even where another user can swap files and no safer way exists')
    )
    $flags['module serve'] = @(
        , @('--port', 'port to listen on (default: any free port)')
        , @('--host', 'address to listen on (default: 127.0.0.1, this machine only)')
        , @('--public-url', 'where clients reach it, for the block that is printed')
        , @('--tls-cert', 'speak https, with this certificate (PEM)')
        , @('--tls-key', 'and its key (PEM)')
        , @('--token-file', 'take only who sends the token in a file, - for stdin; repeatable')
        , @('--token-env', 'or in an environment variable; repeatable')
        , @('--log', 'say each request on stderr')
    )
    $flags['module cache prune'] = @(
        , @('--older-than', 'those too that were not used for that long, such as 30d')
        , @('--all', 'everything')
    )
    $flags['api'] = @(
        , @('-F', 'on GET a query parameter, else a field of the body: a.b=text, a.b:=json')
        , @('--field', 'on GET a query parameter, else a field of the body: a.b=text, a.b:=json')
        , @('--input', 'the body, from a file or - for stdin')
        , @('--paginate', 'on GET: every page of a list, of the platform or of a registry')
        , @('--include', 'the status and the headers before the body')
    )
    $flags['sandbox start'] = @(
        , @('--port', 'port on 127.0.0.1 (default: any free port)')
        , @('--edition', 'self-hosted or hosted (default: self-hosted)')
        , @('--latency', 'hold every answer back that long')
        , @('--modules', 'publish the modules of a folder laid out NAMESPACE/NAME/PROVIDER/VERSION/')
        , @('--data', 'keep the state in a file, written before a write is answered (default: in memory)')
        , @('--allow-host', 'answer to this Host too, besides 127.0.0.1 and localhost; repeatable')
        , @('--tls', 'speak https, with a certificate generated at the start')
        , @('--tls-cert', 'speak https, with this certificate (PEM)')
        , @('--tls-key', 'and its key (PEM)')
        , @('--fixed-tokens', 'accept sandbox-owner-token, sandbox-user-token ..., for any program (default: generated)')
        , @('--log', 'say each request on stderr')
    )
    $flags['sandbox run'] = @(
        , @('-w', 'id, name, or ORG/NAME')
        , @('--workspace', 'id, name, or ORG/NAME')
        , @('--message', 'what the run is called when it begins')
    )
    $flags['sandbox fail'] = @(
        , @('--method', 'GET, POST, PATCH or DELETE')
        , @('--path', 'beginning of the path')
        , @('--status', 'answer with this status')
        , @('--kind', 'status, html, empty, reset, hang, cut, stall')
        , @('--times', 'how many calls go wrong')
        , @('--skip', 'how many go well first')
        , @('--retry-after', 'seconds or an HTTP date to send with it')
        , @('--location', 'where a redirect (status 301, 302, 307) leads')
    )
    $flags['sandbox env'] = @(
        , @('--as', 'whose token: site-admin, owner, user, team, organization (default: site-admin)')
        , @('--no-cli-config', 'leave the CLI configuration of terraform and tofu as it is')
    )
    $flags['completion install'] = @(
        , @('--dir', 'the folder to put them in')
    )

    # What follows a flag that takes a value: words, or one of the kinds file, folder and text.
    $values = [System.Collections.Hashtable]::new([StringComparer]::Ordinal)
    $values['--profile'] = @{ kind = 'text' }
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
    $values['team add-user --from-file'] = @{ kind = 'file' }
    $values['team add-user --batch'] = @{ kind = 'text' }
    $values['team remove-user --from-file'] = @{ kind = 'file' }
    $values['team remove-user --batch'] = @{ kind = 'text' }
    $values['team add-membership --from-file'] = @{ kind = 'file' }
    $values['team add-membership --batch'] = @{ kind = 'text' }
    $values['team remove-membership --from-file'] = @{ kind = 'file' }
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
    $values['notification list --limit'] = @{ kind = 'text' }
    $values['notification create -w'] = @{ kind = 'text' }
    $values['notification create --workspace'] = @{ kind = 'text' }
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
    $values['notification update --name'] = @{ kind = 'text' }
    $values['notification update --url'] = @{ kind = 'text' }
    $values['notification update --trigger'] = @{ words = @('all', 'run:created', 'run:planning', 'run:needs_attention', 'run:applying', 'run:completed', 'run:errored') }
    $values['notification update --user'] = @{ kind = 'text' }
    $values['notification update --token-file'] = @{ kind = 'file' }
    $values['notification update --token-env'] = @{ kind = 'text' }
    $values['notification update --set'] = @{ kind = 'text' }
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
    $values['webhook listen --filter'] = @{ kind = 'text' }
    $values['webhook listen --count'] = @{ kind = 'text' }
    $values['webhook listen --for'] = @{ kind = 'text' }
    $values['webhook wait --token-file'] = @{ kind = 'file' }
    $values['webhook wait --token-env'] = @{ kind = 'text' }
    $values['webhook wait --notification'] = @{ kind = 'text' }
    $values['webhook wait --port'] = @{ kind = 'text' }
    $values['webhook wait --host'] = @{ kind = 'text' }
    $values['webhook wait --path'] = @{ kind = 'text' }
    $values['webhook wait --public-url'] = @{ kind = 'text' }
    $values['webhook wait --tls-cert'] = @{ kind = 'file' }
    $values['webhook wait --tls-key'] = @{ kind = 'file' }
    $values['webhook wait --until'] = @{ kind = 'text' }
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
    $values['webhook list --filter'] = @{ kind = 'text' }
    $values['webhook list --since'] = @{ kind = 'text' }
    $values['webhook list --limit'] = @{ kind = 'text' }
    $values['webhook replay --to'] = @{ kind = 'text' }
    $values['webhook replay --token-file'] = @{ kind = 'file' }
    $values['webhook replay --token-env'] = @{ kind = 'text' }
    $values['webhook replay --notification'] = @{ kind = 'text' }
    $values['webhook export --filter'] = @{ kind = 'text' }
    $values['webhook export --since'] = @{ kind = 'text' }
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
    $values['module lock --upgrade'] = @{ kind = 'text'; optional = $true }
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
    $values['completion install --dir'] = @{ kind = 'folder' }

    # The arguments of a command in their order; a list that ends in * has a last one that may be repeated.
    $arguments = [System.Collections.Hashtable]::new([StringComparer]::Ordinal)
    $arguments['login'] = @(@{ kind = 'text'; optional = $true })
    $arguments['logout'] = @(@{ kind = 'text'; optional = $true })
    $arguments['config get'] = @(@{ words = @('address', 'organization', 'registry', 'output', 'timeout', 'retries', 'ca-file', 'color', 'tool', 'profile') })
    $arguments['config set'] = @(@{ words = @('address', 'organization', 'registry', 'output', 'timeout', 'retries', 'ca-file', 'color', 'tool') }, @{ kind = 'text' })
    $arguments['config unset'] = @(@{ words = @('address', 'organization', 'registry', 'output', 'timeout', 'retries', 'ca-file', 'color', 'tool') })
    $arguments['profile use'] = @(@{ kind = 'text' })
    $arguments['profile create'] = @(@{ kind = 'text' })
    $arguments['profile delete'] = @(@{ kind = 'text' })
    $arguments['account hcp-organization'] = @(@{ kind = 'text' })
    $arguments['organization show'] = @(@{ kind = 'text'; optional = $true })
    $arguments['workspace show'] = @(@{ kind = 'text' })
    $arguments['team show'] = @(@{ kind = 'text' })
    $arguments['team members'] = @(@{ kind = 'text' })
    $arguments['team add-user'] = @(@{ kind = 'text' }, @{ kind = 'text'; optional = $true }, '*')
    $arguments['team remove-user'] = @(@{ kind = 'text' }, @{ kind = 'text'; optional = $true }, '*')
    $arguments['team add-membership'] = @(@{ kind = 'text' }, @{ kind = 'text'; optional = $true }, '*')
    $arguments['team remove-membership'] = @(@{ kind = 'text' }, @{ kind = 'text'; optional = $true }, '*')
    $arguments['subscription show'] = @(@{ kind = 'text' })
    $arguments['banner update'] = @(@{ kind = 'text' })
    $arguments['banner delete'] = @(@{ kind = 'text' })
    $arguments['oauth-client show'] = @(@{ kind = 'text' })
    $arguments['oauth-client update'] = @(@{ kind = 'text' })
    $arguments['oauth-client delete'] = @(@{ kind = 'text' })
    $arguments['notification show'] = @(@{ kind = 'text' })
    $arguments['notification update'] = @(@{ kind = 'text' })
    $arguments['notification verify'] = @(@{ kind = 'text' })
    $arguments['notification delete'] = @(@{ kind = 'text' })
    $arguments['webhook verify'] = @(@{ kind = 'file' })
    $arguments['webhook sign'] = @(@{ kind = 'file' })
    $arguments['webhook trigger'] = @(@{ words = @('run:created', 'run:planning', 'run:needs_attention', 'run:applying', 'run:completed', 'run:errored', 'verification'); optional = $true })
    $arguments['webhook show'] = @(@{ kind = 'text' })
    $arguments['webhook replay'] = @(@{ kind = 'text' }, '*')
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
        $commands[$path] | Where-Object { $_[0].StartsWith($wordToComplete, [StringComparison]::Ordinal) } | ForEach-Object {
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
    if ($value.words) {
        $value.words | Where-Object { $_.StartsWith($typed, [StringComparison]::Ordinal) } | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new("$head$_", $_, 'ParameterValue', $_)
        }
    }
    elseif ($value.kind -ne 'text') {
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($typed) |
            Where-Object { $value.kind -ne 'folder' -or $_.ResultType -eq 'ProviderContainer' } |
            ForEach-Object {
                [System.Management.Automation.CompletionResult]::new(
                    "$head$($_.CompletionText)", $_.ListItemText, $_.ResultType, $_.ToolTip)
            }
    }
}
