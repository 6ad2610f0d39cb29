import type { Command, OptionValues } from 'commander';
import type { Context } from '../../cli/context.ts';
import type { FlagsOf } from '../../cli/run.ts';
import { collect } from '../../cli/set-flag.ts';
import { UsageError } from '../../errors.ts';
import type { Token } from '../../webhook/delivery.ts';
import { storedToken } from './stored-tokens.ts';

type Holding = Pick<Context, 'ask' | 'output' | 'secrets' | 'settings'>;

/** Declares where tokens come from; `several` says whether more than one makes sense. */
export function tokenFlags<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
  several = false,
) {
  const more = several ? '; repeatable, any of them will do' : '';
  return command
    .option('--token-file <path>', `read the token from a file, - for stdin${more}`, collect)
    .option('--token-env <name>', `read it from an environment variable${more}`, collect)
    .option('--notification <id>', `take the one that was made here for a notification configuration${more}`, collect);
}
type TokenFlags = FlagsOf<typeof tokenFlags<[], Record<never, never>>>;

/** The tokens that flags name, and where none is named the one that a prompt gives. */
export async function tokensOf(flags: TokenFlags, context: Holding, stdinTaken = false): Promise<Token[]> {
  const { ask, output } = context;
  const { notification = [], tokenEnv = [], tokenFile = [] } = flags;
  if (tokenFile.filter((path) => path === '-').length + Number(stdinTaken) > 1) {
    throw new UsageError('Only one thing can come from stdin.', { hint: 'Give the token with --token-env NAME.' });
  }
  const tokens: Token[] = [];
  const read = async (name: string, source: { file?: string; env?: string }) => {
    const value = await ask.secret('Token of the notifications', { flag: '--token', ...source });
    const lines = value.split('\n').length;
    if (lines > 1) output.warn(`The token of ${name} has ${lines} lines; all of it is the token, the line ends too.`);
    tokens.push({ name, value });
  };
  for (const file of tokenFile) await read(file === '-' ? 'stdin' : `--token-file ${file}`, { file });
  for (const env of tokenEnv) await read(`$${env}`, { env });
  for (const id of notification) tokens.push(storedToken(id, context));
  if (tokens.length === 0) await read('the prompt', {});
  return tokens;
}

/** The one token that signs. @throws {UsageError} for several */
export async function tokenOf(flags: TokenFlags, context: Holding, stdinTaken = false): Promise<string> {
  const { notification = [], tokenEnv = [], tokenFile = [] } = flags;
  const typed = { 'token-file': tokenFile, 'token-env': tokenEnv, notification };
  const [token, another] = await tokensOf(flags, context, stdinTaken);
  if (another) {
    const given = Object.entries(typed).flatMap(([name, values]) => values.map((value) => `--${name} ${value}`));
    throw new UsageError(`One token signs, and several were given: ${given.join(', ')}.`, {
      hint: 'Give one of them.',
    });
  }
  return token!.value;
}

/** Whether a token is named by a flag, so that nobody needs to be asked. */
export function namesToken({ notification, tokenEnv, tokenFile }: TokenFlags): boolean {
  return [notification, tokenEnv, tokenFile].some((named) => named !== undefined);
}
