import { Command, Option } from 'commander';
import { type Context, createContext, type GlobalFlags, type Host } from './commands/context.ts';
import { report } from './commands/report.ts';
import { count, duration, oneOf, option, words } from './commands/values.ts';
import { formats } from './terminal/output.ts';
import { version } from './version.ts';

type Register = (command: Command, context: Context) => void;

/** Every word that may follow `svc`: what it is for, and where its verbs live. Loaded when it is typed, not before. */
const nouns: Record<string, [description: string, load: () => Promise<{ register: Register }>]> = {
  login: ['Check a token and keep it for a platform', () => import('./commands/login/index.ts')],
  logout: ['Forget the token of a platform', () => import('./commands/logout/index.ts')],
  auth: ['See who you are and where each setting comes from', () => import('./commands/auth/index.ts')],
  whoami: ['Say whose token is in use', () => import('./commands/whoami/index.ts')],
  banner: ['Announce things to everybody on the site', () => import('./commands/banner/index.ts')],
  module: ['Find and download module versions', () => import('./commands/module/index.ts')],
  api: ['Call any endpoint', () => import('./commands/api/index.ts')],
  sandbox: ['Run the whole service on this machine, to try things on', () => import('./commands/sandbox/index.ts')],
};

/** Runs one command line and answers its exit code. Nothing is thrown. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  if (argv.length === 1 && /^(--version|-V|version)$/.test(argv[0] as string)) {
    host.stdout.write(`svc ${version}\n`);
    return 0;
  }
  const program = declareProgram(host);
  const context = createContext(host, () => program.opts<GlobalFlags>());
  program.hook('preSubcommand', async (_, noun) => {
    const { register } = await (nouns[noun.name()] as (typeof nouns)[string])[1]();
    register(noun, context);
  });
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : helpLast(argv), { from: 'user' });
    return 0;
  } catch (error) {
    return await report(error, context, commandTyped(program, argv));
  } finally {
    await context.close();
  }
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
      getOutHelpWidth: () => host.stdout.columns ?? 80,
      getErrHelpWidth: () => host.stderr.columns ?? 80,
    })
    .showSuggestionAfterError()
    .configureHelp({ sortSubcommands: false, showGlobalOptions: false })
    .option('--profile <name>', 'profile of the config file to use (SVC_PROFILE)')
    .option('--address <url>', 'the platform (SVC_ADDRESS)')
    .option('--organization <name>', 'default organization (SVC_ORGANIZATION)')
    .addOption(new Option('--org <name>').hideHelp())
    .option(
      '--registry <host|url>',
      'registry of addresses typed without a host; HOST=URL maps one host (SVC_REGISTRY)',
      (value: string, others: string[] | undefined) => [...(others ?? []), value],
    )
    .addOption(option('-o, --output <format>', `${formats.join(', ')} (SVC_OUTPUT)`, oneOf(formats)))
    .option('--json', 'the same as -o json')
    .option('--jq <expression>', 'filter the JSON with jq; implies -o json')
    .addOption(option('--columns <names>', 'which columns to show; dotted paths reach into the resource', words))
    .option('--no-input', 'never ask (SVC_NO_INPUT)')
    .option('-y, --yes', 'answer confirmations with yes')
    .option('--dry-run', 'on writes: show the request, secrets masked, and send nothing')
    .addOption(option('--timeout <duration>', 'longest wait per attempt (SVC_TIMEOUT)', duration))
    .addOption(option('--retries <n>', 'how often to try again (SVC_RETRIES)', count))
    .addOption(
      option('--color <when>', 'auto, always, never (NO_COLOR, FORCE_COLOR)', oneOf(['auto', 'always', 'never'])),
    )
    .addOption(new Option('--no-color').hideHelp())
    .option('--insecure-http', 'allow plain http beyond this machine')
    .option('-q, --quiet', 'no words on stderr but errors')
    .option('--debug', 'show every HTTP exchange on stderr, secrets masked (SVC_DEBUG)')
    .option('-V, --version', 'print the version')
    .helpOption('-h, --help', 'help for any command')
    .helpCommand('help [command...]', 'help for a command');
  for (const [name, [description]] of Object.entries(nouns)) program.command(name).description(description);
  return program;
}

/** `help banner create` asks for the same as `banner create --help`. */
function helpLast(argv: readonly string[]): string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];
}

/** The command that was typed, as far as there is one: where help for a wrong flag is. */
function commandTyped(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) command = command.commands.find((each) => each.name() === word) ?? command;
  return command;
}
