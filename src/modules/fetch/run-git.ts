import { CheckFailedError, cancellation, NetworkError } from '../../base/errors.ts';
import { startChild } from '../../base/system/child.ts';
import type { GitLocation } from './git-location.ts';

/** A `git` that ended with another exit code than 0. */
export class GitFailure extends Error {
  constructor(
    readonly verb: string,
    readonly exit: number | null,
    /** The end of its stderr. */
    readonly stderr: string,
  ) {
    super(`git ${verb} ended with ${exit}`);
  }
}

/** assumed: no repository has a longer list of refs (docs/protocol/modules.md#git). */
const mostBytes = 16 * 1024 * 1024;

/** Runs `git` on one repository. Both throw `GitFailure` when it fails, and what the signal carries once that fires. */
export interface Git {
  /** Its stdout. @throws {CheckFailedError} for more than 16 MiB */
  run(...args: string[]): Promise<string>;
  /** Its stdout as a stream. */
  stream(...args: string[]): AsyncGenerator<Buffer>;
}

export interface GitOptions {
  /** Full path of the program. */
  program: string;
  /** The repository, and the folder it runs in. */
  folder: string;
  env: Record<string, string>;
  signal: AbortSignal;
}

/** Each run is killed when the signal fires: its repository is removed anyway. */
export function openGit({ env, folder, program, signal }: GitOptions): Git {
  async function* stream(...args: string[]): AsyncGenerator<Buffer> {
    if (signal.aborted) throw cancellation(signal);
    const child = await startChild([program, ...args], { cwd: folder, env, signal, graceMs: 0 });
    try {
      yield* child.stdout;
    } finally {
      await child.ended.catch(() => undefined);
    }
    const { exit, stderr } = await child.ended;
    if (signal.aborted) throw cancellation(signal);
    if (exit !== 0) throw new GitFailure(args[0] ?? '', exit, stderr);
  }

  return {
    stream,
    async run(...args) {
      const pieces: Buffer[] = [];
      let bytes = 0;
      for await (const piece of stream(...args)) {
        bytes += piece.length;
        if (bytes > mostBytes) throw new CheckFailedError(`git ${args[0]} printed more than 16 MiB.`);
        pieces.push(piece);
      }
      return Buffer.concat(pieces).toString('utf8');
    },
  };
}

const defaultTimeoutMs = 5 * 60_000;

/** Options of a time limit. */
export interface TimeoutOptions {
  signal: AbortSignal;
  /** The total limit (default: 5 minutes). */
  timeoutMs?: number | undefined;
}

/**
 * Runs git on a location within a time limit.
 * @param act gets a signal that fires when the time is over, and a function that aborts with an error
 * @throws {NetworkError} when it takes longer; what `act` throws
 */
export async function inTime<Result>(
  { display }: Pick<GitLocation, 'display'>,
  { signal, timeoutMs = defaultTimeoutMs }: TimeoutOptions,
  act: (signal: AbortSignal, reject: (error: Error) => void) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const reject = (error: Error) => stop.abort(error);
  const tooLong = () => {
    const message = `git took longer than ${timeoutMs / 1000} s for ${display}.`;
    reject(new NetworkError(message, { hint: 'Raise the limit with --timeout.', retryable: true }));
  };
  const timer = setTimeout(tooLong, timeoutMs);
  try {
    return await act(AbortSignal.any([signal, stop.signal]), reject);
  } finally {
    clearTimeout(timer);
  }
}
