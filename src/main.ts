import { homedir } from 'node:os';
import type { Host } from './commands/context.ts';
import { CancelledError } from './errors.ts';
import { versionAsked } from './version.ts';

const cancelled = new AbortController();

/** The first signal asks the run to end tidily, the second ends it. */
function cancelOn(signal: 'SIGINT' | 'SIGTERM', exit: number): void {
  process.on(signal, () => {
    // Whoever asks twice does not want to wait for what is being tidied up.
    if (cancelled.signal.aborted) process.exit(exit);
    cancelled.abort(new CancelledError('Cancelled.', exit));
  });
}

cancelOn('SIGINT', 130);
cancelOn('SIGTERM', 143);

/** A reader that goes away ends the writing, not the program: who writes finds out at the next write. */
function quiet<Stream extends NodeJS.WriteStream>(stream: Stream): Stream {
  return stream.listenerCount('error') > 0 ? stream : stream.on('error', () => undefined);
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
  cwd: process.cwd(),
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
