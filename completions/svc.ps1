# Completions of svc for PowerShell. svc prints what it offers; nothing that was typed or printed is evaluated.
Register-ArgumentCompleter -Native -CommandName 'svc' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
            else { $_.Extent.Text }
        })
    # Some versions drop an empty argument; svc takes the quotes off.
    $words += if ($wordToComplete) { $wordToComplete } else { '""' }
    foreach ($line in @(svc complete -- @words 2>$null)) {
        $word, $meaning = $line -split "`t", 2
        if ($word) {
            if (-not $meaning) { $meaning = $word }
            $text = $word
            if ($word -notmatch '^[\w./:=+-][\w./:=+@-]*$') {
                $text = "'" + ($word -replace "(['\u2018-\u201b])", '$1$1') + "'"
            }
            [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $meaning)
            continue
        }
        $head = if ($wordToComplete -match '^--[^=]+=') { $Matches[0] } else { '' }
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete.Substring($head.Length)) |
            Where-Object { $meaning -ne 'folder' -or $_.ResultType -eq 'ProviderContainer' } | ForEach-Object {
                [System.Management.Automation.CompletionResult]::new(
                    "$head$($_.CompletionText)", $_.ListItemText, $_.ResultType, $_.ToolTip)
            }
    }
}
