import { UsageError } from '../../base/errors.ts';
import { type ShellLanguage, shellWord } from '../../base/shell-word.ts';
import type { Context } from '../../cli/context.ts';
import { collect } from '../../cli/set-flag.ts';
import { storedToken } from '../../cli/stored-tokens.ts';
import type { Command, FlagsOf, OptionValues } from '../../cli/verb.ts';
import type { Token } from '../../webhooks/delivery.ts';

type Holding = Pick<Context, 'ask' | 'output' | 'secrets' | 'settings'>;

/** Declares the sources of tokens; with `several`, more than one token is accepted. */
export function tokenFlags<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
  several = false,
) {
  const more = several ? '; any match is accepted; repeatable' : '';
  return command
    .optionsGroup('Token:')
    .option('--token-file <path>', `read the token from a file, - for stdin${more}`, collect)
    .option('--token-env <name>', `read the token from an environment variable${more}`, collect)
    .option('--notification <id>', `use the token stored here for this notification configuration${more}`, collect)
    .optionsGroup('Flags:');
}
type TokenFlags = FlagsOf<typeof tokenFlags<[], Record<never, never>>>;

/** Returns the tokens that flags name, or the one that a prompt asks for. */
export async function tokensOf(flags: TokenFlags, context: Holding, stdinTaken = false): Promise<Token[]> {
  const { ask, output } = context;
  const { notification = [], tokenEnv = [], tokenFile = [] } = flags;
  if (tokenFile.filter((path) => path === '-').length + Number(stdinTaken) > 1) {
    throw new UsageError('Stdin can be read only once.', { hint: 'Use --token-env NAME for the token.' });
  }
  const tokens: Token[] = [];
  const read = async (name: string, source: { file?: string; env?: string }) => {
    const value = await ask.secret('Token of the notifications', { flag: '--token', ...source });
    const lines = value.split('\n').length;
    if (lines > 1)
      output.warn(`The token of ${name} has ${lines} lines; the whole text is the token, including line ends.`);
    tokens.push({ name, value });
  };
  for (const file of tokenFile) await read(file === '-' ? 'stdin' : `--token-file ${file}`, { file });
  for (const env of tokenEnv) await read(`$${env}`, { env });
  for (const id of notification) tokens.push(storedToken(id, context));
  if (tokens.length === 0) await read('the prompt', {});
  return tokens;
}

/** Returns the token for signing. @throws {UsageError} for several tokens */
export async function tokenOf(flags: TokenFlags, context: Holding, stdinTaken = false): Promise<string> {
  const tokens = await tokensOf(flags, context, stdinTaken);
  if (tokens.length > 1) {
    const names = tokens.map(({ name }) => name).join(', ');
    throw new UsageError(`Only one token can sign, but several are given: ${names}.`, { hint: 'Specify one of them.' });
  }
  return tokens[0]!.value;
}

/** Returns whether a flag names a token, so that no prompt is needed. */
export function namesToken({ notification, tokenEnv, tokenFile }: TokenFlags): boolean {
  return [notification, tokenEnv, tokenFile].some((values) => values !== undefined);
}

/** Returns the flag that names the first token in another command; empty for a token from stdin or a prompt. */
export function tokenFlagOf(flags: TokenFlags, shell: ShellLanguage): string {
  const { notification = [], tokenEnv = [], tokenFile: [file] = [] } = flags;
  if (file !== undefined) return file === '-' ? '' : `--token-file ${shellWord(file, shell)}`;
  if (tokenEnv[0] !== undefined) return `--token-env ${shellWord(tokenEnv[0], shell)}`;
  return notification[0] === undefined ? '' : `--notification ${shellWord(notification[0], shell)}`;
}
