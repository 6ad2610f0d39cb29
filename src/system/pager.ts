import { once } from 'node:events';
import { platform } from 'node:os';
import { holdSignals } from './signals.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Terminal = NodeJS.WritableStream & { isTTY?: boolean; rows?: number };

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

/** Shows a text in a pager, which `sh` runs, until its user ends it. A pager that cannot be started leaves the text to the terminal. */
export async function page(text: string, pager: string, env: Environment, terminal: Terminal): Promise<void> {
  // Ctrl-C belongs to the pager.
  const release = holdSignals();
  try {
    const { spawn } = await import('node:child_process');
    // A pager needs no token.
    const own = Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:SVC|TF)_TOKEN/i.test(name)));
    const running = spawn('sh', ['-c', pager], { stdio: ['pipe', 'inherit', 'inherit'], env: own });
    // The user may end the pager before it has read everything.
    running.stdin.on('error', () => undefined);
    running.stdin.end(text);
    const [code] = await once(running, 'close');
    // What sh answers for a program that does not exist or cannot be run.
    if (code === 126 || code === 127) terminal.write(text);
  } catch {
    terminal.write(text);
  } finally {
    release();
  }
}
