import { LocalError, UsageError } from '../base/errors.ts';
import type { Secrets } from '../base/secrets.ts';
import { counted } from '../base/text.ts';
import type { Delivery } from './delivery.ts';
import { type Executed, execute, words } from './exec.ts';
import { passedOn } from './exec-environment.ts';
import { checkProgram } from './program.ts';

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
