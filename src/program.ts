import { Command, type CommandUnknownOpts } from 'commander';
import { shellWord } from './base/shell-word.ts';
import { versionAsked } from './base/version.ts';
import { addAliases, commandNamed } from './cli/aliases.ts';
import { canonical } from './cli/command-words.ts';
import type { Context, Host } from './cli/context.ts';
import { checkContradictions, type TypedFlags, watchFlags } from './cli/contradictions.ts';
import { explainGroup, explainProgram, helpFormat } from './cli/help-format.ts';
import { type HelpStyle, helpStyle, helpTopic } from './cli/help-words.ts';
import { provideContext, wordsOf } from './cli/run.ts';
import { type GlobalFlags, keys, lines } from './cli/settings/table.ts';
import { topics } from './cli/topics/index.ts';
import { settingOption } from './cli/values.ts';
import { nounGroups, registerVerbs } from './nouns.ts';

/** Runs a command line and returns its exit code; never throws. */
export async function run(typed: readonly string[], host: Host): Promise<number> {
  const argv = canonical(typed);
  const version = versionAsked(argv);
  const program = declareProgram(host, helpStyle(argv, host));
  const topic = helpTopic(argv);
  if (version !== undefined) host.stdout.write(version);
  else if (topic?.length === 0) program.outputHelp();
  else return runCommand(program, argv, topic, host);
  return 0;
}

async function runCommand(
  program: Command,
  argv: readonly string[],
  topic: readonly string[] | undefined,
  host: Host,
): Promise<number> {
  const typed: TypedFlags = new Map();
  let made: Context | undefined;
  const context = async () => {
    const { createContext } = await import('./cli/create-context.ts');
    made ??= createContext(host, program.opts() as GlobalFlags);
    return made;
  };
  watchFlags(program, typed);
  program.hook('preSubcommand', async (_, noun) => {
    await loadNoun(noun as Command);
    watchFlags(noun, typed);
  });
  program.hook('preAction', async (_, command) => {
    checkContradictions(program, typed);
    provideContext(program, await context());
    made?.checkSettings(wordsOf(command));
  });
  try {
    if (topic) await showHelp(program, topic, argv, host);
    else await program.parseAsync(argv, { from: 'user' });
    if (made) sayAnswers('Without questions', argv, made);
    return 0;
  } catch (error) {
    const { report } = await import('./cli/report.ts');
    const code = await report(error, await context(), commandTyped(program, argv));
    // A failed command can be repeated without typing the answers again; one that the user cancelled needs no line.
    if (made && code > 0 && code < 128 && !made.output.writesJson) sayAnswers('To try again', argv, made);
    return code;
  } finally {
    await made?.close();
  }
}

/** The command tree with every noun loaded, for reference pages, completions and tests. */
export async function declareAll(host: Host): Promise<Command> {
  const program = declareProgram(host, helpStyle([], host));
  for (const noun of program.commands) await loadNoun(noun as Command);
  return program;
}

async function loadNoun(noun: Command): Promise<void> {
  await registerVerbs(noun);
  addAliases(noun);
  explainGroup(noun);
}

function declareProgram(host: Host, style: HelpStyle): Command {
  const program = new Command('svc');
  program
    .description('Manage an infrastructure-automation platform from the command line.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      // cli/report.ts prints all errors.
      outputError() {},
      getOutHasColors: () => style.bold,
      getOutHelpWidth: () => host.stdout.columns || 80,
      getErrHelpWidth: () => host.stderr.columns || 80,
    })
    .showSuggestionAfterError(false)
    .configureHelp(helpFormat(style));
  explainProgram(program, Object.keys(topics));
  for (const key of keys) if (lines[key].of === undefined) program.addOption(settingOption(key));
  program
    .option('-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help for a command')
    .helpCommand('help [command...]', 'Show help for a command or a topic');
  for (const [title, nouns] of Object.entries(nounGroups)) {
    for (const [name, [description]] of Object.entries(nouns)) {
      program.command(name).description(description).helpGroup(`${title}:`).helpCommand(true);
    }
  }
  return program;
}

/** After prompts: the command with the answers as flags. */
function sayAnswers(purpose: string, argv: readonly string[], { ask, host, output }: Context): void {
  if (ask.answers.words().length === 0) return;
  const words = ask.answers.commandLine(argv).map((word) => shellWord(word, host.shell));
  output.note(`${purpose}: svc ${words.join(' ')}`);
}

/** Prints a topic, or the help of a command. */
async function showHelp(
  program: Command,
  words: readonly string[],
  argv: readonly string[],
  host: Host,
): Promise<void> {
  const [word = ''] = words;
  const [title, load] = (words.length === 1 && Object.hasOwn(topics, word) && topics[word]) || [];
  if (title === undefined || load === undefined) return (await commandAt(program, words)).outputHelp();
  const [{ topicText }, { printHelp }] = await Promise.all([
    import('./cli/topic-text.ts'),
    import('./cli/paged-help.ts'),
  ]);
  const { topic } = await load();
  await printHelp(topicText(title, topic, host.stdout.columns || 80), argv, host);
}

/** @throws {UsageError} for an unknown command, with a suggestion */
async function commandAt(program: Command, words: readonly string[]): Promise<CommandUnknownOpts> {
  let command: CommandUnknownOpts = program;
  for (const word of words) {
    if (command.commands.length === 0) break;
    const found = commandNamed(command, word);
    if (!found) {
      const { unknownCommand } = await import('./cli/usage-errors.ts');
      throw unknownCommand(word, command, command === program ? Object.keys(topics) : []);
    }
    if (command === program) await loadNoun(found as Command);
    command = found;
  }
  return command;
}

/** The typed command, for the help hint of an error. */
function commandTyped(program: Command, argv: readonly string[]): CommandUnknownOpts {
  let command: CommandUnknownOpts = program;
  for (const word of argv) command = commandNamed(command, word) ?? command;
  return command;
}
