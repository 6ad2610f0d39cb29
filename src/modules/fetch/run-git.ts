import { CheckFailedError, cancellation } from '../../base/errors.ts';
import { startChild } from '../../base/system/child.ts';

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

/** Runs `git` on one repository, and returns its stdout. Both throw `GitFailure`, and the reason of the signal. */
export interface Git {
  /** @throws {CheckFailedError} for more than 16 MiB */
  run(...args: string[]): Promise<string>;
  stream(...args: string[]): AsyncGenerator<Buffer>;
}

/** Opens the repository in a folder. Each run is killed when the signal fires: its repository is removed anyway. */
export function openGit(
  program: string,
  folder: string,
  { env, signal }: { env: Record<string, string>; signal: AbortSignal },
): Git {
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
