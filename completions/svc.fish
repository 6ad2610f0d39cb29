# Completions of svc for fish. svc prints what it offers; nothing that was typed or printed is evaluated.
function __svc_complete
    set -l token (commandline -ct)
    set -l lines (command svc complete -- (commandline -opc) "$token" 2>/dev/null)
    set -l kind $lines[-1]
    if contains -- "$kind" \tfile \tfolder
        set -e lines[-1]
        set -l head (string match -r '^--[^=]+=' -- "$token")
        set -l value (string replace -r '^--[^=]+=' '' -- "$token")
        if test "$kind" = \tfolder
            string replace -r '^' -- "$head" (__fish_complete_directories "$value" '')
        else
            string replace -r '^' -- "$head" (__fish_complete_path "$value")
        end
    end
    string join \n -- $lines
end

complete -c svc -e
complete -c svc -f -a '(__svc_complete)'
