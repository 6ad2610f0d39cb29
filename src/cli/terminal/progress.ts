import type { Ora } from 'ora';
import { spanText } from '../../base/parsers.ts';
import type { Streams } from './io.ts';

/** Shows what a run waits for: a spinner on a terminal, otherwise a line each minute. */
export interface Progress {
  update(message: string): void;
  stop(): void;
}

const patienceMs = 400;
const minuteMs = 60_000;

/** Creates an indicator that appears after a short delay. If the run waits for several things, it shows the first. */
export function createProgress(
  streams: Pick<Streams, 'stderr'>,
  isStill: boolean,
  note: (words: string) => void,
  everyMs = minuteMs,
): (message: string) => Progress {
  const waits: { message: string; isShown: boolean }[] = [];
  let spinner: Ora | undefined;
  let isLoading = false;

  const load = async () => {
    isLoading = true;
    const { default: ora } = await import('ora');
    const { stderr } = streams;
    spinner = ora({ stream: stderr as NodeJS.WriteStream, discardStdin: false, isEnabled: true, color: false });
    stderr.on('resize', refresh);
    refresh();
  };

  function refresh(): void {
    const [first] = waits;
    // `ora` would divide by the number of columns: with 0 columns, it clears lines without end.
    if (!first?.isShown || streams.stderr.columns === 0) {
      if (spinner?.isSpinning) spinner.stop();
    } else if (spinner) {
      spinner.text = textOf(first.message);
      spinner.start();
    } else if (!isLoading) void load();
  }

  return (message) => {
    // Opening stderr costs time.
    if (isStill || !streams.stderr.isTTY) return createLines(message, note, everyMs);
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

/** Prints a line at every interval, because a log should show what a run waits for. */
function createLines(first: string, note: (words: string) => void, everyMs: number): Progress {
  let [line] = first.split('\n');
  let times = 0;
  const timer = setInterval(() => {
    times += 1;
    note(`${line} for ${spanText(times * everyMs)}…`);
  }, everyMs);
  timer.unref();
  return {
    update(next) {
      [line] = next.split('\n');
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns the first line of a message, which names the action; details may follow. */
function textOf(message: string): string {
  return message.replace(/^.*$/m, (line) => `${line}…`);
}
