import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** A program with a terminal of its own. */
export interface Pty {
  /** Presses keys. */
  press(keys: string): void;
  /** Waits until what was shown since the last wait has a text in it; answers all of that. */
  shows(text: string | RegExp): Promise<string>;
  close(): Promise<void>;
}

/** Whether a program can be given a terminal here: `script` of util-linux does it. */
export const hasPty = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

/** Whether a program is installed; says loudly that it is not, since its tests are left out then. */
export function isInstalled(program: string): boolean {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' });
  if (error) process.stderr.write(`\nNOT TESTED: ${program} is not installed, so nobody presses TAB in it.\n`);
  return error === undefined;
}

/** Starts a command line on a terminal of 200 columns. */
export function openPty(command: string, { cwd, env }: { cwd: string; env: Record<string, string> }): Pty {
  const running = spawn('script', ['-qec', `stty rows 50 cols 200; ${command}`, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm', LANG: 'C.UTF-8', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(running, 'close');
  let shown = '';
  let wake = () => {};
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    wake();
  });
  running.stdin.on('error', () => undefined);
  const found = (text: string | RegExp) => {
    const [match] = typeof text === 'string' ? (shown.includes(text) ? [text] : []) : (text.exec(shown) ?? []);
    if (match === undefined) return undefined;
    const end = shown.indexOf(match) + match.length;
    const all = shown.slice(0, end);
    shown = shown.slice(end);
    return all;
  };
  return {
    press: (keys) => void running.stdin.write(keys),
    async shows(text) {
      for (let gone = false; ; ) {
        const all = found(text);
        if (all !== undefined) return all;
        if (gone) throw new Error(`"${command}" ended without showing ${text}: ${JSON.stringify(shown)}`);
        const more = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const late = setTimeout(() => wake(), 10_000);
        const size = shown.length;
        await Promise.race([more, ended]);
        clearTimeout(late);
        gone = shown.length === size && found(text) === undefined && running.exitCode !== null;
        if (shown.length === size && !gone) throw new Error(`${text} was not shown: ${JSON.stringify(shown)}`);
      }
    },
    async close() {
      running.kill('SIGHUP');
      await ended;
    },
  };
}
