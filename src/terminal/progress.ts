import type { OutputStream } from './io.ts';

/** A line that says what is going on, on a terminal only; elsewhere silence. */
export interface Progress {
  update(words: string): void;
  stop(): void;
}

const silent: Progress = { update() {}, stop() {} };
const patienceMs = 150;

/** Starts a spinner once the work has taken longer than a blink; `ora` is loaded only then. */
export function createProgress(stderr: OutputStream, quiet: boolean): (words: string) => Progress {
  return (first) => {
    if (!stderr.isTTY || quiet) return silent;
    let words = first;
    let stopped = false;
    let spinner: { text: string; stop(): unknown } | undefined;
    const timer = setTimeout(async () => {
      const { default: ora } = await import('ora');
      if (!stopped) spinner = ora({ text: words, stream: stderr as NodeJS.WriteStream, discardStdin: false }).start();
    }, patienceMs);
    return {
      update(next) {
        words = next;
        if (spinner) spinner.text = next;
      },
      stop() {
        stopped = true;
        clearTimeout(timer);
        spinner?.stop();
      },
    };
  };
}
