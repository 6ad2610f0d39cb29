import { CancelledError, UsageError } from '../errors.ts';
import type { Secrets } from '../secrets.ts';
import type { ReadInput } from './input.ts';
import type { Streams } from './io.ts';

/** How questions reach a person; the real one is @inquirer/prompts, a test hands in its own. */
export interface Prompts {
  password(question: string): Promise<string>;
  input(question: string, initial?: string): Promise<string>;
  confirm(question: string, initial: boolean): Promise<boolean>;
}

/** Where a secret may come from, besides a hidden prompt. */
export interface SecretSource {
  /** The name of the flag that would answer, for the error when nobody can be asked. */
  flag: string;
  /** A path, or `-` for stdin. */
  file?: string | undefined;
  /** The name of an environment variable. */
  env?: string | undefined;
}

/** Questions to the person at the terminal. Every one of them has a flag that answers it. */
export interface Ask {
  /** A secret from a file, stdin, the environment or a hidden prompt, without the line end that files carry. */
  secret(question: string, source: SecretSource): Promise<string>;
  /** Text, with what is typed when the answer is empty. */
  text(question: string, answer: { flag: string; initial?: string }): Promise<string>;
  /** Goes on when the answer is yes or `--yes` was given. @throws {CancelledError} when it is no */
  consent(question: string): Promise<void>;
}

export interface AskOptions {
  streams: Streams;
  env: Readonly<Record<string, string | undefined>>;
  read: ReadInput;
  secrets: Secrets;
  signal: AbortSignal;
  manner(): { noInput: boolean; yes: boolean };
  prompts?: Prompts | undefined;
}

/** @throws {UsageError} from its functions when there is a question and nobody to answer it, naming the flag */
export function createAsk(options: AskOptions): Ask {
  const { streams, env, read, secrets } = options;

  function prompts(question: string, flag: string): Prompts {
    const reason = whyNobodyAnswers();
    if (reason) {
      throw new UsageError(`${question} needs an answer, and there is nobody to ask (${reason}).`, {
        hint: `Give ${flag}.`,
      });
    }
    return options.prompts ?? terminalPrompts(streams, options.signal);
  }

  function whyNobodyAnswers(): string | undefined {
    if (options.manner().noInput) return '--no-input';
    if (env.CI && env.CI !== 'false' && env.CI !== '0') return 'CI is set';
    if (!streams.stdin.isTTY) return 'stdin is not a terminal';
    if (!streams.stderr.isTTY) return 'stderr is not a terminal';
    return undefined;
  }

  return {
    async secret(question, { flag, file, env: variable }) {
      if (file !== undefined && variable !== undefined) {
        throw new UsageError(`${question} was given twice: by file and by environment variable.`, {
          hint: `Give one of ${flag}.`,
        });
      }
      const found =
        file !== undefined
          ? await read('The secret', file)
          : variable !== undefined
            ? readVariable(variable)
            : await prompts(question, flag).password(question);
      const secret = found.replace(/\r?\n$/, '');
      if (secret.trim() === '') throw new UsageError(`${question} is empty.`, { hint: `Give ${flag}.` });
      return secrets.remember(secret);
    },

    async text(question, { flag, initial }) {
      const answer = (await prompts(question, flag).input(question, initial)).trim();
      if (answer === '') throw new UsageError(`${question} is empty.`, { hint: `Give ${flag}.` });
      return answer;
    },

    async consent(question) {
      if (options.manner().yes) return;
      if (!(await prompts(question, '--yes').confirm(question, false))) {
        throw new CancelledError('Nothing was changed.');
      }
    },
  };

  function readVariable(name: string): string {
    const value = env[name];
    if (value === undefined) throw new UsageError(`The environment variable ${name} is not set.`);
    return value;
  }
}

/** Prompts on stderr, so that stdout stays data; Ctrl-C and Esc end them as they end everything. */
function terminalPrompts({ stdin, stderr }: Streams, signal: AbortSignal): Prompts {
  const context = { input: stdin, output: stderr, signal };
  const asked = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Error && /^(ExitPromptError|AbortPromptError|CancelPromptError)$/.test(error.name)) {
        throw signal.reason instanceof CancelledError ? signal.reason : new CancelledError();
      }
      throw error;
    }
  };
  return {
    password: async (message) => {
      const { password } = await import('@inquirer/prompts');
      return asked(password({ message, mask: false }, context));
    },
    input: async (message, initial) => {
      const { input } = await import('@inquirer/prompts');
      return asked(input({ message, ...(initial === undefined ? {} : { default: initial }) }, context));
    },
    confirm: async (message, initial) => {
      const { confirm } = await import('@inquirer/prompts');
      return asked(confirm({ message, default: initial }, context));
    },
  };
}
