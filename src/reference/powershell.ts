import { aliasesOf, ascii, groupsOf, heading, listings, offerOf, withArguments, withFlags } from './candidates.ts';
import type { FlagFacts, Tree, ValueFacts } from './facts.ts';

/** The completion script for PowerShell. */
export function powershellScript(tree: Tree): string {
  const flagged = [['', tree.flags] as const, ...withFlags(tree)];
  return [
    ...heading.map((line) => `# ${line}`),
    '',
    "Register-ArgumentCompleter -Native -CommandName 'svc' -ScriptBlock {",
    '    param($wordToComplete, $commandAst, $cursorPosition)',
    '',
    '    # The words that may follow a command, and what each is for.',
    `    $commands = ${table}`,
    ...groupsOf(tree).flatMap(([path, commands]) => [
      `    $commands[${literal(path)}] = @(`,
      ...commands.map(({ summary, words }) => pair(words.at(-1) ?? '', summary)),
      '    )',
    ]),
    '',
    '    # The names of commands by what is typed where an alias is typed.',
    `    $aliases = ${table}`,
    ...aliasesOf(tree).flatMap(([name, paths]) =>
      paths.map((path) => `    $aliases[${literal(path)}] = ${literal(name)}`),
    ),
    '',
    '    # What may follow `svc help` besides commands.',
    '    $topics = @(',
    ...tree.topics.map(({ name, summary }) => pair(name, summary)),
    '    )',
    '',
    '    # The flags of a command; those under the empty name go with every command.',
    `    $flags = ${table}`,
    ...flagged.flatMap(([path, flags]) => [
      `    $flags[${literal(path)}] = @(`,
      ...flags.flatMap(({ names, summary }) => names.map((name) => pair(name, summary))),
      '    )',
    ]),
    '',
    '    # What follows a flag that takes a value: words, or one of the kinds file, folder, profile, call and text.',
    `    $values = ${table}`,
    ...flagged.flatMap(([path, flags]) => valueLines(path, flags)),
    '',
    '    # The arguments of a command in their order; a list that ends in * has a last one that may be repeated.',
    `    $arguments = ${table}`,
    ...withArguments(tree).map(({ arguments: all, words }) => {
      const offers = all.map(({ value, variadic }) => `${offer(value)}${variadic ? ", '*'" : ''}`);
      return `    $arguments[${literal(words.join(' '))}] = @(${offers.join(', ')})`;
    }),
    '',
    fixed,
  ].join('\n');
}

function valueLines(path: string, flags: readonly FlagFacts[]): string[] {
  return flags.flatMap(({ names, value }) =>
    value ? names.map((name) => `    $values[${literal(`${path} ${name}`.trim())}] = ${offer(value)}`) : [],
  );
}

function offer(value: ValueFacts): string {
  const kind = offerOf(value);
  const optional = value.optional ? '; optional = $true' : '';
  return kind === 'words'
    ? `@{ words = @(${value.known.map(literal).join(', ')})${optional} }`
    : `@{ kind = '${kind}'${optional} }`;
}

function pair(word: string, summary: string): string {
  return `        , @(${literal(word)}, ${literal(ascii(summary))})`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** PowerShell's own tables take -f and -F for the same. */
const table = '[System.Collections.Hashtable]::new([StringComparer]::Ordinal)';

const fixed = `    # The keys of an object in a JSON file as svc writes it, each on a line of its own. A key that is not a plain name is
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
                elseif ($line -match '^\\s*\\}' -and ($indent -eq '' -or -not $line.StartsWith($indent))) { break }
                elseif ($line -match '^(\\s+)"' -and ($indent -eq '' -or $indent -eq $Matches[1])) {
                    $indent = $Matches[1]
                    if ($line -match '^\\s+"(\\w[\\w.-]*)":') { $found += $Matches[1] }
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
        & $keys ([System.IO.Path]::Combine($folder, ${literal(listings.profile.file)})) ${literal(listings.profile.key)}
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
        $known = @(& $keys ([System.IO.Path]::Combine($here, ${literal(listings.call.file)})) ${literal(listings.call.key)})
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
`;
