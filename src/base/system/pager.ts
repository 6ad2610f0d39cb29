import { once } from 'node:events';
import { platform } from 'node:os';
import type { Writable } from 'node:stream';
import { holdSignals } from './signals.ts';

/** An output that may be a terminal. */
type Terminal = { isTTY?: boolean; rows?: number; write(text: string): unknown };

/** The pager for a terminal, and its environment. */
export interface Paging {
  pager: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: Terminal;
  stderr: Writable & { isTTY?: boolean };
  /** Called for each piece that was written. */
  count?(): void;
}

/** Returns the pager that the user chose for a terminal; undefined without a terminal, in CI, and on Windows. */
export function pagerOf(env: Paging['env'], { isTTY, rows }: Terminal, isEnabled = true): string | undefined {
  const isShown = isEnabled && isTTY && rows && env.TERM !== 'dumb' && !env.CI && platform() !== 'win32';
  const pager = env.SVC_PAGER ?? env.PAGER ?? 'less -FRX';
  return isShown && pager !== '' && pager !== 'cat' ? pager : undefined;
}

type Pieces = AsyncGenerator<string | Uint8Array> | IterableIterator<string>;

/**
 * Writes a text that arrives in pieces: to a pager as soon as it fills the terminal. A shorter text, or any if the pager cannot start, goes
 * to the terminal at its end. Resolves to false if the user quits the pager early, even while the next piece is awaited.
 */
export async function writePaged(pieces: Pieces, paging: Paging): Promise<boolean> {
  const { rows = 0 } = paging.stdout;
  let text = '';
  let opened: Awaited<ReturnType<typeof openPager>> | undefined;
  try {
    for (;;) {
      const next = pieces.next();
      const piece = await (opened ? Promise.race([opened.quit, next]) : next);
      if (piece === undefined) void Promise.resolve(pieces.return?.(undefined)).catch(() => undefined);
      if (piece === undefined || piece.done) return piece !== undefined;
      text += piece.value;
      if (opened) await opened.write(piece.value);
      else if (text.split('\n').length > rows) opened = await openPager(text, paging);
      paging.count?.();
    }
  } finally {
    if ((await opened?.end()) ?? true) paging.stdout.write(text);
  }
}

/** Starts a pager by `sh` with the beginning of a text. Messages wait for its end because they would overwrite the text. */
async function openPager(text: string, { env, pager, stderr }: Paging) {
  const { spawn } = await import('node:child_process');
  const pagerEnv = Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:SVC|TF)_TOKEN/i.test(name)));
  // Remove a progress line, and show the cursor that it hides.
  if (stderr.isTTY) stderr.write('\r\u001b[K\u001b[?25h');
  const running = spawn('sh', ['-c', pager], { stdio: ['pipe', 'inherit', 'inherit'], env: pagerEnv });
  const { stdin } = running;
  // The pager handles Ctrl-C.
  const release = holdSignals();
  stderr.cork();
  const isMissing = once(running, 'close')
    // sh exits with these codes for a program that does not exist or cannot be run.
    .then(([code]) => code === 126 || code === 127)
    .catch(() => true)
    .finally(() => {
      release();
      stderr.uncork();
    });
  // The user may quit the pager before it has read everything.
  stdin.on('error', () => undefined).write(text);
  return {
    quit: isMissing.then((missing) => (missing ? new Promise<never>(() => undefined) : undefined)),
    async write(more: string | Uint8Array) {
      if (!stdin.write(more)) await Promise.race([once(stdin, 'drain').catch(() => isMissing), isMissing]);
    },
    /** Ends the text and waits until the user quits the pager; resolves to true if the pager could not be started. */
    end: () => stdin.end() && isMissing,
  };
}
