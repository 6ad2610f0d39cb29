import { CancelledError, UsageError } from '../base/errors.ts';
import type { Secrets } from '../base/secrets.ts';
import type { ShellLanguage } from '../base/shell-word.ts';
import { missingRequired } from '../base/text.ts';
import { holdSignals } from '../system/signals.ts';
import { type Answers, createAnswers, negated } from './answers.ts';
import type { ReadInput } from './input.ts';
import type { Streams } from './io.ts';
import { printableLines } from './printable.ts';
import { type Check, type Choice, type Prompts, terminalPrompts } from './prompts.ts';
import { complaint, secretComplaint, secretFlags, textComplaint } from './rules.ts';

/** Where a secret may come from, besides a hidden prompt. */
export interface SecretSource {
  /** The start of its flags: `--token` for `--token-file` and `--token-env`. */
  flag: string;
  /** A path, or `-` for stdin. */
  file?: string | undefined;
  /** The name of an environment variable. */
  env?: string | undefined;
  /** Whether an empty answer is valid. */
  optional?: boolean | undefined;
}

/** What answers a question for text. */
export interface TextAnswer {
  /** The flag that would answer, undefined for the command's argument. */
  flag?: string | undefined;
  /** What the argument is called. */
  argument?: string | undefined;
  initial?: string | undefined;
  /** The flag's own parser; what it throws is shown under the answer. */
  parse?: ((text: string) => unknown) | undefined;
  /** Whether an empty answer is valid. */
  optional?: boolean | undefined;
  /** The words that say the same on the command line, where they are not the flag and the text. */
  words?: ((text: string) => readonly string[]) | undefined;
  /** The hint of the error if no prompt is possible. */
  hint?: string | undefined;
}

/** Questions to the person at the terminal. Every prompt has a flag; an invalid answer is prompted for again. */
export interface Ask {
  /** A secret from a file, stdin, the environment or a hidden prompt, without the line end that files carry. */
  secret(question: string, source: SecretSource): Promise<string>;
  /** A new secret: the same, and a prompt asks for it twice. */
  newSecret(question: string, source: SecretSource): Promise<string>;
  /** Text, trimmed. */
  text(question: string, answer: TextAnswer): Promise<string>;
  /** One of several words. */
  choose(question: string, choices: readonly string[], answer: { flag: string; initial?: string }): Promise<string>;
  /** Any number of several words. */
  chooseMany(
    question: string,
    choices: readonly string[],
    answer: { flag: string; initial?: readonly string[] },
  ): Promise<string[]>;
  /** One of many things, by a part of its name. */
  pick(question: string, choices: readonly Choice[], answer: TextAnswer): Promise<string>;
  /** Yes or no; its flag has a `--no-` form. */
  either(question: string, answer: { flag: string; initial: boolean }): Promise<boolean>;
  /** A text from the person's editor; `says` is the flag that takes it as it is. */
  edit(what: string, answer: { initial?: string | undefined; says: string }): Promise<string>;
  /** Yes or no about a way out of a failure. */
  agrees(question: string): Promise<boolean>;
  /** Shows what is wrong with an earlier answer. */
  complain(message: string): void;
  /** Whether prompts are possible. */
  canAsk(): boolean;
  /** @throws {UsageError} naming the missing flags and arguments, if prompts are not possible */
  require(missing: readonly string[]): void;
  /** Continues when the answer is yes or `--yes` was given. @throws {CancelledError} when it is no */
  consent(question: string, initial?: boolean): Promise<void>;
  readonly answers: Answers;
}

export interface AskOptions {
  streams: Streams;
  env: Readonly<Record<string, string | undefined>>;
  read: ReadInput;
  secrets: Secrets;
  shell: ShellLanguage;
  signal: AbortSignal;
  noInput: boolean;
  /** Whether confirmations are answered with yes. */
  yes: boolean;
  prompts?: Prompts | undefined;
}

/** @throws {UsageError} from its functions naming the flag, if a prompt is needed but not possible */
export function createAsk(options: AskOptions): Ask {
  const { streams, env, read, secrets } = options;
  const answers = createAnswers();

  function prompts(missing: string, hint?: string): Prompts {
    requireAnswers([missing], hint);
    return options.prompts ?? terminalPrompts(streams, options.signal);
  }

  function requireAnswers(missing: readonly string[], hint?: string): void {
    const reason = whyNobodyAnswers();
    if (reason === undefined || missing.length === 0) return;
    throw new UsageError(`${missingRequired(missing)} (not prompting: ${reason}).`, { hint });
  }

  function whyNobodyAnswers(): string | undefined {
    if (options.noInput) return '--no-input is set';
    if (env.CI && env.CI !== 'false' && env.CI !== '0') return 'CI is set';
    if (!streams.stdin.isTTY) return 'stdin is not a terminal';
    if (!streams.stderr.isTTY) return 'stderr is not a terminal';
    return undefined;
  }

  function promptSecret(question: string, source: SecretSource, check?: Check): Promise<string> {
    const { flag, optional } = source;
    return prompts(`${flag}-file`, `Give ${secretFlags(flag)}.`).password(question, async (typed) => {
      if (typed.trim() === '' && optional) return undefined;
      return check ? check(typed) : secretComplaint(question, typed);
    });
  }

  async function secret(question: string, source: SecretSource, check?: Check): Promise<string> {
    const { env: variable, file, flag, optional } = source;
    const hint = `Give ${secretFlags(flag)}.`;
    if (file !== undefined && variable !== undefined) {
      throw new UsageError(`${question} was given twice: ${flag}-file and ${flag}-env.`, { hint });
    }
    const found =
      file !== undefined
        ? await read(`${flag}-file`, file)
        : variable !== undefined
          ? readVariable(variable)
          : await promptSecret(question, source, check);
    const value = found.replace(/\r?\n$/, '');
    const isAsked = file === undefined && variable === undefined;
    if (isAsked && optional && value.trim() === '') return '';
    const wrong = isAsked && check ? undefined : secretComplaint(question, value);
    if (wrong !== undefined) throw new UsageError(wrong, { hint });
    if (isAsked) answers.set(`${flag}-file`, [`${flag}-file`, 'PATH']);
    return secrets.remember(value);
  }

  async function newSecret(question: string, source: SecretSource): Promise<string> {
    const first = await secret(question, source);
    if (source.file !== undefined || source.env !== undefined) return first;
    const again = await promptSecret(`${question}, again`, { ...source, optional: true }, (typed) =>
      typed === first ? undefined : 'The two do not match. Leave this empty to type the first one again.',
    );
    return again === first ? first : newSecret(question, source);
  }

  function readVariable(name: string): string {
    const value = env[name];
    if (value === undefined) throw new UsageError(`The environment variable ${name} is not set.`);
    return value;
  }

  return {
    secret: (question, source) => secret(question, source),
    newSecret,

    async text(question, { argument, flag, hint, initial, optional, parse, words }) {
      const missing = flag ?? `<${argument ?? question}>`;
      const check = (typed: string) => textComplaint(question, typed, { optional, parse });
      const answer = (await prompts(missing, hint).input(question, { initial, check })).trim();
      answers.set(missing, answer === '' ? [] : (words?.(answer) ?? [...(flag ? [flag] : []), answer]));
      return answer;
    },

    async choose(question, choices, { flag, initial }) {
      const answer = await prompts(flag).select(question, choices, initial);
      answers.set(flag, [flag, answer]);
      return answer;
    },

    async chooseMany(question, choices, { flag, initial }) {
      const chosen = await prompts(flag).checkbox(question, choices, initial);
      answers.set(
        flag,
        chosen.flatMap((answer) => [flag, answer]),
      );
      return chosen;
    },

    async pick(question, choices, { argument, flag, words }) {
      const missing = flag ?? `<${argument ?? question}>`;
      const answer = await prompts(missing).search(question, choices);
      answers.set(missing, words?.(answer) ?? (flag ? [flag, answer] : [answer]));
      return answer;
    },

    async either(question, { flag, initial }) {
      const answer = await prompts(flag).confirm(question, initial);
      answers.set(flag, [answer ? flag : negated(flag)], true);
      return answer;
    },

    async edit(what, { initial = '', says }) {
      const reason = whyNobodyAnswers();
      if (reason !== undefined) throw new UsageError(`--editor requires a terminal (${reason}).`);
      const { editText } = await import('./editor.ts');
      const { shell, signal } = options;
      const text = await editText({ what, initial, env, shell, signal }).finally(holdSignals());
      answers.set('--editor', [says, text], true);
      return text;
    },

    agrees: (question) => prompts('--yes').confirm(question, true),
    complain: (message) => void streams.stderr.write(`${printableLines(secrets.hide(complaint(message)))}\n`),
    canAsk: () => whyNobodyAnswers() === undefined,
    require: (missing) => requireAnswers(missing),

    async consent(question, initial = false) {
      if (options.yes) return;
      if (!(await prompts('--yes').confirm(question, initial))) throw new CancelledError('Nothing was changed.');
      answers.set('--yes', ['--yes'], true);
    },

    answers,
  };
}
