import { CancelledError, UsageError } from '../errors.ts';
import { mostTokenBytes, type Secrets } from '../secrets.ts';
import type { ReadInput } from './input.ts';
import type { Streams } from './io.ts';
import { type Prompts, terminalPrompts } from './prompts.ts';

/** Where a secret may come from, besides a hidden prompt. */
export interface SecretSource {
  /** What its flags begin with: `--token` for `--token-file` and `--token-env`. */
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
  /** A secret that is made up now: the same, and a prompt asks for it twice. */
  newSecret(question: string, source: SecretSource): Promise<string>;
  /** Text, with what is typed when the answer is empty. */
  text(question: string, answer: TextAnswer): Promise<string>;
  /** One of several words. */
  choose(question: string, choices: readonly string[], answer: { flag: string; initial?: string }): Promise<string>;
  /** Any number of several words. */
  chooseMany(question: string, choices: readonly string[], answer: { flag: string }): Promise<string[]>;
  /** Yes or no; its flag has a `--no-` form. */
  either(question: string, answer: { flag: string; initial: boolean }): Promise<boolean>;
  /** Whether somebody can be asked, for questions that are a help and not a need. */
  canAsk(): boolean;
  /** Goes on when the answer is yes or `--yes` was given. @throws {CancelledError} when it is no */
  consent(question: string): Promise<void>;
  /** The words that would have answered what was asked so far, for the same command without questions. */
  answers(): readonly string[];
}

/** What answers a question for text. */
export interface TextAnswer {
  /** The flag that would answer, undefined for the command's argument. */
  flag?: string;
  /** What the argument is called. */
  argument?: string;
  initial?: string;
}

export interface AskOptions {
  streams: Streams;
  env: Readonly<Record<string, string | undefined>>;
  read: ReadInput;
  secrets: Secrets;
  signal: AbortSignal;
  noInput: boolean;
  /** Whether confirmations are answered with yes. */
  yes: boolean;
  prompts?: Prompts | undefined;
}

/** @throws {UsageError} from its functions when there is a question and nobody to answer it, naming the flag */
export function createAsk(options: AskOptions): Ask {
  const { streams, env, read, secrets } = options;
  const answered: string[] = [];

  function prompts(question: string, flag: string): Prompts {
    const reason = whyNobodyAnswers();
    if (reason) {
      throw new UsageError(`${question.replace(/\?$/, '')} needs an answer, and there is nobody to ask (${reason}).`, {
        hint: `Give ${flag}.`,
      });
    }
    return options.prompts ?? terminalPrompts(streams, options.signal);
  }

  function whyNobodyAnswers(): string | undefined {
    if (options.noInput) return '--no-input';
    if (env.CI && env.CI !== 'false' && env.CI !== '0') return 'CI is set';
    if (!streams.stdin.isTTY) return 'stdin is not a terminal';
    if (!streams.stderr.isTTY) return 'stderr is not a terminal';
    return undefined;
  }

  async function secret(question: string, source: SecretSource): Promise<string> {
    const value = await secretFrom(question, source);
    const asked = source.file === undefined && source.env === undefined;
    if (asked && !answered.includes(`${source.flag}-file`)) answered.push(`${source.flag}-file`, 'PATH');
    return value;
  }

  async function secretFrom(question: string, { flag: base, file, env: variable }: SecretSource): Promise<string> {
    const flag = `${base}-file PATH, ${base}-file - for stdin, or ${base}-env NAME`;
    if (file !== undefined && variable !== undefined) {
      throw new UsageError(`${question} was given twice: ${base}-file and ${base}-env.`, {
        hint: `Give one of ${flag}.`,
      });
    }
    const found =
      file !== undefined
        ? await read(`${base}-file`, file)
        : variable !== undefined
          ? readVariable(variable)
          : await prompts(question, flag).password(question);
    const value = found.replace(/\r?\n$/, '');
    if (value.trim() === '') throw new UsageError(`${question} is empty.`, { hint: `Give ${flag}.` });
    const bytes = Buffer.byteLength(value);
    if (bytes > mostTokenBytes) {
      throw new UsageError(`${question} has ${bytes} bytes; at most ${mostTokenBytes} are accepted.`, {
        hint: `Give ${flag}.`,
      });
    }
    return secrets.remember(value);
  }

  return {
    secret,

    async newSecret(question, source) {
      const first = await secret(question, source);
      if (source.file !== undefined || source.env !== undefined) return first;
      const again = await secret(`${question}, once more`, source);
      if (again !== first) throw new UsageError('The two are not the same.');
      return first;
    },

    async text(question, { argument, flag, initial }) {
      const giving = flag ? `${flag} TEXT` : (argument ?? question);
      const answer = (await prompts(question, giving).input(question, initial)).trim();
      if (answer === '') throw new UsageError(`${question} is empty.`, { hint: `Give ${giving}.` });
      answered.push(...(flag ? [flag] : []), answer);
      return answer;
    },

    async choose(question, choices, { flag, initial }) {
      const answer = await prompts(question, `${flag} NAME`).select(question, choices, initial);
      answered.push(flag, answer);
      return answer;
    },

    async chooseMany(question, choices, { flag }) {
      const answers = await prompts(question, `${flag} NAME`).checkbox(question, choices);
      for (const answer of answers) answered.push(flag, answer);
      return answers;
    },

    async either(question, { flag, initial }) {
      const answer = await prompts(question, `${flag} or ${negated(flag)}`).confirm(question, initial);
      answered.push(answer ? flag : negated(flag));
      return answer;
    },

    canAsk: () => whyNobodyAnswers() === undefined,

    async consent(question) {
      if (options.yes) return;
      if (!(await prompts(question, '--yes').confirm(question, false))) {
        throw new CancelledError('Nothing was changed.');
      }
      answered.push('--yes');
    },

    answers: () => answered,
  };

  function readVariable(name: string): string {
    const value = env[name];
    if (value === undefined) throw new UsageError(`The environment variable ${name} is not set.`);
    return value;
  }
}

function negated(flag: string): string {
  return flag.replace(/^--/, '--no-');
}
