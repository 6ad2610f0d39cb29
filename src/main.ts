import { homedir } from 'node:os';
import type { Host } from './cli/context.ts';
import { CancelledError } from './errors.ts';
import { cannot } from './files.ts';
import { versionAsked } from './version.ts';

const cancelled = new AbortController();

/** The first signal asks the run to end tidily, the second ends it. */
function cancelOn(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', exit: number): void {
  process.on(signal, () => {
    // Whoever asks twice does not want to wait for what is being tidied up; a closed terminal says so twice by itself.
    if (cancelled.signal.aborted && signal !== 'SIGHUP') process.exit(exit);
    cancelled.abort(new CancelledError('Cancelled.', exit));
  });
}

cancelOn('SIGINT', 130);
cancelOn('SIGTERM', 143);
cancelOn('SIGHUP', 129);

/** A reader that goes away ends the writing, not the program: who writes finds out at the next write. */
function quiet<Stream extends NodeJS.WriteStream>(stream: Stream): Stream {
  return stream.listenerCount('error') > 0 ? stream : stream.on('error', () => undefined);
}

/** A working folder that was deleted is in nobody's way who needs no path. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw cannot('find the working folder', cause, 'Change to a folder that exists, and try again.');
  }
}

const host: Host = {
  // Each stream costs a little to open, so it is opened when it is used.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return quiet(process.stdout);
  },
  get stderr() {
    return quiet(process.stderr);
  },
  env: process.env,
  get cwd() {
    return workingFolder();
  },
  home: homedir(),
  signal: cancelled.signal,
  now: () => new Date(),
};

const argv = process.argv.slice(2);
const version = versionAsked(argv);
// Nothing else is loaded for it.
if (version !== undefined) host.stdout.write(version);
else {
  import('./program.ts')
    .then(({ run }) => run(argv, host))
    .then((exitCode) => {
      process.exitCode = exitCode;
    });
}
