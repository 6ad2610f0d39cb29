import { LocalError, UsageError } from '../base/errors.ts';
import { spanText } from '../base/parsers.ts';
import type { Secrets } from '../base/secrets.ts';
import { type ChildOptions, runChild } from '../base/system/child.ts';
import { checkProgram, commandWords } from '../base/system/command-line.ts';
import { passedOn } from '../base/system/exec-environment.ts';
import type { Environment } from '../base/system/programs.ts';
import { counted } from '../base/text.ts';
import type { Delivery } from './delivery.ts';
import { factsOf } from './event.ts';

/**
 * Options of a command. `env` is its environment. After `timeoutMs` the command and its child processes are ended, and killed five
 * seconds later; by default there is no limit.
 */
type ExecOptions = { env: Environment } & Pick<ChildOptions, 'cwd' | 'timeoutMs' | 'signal'>;

/** Longest value of an environment variable, in characters: the kernel rejects an environment that is too large. */
const maxValue = 8192;
const maxOutput = 1024 * 1024;
/** Time after which a running command is reported first; then it is reported again after each `reportMs`. */
const firstReportMs = 60_000;
const reportMs = 600_000;

/**
 * Runs a command for a delivery: the body on stdin, the fields in the environment. No shell is used, because a sender's text could
 * otherwise become a command.
 * @throws {LocalError} if the command cannot be started
 */
export function execute(command: Parameters<typeof runChild>[0], delivery: Delivery, { env, ...options }: ExecOptions) {
  const limits = { maxStdout: maxOutput, maxStderr: maxOutput };
  return runChild(command, { ...options, ...limits, env: { ...env, ...variablesOf(delivery) }, input: delivery.body });
}

function variablesOf(delivery: Delivery): Record<string, string> {
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

interface Surroundings {
  host: { readonly cwd: string; env: Readonly<Record<string, string | undefined>>; signal: AbortSignal };
  output: { note(words: string): void; warn(words: string): void };
  secrets: Pick<Secrets, 'hide'>;
}

interface ExecFlags {
  exec: string;
  execEnv?: readonly string[] | undefined;
  execTimeout?: number | undefined;
}

/** Returns a function that runs the command of --exec. @throws {UsageError} for an unset variable; {LocalError} for a missing program */
export function createRunner(
  { exec, execEnv = [], execTimeout: timeoutMs }: ExecFlags,
  { host, output, secrets }: Surroundings,
  reportAfterMs = firstReportMs,
) {
  const { cwd, signal } = host;
  const command = commandWords('--exec', exec);
  checkProgram('--exec', command[0], host);
  for (const name of execEnv) {
    if (name.includes('=')) throw new UsageError('--exec-env must be a name without a value.');
    if (host.env[name] === undefined) throw new UsageError(`--exec-env: the variable ${name} is not set.`);
  }
  let notRun = 0;

  /** Reports a command that still runs after `ms`, and then every ten minutes. The returned function ends the reports. */
  function reporting(source: { waiting: number }, ms = reportAfterMs): () => void {
    let elapsed = ms;
    let timer = setTimeout(function report() {
      output.note(`${command[0]} runs for ${spanText(elapsed)}, ${source.waiting} waiting.`);
      elapsed += reportMs;
      timer = setTimeout(report, reportMs);
    }, ms);
    return () => clearTimeout(timer);
  }

  /** Runs the command for a delivery and shows its output; resolves to whether it succeeded. After a cancellation, only counts it. */
  async function handle(delivery: Delivery, source: { waiting: number }, tokens: readonly string[]): Promise<boolean> {
    if (signal.aborted) {
      notRun += 1;
      return false;
    }
    const isSecret = (value: string) => tokens.includes(value) || secrets.hide(value) !== value;
    const env = passedOn(host.env, { isSecret, passed: execEnv });
    let ended: Awaited<ReturnType<typeof execute>>;
    const endReports = reporting(source);
    try {
      ended = await execute(command, delivery, { env, cwd, signal, timeoutMs });
    } catch (error) {
      if (!(error instanceof LocalError)) throw error;
      output.warn(error.message);
      return false;
    } finally {
      endReports();
    }
    const { exit, stderr, stdout, timedOut } = ended;
    // Both go to stderr, because stdout is for the deliveries.
    for (const text of [stdout, stderr]) if (text.trim() !== '') output.note(text.trimEnd());
    if (exit === 0) return true;
    const outcome = exit === null || timedOut ? 'was ended' : `ended with ${exit}`;
    const limit = timedOut ? ` after ${spanText(timeoutMs!)} (--exec-timeout)` : '';
    output.warn(`${command[0]} ${outcome} for ${delivery.id}${limit}.`);
    return false;
  }

  return (tokens: readonly string[]) => ({
    handle: (delivery: Delivery, source: { waiting: number }) => handle(delivery, source, tokens),
    report() {
      if (notRun === 0) return;
      const count = counted(notRun, 'delivery', 'deliveries');
      output.warn(`${command[0]} was not run for ${count}, because the listener stopped.`);
    },
  });
}
