import { CancelledError, UsageError } from '../../base/errors.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { ShellLanguage } from '../../base/shell-word.ts';
import { holdSignals } from '../../base/system/signals.ts';
import { missingRequired, wrapMessage } from '../../base/text.ts';
import { createAnswers, negated } from './answers.ts';
import type { ReadInput } from './input.ts';
import type { Streams } from './io.ts';
import { printable, printableLines } from './printable.ts';
import type { Check, Choice, Prompts } from './prompts.ts';
import { complaint, secretComplaint, secretFlags, textComplaint } from './rules.ts';

/** The sources that can provide a secret without a prompt. */
export interface SecretSource {
  /** The common prefix of the flags: `--token` for `--token-file` and `--token-env`. */
  flag: string;
  /** How to use `flag` itself, for a hint, if its value can name a file or a variable: `--header "NAME: @FILE"`. */
  usage?: string | undefined;
  /** A path, or `-` for stdin. */
  file?: string | undefined;
  /** The name of an environment variable. */
  env?: string | undefined;
  /** True if an empty answer is valid. */
  optional?: boolean | undefined;
}

/** A question for text: its flag or argument, and its parser. */
export interface TextAnswer {
  /** The flag for the answer; undefined for the command's argument. */
  flag?: string | undefined;
  argument?: string | undefined;
  initial?: string | undefined;
  /** The parser of the flag. Its error is shown below the answer. */
  parse?: ((text: string) => unknown) | undefined;
  /** True if an empty answer is valid. */
  optional?: boolean | undefined;
  /** Returns the words that stand for the answer on a command line (default: the flag and the text). */
  words?: ((text: string) => readonly string[]) | undefined;
  /** The hint of the error if no prompt is possible. */
  hint?: string | undefined;
}

export interface AskOptions {
  streams: Streams;
  env: Readonly<Record<string, string | undefined>>;
  read: ReadInput;
  secrets: Secrets;
  shell: ShellLanguage;
  signal: AbortSignal;
  noInput: boolean;
  /** True if every confirmation is answered with yes. */
  yes: boolean;
  prompts?: Prompts | undefined;
}

/** Asks the person at the terminal. @throws {UsageError} from its methods if there is no terminal, naming the flag */
export class Ask {
  readonly answers = createAnswers();

  constructor(private readonly options: AskOptions) {}

  /** Reads a secret from a file, stdin, the environment or a hidden prompt. The line end of a file is removed. */
  async secret(question: string, source: SecretSource): Promise<string> {
    const { env: variable, file, flag, optional, usage = secretFlags(flag) } = source;
    const hint = `Use ${usage}.`;
    if (file !== undefined && variable !== undefined) {
      throw new UsageError(`${question} was given twice: ${flag}-file and ${flag}-env.`, { hint });
    }
    const isAsked = file === undefined && variable === undefined;
    const text = isAsked ? await this.promptSecret(question, source) : await this.readSecret(source);
    const value = text.replace(/\r?\n$/, '');
    if (isAsked && optional && value.trim() === '') return '';
    const wrong = secretComplaint(question, value);
    if (wrong !== undefined) throw new UsageError(wrong, { hint });
    if (isAsked) this.answers.set(`${flag}-file`, [`${flag}-file`, 'PATH']);
    return this.options.secrets.remember(value);
  }

  /** Reads a new secret. A prompt asks for it twice. */
  async newSecret(question: string, source: SecretSource): Promise<string> {
    const first = await this.secret(question, source);
    if (source.file !== undefined || source.env !== undefined) return first;
    const again = await this.promptSecret(`${question}, again`, { ...source, optional: true }, (typed) =>
      typed === first ? undefined : 'The two do not match. Leave this empty to type the first one again.',
    );
    return again === first ? first : this.newSecret(question, source);
  }

  /** Prompts for a text, and trims it. */
  async text(question: string, answering: TextAnswer): Promise<string> {
    const { flag, hint, initial, optional, parse, words } = answering;
    const missing = namedBy(answering, question);
    const check = (typed: string) => textComplaint(question, typed, { optional, parse });
    const answer = (await (await this.prompts(missing, hint)).input(question, { initial, check })).trim();
    this.answers.set(missing, answer === '' ? [] : (words?.(answer) ?? [...(flag ? [flag] : []), answer]));
    return answer;
  }

  /** Prompts for one of several words. */
  async choose(
    question: string,
    choices: readonly string[],
    { flag, initial }: { flag: string; initial?: string },
  ): Promise<string> {
    const answer = await (await this.prompts(flag)).select(question, choices, initial);
    this.answers.set(flag, [flag, answer]);
    return answer;
  }

  /** Prompts for any number of several words. */
  async chooseMany(
    question: string,
    choices: readonly string[],
    { flag, initial }: { flag: string; initial?: readonly string[] },
  ): Promise<string[]> {
    const chosen = await (await this.prompts(flag)).checkbox(question, choices, initial);
    const flags = chosen.flatMap((answer) => [flag, answer]);
    this.answers.set(flag, flags);
    return chosen;
  }

  /** Prompts for one of many things, by a part of its name. */
  async pick(question: string, choices: readonly Choice[], answering: TextAnswer): Promise<string> {
    const { flag, words } = answering;
    const missing = namedBy(answering, question);
    const answer = await (await this.prompts(missing)).search(question, choices);
    this.answers.set(missing, words?.(answer) ?? (flag ? [flag, answer] : [answer]));
    return answer;
  }

  /** Returns a typed argument; if it is missing, prompts for one of these words. @throws {UsageError} without a terminal */
  async argument(
    typed: string | undefined,
    [question, argument]: readonly [string, string],
    words: readonly string[],
  ): Promise<string> {
    const choices = words.map((value) => ({ name: printable(value), value }));
    return typed ?? this.pick(question, choices, { argument });
  }

  /** Asks a yes-or-no question whose flag has a `--no-` form. */
  async yesOrNo(question: string, { flag, initial }: { flag: string; initial: boolean }): Promise<boolean> {
    const answer = await (await this.prompts(flag)).confirm(question, initial);
    this.answers.set(flag, [answer ? flag : negated(flag)], true);
    return answer;
  }

  /** Returns a text from the user's editor. `says` is the flag that would give the text without an editor. */
  async edit(what: string, { initial = '', says }: { initial?: string | undefined; says: string }): Promise<string> {
    const reason = this.whyNobodyAnswers();
    if (reason !== undefined) throw new UsageError(`--editor requires a terminal (${reason}).`);
    const { editText } = await import('./editor.ts');
    const text = await editText({ ...this.options, what, initial }).finally(holdSignals());
    this.answers.set('--editor', [says, text], true);
    return text;
  }

  /** Asks whether to try a remedy after a failure. */
  async wantsRemedy(question: string): Promise<boolean> {
    return (await this.prompts('--yes')).confirm(question, true);
  }

  /** Asks for consent, unless `--yes` was given. A function as the question is called only if svc asks. @throws {CancelledError} for no */
  async consent(question: string | (() => Promise<string>), initial = false): Promise<void> {
    if (this.options.yes) return;
    const prompts = await this.prompts('--yes', 'To confirm without a prompt: --yes');
    const text = typeof question === 'string' ? question : await question();
    // Escape the question: its names may come from the service.
    if (!(await prompts.confirm(printable(text), initial))) throw new CancelledError('Nothing was changed.');
    this.answers.set('--yes', ['--yes'], true);
  }

  /** Shows the problem of an earlier answer. */
  showProblem(message: string): void {
    const { secrets, streams } = this.options;
    const text = printableLines(secrets.hide(complaint(message)));
    streams.stderr.write(`${wrapMessage(text, streams.stderr.columns || 80)}\n`);
  }

  /** Returns whether prompts are possible. */
  canAsk(): boolean {
    return this.whyNobodyAnswers() === undefined;
  }

  /** @throws {UsageError} naming the missing flags and arguments, if prompts are not possible */
  require(missing: readonly string[], hint?: string): void {
    const reason = this.whyNobodyAnswers();
    if (reason === undefined || missing.length === 0) return;
    throw new UsageError(`${missingRequired(missing)} (not prompting: ${reason}).`, { hint });
  }

  private async prompts(missing: string, hint?: string): Promise<Prompts> {
    this.require([missing], hint);
    const { prompts, signal, streams } = this.options;
    return prompts ?? (await import('./prompts.ts')).terminalPrompts(streams, signal);
  }

  private whyNobodyAnswers(): string | undefined {
    const { env, noInput, streams } = this.options;
    if (noInput) return '--no-input is set';
    if (env.CI && env.CI !== 'false' && env.CI !== '0') return 'CI is set';
    if (!streams.stdin.isTTY) return 'stdin is not a terminal';
    if (!streams.stderr.isTTY) return 'stderr is not a terminal';
    return undefined;
  }

  private async promptSecret(question: string, { flag, optional }: SecretSource, check?: Check): Promise<string> {
    const prompts = await this.prompts(`${flag}-file`, `Use ${secretFlags(flag)}.`);
    return prompts.password(question, async (typed) => {
      if (typed.trim() === '' && optional) return undefined;
      return check ? check(typed) : secretComplaint(question, typed);
    });
  }

  private async readSecret({ env: name = '', file, flag, usage }: SecretSource): Promise<string> {
    if (file !== undefined) return this.options.read(usage ? flag : `${flag}-file`, file);
    const value = this.options.env[name];
    if (value === undefined) throw new UsageError(`The environment variable ${name} is not set.`);
    return value;
  }
}

function namedBy({ argument, flag }: TextAnswer, question: string): string {
  return flag ?? `<${argument ?? question}>`;
}
