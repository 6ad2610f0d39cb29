import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { cannot, errnoOf } from './files.ts';
import { hasGroups, signalGroup } from './processes.ts';
import { holdSignals } from './signals.ts';

export interface ChildOptions {
  cwd?: string | undefined;
  /** The whole environment (default: the environment of this process). */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Text for stdin; empty by default. */
  input?: Uint8Array | undefined;
  timeoutMs?: number | undefined;
  /** The time between SIGTERM and SIGKILL; 0 sends only SIGKILL. */
  graceMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The most characters of the end of stderr to keep. */
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

/** How long stderr is read after everything else has ended, because background processes may keep it open. */
const lastMessagesMs = 250;

/** Starts a program without a shell in a process group, without a terminal, which a timeout or an abort ends. */
export async function startChild(
  [file, ...args]: readonly [string, ...string[]],
  { graceMs = 5000, input, maxStderr = 16 * 1024, signal, timeoutMs = 2 ** 31 - 1, ...place }: ChildOptions,
): Promise<Child> {
  const { execa } = await import('execa');
  const stdin = input === undefined ? ({ stdin: 'ignore' } as const) : { input };
  const running = execa(file, args, { ...settingsOf(place), ...stdin, buffer: false, forceKillAfterDelay: false });
  const { stderr, stdout } = running;
  const { end, over } = endingOf(running, graceMs);
  let messages = '';
  let timedOut = false;
  // Otherwise execa discards output printed before the first read.
  stdout.pause();
  stderr.setEncoding('utf8').on('data', (piece: string) => {
    messages = (messages + piece).slice(-maxStderr);
  });
  const limit = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  const wait = async (): Promise<ChildEnd> => {
    const quiet = Promise.all([once(running, 'exit'), once(stdout, 'close')]);
    await Promise.race([running, quiet]).catch(() => undefined);
    const last = setTimeout(() => stderr.destroy(), lastMessagesMs);
    const { cause } = await running;
    for (const timer of [last, limit]) clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    over();
    if (running.pid === undefined) throw cannot(`run ${file}`, cause);
    return { exit: running.exitCode, timedOut, stderr: messages };
  };
  const ended = wait().finally(holdSignals());
  ended.catch(() => undefined);
  return { stdout: piecesOf(stdout, end), ended };
}

/** Returns the settings for a process group of its own, in a folder and an environment. */
function settingsOf({ cwd, env }: Pick<ChildOptions, 'cwd' | 'env'>) {
  return {
    detached: hasGroups,
    reject: false as const,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env, extendEnv: false as const }),
  };
}

/** Returns how to end a program: with SIGTERM, and SIGKILL after a grace; `over` clears up after its end. */
function endingOf(running: ChildProcess, graceMs: number) {
  let isOver = false;
  let killing: NodeJS.Timeout | undefined;
  const kill = () => {
    signalGroup(running, 'SIGKILL');
    running.stdout?.destroy();
  };
  const end = () => {
    if (isOver || killing) return;
    if (graceMs === 0) return kill();
    signalGroup(running, 'SIGTERM');
    killing = setTimeout(kill, graceMs);
  };
  const over = () => {
    isOver = true;
    clearTimeout(killing);
    // Its child processes may have ignored SIGTERM.
    if (killing) signalGroup(running, 'SIGKILL');
  };
  return { end, over };
}

/** Yields what a program prints, and ends the program if the reader stops early. */
async function* piecesOf(stdout: Readable, end: () => void): AsyncGenerator<Buffer> {
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
  place: Required<Pick<ChildOptions, 'cwd' | 'env'>>,
): Promise<number | null> {
  const { execa } = await import('execa');
  const running = execa(file, args, { ...settingsOf(place), cleanup: false, stdio: 'ignore' });
  running.unref();
  const { cause, exitCode } = await running;
  if (running.pid === undefined) throw cannot(`run ${file}`, cause);
  return exitCode ?? null;
}
