import { once } from 'node:events';
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

/** How a process ended. */
export interface ChildEnd {
  /** Null if a signal ended the process. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  /** The end of stderr. */
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
  // Otherwise execa discards output printed before the first read.
  stdout.pause();
  let messages = '';
  stderr.setEncoding('utf8').on('data', (piece: string) => {
    messages = (messages + piece).slice(-maxStderr);
  });
  let over = false;
  let timedOut = false;
  let killing: NodeJS.Timeout | undefined;

  const kill = () => {
    signalGroup(running, 'SIGKILL');
    stdout.destroy();
  };
  const end = () => {
    if (over || killing) return;
    if (graceMs === 0) return kill();
    signalGroup(running, 'SIGTERM');
    killing = setTimeout(kill, graceMs);
  };
  const limit = setTimeout(
    () => {
      timedOut = true;
      end();
    },
    timeoutMs ?? 2 ** 31 - 1,
  );
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();

  async function* read(): AsyncGenerator<Buffer> {
    try {
      yield* stdout.iterator({ destroyOnReturn: false });
    } catch (error) {
      if (errnoOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    } finally {
      // In this order; otherwise the process could end by itself at its next write.
      if (!stdout.readableEnded) end();
      stdout.destroy();
    }
  }

  async function wait(): Promise<ChildEnd> {
    const quiet = Promise.all([once(running, 'exit'), once(stdout, 'close')]);
    await Promise.race([running, quiet]).catch(() => undefined);
    const last = setTimeout(() => stderr.destroy(), lastMessagesMs);
    const { cause } = await running;
    over = true;
    for (const timer of [last, limit, killing]) clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    // Its child processes may have ignored SIGTERM.
    if (killing) signalGroup(running, 'SIGKILL');
    if (running.pid === undefined) throw cannot(`run ${file}`, cause);
    return { exit: running.exitCode, timedOut, stderr: messages };
  }

  const ended = wait().finally(holdSignals());
  ended.catch(() => undefined);
  return { stdout: read(), ended };
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
