import { CancelledError } from '../../base/errors.ts';
import { holdSignals } from '../../base/system/signals.ts';
import { wrapLines } from '../../base/text.ts';
import type { Streams } from './io.ts';

/** Returns the problem of an answer, which is shown below it before the next try; undefined for a valid answer. */
export type Check = (answer: string) => string | undefined | Promise<string | undefined>;

export interface Choice {
  value: string;
  name: string;
}

/** The prompts of a run. The program uses @inquirer/prompts; tests pass their own. */
export interface Prompts {
  password(question: string, check?: Check): Promise<string>;
  input(question: string, options?: { initial?: string | undefined; check?: Check | undefined }): Promise<string>;
  confirm(question: string, initial: boolean): Promise<boolean>;
  select(question: string, choices: readonly string[], initial?: string): Promise<string>;
  checkbox(question: string, choices: readonly string[], initial?: readonly string[]): Promise<string[]>;
  /** Prompts for one of many choices, found by typing a part of its name. */
  search(question: string, choices: readonly Choice[]): Promise<string>;
}

/** Returns prompts on stderr, so that stdout contains only data. Esc and Ctrl-C cancel the run. */
export function terminalPrompts({ stdin, stderr }: Streams, signal: AbortSignal): Prompts {
  async function asked<Answer>(
    prompt: (
      prompts: typeof import('@inquirer/prompts'),
      context: { input: Streams['stdin']; output: Streams['stderr']; signal: AbortSignal },
    ) => Promise<Answer>,
  ): Promise<Answer> {
    const escaped = new AbortController();
    const onKey = (_: string | undefined, key?: { name?: string }) => {
      if (key?.name === 'escape') escaped.abort();
    };
    stdin.on('keypress', onKey);
    try {
      const context = { input: stdin, output: stderr, signal: AbortSignal.any([signal, escaped.signal]) };
      return await prompt(await import('@inquirer/prompts'), context).finally(holdSignals());
    } catch (error) {
      if (!(error instanceof Error) || !/^(Exit|Abort|Cancel)PromptError$/.test(error.name)) throw error;
      if (escaped.signal.aborted) stderr.write('\n');
      throw signal.reason instanceof CancelledError ? signal.reason : new CancelledError();
    } finally {
      stdin.off('keypress', onKey);
    }
  }

  const initially = (initial: string | undefined) => (initial === undefined ? {} : { default: initial });
  const validated = (check: Check | undefined) =>
    check === undefined ? {} : { validate: async (answer: string) => (await check(answer)) ?? true };

  return {
    password: (message, check) =>
      asked(({ password }, context) =>
        password({ message, mask: '•', toggleMask: false, ...validated(check) }, context),
      ),
    input: (message, { initial, check } = {}) =>
      asked(({ input }, context) => input({ message, ...initially(initial), ...validated(check) }, context)),
    confirm: (question, initial) =>
      asked(({ confirm }, context) => {
        const message = wrappedQuestion(question, stderr.columns || 80);
        return confirm({ message, default: initial }, context);
      }),
    select: (message, choices, initial) =>
      asked(({ select }, context) => select({ message, choices, ...initially(initial) }, context)),
    checkbox: (message, choices, initial = []) =>
      asked(({ checkbox }, context) => {
        const boxes = choices.map((value) => ({ value, checked: initial.includes(value) }));
        return checkbox({ message, choices: boxes }, context);
      }),
    search: (message, choices) =>
      asked(({ search }, context) => search({ message, source: (typed = '') => matching(choices, typed) }, context)),
  };
}

/** The text that a prompt adds to a question: `? ` before it, and ` (y/N) yes` after it. */
const mark = '  ';
const answer = '_'.repeat(11);

/** Wraps a question between words, because the prompts would break it inside words. */
function wrappedQuestion(question: string, width: number): string {
  const lines = wrapLines(`${question}${answer}`, width - mark.length);
  return lines.slice(0, -answer.length).replaceAll('\n', `\n${mark}`);
}

function matching(choices: readonly Choice[], typed: string): readonly Choice[] {
  const part = typed.toLowerCase();
  return choices.filter(({ name, value }) => [name, value].some((text) => text.toLowerCase().includes(part)));
}
