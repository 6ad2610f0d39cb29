import { cancellation } from '../../base/errors.ts';
import { startChild } from '../../system/child.ts';

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

/** Runs `git` on one repository. Both throw `GitFailure` when it fails, and what the signal carries once that fires. */
export interface Git {
  /** Its stdout. */
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
      for await (const piece of stream(...args)) pieces.push(piece);
      return Buffer.concat(pieces).toString('utf8');
    },
  };
}
