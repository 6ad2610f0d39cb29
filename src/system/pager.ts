import { once } from 'node:events';
import { platform } from 'node:os';
import type { Writable } from 'node:stream';
import { holdSignals } from './signals.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Terminal = Writable & { isTTY?: boolean; rows?: number };
type Streams = Record<'stdout' | 'stderr', Terminal>;

/** A pager that runs. */
export interface Pager {
  /** Resolves when it can accept more. */
  write(text: string): Promise<void>;
  /** Resolves to undefined once its user has ended it; never for one that could not be started. */
  quit: Promise<undefined>;
  /** Ends the text, and waits until the user ends the pager. */
  end(): Promise<void>;
}

/** The pager for a terminal, as its user chose it; undefined off a terminal, in CI, and on Windows. */
export function pagerOf(env: Environment, { isTTY, rows }: Terminal, wanted = true): string | undefined {
  const isShown = wanted && isTTY && rows && env.TERM !== 'dumb' && !env.CI && platform() !== 'win32';
  const pager = env.SVC_PAGER ?? env.PAGER ?? 'less -FRX';
  return isShown && pager !== '' && pager !== 'cat' ? pager : undefined;
}

/** Whether a text has more lines than a terminal. */
export function isLonger(text: string, { rows = 0 }: Terminal): boolean {
  return text.split('\n').length > rows;
}

/** Shows a text in a pager, until its user ends it. */
export async function page(text: string, pager: string, env: Environment, streams: Streams): Promise<void> {
  await (await openPager(text, pager, env, streams)).end();
}

/**
 * Starts a pager, which `sh` runs, with the beginning of a text. One that cannot be started leaves the text to the terminal. Messages wait
 * for its end: they would overwrite what it shows.
 */
export async function openPager(text: string, pager: string, env: Environment, streams: Streams): Promise<Pager> {
  const { stderr, stdout } = streams;
  const { spawn } = await import('node:child_process');
  // A pager needs no token.
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:SVC|TF)_TOKEN/i.test(name)));
  // Removes a progress line, and shows the cursor that it hides.
  if (stderr.isTTY) stderr.write('\r\u001b[K\u001b[?25h');
  const running = spawn('sh', ['-c', pager], { stdio: ['pipe', 'inherit', 'inherit'], env: own });
  // Ctrl-C belongs to the pager.
  const release = holdSignals();
  stderr.cork();
  // The user may end the pager before it has read everything.
  running.stdin.on('error', () => undefined);
  running.stdin.write(text);
  let sent = text;
  let isMissing = false;
  const code = once(running, 'close').then(
    ([exit]) => exit as number,
    () => 127,
  );
  const ended = code.then((exit) => {
    release();
    stderr.uncork();
    // What sh answers for a program that does not exist or cannot be run.
    isMissing = exit === 126 || exit === 127;
    if (isMissing) stdout.write(sent);
  });
  return {
    async write(more) {
      if (isMissing) stdout.write(more);
      sent += more;
      if (!running.stdin.write(more)) await Promise.race([once(running.stdin, 'drain'), ended]);
    },
    quit: ended.then(() => (isMissing ? new Promise(() => undefined) : undefined)),
    async end() {
      running.stdin.end();
      await ended;
    },
  };
}
