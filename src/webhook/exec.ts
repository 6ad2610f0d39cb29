import { UsageError } from '../base/errors.ts';
import { type ChildEnd, runChild } from '../system/child.ts';
import { hasGroups } from '../system/processes.ts';
import type { Delivery } from './delivery.ts';
import { factsOf } from './event.ts';
import type { Environment } from './exec-environment.ts';

export interface ExecOptions {
  /** What the command sees of ours. */
  env: Environment;
  cwd?: string | undefined;
  /** 30 s; then it is ended with all that it started, and five seconds later killed. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** How a command ended, and what it printed. */
export type Executed = ChildEnd & { readonly stdout: string };

/** The limit of one variable; the kernel rejects an environment that is too large. */
const maxValue = 8192;
const maxOutput = 1024 * 1024;

/**
 * Runs a command for a delivery: its bytes on stdin, its fields in the environment. Never through a shell, so that nothing a
 * sender writes can become a command.
 * @throws {LocalError} where the command cannot be started
 */
export async function execute(
  [file, ...args]: readonly string[],
  delivery: Delivery,
  { env, cwd, timeoutMs = 30_000, signal }: ExecOptions,
): Promise<Executed> {
  if (file === undefined || file === '') throw new UsageError('--exec must not be empty.');
  return runChild([file, ...args], {
    cwd,
    env: { ...env, ...variablesOf(delivery) },
    input: delivery.body,
    timeoutMs,
    signal,
    maxStdout: maxOutput,
    maxStderr: maxOutput,
  });
}

/** The fields of a delivery as environment variables. */
export function variablesOf(delivery: Delivery): Record<string, string> {
  const facts = factsOf(delivery.notification);
  const fields: Record<string, string | null> = {
    ID: delivery.id,
    AT: delivery.at,
    VERIFIED: String(delivery.verified),
    VERDICT: delivery.verdict,
    STATUS: String(delivery.status),
    TRIGGER: facts.trigger,
    MESSAGE: facts.message,
    RUN_ID: facts.run,
    RUN_URL: facts.runUrl,
    RUN_STATUS: facts.runStatus,
    RUN_MESSAGE: facts.runMessage,
    WORKSPACE_ID: facts.workspace,
    WORKSPACE_NAME: facts.workspaceName,
    ORGANIZATION: facts.organization,
    CONFIGURATION_ID: facts.configuration,
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      `SVC_WEBHOOK_${name}`,
      (value ?? '').replaceAll('\0', '').slice(0, maxValue),
    ]),
  );
}

/**
 * Cuts a command into words: blanks separate, quotes keep together, a backslash quotes the next character. On Windows it is part of
 * paths and quotes only a quote.
 */
export function words(command: string, isWindows = !hasGroups): string[] {
  const isQuoted = (next: string) => !isWindows || next === '"';
  const found: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < command.length; at += 1) {
    const character = command[at]!;
    if (character === '\\' && quote !== "'" && at + 1 < command.length && isQuoted(command[at + 1]!))
      word = (word ?? '') + command[++at];
    else if (quote !== '' ? character === quote : character === '"' || character === "'") {
      quote = quote === '' ? character : '';
      word ??= '';
    } else if (quote === '' && /\s/.test(character)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote !== '') throw new UsageError(`--exec: unclosed ${quote} in ${command}.`);
  return word === undefined ? found : [...found, word];
}
