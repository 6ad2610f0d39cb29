import { once } from 'node:events';
import { cannot, errnoOf } from './files.ts';
import { hasGroups, signalGroup } from './processes.ts';

export interface ChildOptions {
  cwd?: string | undefined;
  /** All of its environment; that of this process if omitted. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** For stdin, which is empty otherwise. */
  input?: Uint8Array | undefined;
  timeoutMs?: number | undefined;
  /** Between SIGTERM and SIGKILL; 0 sends SIGKILL only. */
  graceMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** How many characters of the end of stderr are kept. */
  maxStderr?: number | undefined;
}

/** How a process ended. */
export interface ChildEnd {
  /** Null for one that a signal ended. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  /** The end of stderr. */
  readonly stderr: string;
}

export interface Child {
  /** Must be read; the process ends with whoever stops reading early. */
  readonly stdout: AsyncIterable<Buffer>;
  /** Rejects with a `LocalError` for a program that cannot be started. */
  readonly ended: Promise<ChildEnd>;
}

/** What stays behind in the background may hold stderr open: after the end of everything else it is read for this long. */
const lastMessagesMs = 250;

/**
 * Starts a program, never through a shell, in a process group of its own: it has no terminal to ask on, and when its time is up
 * or the signal fires, it ends with all that it started.
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
  // Or execa discards what is printed before anybody reads.
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
      // In this order, or it ends by itself where it writes next.
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
    // What it started may have ignored SIGTERM.
    if (killing) signalGroup(running, 'SIGKILL');
    if (running.pid === undefined) throw cannot(`run ${file}`, cause);
    return { exit: running.exitCode, timedOut, stderr: messages };
  }

  const ended = wait();
  ended.catch(() => undefined);
  return { stdout: read(), ended };
}

/** Runs a program to its end. One that prints more than `maxStdout` bytes is ended. */
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
