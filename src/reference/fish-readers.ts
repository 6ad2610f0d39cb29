import { listings } from './candidates.ts';

const { call, profile } = listings;

/** The functions of the script for fish that offer names from files. */
export const fishReaders = `# The keys of an object in a JSON file as svc writes it, each on a line of its own. A key that is not a plain name is
# never offered, so that nothing in the file reaches the command line as code.
function __svc_keys
    test -f "$argv[1]" -a -r "$argv[1]"
    or return
    set -l indent ''
    while read -l line
        if test "$indent" = ''
            if string match -q -- "*\\"$argv[2]\\": {" $line
                set indent any
            end
        else if string match -qr '^\\s*\\}' -- $line
            if test "$indent" = any; or not string match -q -- "$indent*" $line
                return
            end
        else
            set -l found (string match -r '^(\\s+)"' -- $line)
            or continue
            if test "$indent" = any -o "$indent" = "$found[2]"
                set indent $found[2]
                string match -rg '^\\s+"(\\w[\\w.-]*)":' -- $line
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
    __svc_keys $folder/${profile.file} ${profile.key}
end

function __svc_calls
    __svc_keys ${call.file} ${call.key}
end
`;
