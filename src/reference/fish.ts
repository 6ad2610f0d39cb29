import { aliasesOf, ascii, groupsOf, heading, offerOf, withArguments, withFlags } from './candidates.ts';
import { type CommandFacts, everyCommand, type FlagFacts, pathOf, type Tree, type ValueFacts } from './facts.ts';
import { fishReaders } from './fish-readers.ts';

/** The completion script for fish. */
export function fishScript(tree: Tree): string {
  return [
    ...heading.map((line) => `# ${line}`),
    '',
    stateFunction(tree),
    atFunction,
    fishReaders,
    'complete -c svc -e',
    'complete -c svc -f',
    '',
    ...groupsOf(tree).flatMap(([path, commands]) => commands.map((command) => commandLine(path, command))),
    ...tree.topics.map(
      ({ name, summary }) => `complete -c svc -n __svc_help_start -a ${name} -d ${literal(ascii(summary))}`,
    ),
    '',
    ...tree.flags.map((flag) => flagLine(undefined, flag)),
    ...withFlags(tree).flatMap(([path, flags]) => ['', ...flags.map((flag) => flagLine(path, flag))]),
    '',
    ...withArguments(tree).flatMap(argumentLines),
    '',
  ].join('\n');
}

function commandLine(path: string, { summary, words }: CommandFacts): string {
  return `complete -c svc -n ${literal(`__svc_group '${path}'`)} -a ${literal(words.at(-1) ?? '')} -d ${literal(ascii(summary))}`;
}

function flagLine(path: string | undefined, { names, summary, value }: FlagFacts): string {
  const where = path === undefined ? '-n __svc_not_help' : `-n ${at(path)}`;
  const typed = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
  const line = `complete -c svc ${where} ${typed}${value ? ` ${offerText(value, 'value')}` : ''} -d ${literal(ascii(summary))}`;
  if (!value?.optional || offerOf(value) === 'text' || path === undefined) return line;
  const behind = literal(`__svc_behind '${path}' ${names.join(' ')}`);
  return `${line}\ncomplete -c svc -n ${behind} ${offerText(value, 'argument')}`;
}

function argumentLines(command: CommandFacts): string[] {
  return command.arguments.flatMap(({ value, variadic }, index) => {
    if (offerOf(value) === 'text') return [];
    const where = at(pathOf(command), variadic ? `${index}-` : String(index));
    return [`complete -c svc -n ${where} ${offerText(value, 'argument')}`];
  });
}

function offerText(value: ValueFacts, of: 'value' | 'argument'): string {
  // In fish, an optional value follows a =; after a blank a line of its own offers it.
  const needs = of === 'value' && !value.optional ? '-r ' : '';
  switch (offerOf(value)) {
    case 'words':
      return `${needs}-f -a ${literal(value.known.map((word) => word.replace(/[^\w./:@%+,=-]/g, '\\$&')).join(' '))}`;
    case 'file':
      return `${needs}-F`;
    case 'folder':
      return `${needs}-f -a '(__fish_complete_directories (commandline -ct))'`;
    case 'profile':
      return `${needs}-f -a '(__svc_profiles)'`;
    case 'call':
      return `${needs}-f -a '(__svc_calls)'`;
    case 'text':
      return `${needs}-f`;
  }
}

/** The condition for being right behind a command, at one of its arguments when a position is given. */
function at(path: string, position = ''): string {
  return literal(['__svc_at', `'${path}'`, position].filter((part) => part !== '').join(' '));
}

function literal(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function stateFunction(tree: Tree): string {
  const commands = everyCommand(tree).filter(({ words }) => words.length > 0);
  const takers = takersOf(tree);
  const aliases = aliasesOf(tree)
    .map(
      ([name, paths]) =>
        `            case ${paths.map(literal).join(' ')}\n                set longer (string trim -- "$__svc_path ${name}")`,
    )
    .join('\n');
  return `# Where the cursor is: the command before it, and how many arguments of it.
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
${aliases}
        end
        if contains -- $longer ${commands.map((command) => literal(pathOf(command))).join(' ')}
            set __svc_path $longer
        else
            set __svc_position (math $__svc_position + 1)
        end
    end
end

# Whether a flag takes the next word: 1, 0, or maybe for an optional value.
function __svc_takes_value
    switch "$__svc_path $argv[1]"
${takers.map(([words, takes]) => `        case ${words.map(literal).join(' ')}\n            echo ${takes}`).join('\n')}
        case '*'
            echo 0
    end
end
`;
}

/** Patterns of `command flag` for the flags that take a value, by whether they always do. */
function takersOf(tree: Tree): [patterns: string[], takes: string][] {
  const all = [['*', tree.flags] as const, ...withFlags(tree)].flatMap(([path, flags]) =>
    flags.flatMap(({ names, value }) => (value ? names.map((name) => ({ pattern: `${path} ${name}`, value })) : [])),
  );
  const patterns = (optional: boolean) =>
    all.filter(({ value }) => value.optional === optional).map(({ pattern }) => pattern);
  return [[patterns(true), 'maybe'] as [string[], string], [patterns(false), '1'] as [string[], string]].filter(
    ([words]) => words.length > 0,
  );
}

const atFunction = `# Whether the cursor is where one of the words below a command belongs.
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

# Whether the cursor is right behind \`svc help\`, where a topic may be typed.
function __svc_help_start
    __svc_state
    test "$__svc_path" = '' -a $__svc_help = 1 -a $__svc_position = 0
end

function __svc_not_help
    __svc_state
    test $__svc_help = 0
end
`;
