# Completions of svc for fish. svc prints what it offers; nothing that was typed or printed is evaluated.
function __svc_complete
    set -l token (commandline -ct)
    set -l lines (command svc complete -- (commandline -opc) "$token" 2>/dev/null)
    if contains -- "$lines[1]" \tfile \tfolder
        set -l head (string match -r '^--[^=]+=' -- "$token")
        set -l value (string replace -r '^--[^=]+=' '' -- "$token")
        if test "$lines[1]" = \tfolder
            string replace -r '^' -- "$head" (__fish_complete_directories "$value" '')
        else
            string replace -r '^' -- "$head" (__fish_complete_path "$value")
        end
    else
        printf '%s\n' $lines
    end
end

complete -c svc -e
complete -c svc -f -a '(__svc_complete)'
