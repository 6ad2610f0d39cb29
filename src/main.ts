import { fstatSync, statSync, writeSync } from 'node:fs';
import { constants, devNull } from 'node:os';
import { CancelledError } from './base/errors.ts';
import { shellLanguage } from './base/shell-word.ts';
import { cannot, isReaderGone } from './base/system/files.ts';
import { homeFolder } from './base/system/processes.ts';
import { holdSignals, onHold } from './base/system/signals.ts';
import { unlessThrown } from './base/unless-thrown.ts';
import { versionOutput } from './base/version.ts';
import type { Host } from './cli/context.ts';
import { printBuiltHelp } from './cli/help-page.ts';

const cancelled = new AbortController();

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Cancels the run at the first signal, and exits at once at the second. */
function cancel(signal: (typeof signals)[number]): void {
  const exit = 128 + constants.signals[signal];
  // A second signal skips the cleanup. SIGHUP does not count: a closed terminal sends it twice.
  if (cancelled.signal.aborted && signal !== 'SIGHUP') process.exit(exit);
  cancelled.abort(new CancelledError('Cancelled.', exit));
}

onHold((isHeld) => {
  if (cancelled.signal.aborted) return;
  for (const signal of signals) process[isHeld ? 'on' : 'off'](signal, cancel);
});
// For the first process of a container, the system ignores signals without a handler.
if (process.pid === 1) holdSignals();

/** Ignores EPIPE of a closed reader here: the next write fails and its caller handles it. */
function quiet<Stream extends NodeJS.WriteStream>(stream: Stream, failed: (error: Error) => void = () => {}): Stream {
  return stream.listenerCount('error') > 0 ? stream : stream.on('error', failed);
}

/** The time that a cancelled run gives the readers of its output. */
const unreadMs = 500;

/** The exit code of an output that cannot be written. */
let unwritten = 0;

/** Reports an unwritable version or help, which no writer of a command reports. */
function reportOutput(error: Error): void {
  if (isReaderGone(error) || process.stdout.listenerCount('error') > 1) return;
  const { exit, message } = cannot('write the output', error);
  unwritten = exit;
  process.exitCode = exit;
  host.stderr.write(`Error: ${message}\n`);
}

/** Returns the working folder. Read on first use: a deleted folder only matters to commands that need paths. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw cannot('find the working folder', cause, 'Change to an existing directory and retry.');
  }
}

const host: Host = {
  // Opening a stream costs time, so each is opened on first use.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return quiet(process.stdout, reportOutput);
  },
  get stderr() {
    return quiet(process.stderr);
  },
  env: process.env,
  get cwd() {
    return workingFolder();
  },
  home: homeFolder(process.env),
  shell: shellLanguage(process.env, process.platform),
  signal: cancelled.signal,
  now: () => new Date(),
};

/** Prints a text without opening the stream of stdout, which would take longer than everything else that a version or a help needs. */
function print(text: string): void {
  let unwrittenBytes = Buffer.from(text);
  try {
    while (unwrittenBytes.length > 0) unwrittenBytes = unwrittenBytes.subarray(writeSync(1, unwrittenBytes));
  } catch {
    // The stream waits for a slow reader, and reports other errors.
    host.stdout.write(unwrittenBytes);
  }
}

/** Returns whether stdout is known to be something else than a terminal. */
function isRedirected(): boolean {
  const isOther = () => {
    const status = fstatSync(1);
    return !status.isCharacterDevice() || (status.rdev > 0 && status.rdev === statSync(devNull).rdev);
  };
  return unlessThrown(isOther) === true;
}

const argv = process.argv.slice(2);
const version = versionOutput(argv);
// Print the version without loading anything else.
if (version !== undefined) print(version);
else if (argv[0] === 'complete') {
  import('./commands/complete/complete.ts')
    .then(({ complete }) => complete(argv.slice(1), host))
    // Exit now: a hung DNS lookup would keep the process alive.
    .then(() => process.exit(0));
} else {
  printBuiltHelp(argv, isRedirected() ? { env: host.env, stdout: { write: print } } : host)
    .then(async (isShown) => (isShown ? 0 : (await import('./program.ts')).run(argv, host)))
    .then((exitCode) => {
      // Libraries also set process.exitCode (jq does).
      process.exitCode = unwritten || exitCode;
      // After a cancellation, exit even if a library still opens a connection.
      if (!cancelled.signal.aborted) return;
      host.stdout.write('', () => host.stderr.write('', () => process.exit()));
      // Exit even if nothing reads the output.
      setTimeout(() => process.exit(), unreadMs);
    });
}
