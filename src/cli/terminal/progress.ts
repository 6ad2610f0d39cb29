import type { Ora } from 'ora';
import type { OutputStream } from './io.ts';

/** A progress line, on a terminal only. */
export interface Progress {
  update(message: string): void;
  stop(): void;
}

const silent: Progress = { update() {}, stop() {} };
const patienceMs = 400;

/**
 * Shows what is waited for once it has taken longer than a blink; `ora` is loaded only then, and keeps what is written to the
 * terminal meanwhile above its spinner. There is one spinner: while several things are waited for it shows the first.
 */
export function createProgress(stderr: OutputStream, isStill: boolean): (message: string) => Progress {
  const waits: { message: string; isShown: boolean }[] = [];
  let spinner: Ora | undefined;
  let isLoading = false;

  const load = async () => {
    isLoading = true;
    const { default: ora } = await import('ora');
    spinner = ora({ stream: stderr as NodeJS.WriteStream, discardStdin: false, isEnabled: true, color: false });
    stderr.on('resize', refresh);
    refresh();
  };

  function refresh(): void {
    const [first] = waits;
    // Not on a terminal of 0 columns, by which `ora` would divide: it would clear lines without end.
    if (!first?.isShown || stderr.columns === 0) {
      if (spinner?.isSpinning) spinner.stop();
    } else if (spinner) {
      spinner.text = textOf(first.message);
      spinner.start();
    } else if (!isLoading) void load();
  }

  return (message) => {
    if (!stderr.isTTY || isStill) return silent;
    const wait = { message, isShown: false };
    waits.push(wait);
    const timer = setTimeout(() => {
      wait.isShown = true;
      refresh();
    }, patienceMs);
    return {
      update(next) {
        wait.message = next;
        refresh();
      },
      stop() {
        clearTimeout(timer);
        const at = waits.indexOf(wait);
        if (at >= 0) waits.splice(at, 1);
        refresh();
      },
    };
  };
}

/** The first line names the action; details may follow. */
function textOf(message: string): string {
  return message.replace(/^.*$/m, (line) => `${line}…`);
}
