import { statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { LocalError, UsageError } from '../base/errors.ts';
import type { Secrets } from '../base/secrets.ts';
import { type ChildEnd, runChild } from '../base/system/child.ts';
import { type Environment, passedOn } from '../base/system/exec-environment.ts';
import { hasGroups as isPosix } from '../base/system/processes.ts';
import { isProgram } from '../base/system/programs.ts';
import { counted } from '../base/text.ts';
import { unlessThrown } from '../base/unless-thrown.ts';
import type { Delivery } from './delivery.ts';
import { factsOf } from './event.ts';

export interface ExecOptions {
  /** What the command sees of ours. */
  env: Environment;
  cwd?: string | undefined;
  /** 30 s; then it is ended with all that it started, and five seconds later killed. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A program and its arguments. */
type Command = readonly [file: string, ...args: string[]];

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
  command: Command,
  delivery: Delivery,
  { env, cwd, timeoutMs = 30_000, signal }: ExecOptions,
): Promise<Executed> {
  return runChild(command, {
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
 * paths and quotes only a quote. @throws {UsageError} for an unclosed quote, and for an empty command
 */
export function words(command: string, isWindows = !isPosix): Command {
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
  if (word !== undefined) found.push(word);
  const [file, ...args] = found;
  if (!file) throw new UsageError('--exec must not be empty.');
  return [file, ...args];
}

/**
 * Checks that the program of a command can be started, with the lookup of the system: by its path, or on PATH.
 * @throws {LocalError} when it does not exist or is not executable
 */
export function checkProgram(file: string, { cwd = '.', env }: Pick<ExecOptions, 'cwd' | 'env'>): void {
  const isPath = (isPosix ? /\// : /[/\\]/).test(file);
  const path = variable(env, 'PATH');
  // Without one the system has folders of its own.
  if (!isPath && path === undefined) return;
  // Windows looks in the current folder first.
  const here = isPath || !isPosix ? [''] : [];
  const folders = isPath ? here : [...here, ...(path ?? '').split(delimiter)];
  const endings = isPosix ? [''] : ['', ...(variable(env, 'PATHEXT') ?? '.EXE;.CMD;.BAT;.COM').split(';')];
  const found = folders
    .flatMap((folder) => endings.map((ending) => resolve(cwd, folder, `${file}${ending}`)))
    .filter(isFile);
  if (found.some(isProgram)) return;
  if (found.length > 0) throw new LocalError(`--exec: ${file} is not executable.`, { hint: `chmod +x ${found[0]}` });
  throw new LocalError(`--exec: program ${file} not found${isPath ? '' : ' on PATH'}.`, {
    hint: `It runs without a shell; for shell syntax use ${isPosix ? 'sh -c' : 'powershell -Command'} "…".`,
  });
}

/** The names of variables have no case on Windows. */
function variable(env: ExecOptions['env'], name: string): string | undefined {
  return env[Object.keys(env).find((each) => each.toUpperCase() === name) ?? name];
}

function isFile(path: string): boolean {
  return unlessThrown(() => statSync(path).isFile()) === true;
}

/** The command of `--exec`. */
export interface Runner {
  /** Runs it for a delivery and shows its output; after a cancellation it only counts. Resolves to whether it succeeded. */
  run(delivery: Delivery, tokens: readonly string[]): Promise<boolean>;
  /** Reports the number of deliveries without a run. */
  report(): void;
}

/** Where commands run, what is said about them, and what must not reach them. */
interface Surroundings {
  host: { readonly cwd: string; env: Readonly<Record<string, string | undefined>>; signal: AbortSignal };
  output: { note(words: string): void; warn(words: string): void };
  secrets: Pick<Secrets, 'hide'>;
}

/** @throws {UsageError} for a variable that is not set; {LocalError} for a program that cannot be run */
export function createRunner(
  { exec, execEnv = [] }: { exec: string; execEnv?: readonly string[] | undefined },
  { host, output, secrets }: Surroundings,
): Runner {
  const { cwd, signal } = host;
  const command = words(exec);
  checkProgram(command[0], host);
  for (const name of execEnv) {
    if (name.includes('=')) throw new UsageError('--exec-env must be a name without a value.');
    if (host.env[name] === undefined) throw new UsageError(`--exec-env: the variable ${name} is not set.`);
  }
  let notRun = 0;

  async function run(delivery: Delivery, tokens: readonly string[]): Promise<boolean> {
    if (signal.aborted) {
      notRun += 1;
      return false;
    }
    const isSecret = (value: string) => tokens.includes(value) || secrets.hide(value) !== value;
    const env = passedOn(host.env, { isSecret, passed: execEnv });
    let ended: Executed;
    try {
      ended = await execute(command, delivery, { env, cwd, signal });
    } catch (error) {
      if (!(error instanceof LocalError)) throw error;
      output.warn(error.message);
      return false;
    }
    const { exit, stderr, stdout, timedOut } = ended;
    // stdout is for the deliveries.
    for (const text of [stdout, stderr]) if (text.trim() !== '') output.note(text.trimEnd());
    if (exit === 0) return true;
    const how = timedOut ? 'took too long' : exit === null ? 'was ended' : `ended with ${exit}`;
    output.warn(`${command[0]} ${how} for ${delivery.id}.`);
    return false;
  }

  return {
    run,
    report() {
      if (notRun === 0) return;
      const count = counted(notRun, 'delivery', 'deliveries');
      output.warn(`${command[0]} was not run for ${count}, because the listener stopped.`);
    },
  };
}
