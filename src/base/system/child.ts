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
  /** The most characters that are kept of stderr, from its end. */
  maxStderr?: number | undefined;
}

export interface ChildEnd {
  /** Null if a signal ended the process. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  readonly stderr: string;
}

export interface Child {
  /** The caller must read it; if the reader stops early, the program is ended. */
  readonly stdout: AsyncIterable<Buffer>;
  /** Rejects with a `LocalError` if the program cannot be started. */
  readonly ended: Promise<ChildEnd>;
}

/** How long stderr is still read after the program's end: background processes may keep it open. */
const lastMessagesMs = 250;

/** Starts a program in its own process group, without a shell or terminal. A timeout or an abort ends the group. */
export async function startChild(
  [file, ...args]: readonly [string, ...string[]],
  { graceMs = 5000, input, maxStderr = 16 * 1024, signal, timeoutMs = 2 ** 31 - 1, ...place }: ChildOptions,
): Promise<Child> {
  const { execa } = await import('execa');
  const stdin = input === undefined ? ({ stdin: 'ignore' } as const) : { input };
  const running = execa(file, args, { ...settingsOf(place), ...stdin, buffer: false, forceKillAfterDelay: false });
  const { stderr, stdout } = running;
  const { end, cleanUp } = endingOf(running, graceMs);
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
    cleanUp();
    if (running.pid === undefined) throw cannot(`run ${file}`, cause);
    return { exit: running.exitCode, timedOut, stderr: messages };
  };
  const ended = wait().finally(holdSignals());
  ended.catch(() => undefined);
  return { stdout: piecesOf(stdout, end), ended };
}

/** Returns the options of execa for a process group of its own. */
function settingsOf({ cwd, env }: Pick<ChildOptions, 'cwd' | 'env'>) {
  return {
    detached: hasGroups,
    reject: false as const,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env, extendEnv: false as const }),
  };
}

/** Returns `end`, which sends SIGTERM and later SIGKILL, and `cleanUp`, which is called after the program's end. */
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
  const cleanUp = () => {
    isOver = true;
    clearTimeout(killing);
    // The program's child processes may have ignored SIGTERM.
    if (killing) signalGroup(running, 'SIGKILL');
  };
  return { end, cleanUp };
}

/** Yields the output of a program, and ends the program if the reader stops early. */
async function* piecesOf(stdout: Readable, end: () => void): AsyncGenerator<Buffer> {
  try {
    yield* stdout.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (errnoOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    // Send the signal first: with its pipe closed, the program could end by itself at its next write.
    if (!stdout.readableEnded) end();
    stdout.destroy();
  }
}

/** Runs a program to its end; ends it early if it prints more than `maxStdout` bytes. */
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
 * Starts a program that may outlive this process, as a browser does: without a shell or pipes, and without keeping this process
 * alive. Returns its exit code; null after a signal. @throws {LocalError} if the program cannot be started
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
