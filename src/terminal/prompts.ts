import { CancelledError } from '../errors.ts';
import type { Streams } from './io.ts';

/** How questions reach a person; the real one is @inquirer/prompts, a test hands in its own. */
export interface Prompts {
  password(question: string): Promise<string>;
  input(question: string, initial?: string): Promise<string>;
  confirm(question: string, initial: boolean): Promise<boolean>;
  select(question: string, choices: readonly string[], initial?: string): Promise<string>;
  checkbox(question: string, choices: readonly string[]): Promise<string[]>;
}

type Inquirer = typeof import('@inquirer/prompts');

interface PromptContext {
  input: Streams['stdin'];
  output: Streams['stderr'];
  signal: AbortSignal;
}

/** Prompts on stderr, so that stdout stays data. Esc and Ctrl-C end each of them as they end everything. */
export function terminalPrompts({ stdin, stderr }: Streams, signal: AbortSignal): Prompts {
  async function asked<Answer>(
    prompt: (prompts: Inquirer, context: PromptContext) => Promise<Answer>,
  ): Promise<Answer> {
    const escaped = new AbortController();
    const onKey = (_: string | undefined, key?: { name?: string }) => {
      if (key?.name === 'escape') escaped.abort();
    };
    stdin.on('keypress', onKey);
    try {
      const context = { input: stdin, output: stderr, signal: AbortSignal.any([signal, escaped.signal]) };
      return await prompt(await import('@inquirer/prompts'), context);
    } catch (error) {
      if (!(error instanceof Error) || !/^(Exit|Abort|Cancel)PromptError$/.test(error.name)) throw error;
      if (escaped.signal.aborted) stderr.write('\n');
      throw signal.reason instanceof CancelledError ? signal.reason : new CancelledError();
    } finally {
      stdin.off('keypress', onKey);
    }
  }

  const initially = (initial: string | undefined) => (initial === undefined ? {} : { default: initial });

  return {
    password: (message) => asked(({ password }, context) => password({ message, mask: false }, context)),
    input: (message, initial) => asked(({ input }, context) => input({ message, ...initially(initial) }, context)),
    confirm: (message, initial) => asked(({ confirm }, context) => confirm({ message, default: initial }, context)),
    select: (message, choices, initial) =>
      asked(({ select }, context) => select({ message, choices, ...initially(initial) }, context)),
    checkbox: (message, choices) => asked(({ checkbox }, context) => checkbox({ message, choices }, context)),
  };
}
