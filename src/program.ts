import { Command, type CommandUnknownOpts } from 'commander';
import type { Context, Host } from './cli/context.ts';
import { checkContradictions, noteFlags, type TypedFlags } from './cli/contradictions.ts';
import { nameFlagsInErrors } from './cli/flags.ts';
import { provideContext, wordsOf } from './cli/run.ts';
import { settingOption } from './cli/values.ts';
import { UsageError } from './errors.ts';
import { didYouMean } from './nearest.ts';
import { type GlobalFlags, keys, lines } from './settings/table.ts';
import { shellWord } from './shell-word.ts';
import { versionAsked } from './version.ts';

type Register = (noun: Command) => void;

/** Every word that may follow `svc`: what it is for, and where its verbs live. Loaded when it is typed, not before. */
const nouns: Record<string, [description: string, load: () => Promise<{ register: Register }>]> = {
  login: ['Check a token and keep it for a platform', () => import('./commands/login/index.ts')],
  logout: ['Forget the token of a platform', () => import('./commands/logout/index.ts')],
  auth: ['See who you are and where each setting comes from', () => import('./commands/auth/index.ts')],
  config: ['See and change the settings of a profile', () => import('./commands/config/index.ts')],
  profile: ['Keep the settings of several platforms apart', () => import('./commands/profile/index.ts')],
  whoami: ['Say whose token is in use', () => import('./commands/whoami/index.ts')],
  banner: ['Announce things to everybody on the site', () => import('./commands/banner/index.ts')],
  customization: ["Change the site's links and texts", () => import('./commands/customization/index.ts')],
  account: ['See and change your own account', () => import('./commands/account/index.ts')],
  'feature-set': ['See the plans on offer', () => import('./commands/feature-set/index.ts')],
  subscription: ['See a subscription and set its alert', () => import('./commands/subscription/index.ts')],
  'agent-pool': ['List and make agent pools', () => import('./commands/agent-pool/index.ts')],
  'oauth-client': ['Connect to version-control providers', () => import('./commands/oauth-client/index.ts')],
  organization: ['Look up the organizations you belong to', () => import('./commands/organization/index.ts')],
  workspace: ['Look up the workspaces of an organization', () => import('./commands/workspace/index.ts')],
  team: ['Look up teams, add people to them and remove them', () => import('./commands/team/index.ts')],
  notification: ['Tell other services when runs change state', () => import('./commands/notification/index.ts')],
  webhook: ['Receive, check, replay and rehearse notifications', () => import('./commands/webhook/index.ts')],
  module: ['Find and download module versions', () => import('./commands/module/index.ts')],
  api: ['Call any endpoint', () => import('./commands/api/index.ts')],
  sandbox: ['Run the whole service on this machine, to try things on', () => import('./commands/sandbox/index.ts')],
  completion: ['Complete commands and flags with TAB', () => import('./commands/completion/index.ts')],
};

/** Runs one command line and answers its exit code. Nothing is thrown. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  const version = versionAsked(argv);
  const program = declareProgram(host);
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
  noteFlags(program, typed);
  nameFlagsInErrors(program);
  program.hook('preSubcommand', async (_, noun) => {
    const { register } = await (nouns[noun.name()] as (typeof nouns)[string])[1]();
    register(noun as Command);
    nameFlagsInErrors(noun);
    noteFlags(noun, typed);
  });
  program.hook('preAction', async (_, command) => {
    checkContradictions(program, typed);
    provideContext(program, await context());
    made?.checkSettings(wordsOf(command));
  });
  try {
    if (topic) (await commandAt(program, topic)).outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
    if (made) sayWithoutQuestions(argv, made);
    return 0;
  } catch (error) {
    const { report } = await import('./cli/report.ts');
    return await report(error, await context(), commandTyped(program, argv));
  } finally {
    await made?.close();
  }
}

/** The whole command tree with every noun loaded, for what is made from it: reference pages, completions, tests. */
export async function declareAll(host: Host): Promise<Command> {
  const program = declareProgram(host);
  for (const noun of program.commands) (await nouns[noun.name()]?.[1]())?.register(noun as Command);
  return program;
}

function declareProgram(host: Host): Command {
  const program = new Command('svc');
  program
    .description('The command line of the infrastructure-automation platform.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      // Errors are worded in one place, with everything else that can go wrong.
      outputError() {},
      getOutHelpWidth: () => host.stdout.columns || 80,
      getErrHelpWidth: () => host.stderr.columns || 80,
    })
    .showSuggestionAfterError()
    .configureHelp({ sortSubcommands: false, showGlobalOptions: false });
  for (const key of keys) if (lines[key].of === undefined) program.addOption(settingOption(key));
  program
    .option('-V, --version', 'print the version')
    .helpOption('-h, --help', 'help for any command')
    .helpCommand('help [command...]', 'help for a command');
  for (const [name, [description]] of Object.entries(nouns)) {
    program.command(name).description(description).helpCommand(false);
  }
  return program;
}

/** After a conversation: the command that would have done without it. */
function sayWithoutQuestions(argv: readonly string[], { ask, output }: Context): void {
  if (ask.answers.words().length === 0) return;
  output.note(`Without questions: svc ${ask.answers.commandLine(argv).map(shellWord).join(' ')}`);
}

/** The words that help is asked for: `help banner create` and `banner create --help` are the same; nothing at all is too. */
function helpTopic(argv: readonly string[]): readonly string[] | undefined {
  if (argv[0] === 'help') return argv.slice(1);
  const words = /^(-h|--help)$/.test(argv.at(-1) ?? '--help') ? argv.slice(0, -1) : undefined;
  return words?.every((word) => !word.startsWith('-')) ? words : undefined;
}

/** @throws {UsageError} for a word that is no command, with the one that was probably meant */
async function commandAt(program: Command, topic: readonly string[]): Promise<CommandUnknownOpts> {
  let command: CommandUnknownOpts = program;
  for (const word of topic) {
    const known = command.commands.map((each) => each.name());
    if (known.length === 0) break;
    const found = command.commands.find((each) => each.name() === word);
    if (!found) {
      throw new UsageError(`Unknown command '${word}'.`, { hint: didYouMean(word, known) ?? 'svc --help' });
    }
    if (command === program) (await nouns[word]?.[1]())?.register(found as Command);
    command = found;
  }
  return command;
}

/** The command that was typed, as far as there is one: where help for a wrong flag is. */
function commandTyped(program: Command, argv: readonly string[]): CommandUnknownOpts {
  let command: CommandUnknownOpts = program;
  for (const word of argv) command = command.commands.find((each) => each.name() === word) ?? command;
  return command;
}
