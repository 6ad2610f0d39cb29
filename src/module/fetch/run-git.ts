import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cancellation, LocalError } from '../../errors.ts';
import { hasGroups, signalGroup } from '../../processes.ts';

/** A `git` that ended with another exit code than 0. */
export class GitFailure extends Error {
  constructor(
    readonly verb: string,
    readonly exit: number | null,
    /** The end of what it printed on stderr. */
    readonly words: string,
  ) {
    super(`git ${verb} ended with ${exit}`);
  }
}

/** Runs `git` on one repository. Both throw `GitFailure` when it fails, and what the signal carries once that fires. */
export interface Git {
  /** What it prints on stdout. */
  run(...args: string[]): Promise<string>;
  /** The same while it is printed. */
  stream(...args: string[]): AsyncGenerator<Buffer>;
}

export interface GitParts {
  /** Full path of the program. */
  program: string;
  /** The repository, and the folder it runs in. */
  folder: string;
  env: Record<string, string>;
  signal: AbortSignal;
}

const maxWords = 16 * 1024;
/** What a process that outlives its parent may keep open is not waited for longer. */
const lastWordsMs = 250;

/** Each run is a process group of its own: it has no terminal to ask on, and its helpers end with it. */
export function openGit({ env, folder, program, signal }: GitParts): Git {
  async function* stream(...args: string[]): AsyncGenerator<Buffer> {
    if (signal.aborted) throw cancellation(signal);
    const child = spawn(program, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: hasGroups,
      windowsHide: true,
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      words = (words + piece).slice(-maxWords);
    });
    const ended = exitOf(child);
    const end = () => {
      endGroup(child);
      child.stdout.destroy();
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      yield* child.stdout;
      const exit = await ended;
      if (signal.aborted) throw cancellation(signal);
      if (exit !== 0) throw new GitFailure(args[0] ?? '', exit, words);
    } catch (error) {
      throw signal.aborted ? cancellation(signal) : error;
    } finally {
      signal.removeEventListener('abort', end);
      end();
      await ended.catch(() => undefined);
    }
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

/** The exit code, once the last words are read too; null for a process that a signal ended. */
async function exitOf(child: ChildProcess): Promise<number | null> {
  const closed = once(child, 'close').catch(() => undefined);
  try {
    const [exit] = (await once(child, 'exit')) as [number | null];
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise((resolve) => {
      timer = setTimeout(resolve, lastWordsMs);
    });
    await Promise.race([closed, enough]);
    clearTimeout(timer);
    return exit;
  } catch (cause) {
    throw new LocalError(`git could not be started: ${(cause as Error).message}.`, { cause });
  }
}

function endGroup(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGKILL');
}
