import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { cannot, errnoOf } from './files.ts';
import { hasGroups, signalGroup } from './processes.ts';
import { holdSignals } from './signals.ts';

export interface ChildOptions {
  cwd?: string | undefined;
  /** Its whole environment; by default that of this process. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Text for stdin; empty by default. */
  input?: Uint8Array | undefined;
  timeoutMs?: number | undefined;
  /** Between SIGTERM and SIGKILL; 0 sends SIGKILL only. */
  graceMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** How many characters of the end of stderr are stored. */
  maxStderr?: number | undefined;
}

export interface ChildEnd {
  /** Null if a signal ended the process. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  readonly stderr: string;
}

export interface Child {
  /** Must be read; if the reader stops early, the process ends. */
  readonly stdout: AsyncIterable<Buffer>;
  /** Rejects with a `LocalError` if the program cannot be started. */
  readonly ended: Promise<ChildEnd>;
}

/** Background processes may keep stderr open: after everything else has ended, it is read for this long. */
const lastMessagesMs = 250;

/**
 * Starts a program without a shell, in its own process group: it cannot prompt on the terminal, and after a timeout
 * or an abort it ends with all its child processes.
 */
export async function startChild(
  [file, ...args]: readonly [string, ...string[]],
  { cwd, env, graceMs = 5000, input, maxStderr = 16 * 1024, signal, timeoutMs }: ChildOptions,
): Promise<Child> {
  const { execa } = await import('execa');
  const running = execa(file, args, {
    detached: hasGroups,
    buffer: false,
    reject: false,
    forceKillAfterDelay: false,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env, extendEnv: false }),
  });
  const { stdout, stderr } = running;
  const child = new RunningChild(
    { process: running, result: running, stdout, stderr },
    { graceMs, maxStderr, signal, timeoutMs },
  );
  const ended = child.wait(file).finally(holdSignals());
  ended.catch(() => undefined);
  return { stdout: child.read(), ended };
}

/** A started process, its output, and the promise of its result. */
interface Started {
  process: ChildProcess;
  result: PromiseLike<{ cause?: unknown }>;
  stdout: Readable;
  stderr: Readable;
}
type Limits = Pick<ChildOptions, 'signal' | 'timeoutMs'> & { graceMs: number; maxStderr: number };

class RunningChild {
  private readonly limit: NodeJS.Timeout;
  private messages = '';
  private isOver = false;
  private timedOut = false;
  private killing: NodeJS.Timeout | undefined;

  constructor(
    private readonly started: Started,
    private readonly limits: Limits,
  ) {
    const { maxStderr, signal, timeoutMs = 2 ** 31 - 1 } = limits;
    // Otherwise execa discards output printed before the first read.
    started.stdout.pause();
    started.stderr.setEncoding('utf8').on('data', (piece: string) => {
      this.messages = (this.messages + piece).slice(-maxStderr);
    });
    this.limit = setTimeout(() => {
      this.timedOut = true;
      this.end();
    }, timeoutMs);
    signal?.addEventListener('abort', this.end, { once: true });
    if (signal?.aborted) this.end();
  }

  async *read(): AsyncGenerator<Buffer> {
    const { stdout } = this.started;
    try {
      yield* stdout.iterator({ destroyOnReturn: false });
    } catch (error) {
      if (errnoOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    } finally {
      // In this order; otherwise the process could end by itself at its next write.
      if (!stdout.readableEnded) this.end();
      stdout.destroy();
    }
  }

  async wait(file: string): Promise<ChildEnd> {
    const { process: running, result, stderr, stdout } = this.started;
    const quiet = Promise.all([once(running, 'exit'), once(stdout, 'close')]);
    await Promise.race([result, quiet]).catch(() => undefined);
    const last = setTimeout(() => stderr.destroy(), lastMessagesMs);
    const { cause } = await result;
    this.isOver = true;
    for (const timer of [last, this.limit, this.killing]) clearTimeout(timer);
    this.limits.signal?.removeEventListener('abort', this.end);
    // Its child processes may have ignored SIGTERM.
    if (this.killing) signalGroup(running, 'SIGKILL');
    if (running.pid === undefined) throw cannot(`run ${file}`, cause);
    return { exit: running.exitCode, timedOut: this.timedOut, stderr: this.messages };
  }

  private readonly end = (): void => {
    const { graceMs } = this.limits;
    if (this.isOver || this.killing) return;
    if (graceMs === 0) return void this.kill();
    signalGroup(this.started.process, 'SIGTERM');
    this.killing = setTimeout(() => this.kill(), graceMs);
  };

  private kill(): void {
    signalGroup(this.started.process, 'SIGKILL');
    this.started.stdout.destroy();
  }
}

/** Runs a program to its end. Ends it if it prints more than `maxStdout` bytes. */
export async function runChild(
  command: readonly [string, ...string[]],
  { maxStdout = 1024 * 1024, ...options }: ChildOptions & { maxStdout?: number },
): Promise<ChildEnd & { readonly stdout: string }> {
  const child = await startChild(command, options);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of child.stdout) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > maxStdout) break;
  }
  return { ...(await child.ended), stdout: Buffer.concat(pieces).toString('utf8') };
}

/**
 * Starts a program that may outlive this one, as a browser does: without a shell, without pipes, and without keeping this process
 * running. Returns its exit code, null after a signal. @throws {LocalError} if it cannot be started
 */
export async function launchChild(
  [file, ...args]: readonly [string, ...string[]],
  { cwd, env }: Required<Pick<ChildOptions, 'cwd' | 'env'>>,
): Promise<number | null> {
  const { execa } = await import('execa');
  const options = { detached: hasGroups, cleanup: false, reject: false, stdio: 'ignore', extendEnv: false } as const;
  const running = execa(file, args, {
    ...options,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
  });
  running.unref();
  const { cause, exitCode } = await running;
  if (running.pid === undefined) throw cannot(`run ${file}`, cause);
  return exitCode ?? null;
}
