import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** A program with its own terminal. */
export interface Pty {
  /** Presses keys. */
  press(keys: string): void;
  /** Waits for a text in the output since the last wait; returns the output up to its end. */
  shows(text: string | RegExp): Promise<string>;
  close(): Promise<void>;
}

/** Returns whether a program is installed. Warns if it is not, because its tests are skipped. */
export function isInstalled(program: string): boolean {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' });
  if (error) process.stderr.write(`\nSKIPPED: the tests of ${program}, which is not installed.\n`);
  return error === undefined;
}

/** Returns whether a program can have a terminal here, which `script` of util-linux provides. */
export function hasPty(): boolean {
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  const found = /util-linux/.test(stdout ?? '');
  if (!found) process.stderr.write('\nSKIPPED: the tests of TAB, which need script(1) of util-linux.\n');
  return found;
}

/** Starts a command line on a terminal of 200 columns. */
export function openPty(command: string, { cwd, env }: { cwd: string; env: Record<string, string> }): Pty {
  const running = spawn('script', ['-qec', `stty rows 50 cols 200; ${command}`, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm', LANG: 'C.UTF-8', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let isOver = false;
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  running.stdin.on('error', () => undefined);
  const ended = once(running, 'close').then(() => {
    isOver = true;
  });

  /** Removes and returns the output up to the end of the text, if it was shown. */
  function taken(text: string | RegExp): string | undefined {
    const start = typeof text === 'string' ? shown.indexOf(text) : shown.search(text);
    if (start < 0) return undefined;
    const length = typeof text === 'string' ? text.length : (text.exec(shown)?.[0].length ?? 0);
    const all = shown.slice(0, start + length);
    shown = shown.slice(all.length);
    return all;
  }

  return {
    press: (keys) => void running.stdin.write(keys),
    async shows(text) {
      const patience = AbortSignal.timeout(50_000);
      for (;;) {
        const all = taken(text);
        if (all !== undefined) return all;
        if (isOver || patience.aborted) throw new Error(`${text} was not shown, but: ${JSON.stringify(shown)}`);
        const more = once(running.stdout, 'data', { signal: patience }).catch(() => undefined);
        await Promise.race([more, ended]);
      }
    },
    async close() {
      // script(1) waits for its shell, and the shell for input from the terminal: without a terminal it ends too.
      running.kill('SIGKILL');
      await ended;
    },
  };
}
