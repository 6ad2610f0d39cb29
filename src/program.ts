import { Command, type CommandUnknownOpts } from 'commander';
import { shellWord } from './base/shell-word.ts';
import { versionOutput } from './base/version.ts';
import { checkSettings } from './cli/check-settings.ts';
import type { Context, Host } from './cli/context.ts';
import { createContext } from './cli/create-context.ts';
import { checkGlobals, commandNamed, recordTyped, wordsOf } from './cli/declare.ts';
import { describe } from './cli/facts.ts';
import {
  alsoTyped,
  type HelpStyle,
  helpStyle,
  helpSummary,
  helpText,
  helpTopic,
  printHelp,
  topicText,
} from './cli/help-page.ts';
import { type GlobalFlags, keys, lines } from './cli/settings/table.ts';
import { topics } from './cli/topics/index.ts';
import { settingOption } from './cli/values.ts';
import { declareNoun, nounGroups } from './nouns.ts';

/** Runs a command line and returns its exit code; never throws. */
export async function run(typed: readonly string[], host: Host): Promise<number> {
  const argv = canonical(typed);
  const version = versionOutput(argv);
  if (version === undefined) return runCommand(argv, host);
  host.stdout.write(version);
  return 0;
}

/** Global flags with a value in the next word. */
const takingValues = new Set(
  Object.values(lines).flatMap(({ flag }) => (flag.includes('<') ? (flag.match(/(?<=^|\s)--?[\w-]+/g) ?? []) : [])),
);

/** Replaces an alias of two words by its command: `svc auth login` is `svc login`. */
function canonical(argv: readonly string[]): readonly string[] {
  const [first = 0, second = 0] = operandsOf(argv);
  return `${argv[first]} ${argv[second]}` in alsoTyped ? argv.toSpliced(first, 1) : argv;
}

/** Returns the positions of the words, after help, that are neither flags nor values of global flags. */
function operandsOf(argv: readonly string[]): number[] {
  const positions: number[] = [];
  for (let at = argv[0] === 'help' ? 1 : 0; at < argv.length && argv[at] !== '--'; at++) {
    const word = argv[at] ?? '';
    if (takingValues.has(word)) at += 1;
    else if (!word.startsWith('-')) positions.push(at);
  }
  return positions;
}

async function runCommand(argv: readonly string[], host: Host): Promise<number> {
  let made: Context | undefined;
  const context = () => {
    made ??= createContext(host, program.opts() as GlobalFlags);
    return made;
  };
  const begin = async (command: CommandUnknownOpts) => {
    checkGlobals(typed, (program.opts() as GlobalFlags).output);
    handOver(program, command);
    const begun = context();
    checkSettings(wordsOf(command), begun);
    return begun;
  };
  const style = helpStyle(argv, host);
  const program = declareProgram(host, style);
  const typed = recordTyped(program);
  program.hook('preSubcommand', async (_, noun) => void (await declareNoun(noun, begin, argv)));
  const topic = helpTopic(argv);
  try {
    if (topic) await showHelp(program, topic, argv, host, style);
    else await program.parseAsync(argv, { from: 'user' });
    if (made) sayAnswers('To repeat this without prompts', argv, made);
    return 0;
  } catch (error) {
    const { report } = await import('./cli/report.ts');
    const code = await report(error, context(), commandTyped(program, argv));
    // A failed command can be repeated without typing the answers again; one that the user cancelled needs no line.
    if (made && code > 0 && code < 128 && !made.output.writesJson) sayAnswers('To try again', argv, made);
    return code;
  } finally {
    await made?.close();
  }
}

/** Moves the value of a flag that both have from the program to the command: the parser stores it at the program. */
function handOver(program: Command, command: CommandUnknownOpts): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const isTaken = program.options.some(({ long }) => long === option.long);
    if (!isTaken || program.getOptionValueSource(name) !== 'cli') continue;
    command.setOptionValueWithSource(name, program.getOptionValue(name), 'cli');
    program.setOptionValue(name, undefined);
  }
}

/** Declares every command, for reference pages, completions and tests. None of them can run. */
export async function declareAll(host: Host): Promise<CommandUnknownOpts> {
  const program = declareProgram(host, helpStyle([], host));
  await Promise.all(program.commands.map((noun) => declareNoun(noun)));
  return program;
}

function declareProgram(host: Host, style: HelpStyle): Command {
  const command = new Command('svc');
  command
    .description('Manage an infrastructure-automation platform from the command line.')
    .exitOverride()
    .configureHelp({ formatHelp: (each) => helpText(describe(each), style) })
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      // cli/report.ts prints all errors.
      outputError() {},
      getOutHasColors: () => style.bold,
    })
    .showSuggestionAfterError(false);
  for (const key of keys) if (lines[key].of === undefined) command.addOption(settingOption(key));
  command
    .option('-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help for a command')
    .helpCommand('help [command...]', helpSummary);
  for (const [title, nouns] of Object.entries(nounGroups)) {
    for (const [name, [description]] of Object.entries(nouns)) {
      command.command(name).description(description).helpGroup(`${title}:`).helpCommand(true);
    }
  }
  return command;
}

/** Prints the command with the answers as flags, after prompts. */
function sayAnswers(purpose: string, argv: readonly string[], { ask, host, output }: Context): void {
  if (ask.answers.words().length === 0) return;
  const line = ask.answers.commandLine(argv).map((word) => shellWord(word, host.shell));
  output.note(`${purpose}: svc ${line.join(' ')}`);
}

/**
 * Prints a topic, or the help of a command.
 * @throws {UsageError} for an unknown command, with a suggestion, and for a flag
 */
async function showHelp(
  program: Command,
  words: readonly string[],
  argv: readonly string[],
  host: Host,
  style: HelpStyle,
): Promise<void> {
  const [topic = ''] = words;
  const [title, load] = (words.length === 1 && Object.hasOwn(topics, topic) && topics[topic]) || [];
  if (title !== undefined && load) return printHelp(topicText(title, (await load()).topic, style), argv, host);
  let command: CommandUnknownOpts = program;
  for (const word of words) {
    if (command.commands.length === 0 && !word.startsWith('-')) break;
    const inner = commandNamed(command, word);
    if (!inner) {
      const { unknownCommand } = await import('./cli/usage-errors.ts');
      throw unknownCommand(word, command, command === program ? Object.keys(topics) : []);
    }
    if (command === program) await declareNoun(inner);
    command = inner;
  }
  command.outputHelp();
}

/** Returns the typed command, for the help hint of an error. */
function commandTyped(program: Command, argv: readonly string[]): CommandUnknownOpts {
  let command: CommandUnknownOpts = program;
  for (const at of operandsOf(argv)) {
    const inner = commandNamed(command, argv[at] ?? '');
    if (!inner) break;
    command = inner;
  }
  return command;
}
