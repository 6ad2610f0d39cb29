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

interface PromptContext {
  input: Streams['stdin'];
  output: Streams['stderr'];
  signal: AbortSignal;
}

/** Prompts on stderr, so that stdout stays data. Esc and Ctrl-C end each of them as they end everything. */
export function terminalPrompts({ stdin, stderr }: Streams, signal: AbortSignal): Prompts {
  async function asked<Answer>(prompt: (context: PromptContext) => Promise<Answer>): Promise<Answer> {
    const escaped = new AbortController();
    const onKey = (_: string | undefined, key?: { name?: string }) => {
      if (key?.name === 'escape') escaped.abort();
    };
    stdin.on('keypress', onKey);
    try {
      return await prompt({ input: stdin, output: stderr, signal: AbortSignal.any([signal, escaped.signal]) });
    } catch (error) {
      if (!(error instanceof Error) || !/^(Exit|Abort|Cancel)PromptError$/.test(error.name)) throw error;
      if (escaped.signal.aborted) stderr.write('\n');
      throw signal.reason instanceof CancelledError ? signal.reason : new CancelledError();
    } finally {
      stdin.off('keypress', onKey);
    }
  }

  return {
    password: (message) =>
      asked(async (context) => (await import('@inquirer/prompts')).password({ message, mask: false }, context)),
    input: (message, initial) =>
      asked(async (context) => {
        const { input } = await import('@inquirer/prompts');
        return input({ message, ...(initial === undefined ? {} : { default: initial }) }, context);
      }),
    confirm: (message, initial) =>
      asked(async (context) => (await import('@inquirer/prompts')).confirm({ message, default: initial }, context)),
    select: (message, choices, initial) =>
      asked(async (context) => {
        const { select } = await import('@inquirer/prompts');
        return select({ message, choices, ...(initial === undefined ? {} : { default: initial }) }, context);
      }),
    checkbox: (message, choices) =>
      asked(async (context) => (await import('@inquirer/prompts')).checkbox({ message, choices }, context)),
  };
}
