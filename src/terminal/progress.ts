import type { OutputStream } from './io.ts';

/** A progress line, on a terminal only. */
export interface Progress {
  update(message: string): void;
  stop(): void;
}

const silent: Progress = { update() {}, stop() {} };
const patienceMs = 400;

interface Spinner {
  text: string;
  start(): unknown;
  stop(): unknown;
}

/**
 * Shows what is waited for once it has taken longer than a blink; `ora` is loaded only then, and keeps what is written to the
 * terminal meanwhile above its spinner. There is one spinner: while several things are waited for it shows the first.
 */
export function createProgress(stderr: OutputStream, isStill: boolean): (message: string) => Progress {
  const waits: { message: string; isShown: boolean }[] = [];
  let spinner: Spinner | undefined;
  let loading: Promise<Spinner> | undefined;

  async function show(): Promise<void> {
    loading ??= import('ora').then(({ default: ora }) => {
      stderr.on('resize', refresh);
      return ora({ stream: stderr as NodeJS.WriteStream, discardStdin: false, isEnabled: true, color: false });
    });
    const loaded = await loading;
    const first = shown();
    if (spinner || !first) return;
    spinner = loaded;
    spinner.text = textOf(first.message);
    spinner.start();
  }

  /** Not on a terminal of 0 columns, by which `ora` would divide: it would clear lines without end. */
  const shown = () => waits.slice(0, 1).find(({ isShown }) => isShown && stderr.columns !== 0);

  function refresh(): void {
    const first = shown();
    if (spinner && first) spinner.text = textOf(first.message);
    else if (first) void show();
    else {
      spinner?.stop();
      spinner = undefined;
    }
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
